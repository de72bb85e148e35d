"""Which worker runs which table: what was heard lately, else what the database says."""

import asyncio
from collections.abc import Callable
from contextlib import suppress

from sqlalchemy import and_, select

from app.bus import ALL, Post
from app.db import Sessions
from app.errors import NotFoundError
from app.rooms.errors import outcome_unknown
from app.rooms.models import TableRecord, Worker

REMEMBERED = 10_000


class Whereabouts:
    """Remembers owners as they say so; a wrong memory costs one question, never more."""

    def __init__(self, sessions: Sessions, post: Post) -> None:
        self._sessions, self._post = sessions, post
        self._owners: dict[int, str] = {}
        self._news = asyncio.Event()
        self.on_owned: Callable[[int], None] = lambda table: None
        """Called when a worker says that it runs a table from now on."""
        post.on("owned", lambda sender, header, body: self._hear(header["table"], sender))

    def claim(self, table: int) -> None:
        """Tell all workers that the table runs here."""
        self._owners.pop(table, None)
        self._post.send(ALL, "owned", {"table": table})
        self._tell(table)

    def forget(self, table: int) -> None:
        """Ask the database the next time."""
        self._owners.pop(table, None)

    def forget_worker(self, worker: str) -> None:
        """Ask the database about every table of a worker that is gone."""
        self._owners = {table: owner for table, owner in self._owners.items() if owner != worker}

    async def find(self, table: int) -> str | None:
        """Return the owner, None for a table between two owners.

        Raises NotFoundError for a table that is closed or never was, UnknownOutcomeError where the database is away.
        """
        if (known := self._owners.get(table)) is not None:
            return known
        with outcome_unknown():
            async with self._sessions() as session:
                found = (
                    await session.execute(
                        select(Worker.id.label("owner"))
                        .select_from(TableRecord)
                        .outerjoin(Worker, and_(Worker.id == TableRecord.owner, Worker.left_at.is_(None)))
                        .where(TableRecord.id == table, TableRecord.phase != "closed")
                    )
                ).one_or_none()
        if found is None:
            raise NotFoundError("gone", "There is no such table any more.")
        owner: str | None = found.owner
        if owner is not None and owner != self._post.me:
            self._learn(table, owner)
        return owner

    async def news(self, within_s: float) -> None:
        """Return when a worker has said that it runs some table, or after so many seconds."""
        news = self._news
        with suppress(TimeoutError):
            async with asyncio.timeout(within_s):
                await news.wait()

    def _learn(self, table: int, worker: str) -> None:
        self._owners[table] = worker
        if len(self._owners) > REMEMBERED:
            del self._owners[next(iter(self._owners))]

    def _hear(self, table: int, worker: str) -> None:
        self._learn(table, worker)
        self._tell(table)

    def _tell(self, table: int) -> None:
        news, self._news = self._news, asyncio.Event()
        news.set()
        self.on_owned(table)
