"""Robots at practice tables: they see their seat's view and act in human-like time."""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import dataclass

from app.bots.registry import ROBOTS
from app.errors import AppError, BusyError, ConflictError
from app.games.codec import JSON
from app.games.registry import GAMES, parse_action
from app.rooms.messages import Ask
from app.rooms.thinkers import Question, Thinkers, ThinkingError
from app.tables import Table
from app.tables.entries import Act

RETRY_S = 0.5


@dataclass(frozen=True, slots=True)
class _Sight:
    """What a seat sees, and when the clock started: the same view at another clock is another thing to decide."""

    view: JSON
    since: int


class Robots:
    """The robots of one room; each thinks once about each thing it sees, whatever others do unseen meanwhile."""

    def __init__(self, post: Callable[[Ask], bool], thinkers: Thinkers, pace: float) -> None:
        """`pace` stretches the time that robots take over a choice."""
        self._post, self._thinkers, self._pace = post, thinkers, pace
        self._thoughts: dict[int, tuple[_Sight, asyncio.Task[None] | None]] = {}

    def look(self, table: Table) -> None:
        """Let every robot think about the table as it stands; what was thought about something else is void."""
        before, self._thoughts = self._thoughts, {}
        for number in table.taken:
            if (sight := _look(table, number)) is None:
                continue
            if number in before and before[number][0] == sight:
                self._thoughts[number] = before.pop(number)
            else:
                self._thoughts[number] = (sight, self._think(table, number, sight.view))
        for _, thinking in before.values():
            if thinking is not None:
                thinking.cancel()

    def stop(self) -> None:
        """Let no robot act any more."""
        for _, thinking in self._thoughts.values():
            if thinking is not None:
                thinking.cancel()
        self._thoughts.clear()

    def _think(self, table: Table, number: int, seen: JSON) -> asyncio.Task[None] | None:
        if not seen["legal"]:
            return None
        setup, chance = table.setup, secrets.randbits(32)
        robot = ROBOTS[setup.game][setup.level]
        delay_s = robot.think_ms(seen, number, secrets.randbits(32)) / 1000 * self._pace
        if robot.heavy:
            question = Question(setup.game, setup.level, seen, number, chance)
            return asyncio.create_task(self._ponder(table, question, delay_s))
        action = robot.choose(seen, number, chance)
        return (
            None if action is None else asyncio.create_task(self._act(table, number, seen, action, delay_s))
        )

    async def _ponder(self, table: Table, question: Question, delay_s: float) -> None:
        """Ask the thinkers; the normal robot chooses where they have no answer."""
        loop = asyncio.get_running_loop()
        asked = loop.time()
        try:
            action = await self._thinkers.choose(question)
        except ThinkingError:
            normal = ROBOTS[question.game]["normal"]
            action = normal.choose(question.view, question.seat, question.chance)
        if action is not None:
            rest_s = max(0.0, delay_s - (loop.time() - asked))
            await self._act(table, question.seat, question.view, action, rest_s)

    async def _act(self, table: Table, number: int, seen: JSON, action: JSON, delay_s: float) -> None:
        """Wait as a person would, then send the action as any command comes; void where the view has changed."""
        assert table.match is not None
        robot = table.match.players[number]

        async def check(now: Table) -> None:
            sight = _look(now, number)
            if sight is None or sight.view != seen:
                raise ConflictError("not_playing", "What this was an answer to is over.")

        await asyncio.sleep(delay_s)
        while True:
            ask = Ask(lambda at: Act(at, robot, parse_action(action)), check=check)
            try:
                if self._post(ask):
                    await asyncio.shield(ask.done)
                    return
            except BusyError:
                pass
            except (
                AppError
            ):  # too late, or refused by the rules: what is seen next is another thing to decide
                return
            await asyncio.sleep(RETRY_S)


def _look(table: Table, number: int) -> _Sight | None:
    """Return what a robot's seat sees; None for anybody else's, and while there is nothing to decide."""
    match = table.match
    if table.phase != "playing" or match is None or number in table.humans:
        return None
    if match.held and match.held.seat == number:
        return None  # it has acted; released or refused, the action leads to another look
    seen = GAMES[table.setup.game].view(match.game, number)
    return _Sight({**seen, "options": table.setup.options}, match.clock.starts if match.clock else 0)
