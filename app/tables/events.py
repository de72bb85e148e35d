"""What happened at a table beside the game's own events."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.games.events import Event
from app.games.registry import GAMES
from app.tables.state import Table


@dataclass(frozen=True, slots=True)
class TableEvent:
    """A fact for everybody, or for one seat alone where `only` is set."""

    type: str
    facts: Mapping[str, Any]
    only: int | None = None


Happened = TableEvent | Event
Step = tuple[Table, tuple[Happened, ...]]


def happened(type_: str, only: int | None = None, **facts: Any) -> TableEvent:
    """Return the event with these facts."""
    return TableEvent(type_, facts, only)


def redact(table: Table, event: Happened, seat: int | None) -> dict[str, Any] | None:
    """Return the event as plain data as this seat (None: a spectator) may know it, or None."""
    if isinstance(event, TableEvent):
        return {"type": event.type, **event.facts} if event.only in (None, seat) else None
    seen: dict[str, Any] | None = GAMES[table.setup.game].redact(event, seat)
    return seen
