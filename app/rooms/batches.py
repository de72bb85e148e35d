"""What has queued up while the last batch was on its way is the next one."""

import asyncio
from typing import TypeVar

Item = TypeVar("Item")


async def next_batch(queue: asyncio.Queue[Item], most: int) -> list[Item]:
    """Return what is in the queue, so many at most; wait for the first, and for no other."""
    batch = [await queue.get()]
    while len(batch) < most and not queue.empty():
        batch.append(queue.get_nowait())
    return batch
