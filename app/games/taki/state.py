"""The whole truth about a match of TAKI, secrets included. Frozen, made of tuples, and silent in `repr`."""

from dataclasses import dataclass
from typing import Literal, TypeAlias

from app.cards.chance import Chance
from app.cards.notation import Card
from app.games.events import Event
from app.games.match import Match
from app.games.taki.options import TakiOptions

Duty: TypeAlias = Literal["plus", "king"]


@dataclass(frozen=True, slots=True)
class Window:
    """A +3 that waits: who played it, and who has accepted it, ascending (12.4)."""

    by: int
    accepted: tuple[int, ...]


class Draft:
    """A state being changed within one step, with the events so far; `frozen()` ends it.

    What the fields mean is said in State.
    """

    __slots__ = (
        "announced", "calls", "chance", "color", "direction", "duty", "events", "figure", "fresh", "hands",
        "match", "open_taki", "owes", "passes", "penalty", "pile", "run", "stages", "stock", "turn", "window",
    )  # fmt: skip

    def __init__(self, state: "State") -> None:
        self.match = state.match
        self.chance = state.chance
        self.hands = state.hands
        self.stock = state.stock
        self.pile = state.pile
        self.stages = state.stages
        self.color = state.color
        self.figure = state.figure
        self.direction = state.direction
        self.turn = state.turn
        self.penalty = state.penalty
        self.open_taki = state.open_taki
        self.run = state.run
        self.duty = state.duty
        self.window = state.window
        self.announced = state.announced
        self.owes = state.owes
        self.calls = state.calls
        self.fresh = state.fresh
        self.passes = state.passes
        self.events: list[Event] = []

    @property
    def options(self) -> TakiOptions:
        """Return the options of the match."""
        options = self.match.options
        assert isinstance(options, TakiOptions)
        return options

    def set_hand(self, seat: int, cards: tuple[Card, ...]) -> None:
        """Give the seat this hand. A call needs one card, or two in the own turn (15.6)."""
        self.hands = (*self.hands[:seat], cards, *self.hands[seat + 1 :])
        if not 0 < len(cards) <= (2 if seat == self.turn else 1):
            self.lapse(seat)
        if seat in self.fresh:
            self.fresh = tuple(other for other in self.fresh if other != seat)

    def lapse(self, seat: int) -> None:
        """End the announcement of a seat, if there is one."""
        if seat in self.announced:
            self.announced = tuple(other for other in self.announced if other != seat)

    def frozen(self) -> tuple["State", tuple[Event, ...]]:
        """Return the state as it is now, and what happened. The draft itself becomes the state."""
        events = tuple(self.events)
        del self.events
        self.__class__ = State
        return self, events  # type: ignore[return-value]


@dataclass(frozen=True, repr=False)
class State(Draft):
    """One moment of a match. Lists of cards begin with the card on top, hands with the one held longest."""

    __slots__ = ()

    match: Match
    chance: Chance
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    pile: tuple[Card, ...]
    """The discards, all seen by everybody; the first is the top."""
    stages: tuple[int, ...] | None
    """The stage of each seat in a tournament (18.1)."""
    color: str | None
    """The colour in force; None only after a Change Colour as last card of a round."""
    figure: str | None
    """The leading number or symbol; None after a Change Colour (3.5)."""
    direction: int
    """1 clockwise, -1 anticlockwise."""
    turn: int
    """The seat to act while the round runs; while a +3 waits, the seat that played it (15.3)."""
    penalty: int
    """The debt of +2 cards, which lies on the seat to act, or behind the window on the next one (17.5)."""
    open_taki: str | None
    """The colour of an open TAKI."""
    run: bool
    """The seat to act has put cards on the open TAKI in this turn."""
    duty: Duty | None
    """Why the turn of the seat to act goes on."""
    window: Window | None
    announced: tuple[int, ...]
    """Seats whose call is in force, ascending (15.6)."""
    owes: int | None
    """The seat that has to call before the next turn action (15.2, 15.4). Never two: a broken +3 costs cards."""
    calls: int
    """How often a call came to be owed in this match: tells one hold from the next (15.4)."""
    fresh: tuple[int, ...]
    """Seats with one card that came with their stage: it needs no call (15.8)."""
    passes: int
    """How many have passed in a row because nothing could be drawn (4.6)."""

    def __repr__(self) -> str:
        """Show what everybody at the table may know, so that logs and tracebacks keep the secrets."""
        counts = [len(hand) for hand in self.hands]
        return f"<State round {self.match.round} turn {self.turn} top {self.pile[0]} counts {counts}>"
