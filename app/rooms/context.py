"""What every room of a worker shares."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.db import Sessions
from app.rooms.claims import Claims
from app.rooms.journal import Journal
from app.rooms.storage import Changes
from app.rooms.thinkers import Thinkers
from app.rooms.vault import Vault
from app.tables import Table

if TYPE_CHECKING:
    from app.rooms.room import Room


@dataclass(frozen=True, slots=True)
class Context:
    """The worker's database, key, time and ears; rooms know nothing else of the outside."""

    sessions: Sessions
    claims: Claims
    journal: Journal
    vault: Vault
    thinkers: Thinkers
    robot_pace: float
    now: Callable[[], int]
    tell: Callable[[int, bytes], None]
    is_online: Callable[[int], bool]
    loaded: Callable[["Room"], None]
    listed: Callable[["Room", Changes], None]
    watched: Callable[[int, int], None]
    kept: Callable[[Table], int | None]
    failed: Callable[[int], None]
    begun: Callable[[Table], None]
