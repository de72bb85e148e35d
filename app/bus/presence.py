"""Who is here: players with an open socket or a request of the last seconds, over all workers."""

import time
from collections.abc import Callable, Iterable, Sequence
from typing import cast

from app.bus.client import Bus

KEY = "present"


class Presence:
    """Knows at least who was touched on this worker; with Redis also who was touched on the others."""

    def __init__(self, bus: Bus | None, *, now: Callable[[], float] = time.time) -> None:
        self._bus = bus
        self._now = now
        self._here: dict[int, float] = {}

    async def touch(self, players: Iterable[int], *, for_s: float) -> None:
        """Take `players` for present during the next `for_s` seconds, or longer if they already are."""
        now = self._now()
        until = {player: max(now + for_s, self._here.get(player, 0.0)) for player in players}
        if not until:
            return
        self._here = {player: end for player, end in self._here.items() if end > now}
        self._here.update(until)
        if (bus := self._bus) is not None:
            scores = {str(player): end for player, end in until.items()}
            await bus.attempt(lambda: bus.redis.zadd(bus.name(KEY), scores, gt=True))
            await bus.attempt(lambda: bus.redis.zremrangebyscore(bus.name(KEY), "-inf", now))

    async def forget(self, player: int) -> None:
        """Take `player` for gone."""
        self._here.pop(player, None)
        if (bus := self._bus) is not None:
            await bus.attempt(lambda: bus.redis.zrem(bus.name(KEY), str(player)))

    async def among(self, players: Sequence[int]) -> set[int]:
        """Return those of `players` who are present."""
        now = self._now()
        here = {player for player in players if self._here.get(player, 0.0) > now}
        away = [player for player in dict.fromkeys(players) if player not in here]
        if away and (bus := self._bus) is not None:
            names = [str(player) for player in away]
            scores = await bus.attempt(lambda: bus.redis.zmscore(bus.name(KEY), names))
            for player, end in zip(away, cast(list[float | None], scores or []), strict=False):
                if end is not None and end > now:
                    here.add(player)
        return here
