"""The list of tables, live: a snapshot, then what changed, at most twice a second, encoded once for all."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Any, Protocol

import orjson

from app.bus import Bus
from app.tasks import end
from app.wire import frames

CHANNEL = "lobby"
PAUSE_S = 0.5
RESYNC_S = 30.0
FRESH_S = 5.0
"""A row that changed so lately is newer than what was read from the database meanwhile."""
CHUNK = 200

Row = dict[str, Any]
log = logging.getLogger(__name__)


class Viewer(Protocol):
    """Where frames go; never blocks."""

    def send(self, frame: bytes) -> None:
        """Take a frame for sending."""


class Feed:
    """Knows the row of every public table of all workers, and tells the viewers of the lobby."""

    def __init__(self, bus: Bus, read_rows: Callable[[], Awaitable[Iterable[Row]]], worker: str) -> None:
        self._bus, self._read_rows, self._worker = bus, read_rows, worker
        self._rows: dict[int, Row] = {}
        self._changed_at: dict[int, float] = {}
        self._viewers: set[Viewer] = set()
        self._dirty: set[int] = set()
        self._wake = asyncio.Event()
        self._snapshot: bytes | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self.listed: Callable[[Row | None, Row | None], None] = lambda before, after: None
        """Hear of every table that comes, changes or goes: its row before, and after."""
        self._errands: set[asyncio.Task[bool]] = set()
        self._resync_now = asyncio.Event()
        bus.subscribe(CHANNEL, self._hear)
        bus.on_linked.append(self._resync_now.set)

    async def start(self) -> None:
        """Read the list once, then keep telling and comparing."""
        await self.resync()
        self._tasks = [
            asyncio.create_task(self._tell(), name="feed"),
            asyncio.create_task(self._compare(), name="feed resync"),
        ]

    async def stop(self) -> None:
        """Tell nobody any more."""
        await end(*self._tasks, *self._errands)

    def rows(self) -> list[Row]:
        """Return the rows of public tables, the longest waiting first."""
        public = (row for row in self._rows.values() if row["public"])
        return sorted(public, key=lambda row: (row["phase"] != "waiting", row["since"], row["id"]))

    def changed(self, row: Row) -> None:
        """Take a row of a table hosted here, and let the other workers know."""
        self._put(row)
        self._publish({"row": row})

    def gone(self, table: int) -> None:
        """Take a table hosted here from the list, and let the other workers know."""
        self._remove(table)
        self._publish({"gone": table})

    def add(self, viewer: Viewer) -> None:
        """Send the whole list now and every change from now on."""
        self._viewers.add(viewer)
        if self._snapshot is None:
            self._snapshot = frames.lobby(self.rows(), time.time_ns() // 1_000_000)
        viewer.send(self._snapshot)

    def remove(self, viewer: Viewer) -> None:
        """Send nothing more."""
        self._viewers.discard(viewer)

    async def resync(self) -> None:
        """Compare with the database, which is right about what didn't change in the last seconds."""
        started = time.monotonic()
        stored = {row["id"]: row for row in await self._read_rows()}
        for table in self._rows.keys() | stored.keys():
            if started - self._changed_at.get(table, 0.0) < FRESH_S:
                continue
            here, there = self._rows.get(table), stored.get(table)
            if there is None:
                self._remove(table)
            elif here is None or {**here, "watching": 0} != {**there, "watching": 0}:
                self._put({**there, "watching": here["watching"] if here else 0})

    def _put(self, row: Row) -> None:
        before = self._rows.get(row["id"])
        self._rows[row["id"]] = row
        self.listed(before, row)
        self._note(row["id"], listed=row["public"] or (before is not None and before["public"]))

    def _remove(self, table: int) -> None:
        before = self._rows.pop(table, None)
        self.listed(before, None)
        self._note(table, listed=before is not None and before["public"])

    def _note(self, table: int, *, listed: bool) -> None:
        self._changed_at[table] = time.monotonic()
        if listed:
            self._snapshot = None
            self._dirty.add(table)
            self._wake.set()

    def _publish(self, news: Row) -> None:
        payload = orjson.dumps({**news, "worker": self._worker})
        task = asyncio.create_task(self._bus.publish(CHANNEL, payload))
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)

    def _hear(self, payload: bytes) -> None:
        news = orjson.loads(payload)
        if news["worker"] == self._worker:
            return
        if "row" in news:
            self._put(news["row"])
        else:
            self._remove(news["gone"])

    async def _tell(self) -> None:
        while True:
            await self._wake.wait()
            self._wake.clear()
            dirty, self._dirty = self._dirty, set()
            rows = [row for table in dirty if (row := self._rows.get(table)) and row["public"]]
            told = {row["id"] for row in rows}
            frame = frames.lobby_changed(rows, sorted(dirty - told))
            for count, viewer in enumerate(tuple(self._viewers), 1):
                if viewer in self._viewers:
                    viewer.send(frame)
                if count % CHUNK == 0:  # thousands of sockets, but no table waits for them
                    await asyncio.sleep(0)
            await asyncio.sleep(PAUSE_S)

    async def _compare(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(RESYNC_S):
                    await self._resync_now.wait()
            self._resync_now.clear()
            try:
                await self.resync()
            except Exception as error:
                log.warning("the list of tables could not be compared: %s", type(error).__name__)
            self._changed_at = {
                t: at for t, at in self._changed_at.items() if time.monotonic() - at < FRESH_S
            }
            await asyncio.sleep(1)
