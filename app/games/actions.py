"""What a seat may ask for: the actions that several games share. A game's own ones stand in its folder."""

from dataclasses import dataclass
from typing import ClassVar

from app.cards.notation import Card
from app.games import codec
from app.games.codec import JSON


class Action:
    """The base of every action: a frozen dataclass of plain data, known in JSON by its `type`."""

    __slots__ = ()

    type: ClassVar[str]

    @property
    def secret(self) -> bool:
        """Whether others may not know what it says before the round's end: such an action is stored sealed."""
        return False


@dataclass(frozen=True, slots=True)
class Play(Action):
    """Lay one card; `color` or `suit` where one must be named, `last_card` to announce with the play."""

    type: ClassVar[str] = "play"
    card: Card
    color: str | None = None
    suit: str | None = None
    last_card: bool = False


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """Draw from the stock in an ordinary turn."""

    type: ClassVar[str] = "draw"


@dataclass(frozen=True, slots=True)
class Take(Action):
    """Draw the whole pending sum."""

    type: ClassVar[str] = "take"


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """End the turn: keep the drawn card, or nothing can be done."""

    type: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Choose(Action):
    """Name the colour of a wild that was turned up as starter."""

    type: ClassVar[str] = "choose"
    color: str


@dataclass(frozen=True, slots=True)
class LastCard(Action):
    """Press "last one!"."""

    type: ClassVar[str] = "last_card"


@dataclass(frozen=True, slots=True)
class Denounce(Action):
    """Say that the player in `seat` has not pressed "last one!"."""

    type: ClassVar[str] = "denounce"
    seat: int


@dataclass(frozen=True, slots=True)
class Accept(Action):
    """Let it happen: the wild draw four (U8.5), the +3 (TAKI 12.4)."""

    type: ClassVar[str] = "accept"


@dataclass(frozen=True, slots=True)
class Challenge(Action):
    """Doubt it, or fight: the wild draw four (U8.5), the called Draw (Tongits 10.7)."""

    type: ClassVar[str] = "challenge"

    @property
    def secret(self) -> bool:
        """Whether another answer may still be awaited, as by a called Draw (Tongits 17.5)."""
        return True


def write_action(action: Action) -> JSON:
    """Return the action as JSON data, e.g. `{"type": "play", "card": "W", "color": "g"}`."""
    if type(action) is not Play or action.suit is not None or action.last_card:
        return codec.write(action)
    if action.color is None:  # views are full of these two, and this is quicker
        return {"type": "play", "card": action.card}
    return {"type": "play", "card": action.card, "color": action.color}
