"""What a Tongits player may ask for, beside the shared `challenge`."""

from dataclasses import dataclass, field
from typing import ClassVar

from app.cards.notation import Card
from app.games.actions import Action


@dataclass(frozen=True, slots=True)
class DrawStock(Action):
    """Draw the top card of the stock (4.2)."""

    type: ClassVar[str] = "draw_stock"


@dataclass(frozen=True, slots=True)
class TakeDiscard(Action):
    """Take the top discard and expose a meld of it and these cards of the hand, all at once (4.3, 4.7)."""

    type: ClassVar[str] = "take_discard"
    with_: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Meld(Action):
    """Expose a set or a run; `face_down` lays a secret four (6.1)."""

    type: ClassVar[str] = "meld"
    cards: tuple[Card, ...] = field(repr=False)
    face_down: bool = False

    @property
    def secret(self) -> bool:
        """Whether the cards are nobody else's business (17.3)."""
        return self.face_down


@dataclass(frozen=True, slots=True)
class LayOff(Action):
    """Add cards of the hand to a meld on the table, by its index in the order laid (7)."""

    type: ClassVar[str] = "lay_off"
    cards: tuple[Card, ...]
    meld: int


@dataclass(frozen=True, slots=True)
class Discard(Action):
    """Throw one card and end the turn (8.1)."""

    type: ClassVar[str] = "discard"
    card: Card


@dataclass(frozen=True, slots=True)
class CallDraw(Action):
    """Call the showdown instead of drawing (10)."""

    type: ClassVar[str] = "call_draw"


@dataclass(frozen=True, slots=True)
class Fold(Action):
    """Answer a called Draw by giving up (10.7)."""

    type: ClassVar[str] = "fold"

    @property
    def secret(self) -> bool:
        """Whether the other answer may still be awaited (17.5)."""
        return True
