"""What happened: the events that several games share, and what each viewer may know of them.

`seen_by(viewer)` builds the public form from nothing, field by field; `repr` hides what is not public. A game's own
events stand in its folder.
"""

from dataclasses import dataclass, field
from typing import ClassVar, Literal, TypeAlias

from app.cards.notation import Card
from app.games import codec
from app.games.codec import JSON

Reason: TypeAlias = Literal[
    "turn",
    "penalty",
    "denounced",
    "starter",
    "effect",
    "challenge",
    "fined",
    "plus_three",
    "breaker",
    "stage",
]
Hands: TypeAlias = tuple[tuple[int, tuple[Card, ...]], ...]
"""Cards by seat, as pairs: states are made of tuples only."""


def hands_by_seat(hands: Hands) -> dict[str, list[Card]]:
    """Return the hands as JSON: seat numbers as keys."""
    return {str(seat): list(cards) for seat, cards in hands}


class Event:
    """The base of every event: a frozen dataclass with a `type`."""

    __slots__ = ()

    type: ClassVar[str]

    def seen_by(self, viewer: int | None) -> JSON | None:
        """Return the event as this viewer (None: a spectator) may know it; None where they may not know of it."""
        raise NotImplementedError


class PublicEvent(Event):
    """An event that every viewer may know whole."""

    __slots__ = ()

    def seen_by(self, viewer: int | None) -> JSON:
        """Return the whole event as JSON data."""
        return codec.write(self)


@dataclass(frozen=True, slots=True)
class Dealt(PublicEvent):
    """A round begins: `first` is its first player, `starter` lies face up where the game turns one up."""

    type: ClassVar[str] = "dealt"
    first: int
    starter: Card | None
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Played(PublicEvent):
    """A card was laid; `left` cards remain in that hand; `color` is the colour or suit that was named."""

    type: ClassVar[str] = "played"
    seat: int
    card: Card
    left: int
    color: str | None = None


@dataclass(frozen=True, slots=True)
class Drew(Event):
    """Cards were drawn; which ones is known to the drawer alone (T17.3)."""

    type: ClassVar[str] = "drew"
    seat: int
    cards: tuple[Card, ...] = field(repr=False)
    reason: Reason

    def seen_by(self, viewer: int | None) -> JSON:
        """Return the number of cards, and to the drawer the cards."""
        seen = {"type": "drew", "seat": self.seat, "count": len(self.cards), "reason": self.reason}
        if viewer == self.seat and viewer is not None:
            seen["cards"] = list(self.cards)
        return seen


@dataclass(frozen=True, slots=True)
class Passed(PublicEvent):
    """A turn ended without a card; `forced` where nothing could be done, else the drawn card was kept."""

    type: ClassVar[str] = "passed"
    seat: int
    forced: bool


@dataclass(frozen=True, slots=True)
class Named(PublicEvent):
    """The colour of a wild starter was named."""

    type: ClassVar[str] = "named"
    seat: int
    color: str


@dataclass(frozen=True, slots=True)
class Announced(PublicEvent):
    """ "Last one!" was pressed."""

    type: ClassVar[str] = "announced"
    seat: int


@dataclass(frozen=True, slots=True)
class WindowOpened(PublicEvent):
    """The player in `seat` is down to one card and may be denounced."""

    type: ClassVar[str] = "window_opened"
    seat: int


@dataclass(frozen=True, slots=True)
class WindowClosed(PublicEvent):
    """The player in `seat` may no longer be denounced."""

    type: ClassVar[str] = "window_closed"
    seat: int


@dataclass(frozen=True, slots=True)
class Denounced(PublicEvent):
    """`by` denounced `seat`: `caught` rightly, or at the denouncer's own cost."""

    type: ClassVar[str] = "denounced"
    seat: int
    by: int
    caught: bool


@dataclass(frozen=True, slots=True)
class Reshuffled(PublicEvent):
    """The discards under the top became the new stock, of this many cards."""

    type: ClassVar[str] = "reshuffled"
    stock: int


@dataclass(frozen=True, slots=True)
class Skipped(PublicEvent):
    """A turn was lost."""

    type: ClassVar[str] = "skipped"
    seat: int


@dataclass(frozen=True, slots=True)
class Reversed(PublicEvent):
    """Play runs the other way: 1 is clockwise, -1 anticlockwise."""

    type: ClassVar[str] = "reversed"
    direction: int


@dataclass(frozen=True, slots=True)
class Turned(PublicEvent):
    """It is this seat's turn now."""

    type: ClassVar[str] = "turned"
    seat: int


@dataclass(frozen=True, slots=True)
class Penalty(PublicEvent):
    """A sum of cards lies on this seat."""

    type: ClassVar[str] = "penalty"
    seat: int
    sum: int


@dataclass(frozen=True, slots=True)
class Left(PublicEvent):
    """A player left the match; the hand lies unseen under the discards."""

    type: ClassVar[str] = "left"
    seat: int


@dataclass(frozen=True, slots=True)
class TimedOut(PublicEvent):
    """The clock ran out; what the rules do then follows."""

    type: ClassVar[str] = "timed_out"
    seat: int


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """The round is over; the hands left over are public now, but never a leaver's (T17.6)."""

    type: ClassVar[str] = "round_ended"
    winner: int | None
    blocked: bool
    points: tuple[int, ...]
    totals: tuple[int, ...]
    hands: Hands = field(repr=False)

    def seen_by(self, viewer: int | None) -> JSON:
        """Return the event; `hands` are by seat."""
        return {
            "type": "round_ended",
            "winner": self.winner,
            "blocked": self.blocked,
            "points": list(self.points),
            "totals": list(self.totals),
            "hands": hands_by_seat(self.hands),
        }


@dataclass(frozen=True, slots=True)
class MatchEnded(PublicEvent):
    """The match is over; `ranking` is a list of places, best first, each a list of seats."""

    type: ClassVar[str] = "match_ended"
    winners: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
