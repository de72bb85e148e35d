"""What happens in Tongits alone; taking a discard is followed by `melded`, as it always makes a meld (4.3)."""

from dataclasses import dataclass, field
from typing import ClassVar

from app.cards.notation import Card
from app.games import codec
from app.games.codec import JSON
from app.games.events import Event, PublicEvent, RoundEnded, TimedOut


@dataclass(frozen=True, slots=True)
class TookDiscard(PublicEvent):
    """The top discard went into a hand; it lies in the meld with this index when `melded` has followed."""

    type: ClassVar[str] = "took_discard"
    seat: int
    card: Card
    meld: int


@dataclass(frozen=True, slots=True)
class Melded(Event):
    """A meld was laid; of a face-down four the owner alone is told the cards (17.3)."""

    type: ClassVar[str] = "melded"
    seat: int
    cards: tuple[Card, ...] = field(repr=False)
    face_down: bool

    def seen_by(self, viewer: int | None) -> JSON:
        """Return how many cards, and which where the viewer may know."""
        told = viewer == self.seat or not self.face_down
        return {
            "type": "melded",
            "seat": self.seat,
            "cards": list(self.cards) if told else None,
            "size": len(self.cards),
            "face_down": self.face_down,
        }


@dataclass(frozen=True, slots=True)
class LaidOff(PublicEvent):
    """Cards were added to the meld with this index."""

    type: ClassVar[str] = "laid_off"
    seat: int
    meld: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Discarded(PublicEvent):
    """A card was thrown."""

    type: ClassVar[str] = "discarded"
    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class DrawCalled(PublicEvent):
    """The showdown was called; no card is drawn any more (10.6)."""

    type: ClassVar[str] = "draw_called"
    seat: int


@dataclass(frozen=True, slots=True)
class Folded(PublicEvent):
    """A seat folded: `forced` at once as it is not open (10.8), else told when all answers are in (17.5)."""

    type: ClassVar[str] = "folded"
    seat: int
    forced: bool


@dataclass(frozen=True, slots=True)
class ChallengedDraw(PublicEvent):
    """A seat fights the called Draw; told when all answers are in (17.5)."""

    type: ClassVar[str] = "challenged_draw"
    seat: int


@dataclass(frozen=True, slots=True)
class AnswerMissed(TimedOut):
    """The clock ran out for one of two answers: that gives it away, so the others hear nothing yet (16.4, 17.5)."""

    def seen_by(self, viewer: int | None) -> JSON | None:
        """Return the event for the seat alone."""
        return codec.write(self) if viewer == self.seat else None


@dataclass(frozen=True, slots=True)
class HandEnded(RoundEnded):
    """The hand is over, and how."""

    ending: str

    def seen_by(self, viewer: int | None) -> JSON:
        """Return the event; all hands are open now but a forfeiter's (17.7)."""
        return {**RoundEnded.seen_by(self, viewer), "ending": self.ending}
