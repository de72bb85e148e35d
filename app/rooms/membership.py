"""Which workers live: each gives signs of life to Postgres, and judges the others by theirs.

A dead process loses its session there: the others see that within half a second. One that hangs keeps the session;
its signs stop, and its lease in Redis ends. Safety never hangs on any of this: a worker that was taken for dead too
early is fenced by the epochs of its tables (docs/reliability.md).
"""

import asyncio
import contextlib
import hashlib
import logging
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta

from app.bus.lease import Lease
from app.rooms.pulse import TROUBLE, Pulse, Sight
from app.rooms.timekeeper import Timekeeper
from app.tasks import end

BEAT_S = 0.2
DOUBT_S = 0.05
"""The time to the next beat while a worker has lost its session and is not silent for long enough to be dead."""
BREATH_S = 0.02
"""However often it is asked to look, it looks no sooner again."""
RENEW_S = 0.5
HEALTHY_S = 1.2
"""A worker whose last beat is older lets its lease lapse: it could not write anything."""
SECOND_CHANCE_S = 0.4
"""After so long a free table may be claimed by any worker, not only by the one whose turn it is."""
AGAIN_S = 1.0
START_S = 10.0
LEAVE_S = 1.0
LAST_ANSWER_S = 4.0
"""How long a stop waits for what is under way: a connection that is being made, and the question on it."""
GAP = timedelta(seconds=1)
STEADY_FOR_LOST, STEADY_FOR_HUNG = timedelta(seconds=1), timedelta(seconds=3)
"""What stopped this worker's own beat may have stopped the others': it judges nobody until it has beaten so long."""

log = logging.getLogger(__name__)


class Membership:
    """This worker among the others: registered, beating, judging; it says which free tables are to be claimed here."""

    def __init__(self, database_url: str, worker: str, lease: Lease, time: Timekeeper) -> None:
        self.on_free: Callable[[Sequence[int]], None] = lambda tables: None
        """Hear of tables that nobody runs and that this worker should claim now; again while that lasts."""
        self.on_left: Callable[[str], None] = lambda worker: None
        """Hear of a peer that left, or is dead."""
        self.on_expelled: Callable[[], None] = lambda: None
        """Hear that this worker was taken for dead meanwhile; it is among the living again, its rooms are void."""
        self.running: Callable[[], Sequence[int]] = lambda: ()
        """Says which tables run here, so that one which fell out of our hands is found."""
        self._wake = asyncio.Event()
        self._pulse = Pulse(database_url, worker, broken=self._wake.set)
        self._worker, self._lease, self._time = worker, lease, time
        self._peers: frozenset[str] = frozenset()
        self._known: frozenset[str] = frozenset()
        self._lapsed: frozenset[str] = frozenset()
        self._beaten, self._pause = float("-inf"), BEAT_S
        self._steadiness = Steadiness()
        self._offers = Offers()
        self._draining, self._drained = False, asyncio.Event()
        self._stopping = asyncio.Event()
        self._beating: asyncio.Task[None] | None = None
        self._asking: asyncio.Task[None] | None = None
        self._renewing: asyncio.Task[None] | None = None

    @property
    def healthy(self) -> bool:
        """Whether Postgres took a sign of life within the last 1.2 s."""
        return time.monotonic() - self._beaten < HEALTHY_S

    @property
    def peers(self) -> frozenset[str]:
        """The other workers that live and take tables, as of the last beat."""
        return self._peers

    async def start(self) -> None:
        """Register and give the first sign of life; raise what Postgres raised after 10 s of trying."""
        until = time.monotonic() + START_S
        while True:
            try:
                await self._beat()
                break
            except TROUBLE:
                self._pulse.cut()
                self._steadiness.lose()
                if time.monotonic() > until:
                    raise
                await asyncio.sleep(BEAT_S)
        self._beating = asyncio.create_task(self._run(), name="pulse")
        self._renewing = asyncio.create_task(self._renew(), name="lease")

    async def stop(self) -> None:
        """Leave: what this worker owned is free at once. Whatever is away, it takes no longer than 6 s."""
        self._stopping.set()
        self._wake.set()
        tasks = [task for task in (self._beating, self._renewing, self._asking) if task is not None]
        if tasks:  # questions are let go to their end: nothing is cut off in the middle of an answer
            await asyncio.wait(tasks, timeout=LAST_ANSWER_S)
        await end(*tasks)
        with contextlib.suppress(*TROUBLE):
            async with asyncio.timeout(LEAVE_S):
                await self._pulse.leave()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LEAVE_S):
                await self._lease.release()
        self._pulse.cut()

    async def drain(self) -> None:
        """Claim no more tables, and let the others know; returns when they can, or after a second."""
        self._draining = True
        self._wake.set()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LEAVE_S):
                await self._drained.wait()

    def look(self) -> None:
        """Look for free tables at once: some were released."""
        self._wake.set()

    # ---- the beat --------------------------------------------------------------------------------------------

    async def _run(self) -> None:
        while True:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(self._pause):
                    await self._wake.wait()
            self._wake.clear()
            if self._stopping.is_set():
                return
            try:
                await self._beat()
                await asyncio.sleep(BREATH_S)
            except Exception as error:
                expected = isinstance(error, TROUBLE)
                log.warning("no sign of life: %s", type(error).__name__, exc_info=None if expected else error)
                self._steadiness.lose()
                self._pulse.cut()

    async def _beat(self) -> None:
        draining, asked = self._draining, time.monotonic()
        self._pause = BEAT_S
        sight = await self._pulse.beat(draining, self.running())
        if sight.seen is None:
            await self._pulse.join()
            self._steadiness.lose()
            self._wake.set()
            log.warning("this worker was taken for dead; it starts afresh")
            _tell(self.on_expelled)
            return
        self._beaten, self._pause = time.monotonic(), DOUBT_S if sight.doubtful else BEAT_S
        self._time.sync(sight.seen, asked, self._beaten)
        self._steadiness.beat(sight.seen)
        if draining:
            self._drained.set()
        dead = await self._judge(sight)
        self._peers = sight.able - dead
        living = sight.living - dead
        gone, self._known = (self._known | dead) - living, living
        for worker in gone:
            _tell(self.on_left, worker)
        if not draining and (tables := self._choose(sight)):
            _tell(self.on_free, tables)

    async def _renew(self) -> None:
        while not self._stopping.is_set():
            if self.healthy:
                await self._lease.renew()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(RENEW_S):
                    await self._stopping.wait()

    # ---- who is dead -----------------------------------------------------------------------------------------

    async def _judge(self, sight: Sight) -> set[str]:
        lost = sight.lost if self._steadiness.may_judge_lost else frozenset()
        hung = sight.hung if self._steadiness.may_judge_hung else frozenset()
        lapsed, self._lapsed = hung & self._lapsed, frozenset()
        if not lapsed and hung and (self._asking is None or self._asking.done()):
            # Not within the beat: Redis may be slow, and a pulse that waits for it would judge nobody.
            self._asking = asyncio.create_task(self._ask(hung), name="leases")
        if not lost and not lapsed:
            return set()
        dead = await self._pulse.judge(lost, lapsed)
        if dead:
            log.warning("dead or hung for long: %s", ", ".join(sorted(dead)))
            self._wake.set()  # their tables are free now
        return dead

    async def _ask(self, hung: frozenset[str]) -> None:
        self._lapsed = hung - (await self._lease.held(hung) or set())
        self._wake.set()

    # ---- whose turn it is ------------------------------------------------------------------------------------

    def _choose(self, sight: Sight) -> list[int]:
        """Return what to claim now: each free table is one worker's first, and everybody's a little later."""
        rivals = (self._worker, *self._peers)
        delays = dict.fromkeys(sight.stray, 0.0) | {
            table: 0.0 if first_of(rivals, table) == self._worker else SECOND_CHANCE_S for table in sight.free
        }
        return self._offers.due(delays, time.monotonic())


class Offers:
    """Remembers which free tables have waited how long."""

    def __init__(self) -> None:
        self._due: dict[int, float] = {}

    def due(self, delays: dict[int, float], now: float) -> list[int]:
        """Return the tables whose delay since they were first named is over; the same ones again after a second."""
        self._due = {table: self._due.get(table, now + delay) for table, delay in delays.items()}
        tables = [table for table, due in self._due.items() if due <= now]
        self._due |= dict.fromkeys(tables, now + AGAIN_S)
        return tables


class Steadiness:
    """How long this worker's own beat has been unbroken, by the clock of Postgres: that one sees every standstill."""

    def __init__(self) -> None:
        self._fresh, self._lost = True, False
        self._since: datetime | None = None
        self._seen: datetime | None = None

    def beat(self, seen: datetime) -> None:
        """Count a beat at this moment."""
        if self._lost or (self._seen is not None and abs(seen - self._seen) > GAP):
            self._fresh, self._lost, self._since = False, False, None
        self._since, self._seen = self._since or seen, seen

    def lose(self) -> None:
        """Begin anew with the next beat."""
        self._lost = True

    @property
    def may_judge_lost(self) -> bool:
        """Whether it was steady for a second; a worker that has just started may at once."""
        return self._fresh or self._lasted(STEADY_FOR_LOST)

    @property
    def may_judge_hung(self) -> bool:
        """Whether it was steady for three seconds."""
        return self._lasted(STEADY_FOR_HUNG)

    def _lasted(self, least: timedelta) -> bool:
        return self._since is not None and self._seen is not None and self._seen - self._since >= least


def first_of(workers: Sequence[str], table: int) -> str:
    """Return which of the workers claims a free table first: all of them agree, and shares are even."""
    return max(
        workers, key=lambda worker: hashlib.blake2b(f"{worker}:{table}".encode(), digest_size=8).digest()
    )


def _tell(call: Callable[..., None], *args: object) -> None:
    try:
        call(*args)
    except Exception:
        log.exception("a change among the workers could not be handled")
