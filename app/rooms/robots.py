"""Robots at practice tables: they see their seat's view and act in human-like time."""

import asyncio
import secrets
from collections.abc import Callable

from app.bots.registry import ROBOTS
from app.games.codec import JSON
from app.games.registry import GAMES, parse_action
from app.rooms.messages import Ask
from app.tables import Table
from app.tables.entries import Act


class Robots:
    """The robots of one room; each thinks once about each state of the table."""

    def __init__(self, post: Callable[[Ask], bool]) -> None:
        self._post = post
        self._timers: list[asyncio.TimerHandle] = []
        self._seen = -1

    def look(self, table: Table, seq: int) -> None:
        """Let every robot think about the table as it stands at `seq`; what they thought before is void."""
        if seq == self._seen:
            return
        self._seen = seq
        self.stop()
        if table.phase != "playing" or table.match is None:
            return
        robot, game = ROBOTS[table.setup.game], GAMES[table.setup.game]
        for number in table.taken:
            if number in table.humans or (table.match.held and table.match.held.seat == number):
                continue
            seen = game.view(table.match.game, number)
            action = robot.choose(seen, number, secrets.randbits(32))
            if action is not None:
                delay = robot.think_ms(seen, number, secrets.randbits(32)) / 1000
                self._timers.append(
                    asyncio.get_running_loop().call_later(
                        delay, self._act, table.match.players[number], action
                    )
                )

    def stop(self) -> None:
        """Let no robot act any more."""
        for timer in self._timers:
            timer.cancel()
        self._timers.clear()

    def _act(self, robot: int, action: JSON) -> None:
        self._post(Ask(lambda at: Act(at, robot, parse_action(action))))
