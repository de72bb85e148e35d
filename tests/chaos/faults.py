"""What goes wrong, when and where: a schedule that follows from the seed, carried out on a lab."""

import asyncio
import random
import signal
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass, field

import asyncpg

from tests.chaos.history import now
from tests.chaos.lab import ENTRANCES, Lab

LINGERS_S = 1.0
"""A fault that is over in a moment is blamed for what waits this much later."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault as drawn; `where` and `amount` are shares of what there is, from 0 to 1."""

    kind: str
    gap_s: float
    where: float
    amount: float
    second: "Fault | None" = None


@dataclass(slots=True)
class Injected:
    """A fault as it was carried out."""

    kind: str
    since: float
    healed: float = 0.0
    where: str = ""
    note: str = ""


async def _kill(lab: Lab, where: float, amount: float) -> str:
    number = int(where * len(lab.workers))
    async with lab.locks[number]:
        await lab.end(number, signal.SIGKILL)
        await lab.begin(number)
    return ""


async def _drain(lab: Lab, where: float, amount: float) -> str:
    number = int(where * len(lab.workers))
    async with lab.locks[number]:
        since = now()
        code = await lab.end(number, signal.SIGTERM)
        took = now() - since
        await lab.begin(number)
    return f"exit {code} after {took:.2f} s"


async def _pause(lab: Lab, where: float, amount: float) -> str:
    number = int(where * len(lab.workers))
    async with lab.locks[number]:
        lab.workers[number].halt()
        await asyncio.sleep(4 + 2 * amount)
        lab.workers[number].resume()
    return ""


def _break(kind: str) -> Callable[[Lab, float, float], Awaitable[str]]:
    async def cut(lab: Lab, where: float, amount: float) -> str:
        lab.links.reset(_name(kind, lab, where))
        return ""

    return cut


def _hole(kind: str) -> Callable[[Lab, float, float], Awaitable[str]]:
    async def hole(lab: Lab, where: float, amount: float) -> str:
        name = _name(kind, lab, where)
        lab.links.become(name, "hole")
        await asyncio.sleep(2 + 4 * amount)
        lab.links.become(name, "ok")
        return ""

    return hole


def _slow(kind: str) -> Callable[[Lab, float, float], Awaitable[str]]:
    async def slow(lab: Lab, where: float, amount: float) -> str:
        name = _name(kind, lab, where)
        lab.links.become(name, "ok", 0.02 + 0.2 * amount)
        await asyncio.sleep(2)
        lab.links.become(name, "ok")
        return ""

    return slow


async def _flap(lab: Lab, where: float, amount: float) -> str:
    name = _name("entrance", lab, where)
    for _ in range(4):
        lab.links.become(name, "refuse")
        lab.links.reset(name)
        await asyncio.sleep(0.3 + 0.6 * amount)
        lab.links.become(name, "ok")
        await asyncio.sleep(1.4)
    return ""


def _name(kind: str, lab: Lab, where: float) -> str:
    return f"{kind} {int(where * (ENTRANCES if kind == 'entrance' else len(lab.workers)))}"


async def _flush(lab: Lab, where: float, amount: float) -> str:
    before = await owners(lab)
    for _ in range(1 + int(5 * amount)):
        await asyncio.to_thread(lab.store.flush)
        await asyncio.sleep(0.05 if where < 0.5 else 0.7)
    await asyncio.sleep(1.5)
    after = await owners(lab)
    moved = [table for table in before.keys() & after.keys() if before[table] != after[table]]
    return f"needless take-overs: {len(moved)}" if moved else ""


async def _redis(lab: Lab, where: float, amount: float) -> str:
    await lab.restart_store(0.1 + 4 * amount)
    return ""


async def _postgres(lab: Lab, where: float, amount: float) -> str:
    await lab.restart_postgres(signal.SIGQUIT if where < 0.7 else signal.SIGINT)
    return ""


KINDS: Mapping[str, tuple[int, Callable[[Lab, float, float], Awaitable[str]]]] = {
    "kill": (20, _kill),
    "drain": (4, _drain),
    "pause": (2, _pause),
    "cut": (3, _break("entrance")),
    "hole": (2, _hole("entrance")),
    "slow": (2, _slow("entrance")),
    "postgres-cut": (2, _break("postgres")),
    "postgres-hole": (1, _hole("postgres")),
    "postgres-slow": (1, _slow("postgres")),
    "redis-cut": (2, _break("redis")),
    "redis-hole": (1, _hole("redis")),
    "flush": (2, _flush),
    "redis": (1, _redis),
    "postgres": (2, _postgres),
    "flap": (2, _flap),
}
"""Each kind with its weight and what it does; returns what is to be noted."""
APART = {"flush"}
"""Judged by what changes hands meanwhile: nothing else happens beside it."""


def draw_faults(seed: int, kinds: list[str]) -> Iterator[Fault]:
    """Yield faults without end; now and then two at once, where there are kinds for it."""
    chance = random.Random(f"{seed}/faults")
    weights = [KINDS[kind][0] for kind in kinds]
    pairs = [kind for kind in kinds if kind not in APART]

    def draw(among: list[str]) -> Fault:
        kind = chance.choices(among, [KINDS[k][0] for k in among])[0]
        return Fault(kind, chance.uniform(0.2, 0.9), chance.random(), chance.random())

    while True:
        kind = chance.choices(kinds, weights)[0]
        gap, where, amount = chance.uniform(0.2, 0.9), chance.random(), chance.random()
        both = chance.random() < 0.05 and len(pairs) > 2 and kind in pairs
        second = (
            draw([other for other in pairs if other.split("-")[0] != kind.split("-")[0]]) if both else None
        )
        yield Fault(kind, gap, where, amount, second)


@dataclass
class Nemesis:
    """Carries the schedule out, one fault after another."""

    lab: Lab
    seed: int
    kinds: list[str]
    calm: Callable[[], bool]
    calm_s: float
    """How long the next fault waits, at most, for everybody to see their table again."""
    injected: list[Injected] = field(default_factory=list)
    counts: Counter[str] = field(default_factory=Counter)
    wrongs: list[str] = field(default_factory=list)

    async def rage(self, *, seconds: float, kills: int) -> None:
        """Go on for so long, or until there were so many kills (0: any number)."""
        until = now() + seconds
        for fault in draw_faults(self.seed, self.kinds):
            if now() > until or 0 < kills <= self.counts["kill"]:
                return
            await self._wait_for_calm()
            await asyncio.sleep(fault.gap_s)
            await self._do(fault)

    async def _wait_for_calm(self) -> None:
        for _ in range(int(self.calm_s / 0.05)):
            if self.calm():
                return
            await asyncio.sleep(0.05)

    async def _do(self, fault: Fault) -> None:
        name = "mix" if fault.second else fault.kind
        parts = [fault] if fault.second is None else [fault, fault.second]
        done = Injected(name, now())
        done.where = "".join(f"{part.kind} at {part.where:.2f} by {part.amount:.2f}, " for part in parts)
        self.injected.append(done)
        for part in parts:
            self.counts[part.kind] += 1
        self.counts["mix"] += fault.second is not None
        try:
            async with asyncio.timeout(120):
                notes = await asyncio.gather(*(self._one(part, at) for at, part in enumerate(parts)))
        except Exception as error:
            self.wrongs.append(f"{'+'.join(p.kind for p in parts)} could not be mended: {error!r}"[:2000])
            raise
        finally:
            done.healed = max(now(), done.since + LINGERS_S)
        done.note = "; ".join(filter(None, notes))
        if "needless" in done.note:
            self.wrongs.append(f"flush: {done.note}")
        if done.note.startswith("exit") and not fault.second:
            code, took = int(done.note.split()[1]), float(done.note.split()[3])
            if code != 0 or took > 10.5:
                self.wrongs.append(f"a drain ended with {done.note}")

    async def _one(self, fault: Fault, at: int) -> str:
        if at:
            await asyncio.sleep(fault.gap_s / 2)
        return await KINDS[fault.kind][1](self.lab, fault.where, fault.amount)


async def owners(lab: Lab) -> dict[int, str]:
    """Return who runs which open table, by Postgres' own word."""
    connection = await asyncpg.connect(lab.database_url)
    try:
        rows = await connection.fetch(
            "select id, owner from card_table where phase <> 'closed' and epoch > 1"
        )
        return {row["id"]: row["owner"] for row in rows}
    finally:
        await connection.close()
