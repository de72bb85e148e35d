"""Which workers live: each gives signs of life to Postgres, and judges the others by theirs.

A dead process loses its session, and with it an advisory lock: the others see that within half a second. One that hangs
keeps the lock; its signs stop, and its lease in Redis ends. Safety never hangs on any of this: a worker that was taken
for dead too early is fenced by the epochs of its tables (docs/reliability.md).
"""

import asyncio
import contextlib
import hashlib
import logging
import time
from collections.abc import Callable, Sequence

import asyncpg
from sqlalchemy import make_url

from app.bus.lease import Lease
from app.rooms.timekeeper import Timekeeper

BEAT_S = 0.2
RENEW_S = 0.5
HEALTHY_S = 1.2
"""A worker whose last beat is older lets its lease lapse: it could not write anything."""
QUIET_S, HUNG_S = 0.4, 3.0
SECOND_CHANCE_S = 0.4
"""After so long a free table may be claimed by any worker, not only by the one whose turn it is."""
START_S = 10.0
LEAVE_S = 4.0
LOCKS = 0x50B3

REGISTER = """
insert into worker (id, last_seen) values ($1, clock_timestamp())
on conflict (id) do update set last_seen = excluded.last_seen, left_at = null returning number
"""
LOCK = "select pg_try_advisory_lock($1, $2)"
BEAT = """
update worker set last_seen = clock_timestamp() where id = $1
returning clock_timestamp() as seen, left_at is not null as expelled
"""
# After a restart of Postgres every lock is free for a moment, and no sign of life is fresh.
PEERS = """
select w.id, w.draining, extract(epoch from clock_timestamp() - w.last_seen)::float8 as silent_s,
  l.objid is not null or pg_postmaster_start_time() > clock_timestamp() - interval '2 s' as locked
from worker w left join pg_locks l on l.locktype = 'advisory' and l.granted and l.objsubid = 2
  and l.database = (select oid from pg_database where datname = current_database())
  and l.classid = $2::int8::oid and l.objid = w.number::int8::oid
where w.left_at is null and w.id <> $1
"""
VERDICT = """
update worker set left_at = clock_timestamp()
where id = $1 and left_at is null and last_seen < clock_timestamp() - make_interval(secs => $2)
returning id
"""
FREE = """
select t.id from card_table t left join worker w on w.id = t.owner
where t.phase <> 'closed' and (w.id is null or w.left_at is not null or (t.owner = $1 and not t.id = any($2)))
order by t.id
"""
LEAVE = "update worker set left_at = clock_timestamp() where id = $1"
DRAIN = "update worker set draining = true where id = $1"
PRUNE = """
delete from worker w where left_at < clock_timestamp() - interval '1 day'
  and not exists (select from card_table t where t.owner = w.id and t.phase <> 'closed')
"""

log = logging.getLogger(__name__)
Trouble = (OSError, asyncpg.PostgresError, asyncpg.InterfaceError)  # a TimeoutError is an OSError


class Membership:
    """This worker among the others: registered, beating, judging; it says which free tables are to be claimed here."""

    def __init__(self, database_url: str, worker: str, lease: Lease, time: Timekeeper) -> None:
        self.on_free: Callable[[Sequence[int]], None] = lambda tables: None
        """Hear of tables that nobody owns and that this worker should claim now."""
        self.on_left: Callable[[str], None] = lambda worker: None
        """Hear of a peer that left, or is dead."""
        self.on_expelled: Callable[[], None] = lambda: None
        """Hear that this worker was taken for dead meanwhile; it is among the living again."""
        self.running: Callable[[], Sequence[int]] = lambda: ()
        """Says which tables run here, so that one which fell out of our hands is found."""
        self._dsn = make_url(database_url).set(drivername="postgresql").render_as_string(hide_password=False)
        self._worker, self._lease, self._time = worker, lease, time
        self._connection: asyncpg.Connection[asyncpg.Record] | None = None
        self._tasks: list[asyncio.Task[None]] = []
        self._now, self._stop_now = asyncio.Event(), asyncio.Event()
        self._beaten = 0.0
        self._troubled = float("-inf")
        self._number: int | None = None
        self._locked = False
        self._draining = self._stopping = False
        self._peers: frozenset[str] = frozenset()
        self._known: set[str] = set()
        self._freed: dict[int, float] = {}

    @property
    def healthy(self) -> bool:
        """Whether Postgres took a sign of life within the last 1.2 s."""
        return time.monotonic() - self._beaten < HEALTHY_S

    @property
    def peers(self) -> frozenset[str]:
        """The other workers that live and take tables."""
        return self._peers

    async def start(self) -> None:
        """Register and give the first sign of life; raise what Postgres raised after 10 s of trying."""
        until = time.monotonic() + START_S
        while True:
            try:
                await self._beat()
                break
            except Trouble:
                await self._hang_up()
                if time.monotonic() > until:
                    raise
                await asyncio.sleep(BEAT_S)
        self._troubled = float("-inf")
        self._tasks = [asyncio.create_task(self._run()), asyncio.create_task(self._renew())]

    async def stop(self) -> None:
        """Leave: what this worker owned is free at once."""
        self._stopping = True
        self._stop_now.set()
        self._now.set()
        if self._tasks:  # a beat is let go to its end: nothing is cut off in the middle of an answer
            await asyncio.wait(self._tasks, timeout=LEAVE_S)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(*Trouble):
            if self._connection is not None:
                await self._connection.execute(LEAVE, self._worker)
                await self._connection.close(timeout=LEAVE_S)
                self._connection = None
        await self._lease.release()
        await self._hang_up()

    async def drain(self) -> None:
        """Claim no more tables, and let the others know."""
        self._draining = True
        with contextlib.suppress(*Trouble):
            connection = await asyncpg.connect(self._dsn, timeout=2, command_timeout=1)
            try:
                await connection.execute(DRAIN, self._worker)
            finally:
                await connection.close(timeout=1)

    def look(self) -> None:
        """Look for free tables at once: some were released."""
        self._now.set()

    # ---- the beat --------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        while not self._stopping:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(BEAT_S):
                    await self._now.wait()
            self._now.clear()
            if self._stopping:
                return
            try:
                await self._beat()
            except Trouble as error:
                log.warning("no sign of life could be given: %s", type(error).__name__)
                self._troubled = time.monotonic()
                await self._hang_up()
            except Exception:
                log.exception("the membership stumbled")
                self._troubled = time.monotonic()
                await self._hang_up()

    async def _renew(self) -> None:
        while not self._stopping:
            if self.healthy:
                await self._lease.renew()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(RENEW_S):
                    await self._stop_now.wait()

    async def _beat(self) -> None:
        connection = self._connection or await self._connect()
        asked = time.monotonic()
        if asked - self._beaten > HEALTHY_S and self._beaten:
            self._troubled = asked  # we were the silent one: the others' signs tell nothing for a while
        row = await connection.fetchrow(BEAT, self._worker)
        self._beaten = time.monotonic()
        if row is None or row["expelled"]:
            self._number = await connection.fetchval(REGISTER, self._worker)
            self.on_expelled()
            return
        if not self._locked:  # the session before may hold it until Postgres has noticed its end
            self._locked = await connection.fetchval(LOCK, LOCKS, self._number)
        self._time.sync(row["seen"], asked, self._beaten)
        await self._judge(connection)
        if not self._draining:
            self._offer(await connection.fetch(FREE, self._worker, list(self.running())))

    async def _connect(self) -> "asyncpg.Connection[asyncpg.Record]":
        self._connection = await asyncpg.connect(
            self._dsn, timeout=2, command_timeout=1, server_settings={"application_name": "sobremesa pulse"}
        )
        number = await self._connection.fetchval(
            "select number from worker where id = $1 and left_at is null", self._worker
        )
        if number is None and not self._beaten:
            number = await self._connection.fetchval(REGISTER, self._worker)
            await self._connection.execute(PRUNE)
        self._number, self._locked = number, False
        return self._connection

    async def _hang_up(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.terminate()

    async def _judge(self, connection: "asyncpg.Connection[asyncpg.Record]") -> None:
        rows = await connection.fetch(PEERS, self._worker, LOCKS)
        untroubled_s = time.monotonic() - self._troubled
        silent = {row["id"]: row["silent_s"] for row in rows}
        dead = [r["id"] for r in rows if not r["locked"] and r["silent_s"] > QUIET_S and untroubled_s > 1]
        hung = [r["id"] for r in rows if r["silent_s"] > HUNG_S and untroubled_s > HUNG_S]
        if hung:
            hung = [worker for worker in hung if worker not in await self._lease.held(hung)]
        for worker in {*dead, *hung}:
            # Judged again by Postgres itself: it may have given a sign of life meanwhile.
            limit = QUIET_S if worker in dead else HUNG_S
            if await connection.fetchval(VERDICT, worker, limit):
                log.warning("worker %s is %s", worker, "dead" if worker in dead else "hung")
                del silent[worker]
        for worker in self._known - silent.keys():
            self.on_left(worker)
        self._known = set(silent)
        self._peers = frozenset(row["id"] for row in rows if row["id"] in silent and not row["draining"])

    def _offer(self, rows: Sequence[asyncpg.Record]) -> None:
        now = time.monotonic()
        self._freed = {row["id"]: self._freed.get(row["id"], now) for row in rows}
        mine = [
            table
            for table, since in self._freed.items()
            if now - since > SECOND_CHANCE_S or self._is_mine(table)
        ]
        if mine:
            self.on_free(mine)

    def _is_mine(self, table: int) -> bool:
        """Rendezvous hashing: all workers agree on who claims a free table first."""
        return max((self._worker, *self._peers), key=lambda worker: _weight(worker, table)) == self._worker


def _weight(worker: str, table: int) -> bytes:
    return hashlib.blake2b(f"{worker}:{table}".encode(), digest_size=8).digest()
