"""What is open at once is counted over all workers that live, and here alone while Redis is away."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from app.bus import Bus, Crowd, crowd

pytestmark = pytest.mark.anyio
Make = Callable[[str], Awaitable[tuple[Bus, Crowd]]]
LIVING = {"here", "there"}


@pytest.fixture
async def make(redis_url: str) -> AsyncIterator[Make]:
    made: list[Bus | Crowd] = []

    async def make(name: str) -> tuple[Bus, Crowd]:
        bus = Bus(redis_url)
        counting = Crowd(bus, "guests", name, lambda: LIVING - {name})
        for part in (bus, counting):
            await part.start()
            made.append(part)
        return bus, counting

    yield make
    for part in reversed(made):
        await part.stop()


async def test_all_workers_that_live_are_counted(make: Make) -> None:
    (_, here), (_, there), (_, dead) = [await make(name) for name in ("here", "there", "dead")]
    for counting in (here, here, there, dead, dead):
        await counting.add("kitchen", 1)
    await there.add("hall", 1)
    assert await here.count("kitchen") == await there.count("kitchen") == 3
    await asyncio.gather(*(here.add("kitchen", change) for change in (1, 1, -1, -1, -1)))
    assert await there.count("kitchen") == 2
    assert await here.count("hall") == 1
    await there.add("hall", -1)
    assert await here.count("hall") == 0


async def test_without_redis_each_worker_counts_alone(make: Make) -> None:
    (bus, here), (_, there) = await make("here"), await make("there")
    await there.add("kitchen", 1)
    bus._rest_until = float("inf")  # as after a failure of Redis
    await here.add("kitchen", 1)
    assert await here.count("kitchen") == 1


async def test_what_redis_forgot_is_told_again(make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crowd, "LASTS_S", 0.3)
    (bus, here), (_, there) = await make("here"), await make("there")
    await here.add("kitchen", 1)
    await bus.redis.flushall()
    async with asyncio.timeout(5):
        while await there.count("kitchen") != 1:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
