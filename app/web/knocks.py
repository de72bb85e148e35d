"""How often one address may knock, on this worker: buckets for the last 10,000 addresses."""

import asyncio
from collections import OrderedDict

from app.bus import Bucket

ADDRESSES = 10_000


class Knocks:
    """Allows each address `rate` knocks a second and a burst; many phones may share one address."""

    def __init__(self, rate: float, burst: float) -> None:
        self._rate, self._burst = rate, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def allow(self, address: str) -> bool:
        """Count one; False if it is over the limit."""
        now = asyncio.get_running_loop().time()
        bucket = self._buckets.setdefault(address, Bucket(self._rate, self._burst, now))
        self._buckets.move_to_end(address)
        if len(self._buckets) > ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket.take(now)
