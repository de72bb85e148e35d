"""What a room finds in its mailbox."""

import asyncio
import hashlib
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from app.rooms.viewers import Watcher
from app.tables import Entry, Table


@dataclass(frozen=True, slots=True)
class Answer:
    """An accepted command: the table's entry that it became, and where the asker sits now."""

    seq: int
    seat: int | None = None


def _future() -> "asyncio.Future[Answer]":
    future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
    future.add_done_callback(
        lambda done: done.cancelled() or done.exception()
    )  # robots never ask for the answer
    return future


@dataclass(slots=True)
class Ask:
    """A command on its way to the room; `make` turns it into an entry at the time it came in (T11.10).

    `check` looks at what lies outside the table, in the room's own turn, and raises the refusal.
    """

    make: Callable[[int], Entry]
    player: int | None = None
    command_id: str | None = None
    body: bytes = b""
    check: Callable[[Table], Awaitable[None]] | None = None
    arrived: int = 0
    done: "asyncio.Future[Answer]" = field(default_factory=_future)

    @property
    def hash(self) -> bytes:
        """What tells the same command from another one under the same id."""
        return hashlib.sha256(self.body).digest()


@dataclass(slots=True)
class Look:
    """Somebody wants to watch, or no longer; `invited`: a private table shows itself to them."""

    viewer: Watcher
    on: bool
    invited: bool = False
    arrived: int = 0
    done: "asyncio.Future[Answer]" = field(default_factory=_future)


@dataclass(slots=True)
class End:
    """The table is to close for good, every bet given back (decided 6)."""

    arrived: int = 0
    done: "asyncio.Future[Answer]" = field(default_factory=_future)


@dataclass(slots=True)
class Wake:
    """Nothing is asked: the room looks up."""

    arrived: int = 0
