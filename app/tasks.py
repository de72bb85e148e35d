"""How what runs in the background ends."""

import asyncio
from typing import Any

AGAIN_S = 1.0
"""Whoever goes on for so long after it was told to end is told again."""


async def end(*tasks: asyncio.Task[Any] | None) -> None:
    """Cancel tasks and return when all of them have ended, however they did; None is passed over.

    Once is not enough: asyncio.wait_for, as the client of Redis uses it, loses a cancel that comes together with the
    answer it waits for (Python 3.11).
    """
    going = {task for task in tasks if task is not None}
    ended = list(going)
    while going:
        for task in going:
            task.cancel()
        _, going = await asyncio.wait(going, timeout=AGAIN_S)
    await asyncio.gather(*ended, return_exceptions=True)
