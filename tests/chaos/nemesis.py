"""What is done to the servers, drawn from the seed: the same seed, the same faults in the same order."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from tests.chaos.lab import Lab

ONE_WORKER = ("kill", "flush", "postgres")
KINDS = ("kill", "pause", "drain", "flush", "postgres", "links")
WEIGHTS = {"kill": 12, "pause": 2, "drain": 4, "flush": 2, "postgres": 1, "links": 2}
LASTING = ("pause", "links")
"""Faults that go on for seconds: others happen meanwhile, to other workers."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One fault: seconds to wait before it, what, to which worker, and how long where it lasts."""

    after_s: float
    kind: str
    worker: int
    lasts_s: float
    way: str


def schedule(seed: int, kinds: tuple[str, ...], workers: int) -> Iterator[Fault]:
    """Draw faults without end."""
    chance = random.Random(f"{seed}:nemesis")
    while True:
        yield Fault(
            after_s=chance.uniform(0.1, 0.9),
            kind=chance.choices(kinds, [WEIGHTS[kind] for kind in kinds])[0],
            worker=chance.randrange(workers),
            lasts_s=chance.uniform(4, 6),
            way=chance.choice(("postgres:hole", "redis:hole", "postgres:cut", "redis:cut")),
        )


@dataclass
class Nemesis:
    """Carries faults out and notes when each began and was over."""

    lab: Lab
    seed: int
    kinds: tuple[str, ...]
    kills: int
    seconds: float
    done: Counter[str] = field(default_factory=Counter)
    spans: list[tuple[str, float, float]] = field(default_factory=list)

    async def rage(self) -> None:
        """Go on until there were enough kills or the time is over; return when all is healed."""
        until = time.monotonic() + self.seconds
        lasting: tuple[int, asyncio.Task[None]] | None = None
        took_s = 0.0
        for fault in schedule(self.seed, self.kinds, len(self.lab.workers)):
            if self.done["kill"] >= self.kills or time.monotonic() > until:
                break
            await asyncio.sleep(max(fault.after_s, took_s))  # on a slow machine people need longer too
            if lasting is not None and lasting[1].done():
                await lasting[1]
                lasting = None
            if fault.kind in LASTING:
                if lasting is None:
                    lasting = (fault.worker, asyncio.create_task(self._do(fault)))
            elif lasting is None or lasting[0] != fault.worker or fault.kind in ("flush", "postgres"):
                began = time.monotonic()
                await self._do(fault)
                took_s = time.monotonic() - began
        if lasting is not None:
            await lasting[1]

    async def _do(self, fault: Fault) -> None:
        began, worker = time.monotonic(), self.lab.workers[fault.worker]
        match fault.kind:
            case "kill":
                await asyncio.to_thread(worker.kill)
                await asyncio.to_thread(worker.start)
            case "drain":
                await asyncio.to_thread(worker.stop)
                await asyncio.to_thread(worker.start)
            case "pause":
                worker.halt()
                await asyncio.sleep(fault.lasts_s)
                worker.resume()
            case "flush":
                await self.lab.flush()
            case "postgres":
                await self.lab.restart_postgres()
            case "links":
                await self.lab.break_link(fault.worker, fault.way, fault.lasts_s)
        self.done[fault.kind] += 1
        self.spans.append((fault.kind, began, time.monotonic()))
