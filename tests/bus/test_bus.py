"""Redis may be there, away, or come back: the bus never stands in the way."""

import asyncio
import socket
from collections.abc import AsyncIterator
from itertools import count

import pytest

from app.bus import Bucket, Bus, Limiter
from app.errors import TooManyError
from tests.waiting import until

pytestmark = pytest.mark.anyio
fresh = count()


def nowhere() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return f"redis://127.0.0.1:{probe.getsockname()[1]}/0"


@pytest.fixture
async def lost_bus() -> AsyncIterator[Bus]:
    bus = Bus(nowhere())
    yield bus
    await bus.stop()


async def test_what_one_worker_publishes_the_others_hear(bus: Bus, redis_url: str) -> None:
    other, heard = Bus(redis_url), list[bytes]()
    linked = asyncio.Event()
    channel = f"news{next(fresh)}"
    other.subscribe(channel, heard.append)
    other.on_linked.append(linked.set)
    await other.start()
    await asyncio.wait_for(linked.wait(), 5)
    for n in range(100):
        assert await bus.publish(channel, b"%d" % n)
    await until(lambda: len(heard) == 100)
    assert heard == [b"%d" % n for n in range(100)]
    await other.stop()


async def test_a_handler_that_fails_does_not_deafen_the_bus(
    bus: Bus, caplog: pytest.LogCaptureFixture
) -> None:
    heard = list[bytes]()
    linked = asyncio.Event()

    def handle(payload: bytes) -> None:
        if payload == b"bad":
            raise ValueError(payload)
        heard.append(payload)

    bus.subscribe("shaky", handle)
    bus.on_linked.append(linked.set)
    await bus.start()
    await asyncio.wait_for(linked.wait(), 5)
    for payload in (b"a", b"bad", b"b"):
        await bus.publish("shaky", payload)
    await until(lambda: heard == [b"a", b"b"])
    assert "could not be handled" in caplog.text


async def test_the_link_comes_back_and_says_that_something_may_be_missing(bus: Bus) -> None:
    links = list[int]()
    bus.subscribe("any", lambda _: None)
    bus.on_linked.append(lambda: links.append(1))
    await bus.start()
    await until(lambda: len(links) == 1)
    await bus.redis.client_kill_filter(_type="pubsub")
    await until(lambda: len(links) == 2)


async def test_a_line_that_is_cut_under_a_question_is_no_error(bus: Bus) -> None:
    """The server's loop says it by a RuntimeError, which nobody who asks knows of."""

    async def cut() -> bool:
        raise RuntimeError("unable to perform operation on <TCPTransport closed=True>; the handler is closed")

    assert await bus.attempt(cut) is None
    assert not await bus.publish("any", b"x"), "it is left alone for a second"


async def test_who_is_late_opens_no_line_of_a_bus_that_has_stopped(redis_url: str) -> None:
    bus = Bus(redis_url)
    assert await bus.publish("any", b"x")
    await bus.stop()
    assert not await bus.publish("any", b"x")


async def test_without_redis_nothing_raises_and_nothing_waits(lost_bus: Bus) -> None:
    lost_bus.subscribe("any", lambda _: None)
    await lost_bus.start()
    limiter = Limiter(lost_bus)
    async with asyncio.timeout(2):
        for _ in range(50):
            assert not await lost_bus.publish("any", b"x")
        assert not await lost_bus.ping()
        assert [await limiter.spend("k", limit=2, window_s=9) > 0 for _ in range(4)] == [
            False,
            False,
            True,
            True,
        ]


async def test_a_redis_that_does_not_answer_is_left_alone_for_a_while() -> None:
    async def swallow(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read()
        writer.close()

    hole = await asyncio.start_server(swallow, "127.0.0.1", 0)
    bus = Bus(f"redis://127.0.0.1:{hole.sockets[0].getsockname()[1]}/0")
    begun = asyncio.get_running_loop().time()
    for _ in range(50):
        assert not await bus.publish("any", b"x")
    assert asyncio.get_running_loop().time() - begun < 4
    await bus.stop()
    hole.close()
    await hole.wait_closed()


async def test_a_limit_is_exact_under_parallel_use(bus: Bus) -> None:
    limiter, key = Limiter(bus), f"login{next(fresh)}"
    waits = await asyncio.gather(*(limiter.spend(key, limit=5, window_s=60) for _ in range(50)))
    assert waits.count(0) == 5
    assert all(0 < wait <= 60_000 for wait in waits if wait)


async def test_a_limit_is_shared_by_workers_and_ends(bus: Bus, redis_url: str) -> None:
    other, key = Bus(redis_url), f"shared{next(fresh)}"
    assert await Limiter(bus).spend(key, limit=1, window_s=0.2) == 0
    assert await Limiter(other).spend(key, limit=1, window_s=0.2) > 0
    await asyncio.sleep(0.25)
    assert await Limiter(other).spend(key, limit=1, window_s=0.2) == 0
    await other.stop()


async def test_a_counter_that_lost_its_end_gets_one_again(bus: Bus) -> None:
    key = f"stuck{next(fresh)}"
    await bus.redis.set(bus.name(f"limit:{key}"), 99)
    assert 4_000 < await Limiter(bus).spend(key, limit=1, window_s=5) <= 5_000


async def test_over_the_limit_is_an_error_that_says_when_to_come_back() -> None:
    limiter = Limiter(None, now=lambda: 100.0)
    await limiter.require("k", limit=1, window_s=3)
    with pytest.raises(TooManyError) as refused:
        await limiter.require("k", limit=1, window_s=3)
    assert refused.value.facts == {"retry_ms": 3000}
    await Limiter(None, enabled=False).require("k", limit=0, window_s=3)


async def test_counts_in_this_process_are_forgotten_when_they_end() -> None:
    clock = [0.0]
    limiter = Limiter(None, now=lambda: clock[0])
    for n in range(10_001):
        clock[0] += 1
        await limiter.spend(str(n), limit=1, window_s=1)
    assert len(limiter._counts) < 10


def test_a_bucket_allows_a_burst_and_then_its_rate() -> None:
    bucket = Bucket(rate=10, burst=30, now=0.0)
    assert [bucket.take(0.0) for _ in range(31)].count(True) == 30
    assert [bucket.take(0.5) for _ in range(6)].count(True) == 5
    assert [bucket.take(1000.0) for _ in range(40)].count(True) == 30
