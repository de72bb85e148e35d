"""What a game is to everybody else: constants, and pure functions over a frozen state of the whole match."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias

from app.cards.chance import Chance
from app.cards.notation import Card
from app.errors import AppError
from app.games.actions import Action
from app.games.codec import JSON
from app.games.events import Event, Hands
from app.games.options import OptionSet

State: TypeAlias = Any
"""Each game's own frozen dataclass: the whole match, its secrets included. `repr` shows none of them."""
Phase: TypeAlias = Literal["playing", "round_over", "match_over"]
Step: TypeAlias = tuple[State, tuple[Event, ...]]
"""The state after a step, and what happened in it."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an action is not legal: a stable code, and a sentence fit to show under a greyed card."""

    code: str
    text: str


class RefusedError(AppError):
    """The rules refuse what was asked; nothing was changed."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.code, refusal.text)
        self.refusal = refusal


@dataclass(frozen=True, slots=True)
class Result:
    """The standing after the last round; `winners` and `ranking` are empty until the match is over."""

    winners: tuple[int, ...]
    ranking: tuple[tuple[int, ...], ...]
    """Places, best first; equal ones share a place, leavers come last (T13.9)."""
    losers: tuple[int, ...]
    """Those whom the rules show as losers (T13.4)."""
    totals: tuple[int, ...]
    round_winner: int | None
    """None for a blocked round, and where no round has ended."""
    blocked: bool
    round_points: tuple[int, ...]
    hands: Hands
    """Left-over hands of the last round, without those of leavers (T14.2, T17.6)."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long the seats to act have; the table owns the clocks."""

    percent: int = 100
    """Of the table's time for a turn."""
    window_ms: int | None = None
    """A fixed wait for answers instead of a turn: at its end the table calls `window`."""
    extends: bool = False
    """The turn goes on after an action of its own: a little more time instead of a new clock (TAKI 20.1)."""


class Game(Protocol):
    """One game. Nothing here changes a state; a step returns the new one and the events that led to it.

    Seats are numbered from 0 in turn order and stay numbered when somebody leaves.
    """

    @property
    def key(self) -> str:
        """The name in addresses, logs and case files, e.g. "toma2"."""

    @property
    def name_key(self) -> str:
        """The key of the display name, which is a setting."""

    @property
    def seats(self) -> tuple[int, int]:
        """The smallest and the largest number of seats."""

    @property
    def options(self) -> OptionSet[Any]:
        """What the creator of a table may choose."""

    @property
    def actions(self) -> tuple[type[Action], ...]:
        """The actions that this game understands; any other is refused."""

    @property
    def events(self) -> tuple[type[Event], ...]:
        """The events that this game tells of."""

    @property
    def view_shape(self) -> Any:
        """The TypedDict of its views: schemas and types for clients are made from it."""

    def check_bet(self, options: Any, bet: int) -> Refusal | None:
        """Return None, or why no table with these options can have this bet."""

    def ante(self, options: Any, bet: int) -> int:
        """Return the coins that each seat adds to its bet for a pot that outlives the match (Tongits 14.13)."""

    def deck(self, options: Any, seats: int) -> tuple[Card, ...]:
        """Return all cards of the game in canonical order."""

    def deal(
        self,
        options: Any,
        seats: int,
        chance: Chance,
        *,
        deck: tuple[Card, ...] | None = None,
        first: int | None = None,
        carried: JSON = None,
    ) -> Step:
        """Begin a match. Order of the deck and first player come from `chance` where they are not given.

        `carried` is what `carry` returned for the last match of the same people in the same seats, or `reseat` since.
        """

    def carry(self, state: State, bet: int) -> JSON:
        """Return what a finished match leaves to the next one of the same people, as JSON data; or None."""

    def reseat(self, carried: JSON, seats: tuple[int | None, ...]) -> JSON:
        """Return what is left of `carried` among other people: `seats` are the new ones by the old, None for gone."""

    def next_round(self, state: State, chance: Chance, *, deck: tuple[Card, ...] | None = None) -> Step:
        """Deal the next round; RefusedError unless the phase is "round_over"."""

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the seats whose clock runs; none when the round or match is over."""

    def pace(self, state: State) -> Pace:
        """Return how long the seats to act have now."""

    def hold(self, state: State) -> Hashable | None:
        """Return a token of what turn actions wait for (T11.6, TAKI 15.4); each case of a match has another one."""

    def waits(self, state: State, action: Action) -> bool:
        """Tell whether the action is a turn action: kept back during a hold (T11.6), and followed by a new clock."""

    def legal(self, state: State, seat: int) -> tuple[Action, ...]:
        """Return the legal actions of a seat in canonical order."""

    def check(self, state: State, seat: int | None, action: Action) -> Refusal | None:
        """Return None where the action is legal, else why not. The one place where that is decided."""

    def apply(self, state: State, seat: int | None, action: Action) -> Step:
        """Do a legal action; RefusedError with the refusal of `check` for any other."""

    def view(self, state: State, viewer: int | None) -> JSON:
        """Return what a seat may know, as JSON data; None or no seat of the match: a spectator."""

    def redact(self, event: Event, viewer: int | None) -> JSON | None:
        """Return the event as that viewer may know it, or None where they may not know of it at all."""

    def timeout(self, state: State, seat: int) -> Step:
        """Do what the rules do when the clock of a seat runs out; RefusedError where it does not run."""

    def leave(self, state: State, seat: int) -> Step:
        """Take a seat out of the match; no change where it has left or the match is over."""

    def window(self, state: State) -> Step:
        """End the wait of a window: no answer counts as the rules say; no change where nothing waits."""

    def phase(self, state: State) -> Phase:
        """Return whether the round runs, the next one is awaited, or the match is over."""

    def result(self, state: State) -> Result:
        """Return the standing after the last round."""

    def payouts(self, state: State, bet: int) -> tuple[int, ...]:
        """Return coins by seat; ValueError before the end.

        They sum exactly to the bets (T16.1-T16.5); with an `ante`, what is more comes out of the pot that outlives the
        match, and what is less stays in it.
        """

    def cards(self, state: State) -> tuple[Card, ...]:
        """Return every card of the round, wherever it lies, in any order: none is ever lost or doubled."""

    def facts(self, state: State) -> Mapping[str, JSON]:
        """Return what rule cases expect, by their keys (tests/cases/README.md), where no view says it by that name."""

    def position(self, options: Any, seats: int, position: Mapping[str, JSON]) -> State:
        """Return the situation that a rule case describes (tests/cases/README.md), or InvalidError."""

    def write_state(self, state: State) -> JSON:
        """Return the whole state as JSON data, secrets included: for sealed storage, never for a viewer."""

    def read_state(self, data: JSON) -> State:
        """Return the state that `write_state` wrote; InvalidError for anything else."""
