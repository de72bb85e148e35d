"""Becoming the owner of free tables, and reading their logs: all that are free at once, in one transaction.

Whoever takes over from a dead worker gets its players' sockets at the same moment; a transaction for each table would
stand in one line with their questions.
"""

import asyncio
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import ARRAY, BigInteger, any_, bindparam, select, text

from app.db import Sessions
from app.rooms.batches import next_batch
from app.rooms.errors import FencedError, UnknownOutcomeError, outcome_unknown
from app.rooms.models import LogRecord

BATCH = 16
"""The first tables of a great many are at play while the next are read."""
PATIENCE_S = 5.0
"""A room waits for its turn as long as for a connection: while storage is away each batch before it takes seconds."""

# Locked first, in one order everywhere. Only a later statement, with a snapshot of its own, sees whether whoever owns
# them by then is alive, and what the former owner had committed.
LOCK = "select id from card_table where id = any(:tables) and phase <> 'closed' order by id for update"
LOCK_ALL, LOCK_FREE = text(LOCK), text(f"{LOCK} skip locked")
CLAIM = text("""
update card_table as t set epoch = t.epoch + 1, owner = :worker
from card_table as b left join worker w on w.id = b.owner
where t.id = any(:tables) and b.id = t.id
and (b.owner is null or b.owner = :worker or w.id is null or w.left_at is not null)
returning t.id, t.epoch, t.setup, cast(extract(epoch from w.last_seen) * 1000 as bigint) as last_seen
""")
READ = (
    select(*LogRecord.__table__.columns)
    .where(LogRecord.table_id == any_(bindparam("tables", type_=ARRAY(BigInteger))))
    .order_by(LogRecord.table_id, LogRecord.seq)
)


@dataclass(frozen=True, slots=True)
class Claimed:
    """A table as its new owner finds it; `last_seen` is the former owner's last sign of life, in ms."""

    epoch: int
    setup: dict[str, Any]
    last_seen: int | None
    lines: Sequence[Any] = field(default=(), repr=False)
    """The rows of its log, with the columns of LogRecord."""


class Claims:
    """Claims for this worker whatever its rooms ask for while the last batch is on its way."""

    def __init__(self, sessions: Sessions, worker: str) -> None:
        self._sessions, self._worker = sessions, worker
        self._queue: asyncio.Queue[tuple[int, asyncio.Future[Claimed | None]]] = asyncio.Queue()

    async def claim(self, table_id: int) -> Claimed | None:
        """Make this worker the owner of a free table, or its own, under a new epoch, and read the log.

        None where the table is closed. Raises FencedError where a worker that lives owns it, UnknownOutcomeError.
        """
        done: asyncio.Future[Claimed | None] = asyncio.get_running_loop().create_future()
        self._queue.put_nowait((table_id, done))
        try:
            async with asyncio.timeout(PATIENCE_S):
                claimed = await done
        except TimeoutError:
            raise UnknownOutcomeError from None
        if claimed is not None:
            return claimed
        # Closed, somebody's, or being written to: nobody else waits while that is found out.
        return await claim_table(self._sessions, table_id, self._worker)

    async def run(self) -> None:
        """Claim batches until cancelled."""
        while True:
            batch = await next_batch(self._queue, BATCH)
            await self._claim([(table, done) for table, done in batch if not done.done()])

    async def _claim(self, batch: list[tuple[int, asyncio.Future[Claimed | None]]]) -> None:
        try:
            found = await _claim_all(self._sessions, {table for table, _ in batch}, self._worker, LOCK_FREE)
        except Exception as error:  # an unknown outcome, or a mistake of ours: each room knows what to do
            for _, done in batch:
                if not done.done():
                    done.set_exception(error)
            return
        for table, done in batch:
            if not done.done():
                done.set_result(found.get(table))


async def claim_table(sessions: Sessions, table_id: int, worker: str) -> Claimed | None:
    """Do what `Claims.claim` does for one table by itself, however long its lock is somebody's (3 s at most)."""
    claimed = await _claim_all(sessions, {table_id}, worker, LOCK_ALL)
    if table_id not in claimed:
        return None
    if (mine := claimed[table_id]) is None:
        raise FencedError
    return mine


async def _claim_all(
    sessions: Sessions, tables: Collection[int], worker: str, lock: Any
) -> dict[int, Claimed | None]:
    """Return what became of each table that could be locked: None where a worker that lives owns it."""
    with outcome_unknown():
        async with sessions.begin() as session:
            locked = (await session.scalars(lock, {"tables": list(tables)})).all()
            if not locked:
                return {}
            claimed = (await session.execute(CLAIM, {"tables": locked, "worker": worker})).all()
            lines = defaultdict[int, list[Any]](list)
            for line in await session.execute(READ, {"tables": [row.id for row in claimed]}):
                lines[line.table_id].append(line)
    found = {row.id: Claimed(row.epoch, row.setup, row.last_seen, lines[row.id]) for row in claimed}
    return {table: found.get(table) for table in locked}
