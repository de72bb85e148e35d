"""One at a time: within a worker, over workers, and never at the price of the pool."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import text

from app.db import Sessions
from app.errors import BusyError
from app.lobby import Turnstile, turnstile

pytestmark = pytest.mark.anyio
OTHERS = "from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()"


@pytest.fixture
async def two_workers(database_url: str) -> AsyncIterator[tuple[Turnstile, Turnstile]]:
    one, two = Turnstile(database_url), Turnstile(database_url)
    yield one, two
    await one.stop()
    await two.stop()


class Room:
    """Counts how many are inside at once."""

    def __init__(self) -> None:
        self.inside = self.most = self.visits = 0

    async def visit(self, door: Turnstile, name: str) -> None:
        async with door.hold(name):
            self.inside += 1
            self.most = max(self.most, self.inside)
            await asyncio.sleep(0.002)
            self.inside -= 1
            self.visits += 1


async def test_a_hundred_from_two_workers_are_inside_one_at_a_time(
    two_workers: tuple[Turnstile, Turnstile],
) -> None:
    room = Room()
    await asyncio.gather(*(room.visit(two_workers[n % 2], "toma2") for n in range(100)))
    assert (room.visits, room.most) == (100, 1)


async def test_other_names_do_not_wait(two_workers: tuple[Turnstile, Turnstile]) -> None:
    one, two = two_workers
    async with one.hold("toma2"), asyncio.timeout(20), one.hold("uno") as connection, two.hold("taki"):
        assert await connection.scalar(text("select 7")) == 7


async def test_a_hundred_waiting_hold_one_connection(
    two_workers: tuple[Turnstile, Turnstile], sessions: Sessions
) -> None:
    one, _ = two_workers
    room = Room()
    async with one.hold("toma2"):
        waiting = [asyncio.create_task(room.visit(one, "toma2")) for _ in range(100)]
        await asyncio.sleep(0.05)
        async with sessions() as session:
            count = await session.scalar(text(f"select count(*) {OTHERS}"))
        assert count == 1
        assert room.visits == 0
    await asyncio.gather(*waiting)


async def test_who_is_cancelled_or_fails_leaves_the_way_free(
    two_workers: tuple[Turnstile, Turnstile],
) -> None:
    one, two = two_workers
    with contextlib.suppress(ZeroDivisionError):
        async with one.hold("toma2"):
            raise ZeroDivisionError
    tasks = [asyncio.create_task(Room().visit(one, "toma2")) for _ in range(20)]
    await asyncio.sleep(0.01)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    async with asyncio.timeout(20), two.hold("toma2"):
        pass


async def test_another_worker_that_does_not_let_go_is_not_waited_for_without_end(
    two_workers: tuple[Turnstile, Turnstile],
) -> None:
    one, two = two_workers
    begun = time.monotonic()
    async with one.hold("toma2"):
        with pytest.raises(BusyError):
            async with two.hold("toma2"):
                pass
    assert time.monotonic() - begun < 20
    async with two.hold("toma2"):
        pass


async def test_a_worker_with_many_waiting_does_not_keep_the_other_out(
    two_workers: tuple[Turnstile, Turnstile],
) -> None:
    one, two = two_workers
    room = Room()
    many = [asyncio.create_task(room.visit(one, "toma2")) for _ in range(100)]
    while room.visits < 10:  # noqa: ASYNC110
        await asyncio.sleep(0.001)
    before = room.visits
    await room.visit(two, "toma2")
    assert room.visits - before < 20
    await asyncio.gather(*many)


async def test_the_queue_has_an_end(
    two_workers: tuple[Turnstile, Turnstile], monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _ = two_workers
    monkeypatch.setattr(turnstile, "MOST_WAITING", 5)
    outcomes = await asyncio.gather(*(Room().visit(one, "toma2") for _ in range(9)), return_exceptions=True)
    assert sum(isinstance(outcome, BusyError) for outcome in outcomes) == 4
    await Room().visit(one, "toma2")


async def test_a_connection_that_breaks_is_made_anew(
    two_workers: tuple[Turnstile, Turnstile], sessions: Sessions
) -> None:
    one, two = two_workers
    async with one.hold("toma2"), sessions() as session:
        await session.execute(text(f"select pg_terminate_backend(pid) {OTHERS}"))
    for door in (one, two):
        async with asyncio.timeout(20), door.hold("toma2"):
            pass


async def test_without_a_database_it_is_busy() -> None:
    door = Turnstile("postgresql://nobody@127.0.0.1:1/none")
    with pytest.raises(BusyError):
        async with door.hold("toma2"):
            pass
    await door.stop()
