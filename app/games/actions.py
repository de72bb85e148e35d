"""What a seat may ask for, shared by all games; each game names those that it understands."""

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from app.cards.notation import Card
from app.errors import InvalidError
from app.games import codec
from app.games.codec import JSON


@dataclass(frozen=True, slots=True)
class Play:
    """Lay one card; `color` or `suit` where one must be named, `last_card` to announce with the play."""

    type: ClassVar[str] = "play"
    card: Card
    color: str | None = None
    suit: str | None = None
    last_card: bool = False


@dataclass(frozen=True, slots=True)
class Draw:
    """Draw from the stock in an ordinary turn."""

    type: ClassVar[str] = "draw"


@dataclass(frozen=True, slots=True)
class Take:
    """Draw the whole pending sum."""

    type: ClassVar[str] = "take"


@dataclass(frozen=True, slots=True)
class Pass:
    """End the turn: keep the drawn card, or nothing can be done."""

    type: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Choose:
    """Name the colour of a wild that was turned up as starter."""

    type: ClassVar[str] = "choose"
    color: str


@dataclass(frozen=True, slots=True)
class LastCard:
    """Press "last one!"."""

    type: ClassVar[str] = "last_card"


@dataclass(frozen=True, slots=True)
class Denounce:
    """Say that the player in `seat` has not pressed "last one!"."""

    type: ClassVar[str] = "denounce"
    seat: int


Action: TypeAlias = Play | Draw | Take | Pass | Choose | LastCard | Denounce

_BY_TYPE: dict[str, type[Action]] = {
    cls.type: cls for cls in (Play, Draw, Take, Pass, Choose, LastCard, Denounce)
}


def parse_action(data: JSON) -> Action:
    """Return the action that the JSON data stands for.

    Raises InvalidError ("malformed") for anything else; whether it is legal is the game's to say.
    """
    tag = data.get("type") if isinstance(data, dict) else None
    cls = _BY_TYPE.get(tag) if isinstance(tag, str) else None
    if cls is None:
        raise InvalidError("malformed", "there is no such action")
    return codec.read(cls, data)


def write_action(action: Action) -> JSON:
    """Return the action as JSON data, e.g. `{"type": "play", "card": "W", "color": "g"}`."""
    if type(action) is not Play or action.suit is not None or action.last_card:
        return codec.write(action)
    if action.color is None:  # views are full of these two, and this is quicker
        return {"type": "play", "card": action.card}
    return {"type": "play", "card": action.card, "color": action.color}
