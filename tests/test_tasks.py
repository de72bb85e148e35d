import asyncio
import contextlib

import pytest

from app import tasks
from app.tasks import end

pytestmark = pytest.mark.anyio


async def test_who_does_not_hear_that_it_should_end_is_told_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """A drain waited without end for a task that asked Redis just then: asyncio.wait_for had lost the cancel."""
    monkeypatch.setattr(tasks, "AGAIN_S", 0.02)

    async def deaf() -> None:
        with contextlib.suppress(asyncio.CancelledError):
            await asyncio.sleep(60)
        await asyncio.sleep(60)

    async def failed() -> None:
        raise RuntimeError

    told = asyncio.create_task(deaf()), asyncio.create_task(failed()), asyncio.create_task(asyncio.sleep(60))
    await asyncio.sleep(0)
    async with asyncio.timeout(5):
        await end(None, *told)
    assert all(task.done() for task in told)
