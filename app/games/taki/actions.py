"""The actions that TAKI alone has."""

from dataclasses import dataclass
from typing import ClassVar

from app.games.actions import Action


@dataclass(frozen=True, slots=True)
class Breaker(Action):
    """Answer a +3 with a +3 Breaker, out of turn (13.1)."""

    type: ClassVar[str] = "breaker"


@dataclass(frozen=True, slots=True)
class Close(Action):
    """End the own run and close its TAKI (10.6)."""

    type: ClassVar[str] = "close"


@dataclass(frozen=True, slots=True)
class LeaveOpen(Action):
    """End the own run; the next player may go on with it (10.6)."""

    type: ClassVar[str] = "leave_open"
