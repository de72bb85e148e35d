"""Tables, pure: seats, votes, clocks, holds, several matches in a row, as a fold over a log of entries.

Knows games through the registry alone; never reads a clock, never rolls dice, never touches a coin.
"""

from app.tables.apply import apply
from app.tables.entries import ENTRIES, Entry
from app.tables.events import TableEvent, redact
from app.tables.match import leavers
from app.tables.next import alarm, wants
from app.tables.state import Person, Setup, Table, open_table
from app.tables.view import row, view

__all__ = [
    "ENTRIES", "Entry", "Person", "Setup", "Table", "TableEvent",
    "alarm", "apply", "leavers", "open_table", "redact", "row", "view", "wants",
]  # fmt: skip
