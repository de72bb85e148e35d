"""Chores: done every so often, on one worker at a time."""

import asyncio

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from app.db import Sessions
from app.db.chores import Chore

pytestmark = pytest.mark.anyio


async def test_a_chore_is_done_on_one_worker_at_a_time(sessions: Sessions) -> None:
    begun, end = asyncio.Event(), asyncio.Event()

    async def work(session: AsyncSession) -> None:
        begun.set()
        await end.wait()

    chores = [Chore(sessions, "sweep", 60, work) for _ in range(2)]
    first = asyncio.create_task(chores[0].once())
    await begun.wait()
    assert not await chores[1].once()
    assert await Chore(sessions, "dust", 60, lambda _: asyncio.sleep(0)).once()
    end.set()
    assert await first
    assert await chores[1].once()


async def test_a_chore_goes_on_after_it_failed(sessions: Sessions) -> None:
    done = asyncio.Event()
    tries = 0

    async def work(session: AsyncSession) -> None:
        nonlocal tries
        tries += 1
        if tries == 1:
            raise OSError("the disk is full")
        done.set()

    chore = Chore(sessions, "sweep", 0.01, work)
    await chore.start()
    async with asyncio.timeout(5):
        await done.wait()
    await chore.stop()
