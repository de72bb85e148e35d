"""Whose seats become free before a start because their players have no socket open (decided 12)."""

import asyncio
from collections.abc import Callable

OFFLINE_S = 30.0


class FreeSeats:
    """Counts half a minute without any socket, for everybody who sits at a table here."""

    def __init__(self, is_here: Callable[[int], bool], gone: Callable[[int], None]) -> None:
        """`gone` hears of half a minute without any."""
        self._is_here, self._gone = is_here, gone
        self._timers: dict[int, asyncio.TimerHandle] = {}

    def wait_for(self, player_id: int) -> None:
        """Count the half minute anew, from now; not while the player is here."""
        if timer := self._timers.pop(player_id, None):
            timer.cancel()
        if not self._is_here(player_id):
            loop = asyncio.get_running_loop()
            self._timers[player_id] = loop.call_later(OFFLINE_S, self._give_up, player_id)

    def _give_up(self, player_id: int) -> None:
        del self._timers[player_id]
        self._gone(player_id)
