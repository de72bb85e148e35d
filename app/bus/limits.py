"""How often something may be done: by everybody together (Redis) and on one connection (a bucket)."""

import time
from collections.abc import Callable
from typing import cast

from app.bus.client import Bus
from app.errors import TooManyError

# Counting and setting the end are one step: a counter without an end would lock somebody out for ever.
COUNT = """
local count = redis.call('INCR', KEYS[1])
local left = redis.call('PTTL', KEYS[1])
if left < 0 then
  redis.call('PEXPIRE', KEYS[1], ARGV[1])
  left = tonumber(ARGV[1])
end
return {count, left}
"""
PRUNE_AT = 10_000


class Limiter:
    """Counts uses in windows, over all workers; each worker counts alone while Redis is away."""

    def __init__(
        self, bus: Bus | None, *, enabled: bool = True, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._bus = bus
        self._enabled = enabled
        self._now = now
        self._counts: dict[str, tuple[int, float]] = {}

    async def spend(self, key: str, *, limit: int, window_s: float) -> int:
        """Count one use of `key`; return 0 if at most `limit` in this window, else the ms until it ends."""
        if not self._enabled:
            return 0
        counted = None
        if (bus := self._bus) is not None:
            name, window_ms = bus.name(f"limit:{key}"), max(1, int(window_s * 1000))
            counted = await bus.attempt(lambda: bus.redis.eval(COUNT, 1, name, str(window_ms)))
        count, left_ms = cast(list[int], counted) if counted is not None else self._count_here(key, window_s)
        return 0 if count <= limit else max(1, left_ms)

    async def require(self, key: str, *, limit: int, window_s: float) -> None:
        """Count one use of `key`; raise TooManyError `too_many` (fact `retry_ms`) over the limit."""
        if retry_ms := await self.spend(key, limit=limit, window_s=window_s):
            raise TooManyError("too_many", "Too many requests. Please wait a moment.", retry_ms=retry_ms)

    def _count_here(self, key: str, window_s: float) -> tuple[int, int]:
        now = self._now()
        if len(self._counts) >= PRUNE_AT:
            self._counts = {k: v for k, v in self._counts.items() if v[1] > now}
        count, end = self._counts.get(key, (0, 0.0))
        if end <= now:
            count, end = 0, now + window_s
        self._counts[key] = (count + 1, end)
        return count + 1, int((end - now) * 1000)


class Bucket:
    """Allows `rate` uses a second and a burst of `burst`; for one connection, in this process."""

    __slots__ = ("_burst", "_left", "_rate", "_seen")

    def __init__(self, rate: float, burst: float, now: float) -> None:
        self._rate, self._burst, self._left, self._seen = rate, burst, burst, now

    def take(self, now: float) -> bool:
        """Use one; False if none is left at `now` (seconds, monotonic)."""
        self._left = min(self._burst, self._left + (now - self._seen) * self._rate)
        self._seen = now
        if self._left < 1:
            return False
        self._left -= 1
        return True
