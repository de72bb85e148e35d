"""The whole truth about a match, secrets included. Frozen, made of tuples, and silent in `repr`."""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from app.cards.notation import Card
from app.games.events import Event
from app.games.match import Match, Outcome
from app.games.tongits.options import TongitsOptions

HandEnding: TypeAlias = Literal["tongits", "draw", "stock", "void", "forfeit"]
Answer: TypeAlias = Literal["fold", "challenge"]


@dataclass(frozen=True, slots=True)
class TableMeld:
    """A meld on the table: who laid each card, and whether it is a secret four (6.1)."""

    owner: int
    cards: tuple[Card, ...] = field(repr=False)
    by: tuple[int, ...]
    face_down: bool = False


@dataclass(frozen=True, slots=True)
class Call:
    """A called Draw that waits for answers (10.9)."""

    caller: int
    waiting: tuple[int, ...]
    """Who has yet to answer."""
    forced: tuple[int, ...]
    """Who was folded at the call, as not open (10.8)."""
    answers: tuple[tuple[int, Answer], ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class HandOutcome(Outcome):
    """How a hand ended, and who did what in a Draw."""

    ending: HandEnding
    fought: tuple[int, ...]
    """The caller of a Draw and those who challenged it."""
    folded: tuple[int, ...]
    """Those who folded of their own will (14.5)."""


class Draft:
    """A state being changed within one step, with the events so far; `frozen()` ends it.

    What the fields mean is said in State.
    """

    __slots__ = (
        "aside",
        "blocked",
        "call",
        "events",
        "hands",
        "last_drawer",
        "match",
        "melds",
        "pile",
        "pot",
        "previous_winner",
        "renewed",
        "step",
        "stock",
        "takeable",
        "turn",
    )

    def __init__(self, state: "State") -> None:
        self.match = state.match
        self.hands = state.hands
        self.stock = state.stock
        self.pile = state.pile
        self.aside = state.aside
        self.melds = state.melds
        self.turn = state.turn
        self.step = state.step
        self.takeable = state.takeable
        self.blocked = state.blocked
        self.renewed = state.renewed
        self.last_drawer = state.last_drawer
        self.call = state.call
        self.previous_winner = state.previous_winner
        self.pot = state.pot
        self.events: list[Event] = []

    @property
    def options(self) -> TongitsOptions:
        """What the table has chosen."""
        options = self.match.options
        assert isinstance(options, TongitsOptions)
        return options

    @property
    def outcome(self) -> HandOutcome | None:
        """How the hand ended, once it has."""
        outcome = self.match.outcome
        assert outcome is None or isinstance(outcome, HandOutcome)
        return outcome

    def open(self) -> tuple[int, ...]:
        """Return the seats with a meld of their own on the table, face up or down (5.3)."""
        return tuple(sorted({meld.owner for meld in self.melds}))

    def cards(self) -> tuple[Card, ...]:
        """Return the cards of hands, stock, discards and melds, and those set aside."""
        lying = (card for meld in self.melds for card in meld.cards)
        held = (card for hand in self.hands for card in hand)
        return (*held, *self.stock, *self.pile, *self.aside, *lying)

    def set_hand(self, seat: int, cards: tuple[Card, ...]) -> None:
        """Give the seat this hand."""
        self.hands = (*self.hands[:seat], cards, *self.hands[seat + 1 :])

    def remove(self, seat: int, cards: tuple[Card, ...]) -> None:
        """Take these cards out of the hand."""
        self.set_hand(seat, tuple(card for card in self.hands[seat] if card not in cards))

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
    """Its `first` is the dealer of this hand, its `totals` are hands won (15.5)."""
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    pile: tuple[Card, ...]
    aside: tuple[Card, ...]
    """Hands of forfeiters, never shown (16.8)."""
    melds: tuple[TableMeld, ...]
    """In the order laid."""
    turn: int
    """The seat to act while no Draw waits for answers."""
    step: Literal["draw", "discard"]
    """Whether that seat has yet to draw; the dealer's first turn has no draw (3.1)."""
    takeable: bool
    """Whether the top discard was never covered (4.9)."""
    blocked: tuple[int, ...]
    """Seats that may not call a Draw in their next turn, ascending (7.6)."""
    renewed: bool
    """The seat to act blocked itself in this turn: that outlasts it (7.5)."""
    last_drawer: int | None
    """Who drew the last card of the stock (11.6)."""
    call: Call | None
    previous_winner: int | None
    """Who won the last hand of these people at this table, void hands apart (14.13)."""
    pot: int
    """Coins in the hitter pot before the antes of this hand."""

    def __repr__(self) -> str:
        """Show what everybody at the table may know, so that logs and tracebacks keep the secrets."""
        counts = [len(hand) for hand in self.hands]
        return f"<State round {self.match.round} turn {self.turn} {self.step} top {self.pile[:1]} counts {counts}>"
