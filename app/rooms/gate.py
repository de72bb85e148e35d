"""The viewers of this worker: each stays with its table while the table moves from owner to owner."""

import asyncio
import itertools
import time
from collections import defaultdict
from collections.abc import Awaitable, Callable, Collection

from app.errors import AppError, BusyError, NotFoundError
from app.rooms.viewers import Viewer
from app.tasks import end
from app.wire import frames

PATIENCE_S = 4.0
"""How long somebody who has just come waits for a table that is between two owners."""
STALLED_S = 1.0
"""After so long without an owner the viewers are told."""
CUT_S = 8.0
"""After so long they had better come back through another worker."""
RETRY_S = 0.2
"""How often a table without an owner is looked for when nobody says that it runs again."""


class Watching:
    """One viewer at one table, as the room sees it, wherever that room runs."""

    __slots__ = ("_gate", "number", "table", "viewer")

    def __init__(self, gate: "Gate", number: int, table: int, viewer: Viewer) -> None:
        self._gate, self.number, self.table, self.viewer = gate, number, table, viewer

    @property
    def worker(self) -> None:
        """This worker holds the socket."""

    @property
    def player_id(self) -> int | None:
        """Who looks on; None for a stranger."""
        return self.viewer.player_id

    def send(self, frame: bytes) -> None:
        """Pass a frame on."""
        self.viewer.send(frame)

    def end(self, frame: bytes) -> None:
        """Pass the last frame of this table on."""
        self._gate.forget(self)
        self.viewer.send(frame)


class Gate:
    """Attaches viewers to tables, and attaches them again when the owner changes or something was lost."""

    def __init__(
        self,
        attach: Callable[[Watching, float], Awaitable[str | None]],
        cut: Callable[[Viewer], None],
        news: Callable[[float], Awaitable[None]],
    ) -> None:
        """`attach` begins to watch wherever the table runs: it returns the owner, None for this worker.

        It raises what the table refuses with; BusyError where no owner could be found for so many seconds.
        `cut` is called for a viewer whose table has been out of reach for long. `news` waits for a table's new
        owner, for so many seconds at most.
        """
        self._attach, self._cut, self._news = attach, cut, news
        self._numbers = itertools.count(1)
        self._watching: dict[int, Watching] = {}
        self._tables: defaultdict[int, dict[Viewer, Watching]] = defaultdict(dict)
        self._owners: dict[int, str | None] = {}
        self._again: dict[int, asyncio.Task[None]] = {}
        self._moved: set[int] = set()
        self._stopped = False

    async def watch(self, table: int, viewer: Viewer) -> None:
        """Send the viewer the whole view, then every update; raise what the table refuses with."""
        watching = self._tables[table].get(viewer)
        if new := watching is None:
            watching = Watching(self, next(self._numbers), table, viewer)
            self._watching[watching.number] = watching
            self._tables[table][viewer] = watching
        try:
            self._learn(table, await self._attach(watching, PATIENCE_S))
        except BaseException:
            if new:
                self.forget(watching)
            raise

    def unwatch(self, table: int, viewer: Viewer) -> Watching | None:
        """Send this viewer nothing more of the table; return what the owner may forget."""
        watching = self._tables.get(table, {}).get(viewer)
        if watching is not None:
            self.forget(watching)
        return watching

    def forget(self, watching: Watching) -> None:
        """Keep nothing of a viewer that is through with its table."""
        self._watching.pop(watching.number, None)
        here = self._tables[watching.table]
        here.pop(watching.viewer, None)
        if not here:
            del self._tables[watching.table]
            self._owners.pop(watching.table, None)

    def deliver(self, number: int, frame: bytes, last: bool) -> bool:
        """Hand a frame from another worker to its viewer here; False where there is none."""
        if (watching := self._watching.get(number)) is not None:
            watching.end(frame) if last else watching.send(frame)
        return watching is not None

    @property
    def distant(self) -> dict[int, str]:
        """The tables watched here that run on other workers, and on which."""
        return {table: owner for table, owner in self._owners.items() if owner is not None}

    def moved(self, table: int) -> None:
        """Attach the viewers of this table anew: its owner changed, or something of it was lost."""
        if self._stopped or table not in self._tables:
            return
        self._moved.add(table)
        if table not in self._again:
            task = self._again[table] = asyncio.create_task(self._follow(table))
            task.add_done_callback(lambda _: self._again.pop(table, None))

    def stall(self, table: int) -> None:
        """Tell the viewers that the table can't be reached for the moment."""
        for watching in list(self._tables.get(table, {}).values()):
            watching.send(frames.stalled(table, "owner"))

    def say(self, table: int, frame: bytes, skip: Collection[int] = ()) -> None:
        """Send a frame that isn't of the table's log to its viewers here, but not to the players in `skip`."""
        for watching in list(self._tables.get(table, {}).values()):
            if watching.player_id not in skip:
                watching.send(frame)

    def cut(self, table: int) -> None:
        """Let the viewers of a table come back through another worker."""
        for watching in list(self._tables.get(table, {}).values()):
            self._cut(watching.viewer)

    async def settled(self, within_s: float) -> None:
        """Return when every viewer is attached again, or after so many seconds."""
        if self._again:
            await asyncio.wait(list(self._again.values()), timeout=within_s)

    async def stop(self) -> None:
        """Follow no table any more."""
        self._stopped = True
        await end(*self._again.values())

    async def _follow(self, table: int) -> None:
        begun, told = time.monotonic(), False
        while table in self._moved:
            self._moved.discard(table)
            if await self._attach_all(table) or table in self._moved:
                continue
            self._moved.add(table)
            away_s = time.monotonic() - begun
            if away_s > STALLED_S and not told:
                told = True
                self.stall(table)
            if away_s > CUT_S:
                self._moved.discard(table)
                self.cut(table)
                return
            await self._news(RETRY_S)

    async def _attach_all(self, table: int) -> bool:
        """Attach each viewer of the table; False where it has no owner for the moment."""
        for watching in list(self._tables.get(table, {}).values()):
            try:
                self._learn(table, await self._attach(watching, 0))
            except BusyError:
                return False
            except NotFoundError:
                watching.end(frames.gone(table, "closed"))
            except AppError as error:
                watching.end(frames.gone(table, error.code))
        return True

    def _learn(self, table: int, owner: str | None) -> None:
        if table in self._tables:  # its last frame may have come before the answer
            self._owners[table] = owner
