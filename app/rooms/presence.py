"""Who has a socket open on this worker, and whose seats become free because they have none."""

import asyncio
from collections import Counter
from collections.abc import Callable

OFFLINE_S = 30.0  # decided 12


class Sockets:
    """Counts each player's sockets, and half a minute without any."""

    def __init__(self, changed: Callable[[int], None], gone: Callable[[int], None]) -> None:
        """`changed` hears of a first socket and of the last one's end, `gone` of half a minute without any."""
        self._changed, self._gone = changed, gone
        self._open: Counter[int] = Counter()
        self._timers: dict[int, asyncio.TimerHandle] = {}

    def is_online(self, player_id: int) -> bool:
        """Tell whether a player has a socket open."""
        return self._open[player_id] > 0

    def present(self, player_id: int, here: bool) -> None:
        """Count a player's socket in or out."""
        before = self.is_online(player_id)
        self._open[player_id] += 1 if here else -1
        after = self.is_online(player_id)
        if not after:
            del self._open[player_id]
        if before == after:
            return
        self._changed(player_id)
        if after:
            self._stay(player_id)
        else:
            self.wait_for(player_id)

    def wait_for(self, player_id: int) -> None:
        """Count the half minute anew, from now, unless the player is here."""
        self._stay(player_id)
        if not self.is_online(player_id):
            loop = asyncio.get_running_loop()
            self._timers[player_id] = loop.call_later(OFFLINE_S, self._give_up, player_id)

    def _stay(self, player_id: int) -> None:
        if timer := self._timers.pop(player_id, None):
            timer.cancel()

    def _give_up(self, player_id: int) -> None:
        del self._timers[player_id]
        self._gone(player_id)
