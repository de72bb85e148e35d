"""Appending to the logs: one statement for many tables, fenced by each table's epoch under a row lock.

A plain read of the epoch would let a stale owner write after a take-over; the lock of the same statement closes that
gap (docs/reliability.md, J-03).
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from app.errors import BusyError, ConflictError
from app.rooms.batches import next_batch
from app.rooms.errors import FencedError, UnknownOutcomeError, outcome_unknown

BATCH = 512
QUEUE = 2_000


@dataclass(frozen=True, slots=True)
class Line:
    """An entry as it is stored; `body` is JSON text."""

    table_id: int
    seq: int
    epoch: int
    at: int
    kind: str
    body: str
    player_id: int | None = None
    command_id: str | None = None
    command_hash: bytes | None = None


APPEND = text("""
with line as (
  select * from unnest(
    cast(:table_ids as bigint[]), cast(:seqs as bigint[]), cast(:epochs as bigint[]), cast(:ats as bigint[]),
    cast(:kinds as text[]), cast(:bodies as text[]), cast(:players as bigint[]), cast(:commands as text[]),
    cast(:hashes as bytea[])
  ) as t(table_id, seq, epoch, at, kind, body, player_id, command_id, command_hash)
), owned as (
  select id, epoch from card_table where id = any(cast(:table_ids as bigint[])) order by id for share
), written as (
  insert into log (table_id, seq, epoch, at, kind, body, player_id, command_id, command_hash)
  select line.table_id, seq, line.epoch, at, kind, cast(body as jsonb), player_id, command_id, command_hash
  from line join owned on owned.id = line.table_id and owned.epoch = line.epoch
  on conflict do nothing
  returning table_id, seq
)
select line.table_id, owned.id is not null as owned, written.seq is not null as written
from line
left join owned on owned.id = line.table_id and owned.epoch = line.epoch
left join written on written.table_id = line.table_id and written.seq = line.seq
""")


async def append(connection: AsyncConnection, lines: Sequence[Line]) -> dict[int, Exception | None]:
    """Append one line for each of several tables; return for each table None or why its line is not there."""
    rows = await connection.execute(
        APPEND,
        {
            "table_ids": [line.table_id for line in lines],
            "seqs": [line.seq for line in lines],
            "epochs": [line.epoch for line in lines],
            "ats": [line.at for line in lines],
            "kinds": [line.kind for line in lines],
            "bodies": [line.body for line in lines],
            "players": [line.player_id for line in lines],
            "commands": [line.command_id for line in lines],
            "hashes": [line.command_hash for line in lines],
        },
    )
    named = {line.table_id for line in lines if line.command_id is not None}
    return {table_id: _refusal(owned, written, table_id in named) for table_id, owned, written in rows}


def _refusal(owned: bool, written: bool, named: bool) -> Exception | None:
    if not owned:
        return FencedError()
    if not written:  # the table is ours: either the command id is taken, or our idea of the log is wrong
        return (
            ConflictError("id_reused", "This command id was used before.") if named else UnknownOutcomeError()
        )
    return None


class Journal:
    """Group commit without a delay: whatever has queued up while the last batch was written is the next one."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._queue: asyncio.Queue[tuple[Line, asyncio.Future[None]]] = asyncio.Queue(QUEUE)

    async def write(self, line: Line) -> None:
        """Return once the line is durable.

        Raises FencedError, ConflictError for a command id used elsewhere, BusyError when the queue is full (nothing
        was written), UnknownOutcomeError when the database went away meanwhile, and what else it refuses the line with.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        try:
            self._queue.put_nowait((line, done))
        except asyncio.QueueFull:
            raise BusyError("busy", "Too much is going on. Please try again.") from None
        await done

    async def run(self) -> None:
        """Write batches until cancelled."""
        while True:
            await self._write(await next_batch(self._queue, BATCH))

    async def _write(self, batch: list[tuple[Line, asyncio.Future[None]]]) -> None:
        results: dict[int, Exception | None]
        try:
            with outcome_unknown():
                async with self._engine.begin() as connection:
                    results = await append(connection, [line for line, _ in batch])
        except Exception as error:
            if len(batch) > 1 and not isinstance(error, UnknownOutcomeError):
                for one in batch:  # nothing was written: whose line it is shall hear of it, nobody else
                    await self._write([one])
                return
            results = {line.table_id: error for line, _ in batch}
        for line, done in batch:
            if done.done():
                continue
            if problem := results[line.table_id]:
                done.set_exception(problem)
            else:
                done.set_result(None)
