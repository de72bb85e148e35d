"""A worker's line to Postgres: one connection, by whose session it is seen to live, and one question for each beat.

The session holds an advisory lock under the worker's number. Postgres drops it with the session, so that a dead process
is told from a slow one at once. The lock is shared: a session that Postgres still believes in never keeps its own
worker out. Through pgbouncer this connection needs session mode.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Any, cast

import asyncpg

from app.db.address import dsn

QUIET_S = 0.4
HUNG_S = 3.0
SETTLING_S = 2.0
"""After a restart of Postgres every lock is free until its worker is back: so long nobody is taken for dead."""
LOCKS = 0x50B3

# A live worker overwrites last_seen five times a second: far in the future is as silent as far in the past.
SILENT = "abs(extract(epoch from clock_timestamp() - w.last_seen))"
LOCKED = f"""w.number in (
  select objid::bigint from pg_locks where locktype = 'advisory' and classid = {LOCKS} and objsubid = 2 and granted
  and database = (select oid from pg_database where datname = current_database()))"""  # noqa: S608 - numbers of ours
LOST = f"""(not {LOCKED} and {SILENT} > {QUIET_S}
  and clock_timestamp() - pg_postmaster_start_time() > interval '{SETTLING_S} s')"""

JOIN = f"""
insert into worker (id) values ($1)
on conflict (id) do update set last_seen = clock_timestamp(), left_at = null
returning pg_advisory_lock_shared({LOCKS}, number)
"""  # noqa: S608
LOCK = f"select pg_advisory_lock_shared({LOCKS}, number) from worker where id = $1"  # noqa: S608
PRUNE = "delete from worker where left_at < clock_timestamp() - interval '1 day'"
LEAVE = "update worker set left_at = clock_timestamp() where id = $1"
BEAT = f"""
with me as (
  update worker set last_seen = clock_timestamp(), draining = $2 where id = $1 and left_at is null returning last_seen
), peer as materialized (
  select id, draining, {LOST} as lost, not {LOCKED} as unseen, {SILENT} > {HUNG_S} as hung
  from worker w where left_at is null and id <> $1
)
select
  (select last_seen from me) as seen,
  array(select id from peer) as living,
  array(select id from peer where not (draining or lost or hung)) as able,
  array(select id from peer where lost) as lost,
  array(select id from peer where hung) as hung,
  exists(select from peer where unseen and not lost) as doubtful,
  array(
    select t.id from card_table t left join worker w on w.id = t.owner
    where t.phase <> 'closed' and (w.id is null or w.left_at is not null) order by t.id
  ) as free,
  array(
    select id from card_table where phase <> 'closed' and owner = $1 and id <> all($3::bigint[]) order by id
  ) as stray
"""  # noqa: S608
# Locked first, then looked at: whoever gave a sign of life meanwhile, or is giving one now, is left alone.
JUDGE = f"""
update worker set left_at = clock_timestamp() where id in (
  select id from worker w
  where left_at is null and ((id = any($1) and {LOST}) or (id = any($2) and {SILENT} > {HUNG_S}))
  order by id for update skip locked
) returning id
"""  # noqa: S608

TROUBLE = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError, asyncpg.InternalClientError)
"""What a Postgres that is away may raise; a TimeoutError is an OSError."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What a worker saw at a beat; `seen` is the database's time, None where it was taken for dead before."""

    seen: datetime | None
    living: frozenset[str]
    able: frozenset[str]
    lost: frozenset[str]
    hung: frozenset[str]
    doubtful: bool
    """Whether some worker has no session, which may yet come again: worth another look soon."""
    free: tuple[int, ...]
    stray: tuple[int, ...]


class Pulse:
    """The line and what is said on it; every call ends within 3 s, and raises one of TROUBLE where it breaks."""

    def __init__(self, database_url: str, worker: str, broken: Callable[[], None]) -> None:
        self._dsn = dsn(database_url)
        self._worker, self._broken = worker, broken
        self._connection: Any = None
        self._joined = False

    async def beat(self, draining: bool, running: Collection[int]) -> Sight:
        """Give a sign of life and look around."""
        connection = await self._connected()
        row = await connection.fetchrow(BEAT, self._worker, draining, running)
        return Sight(
            seen=row["seen"],
            living=frozenset(row["living"]),
            able=frozenset(row["able"]),
            lost=frozenset(row["lost"]),
            hung=frozenset(row["hung"]),
            doubtful=row["doubtful"],
            free=tuple(row["free"]),
            stray=tuple(row["stray"]),
        )

    async def join(self) -> None:
        """Be among the living, for the first time or again."""
        await (await self._connected()).execute(JOIN, self._worker)

    async def judge(self, lost: Collection[str], hung: Collection[str]) -> set[str]:
        """Take for dead those to whom it still applies when Postgres looks itself; return them."""
        rows = await (await self._connected()).fetch(JUDGE, lost, hung)
        return {cast(str, row["id"]) for row in rows}

    async def leave(self) -> None:
        """Say goodbye, if there is a line, and close it."""
        if self._connection is not None:
            await self._connection.execute(LEAVE, self._worker)
            await self._connection.close()

    def cut(self) -> None:
        """Close the line without a word; the next call opens another."""
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()

    async def _connected(self) -> Any:
        if self._connection is not None:
            return self._connection
        connection = await asyncpg.connect(
            self._dsn,
            timeout=2,
            command_timeout=1,
            server_settings={
                "application_name": "sobremesa pulse",
                "statement_timeout": "1s",
            },
        )
        try:
            if self._joined:
                await connection.execute(LOCK, self._worker)
            else:
                await connection.execute(JOIN, self._worker)
                await connection.execute(PRUNE)
        except BaseException:
            connection.terminate()
            raise
        self._joined = True
        connection.add_termination_listener(lambda _: self._broken())
        self._connection = connection
        return connection
