"""Waiting for what follows from an act a moment later."""

import asyncio
import time
from collections.abc import Callable


async def until(true: Callable[[], bool], within_s: float = 5) -> float:
    """Wait until something holds; return how many seconds it took, raise TimeoutError after `within_s`."""
    begun = time.monotonic()
    async with asyncio.timeout(within_s):
        while not true():  # noqa: ASYNC110
            await asyncio.sleep(0.005)
    return time.monotonic() - begun
