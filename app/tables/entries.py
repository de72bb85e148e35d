"""What the log of a table holds: everything that decides a state, with its time in ms since 1970."""

from dataclasses import dataclass

from app.games.actions import Action
from app.tables.state import Person


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of the log; folding all of them over the open table gives its state."""

    at: int


@dataclass(frozen=True, slots=True)
class Sit(Entry):
    """A person takes the first free seat."""

    person: Person


@dataclass(frozen=True, slots=True)
class Leave(Entry):
    """Somebody gets up: free before the start and after the end, else the bet is forfeited (T15.1)."""

    player: int
    reason: str = "left"


@dataclass(frozen=True, slots=True)
class Start(Entry):
    """The host asks to begin with the seats as they are (T1.3)."""

    player: int


@dataclass(frozen=True, slots=True)
class Answer(Entry):
    """A seated player accepts or refuses the start (T1.3)."""

    player: int
    accept: bool


@dataclass(frozen=True, slots=True)
class Begin(Entry):
    """The bets are in escrow: the match is on."""


@dataclass(frozen=True, slots=True)
class Commit(Entry):
    """The server's seed of the coming round; its commitment is told to everybody."""

    seed: bytes

    def __repr__(self) -> str:
        return f"Commit({self.at})"


@dataclass(frozen=True, slots=True)
class Salt(Entry):
    """A player's own share of the round's chance."""

    player: int
    round: int
    salt: bytes


@dataclass(frozen=True, slots=True)
class Deal(Entry):
    """Salts are closed and the cards are dealt."""


@dataclass(frozen=True, slots=True)
class Act(Entry):
    """A seat's action in the game."""

    player: int
    action: Action


@dataclass(frozen=True, slots=True)
class Ready(Entry):
    """A player wants the next round now (T14.3), or is back at a clock that ran out."""

    player: int


@dataclass(frozen=True, slots=True)
class Again(Entry):
    """A player wants another match with the same people."""

    player: int


@dataclass(frozen=True, slots=True)
class Alarm(Entry):
    """The earliest deadline of the table has passed."""


@dataclass(frozen=True, slots=True)
class Settle(Entry):
    """The pot is paid out."""


@dataclass(frozen=True, slots=True)
class PayBack(Entry):
    """A seat changed: the pot that outlives matches goes back to those who filled it (Tongits 14.13)."""


@dataclass(frozen=True, slots=True)
class Refund(Entry):
    """The service failed this match for good: everybody has the bet back (T15.11)."""


@dataclass(frozen=True, slots=True)
class Resume(Entry):
    """The room runs again after an outage of `paused_ms`."""

    paused_ms: int


@dataclass(frozen=True, slots=True)
class Close(Entry):
    """Nobody is left, or the host of the server ended it."""

    reason: str


ENTRIES: dict[str, type[Entry]] = {
    cls.__name__.lower(): cls
    for cls in (
        Sit, Leave, Start, Answer, Begin, Commit, Salt, Deal, Act, Ready, Again, Alarm, Settle, PayBack, Refund,
        Resume, Close,
    )
}  # fmt: skip
