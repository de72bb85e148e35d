"""How many of something are open at once, over all workers: counted in Redis, and here alone while that is away."""

import asyncio
from collections import Counter
from collections.abc import Callable, Collection
from typing import cast

from app.bus.client import Bus
from app.tasks import end

LASTS_S = 90.0


class Crowd:
    """Counts by key. Redis keeps each worker's number; only those of workers that live are counted.

    What is open here is told anew now and then, so that a Redis that was emptied knows it again.
    """

    def __init__(self, bus: Bus, name: str, me: str, living: Callable[[], Collection[str]]) -> None:
        self._bus, self._name, self._me, self._living = bus, name, me, living
        self._here: Counter[str] = Counter()
        self._telling = asyncio.Lock()  # of two numbers the newer one is told last
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to tell anew what is open here."""
        self._task = asyncio.create_task(self._renew(), name="crowd")

    async def stop(self) -> None:
        """Tell nothing more."""
        await end(self._task)

    async def add(self, key: str, change: int) -> None:
        """Count one in (1) or out (-1)."""
        self._here[key] += change
        await self._tell(key)

    async def count(self, key: str) -> int:
        """Return how many there are; while Redis is away, those of this worker."""
        found = await self._bus.attempt(lambda: self._bus.redis.hgetall(self._key(key)))
        there = {
            worker.decode(): int(number) for worker, number in cast(dict[bytes, bytes], found or {}).items()
        }
        return self._here[key] + sum(there.get(worker, 0) for worker in self._living())

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(LASTS_S / 3)
            for key in list(self._here):
                await self._tell(key)

    async def _tell(self, key: str) -> None:
        async with self._telling:
            await self._bus.attempt(lambda: self._write(key, self._here[key]))
            if not self._here[key]:
                del self._here[key]

    async def _write(self, key: str, number: int) -> None:
        name = self._key(key)
        async with self._bus.redis.pipeline(transaction=False) as pipe:
            pipe.hset(name, self._me, str(number)) if number else pipe.hdel(name, self._me)
            pipe.pexpire(name, int(LASTS_S * 1000))
            await pipe.execute()

    def _key(self, key: str) -> str:
        return self._bus.name(f"{self._name}:{key}")
