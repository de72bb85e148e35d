"""Where heavy robots think: one process for the whole server, started when it is first needed.

No room waits for it. A choice that takes too long, and one whose process has died, is a ThinkingError; the process is
then ended, and the next question starts another one.
"""

import asyncio
import logging
import multiprocessing
import os
import signal
import threading
from concurrent.futures import ProcessPoolExecutor
from typing import NamedTuple

from app.bots.registry import ROBOTS
from app.games.codec import JSON
from app.tables.state import Level

log = logging.getLogger(__name__)

START_S = 30.0
"""For the process to start, on a very busy machine."""
THINK_S = 4.0
"""For one choice."""
PATIENCE_S = 6.0
"""For a choice and the wait for others' choices before it."""
CALMER = 10
"""How much the process gives way to the server on a busy machine (Unix nice)."""


class ThinkingError(Exception):
    """No choice came in time."""


class Question(NamedTuple):
    """What a robot is to choose from."""

    game: str
    level: Level
    view: JSON
    seat: int
    chance: int


class Thinkers:
    """Answers questions one at a time, in the order in which they were asked."""

    def __init__(self) -> None:
        self._asked: asyncio.Queue[tuple[Question, asyncio.Future[JSON | None]]] = asyncio.Queue()
        self._pool: ProcessPoolExecutor | None = None

    async def choose(self, question: Question) -> JSON | None:
        """Return the robot's choice; raise ThinkingError where none comes. Who is cancelled asks no longer."""
        answer: asyncio.Future[JSON | None] = asyncio.get_running_loop().create_future()
        self._asked.put_nowait((question, answer))
        try:
            async with asyncio.timeout(PATIENCE_S):
                return await answer
        except TimeoutError:
            raise ThinkingError from None

    async def run(self) -> None:
        """Answer until cancelled; the process ends then."""
        try:
            while True:
                question, answer = await self._asked.get()
                if not answer.done():  # who asked may be gone
                    await self._answer(question, answer)
        finally:
            self._end_process()

    async def _answer(self, question: Question, answer: "asyncio.Future[JSON | None]") -> None:
        try:
            if self._pool is None:
                self._pool = _start_process()
                async with asyncio.timeout(START_S):
                    await asyncio.wrap_future(self._pool.submit(os.getpid))
            async with asyncio.timeout(THINK_S):
                found = await asyncio.wrap_future(self._pool.submit(_think, question))
        except Exception as error:
            log.warning("a robot of %s could not think: %s", question.game, type(error).__name__)
            self._end_process()
            if not answer.done():
                answer.set_exception(ThinkingError())
        else:
            if not answer.done():
                answer.set_result(found)

    def _end_process(self) -> None:
        pool, self._pool = self._pool, None
        if pool is None:
            return
        # What `kill_workers` does from Python 3.14 on: one that hangs hears of nothing else.
        for process in (pool._processes or {}).values():
            process.kill()
        pool.shutdown(wait=False, cancel_futures=True)


def _start_process() -> ProcessPoolExecutor:
    # Spawned, not forked: a copy of the server would hold its sockets open.
    return ProcessPoolExecutor(
        max_workers=1, mp_context=multiprocessing.get_context("spawn"), initializer=_settle_in
    )


def _settle_in() -> None:
    """Be a good child: leave Ctrl+C to the server, give way to it, and die with it however it dies."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(CALMER)
    threading.Thread(target=_die_with_parent, daemon=True).start()


def _die_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)


def _think(question: Question) -> JSON | None:
    robot = ROBOTS[question.game][question.level]
    return robot.choose(question.view, question.seat, question.chance)
