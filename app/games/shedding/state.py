"""The whole truth about a match, secrets included. Frozen, made of tuples, and silent in `repr`."""

from dataclasses import dataclass
from typing import TypeAlias

from app.cards.chance import Chance
from app.cards.notation import Card
from app.games.events import Event
from app.games.match import Match

Bill: TypeAlias = tuple[tuple[int | None, Card], ...]
"""The draw cards that make up the pending sum, each with the seat that laid it (None: the starter)."""


@dataclass(frozen=True, slots=True)
class Window:
    """A player down to one card who may be denounced, and who has done so already (T11.5, T11.7)."""

    seat: int
    by: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Doubt:
    """A wild draw four that its next player may challenge: it is judged as of the moment it was laid (U8.6)."""

    seat: int
    """Who laid it."""
    hand: tuple[Card, ...]
    """What was left in that hand: shown to whoever challenges (U8.7)."""
    guilty: bool


@dataclass(frozen=True, slots=True)
class Shown:
    """A hand that one player alone has been shown, until the next turn action (U8.7)."""

    to: int
    seat: int
    hand: tuple[Card, ...]


class Draft:
    """A state being changed within one step, with the events so far; `frozen()` ends it.

    What the fields mean is said in State.
    """

    __slots__ = (
        "announced",
        "bill",
        "buried",
        "chance",
        "choosing",
        "color",
        "dealer",
        "direction",
        "doubt",
        "drawn",
        "events",
        "hands",
        "match",
        "passes",
        "penalty",
        "pile",
        "shown",
        "stock",
        "turn",
        "window",
        "windows",
    )

    def __init__(self, state: "State") -> None:
        self.match = state.match
        self.dealer = state.dealer
        self.chance = state.chance
        self.hands = state.hands
        self.stock = state.stock
        self.pile = state.pile
        self.buried = state.buried
        self.color = state.color
        self.direction = state.direction
        self.turn = state.turn
        self.penalty = state.penalty
        self.bill = state.bill
        self.drawn = state.drawn
        self.choosing = state.choosing
        self.doubt = state.doubt
        self.shown = state.shown
        self.announced = state.announced
        self.window = state.window
        self.windows = state.windows
        self.passes = state.passes
        self.events: list[Event] = []

    def set_hand(self, seat: int, cards: tuple[Card, ...]) -> None:
        """Give the seat this hand."""
        self.hands = (*self.hands[:seat], cards, *self.hands[seat + 1 :])

    def frozen(self) -> tuple["State", tuple[Event, ...]]:
        """Return the state as it is now, and what happened. The draft itself becomes the state.

        Filling a frozen dataclass field by field would take longer than the rules of most actions.
        """
        events = tuple(self.events)
        del self.events
        self.__class__ = State
        return self, events  # type: ignore[return-value]


@dataclass(frozen=True, repr=False)
class State(Draft):
    """One moment of a match. Lists of cards begin with the card on top, hands with the one held longest."""

    __slots__ = ()

    match: Match
    dealer: int
    """The active seat before the first player, when the round was dealt (C1.5)."""
    chance: Chance
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    pile: tuple[Card, ...]
    """The discards that everybody saw; the first is the top."""
    buried: tuple[Card, ...]
    """Hands of leavers, unseen under the pile; part of the discards (T15.2)."""
    color: str | None
    """The colour in force; None until a wild starter's is named, and after a wild as last card."""
    direction: int
    """1 clockwise, -1 anticlockwise."""
    turn: int
    """The seat to act while the round runs."""
    penalty: int
    """The pending sum, which lies on the seat to act."""
    bill: Bill
    drawn: Card | None
    """The card just drawn, last in the hand, while its player may play or keep it (T6.4)."""
    choosing: bool
    """The seat to act has to name the colour first (T4.7)."""
    doubt: Doubt | None
    """What the seat to act has to accept or challenge (U8.5)."""
    shown: Shown | None
    announced: tuple[int, ...]
    """Seats whose "last one!" holds, ascending (T11.4)."""
    window: Window | None
    windows: int
    """How many windows have been opened in this match: tells one from the next (T11.6)."""
    passes: int
    """How many have passed in a row because nothing could be drawn (T10.5)."""

    def __repr__(self) -> str:
        """Show what everybody at the table may know, so that logs and tracebacks keep the secrets."""
        counts = [len(hand) for hand in self.hands]
        return f"<State round {self.match.round} turn {self.turn} top {self.pile[0]} counts {counts}>"
