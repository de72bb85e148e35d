"""A worker's lease in Redis: a second witness that it lives. One for all its tables: what dies is the process."""

from collections.abc import Collection

from app.bus.client import Bus

LEASE_MS = 3_000


class Lease:
    """Held by renewing it; gone 3 s after the last renewal. Never the safety: that is the epoch in Postgres."""

    def __init__(self, bus: Bus | None, worker: str) -> None:
        self._bus, self._worker = bus, worker

    async def renew(self) -> None:
        """Hold the lease for 3 s more; an emptied Redis has it again then."""
        if (bus := self._bus) is not None:
            await bus.attempt(lambda: bus.redis.set(_key(bus, self._worker), b"1", px=LEASE_MS))

    async def release(self) -> None:
        """Give it up at once."""
        if (bus := self._bus) is not None:
            await bus.attempt(lambda: bus.redis.delete(_key(bus, self._worker)))

    async def held(self, workers: Collection[str]) -> set[str]:
        """Return those of `workers` that hold their lease; nobody where Redis is away."""
        if (bus := self._bus) is None or not workers:
            return set()
        asked = list(workers)
        found = await bus.attempt(lambda: bus.redis.mget([_key(bus, worker) for worker in asked]))
        return {worker for worker, value in zip(asked, found or [], strict=False) if value is not None}


def _key(bus: Bus, worker: str) -> str:
    return bus.name(f"lease:{worker}")
