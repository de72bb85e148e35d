"""What happens in TAKI alone. Who has accepted a +3 is no event at all (21.3)."""

from dataclasses import dataclass
from typing import ClassVar, Literal

from app.games import events
from app.games.events import PublicEvent


@dataclass(frozen=True, slots=True)
class RunOpened(PublicEvent):
    """A player began a run, on an own TAKI or on an open one."""

    type: ClassVar[str] = "run_opened"
    seat: int
    color: str


@dataclass(frozen=True, slots=True)
class RunClosed(PublicEvent):
    """A TAKI is closed: by word, or by a card that ends it."""

    type: ClassVar[str] = "run_closed"
    seat: int


@dataclass(frozen=True, slots=True)
class LeftOpen(PublicEvent):
    """A run ended, and its TAKI is there for the next player."""

    type: ClassVar[str] = "left_open"
    seat: int
    color: str


@dataclass(frozen=True, slots=True)
class PlusThree(PublicEvent):
    """A +3 waits for answers."""

    type: ClassVar[str] = "plus_three"
    seat: int


@dataclass(frozen=True, slots=True)
class PlusThreeEnded(PublicEvent):
    """The +3 of `seat` was drawn for by the others, or broken or cancelled with a King by `by`."""

    type: ClassVar[str] = "plus_three_ended"
    seat: int
    how: Literal["drawn", "broken", "king"]
    by: int | None = None


@dataclass(frozen=True, slots=True)
class Fined(PublicEvent):
    """The last card was not called in time: so many cards."""

    type: ClassVar[str] = "fined"
    seat: int
    count: int


@dataclass(frozen=True, slots=True)
class StageEntered(PublicEvent):
    """A player of the tournament is in a new stage."""

    type: ClassVar[str] = "stage_entered"
    seat: int
    stage: int


@dataclass(frozen=True, slots=True)
class DutyBegan(PublicEvent):
    """The turn goes on: after a Plus with a card or a draw, after a King with any card or none."""

    type: ClassVar[str] = "duty"
    seat: int
    duty: Literal["plus", "king"]


EVENTS: tuple[type[events.Event], ...] = (
    events.Announced, events.Dealt, events.Drew, events.Left, events.MatchEnded, events.Passed, events.Penalty,
    events.Played, events.Reshuffled, events.Reversed, events.RoundEnded, events.Skipped, events.TimedOut,
    events.Turned, RunOpened, RunClosed, LeftOpen, PlusThree, PlusThreeEnded, Fined, StageEntered, DutyBegan,
)  # fmt: skip
"""All that TAKI tells of."""
