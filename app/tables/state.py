"""What a table is: who sits where, what they play, whose clock runs. Frozen; the rules of the game are not here."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from app.games.actions import Action
from app.games.payouts import share
from app.games.registry import GAMES

Phase = Literal["waiting", "salting", "playing", "pause", "over", "closed"]
Level = Literal["easy", "normal", "strong"]

VOTE_MS = 15_000  # T1.3
SALT_MS = 3_000  # reliability: a missing salt is empty
HOLD_MS = 2_000  # T11.6
PAUSE_MS = 15_000  # T14.3
AGAIN_MS = 20_000  # product 4, decided 13
FAST_MS = 5_000  # decided 1: after a time-out, until the seat acts again
TIMEOUTS_BEFORE_REMOVAL = 3  # T15.8
MORE_MS = 10_000  # TAKI 20.1: after each card of a turn that goes on, at least this much ...
MOST_MS = 60_000  # ... and at most so much in all
GRACE_MS = 30_000  # how much an outage of ours may add to a clock


@dataclass(frozen=True, slots=True)
class Person:
    """Who sits: a player (positive id) or a robot (negative id)."""

    id: int
    name: str
    avatar: str
    guest: bool

    @property
    def robot(self) -> bool:
        """Whether nobody but a program sits here."""
        return self.id < 0


@dataclass(frozen=True, slots=True)
class Seat:
    """A taken seat; `timeouts` counts those in a row, `bank_ms` is the spare time left in this match."""

    person: Person
    since: int
    left: bool = False
    timeouts: int = 0
    bank_ms: int = 0

    @property
    def human(self) -> bool:
        """Whether a person is still here."""
        return not self.left and not self.person.robot


@dataclass(frozen=True, slots=True)
class Setup:
    """What the creator chose; never changes. `bet` 0 is practice, `level` how well its robots play."""

    id: int
    code: str
    game: str
    options: Mapping[str, Any]
    seats: int
    bet: int
    turn_ms: int
    public: bool
    spectators: bool
    robots: bool
    created: int
    level: Level = "normal"


@dataclass(frozen=True, slots=True)
class Vote:
    """The host wants to start with the seats as they are (T1.3)."""

    deadline: int
    accepted: frozenset[int]


@dataclass(frozen=True, slots=True)
class Clock:
    """Whose time runs: from `starts` to `deadline`, then from the seat's bank; a window has no bank."""

    seats: tuple[int, ...]
    kind: Literal["turn", "window"]
    starts: int
    deadline: int
    bank_deadline: int


@dataclass(frozen=True, slots=True)
class Round:
    """One deal: the seed is secret until the round's end (decided 4, 5)."""

    number: int
    seed: bytes
    commitment: str
    salts: Mapping[int, bytes]
    deadline: int

    def __repr__(self) -> str:
        return f"Round({self.number}, {self.commitment})"


@dataclass(frozen=True, slots=True)
class Held:
    """A turn action that waits for the end of the hold (T11.6)."""

    seat: int
    action: Action


@dataclass(frozen=True, slots=True)
class Match:
    """What one bet is settled over; game seats are the table's seats 0 to n-1."""

    id: str
    players: tuple[int, ...]
    left_early: tuple[int, ...] = ()
    """Who left before the first deal, in this order (T13.9)."""
    game: Any = None
    round: Round | None = None
    clock: Clock | None = None
    hold_until: int = 0
    hold_token: Hashable = None
    held: Held | None = None
    pause_deadline: int = 0
    ready: frozenset[int] = frozenset()
    payouts: tuple[int, ...] | None = None
    points: tuple[int, ...] | None = None
    settled: bool = False
    again_deadline: int = 0
    again: frozenset[int] = frozenset()
    broken_up: bool = False


@dataclass(frozen=True, slots=True)
class Carried:
    """What the last match left to the next one; the game says how much of it survives where a seat has changed."""

    players: tuple[int | None, ...]
    """By seat; None for who has got up since."""
    data: Any
    changed: bool = False
    """Whether any seat has changed since, also if it was undone later."""


@dataclass(frozen=True, slots=True)
class Pot:
    """Antes that outlive their match (Tongits 14.13): `players` put in alike, `match` was the last to change it."""

    match: str
    players: tuple[int, ...]
    coins: int

    @property
    def parts(self) -> tuple[int, ...]:
        """What each of `players` gets back."""
        everybody = range(len(self.players))
        return share(self.coins, everybody, len(self.players), 0)


@dataclass(frozen=True, slots=True)
class Table:
    """The whole truth about a table; a fold over its log."""

    setup: Setup
    seats: tuple[Seat | None, ...]
    phase: Phase = "waiting"
    host: int | None = None
    at: int = 0
    since: int = 0
    matches: int = 0
    vote: Vote | None = None
    match: Match | None = None
    carried: Carried | None = None
    pot: Pot | None = None

    @property
    def ante(self) -> int:
        """Coins that each seat adds to its bet, for the pot that outlives the match."""
        game = GAMES[self.setup.game]
        return game.ante(game.options.parse(self.setup.options), self.setup.bet)

    def seat_of(self, player: int) -> int | None:
        """Return the seat where this player sits and has not left, or None."""
        for number, seat in enumerate(self.seats):
            if seat is not None and seat.person.id == player and not seat.left:
                return number
        return None

    @property
    def taken(self) -> tuple[int, ...]:
        """Seats with somebody who has not left, in turn order."""
        return tuple(n for n, seat in enumerate(self.seats) if seat is not None and not seat.left)

    @property
    def humans(self) -> tuple[int, ...]:
        """Seats with a person who has not left."""
        return tuple(n for n, seat in enumerate(self.seats) if seat is not None and seat.human)

    @property
    def players(self) -> frozenset[int]:
        """Ids of the people who sit here and have not left."""
        return frozenset(seat.person.id for seat in self.seats if seat is not None and seat.human)


def open_table(setup: Setup) -> Table:
    """Return the empty table that the log of `setup` begins with."""
    return Table(setup, (None,) * setup.seats, at=setup.created, since=setup.created)
