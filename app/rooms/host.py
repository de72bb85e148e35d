"""The rooms that run on this worker: opened where a table is free, let go where another worker is to go on."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Iterable, Iterator
from typing import Any

from app.bus import ALL, Post
from app.rooms.context import Context
from app.rooms.membership import Membership
from app.rooms.room import Room

RELEASE_S, STOP_S = 5.0, 3.0
log = logging.getLogger(__name__)


class Host:
    """Knows every running room of this worker and keeps their tasks."""

    def __init__(self, context: Context, membership: Membership, post: Post) -> None:
        self.ended: Callable[[Room], None] = lambda room: None
        """Called with every room that runs here no longer."""
        self._context, self._membership, self._post = context, membership, post
        self._rooms: dict[int, Room] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._releasing = self._stopped = False
        membership.running = lambda: list(self._rooms)
        membership.on_free = self._open_all
        membership.on_expelled = self._drop_all
        post.on("released", lambda sender, header, body: membership.look())

    def __iter__(self) -> Iterator[Room]:
        return iter(list(self._rooms.values()))

    def get(self, table: int) -> Room | None:
        """Return the room of a table that runs here."""
        return self._rooms.get(table)

    def of(self, player: int) -> list[Room]:
        """Return the rooms here at whose tables this player sits."""
        return [r for r in self._rooms.values() if r.table is not None and player in r.table.players]

    def open(self, table: int) -> None:
        """Run a table here, unless it runs already or this worker stops; its room claims it first."""
        if table not in self._rooms and not self._stopped:
            room = self._rooms[table] = Room(self._context, table)
            if self._releasing:  # made while this worker began to drain
                room.release()
            self.spawn(self._run(room))

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Let something run as long as this worker does."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    async def stop(self) -> None:
        """Stop all rooms, within 3 s; what was accepted is durable, whoever claims the tables goes on from there."""
        self._stopped = True  # the next beat finds tables that run no longer, and would have them opened
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        if tasks:  # a question to Postgres that is cut off waits for its answer, however long that takes
            await asyncio.wait(tasks, timeout=STOP_S)

    async def release(self) -> None:
        """Give every table up, each after the step at hand; return when all are free, or after 5 s."""
        self._releasing = True
        for room in self._rooms.values():
            room.release()
        try:
            async with asyncio.timeout(RELEASE_S):
                while self._rooms:  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
        except TimeoutError:
            log.warning("%d tables could not be released in time", len(self._rooms))

    async def _run(self, room: Room) -> None:
        try:
            await room.run()
        finally:
            del self._rooms[room.id]
            if room.elsewhere:
                self._post.send(ALL, "released")
            self.ended(room)

    def _open_all(self, tables: Iterable[int]) -> None:
        for table in tables:
            self.open(table)

    def _drop_all(self) -> None:
        """Another worker may run every one of them by now: nothing that is here is true any more."""
        log.warning("this worker was taken for dead; it drops its %d rooms", len(self._rooms))
        for room in list(self._rooms.values()):
            room.drop()

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("a room's task failed", exc_info=error)
