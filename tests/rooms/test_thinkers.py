"""The thinkers' process: apart from the server, started when needed, ended when it hangs, gone when the server is."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator

import pytest

from app.bots.registry import ROBOTS
from app.games.registry import GAMES
from app.rooms import thinkers as t
from app.rooms.thinkers import Question, Thinkers, ThinkingError
from tests.rooms import heads
from tests.tables.drive import Drive

pytestmark = pytest.mark.anyio


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine is no failure."""
    monkeypatch.setattr(t, "THINK_S", 30.0)
    monkeypatch.setattr(t, "PATIENCE_S", 30.0)


SERVER = """
import asyncio
from app.rooms import thinkers as t
from tests.rooms import heads

async def main():
    t._think = heads.tell_pid
    thinkers = t.Thinkers()
    running = asyncio.create_task(thinkers.run())
    print((await thinkers.choose(t.Question("toma2", "strong", None, 0, 0)))["pid"], flush=True)
    t._think = heads.hang
    await thinkers.choose(t.Question("toma2", "strong", None, 0, 0))

if __name__ == "__main__":
    t.THINK_S = t.PATIENCE_S = 60
    asyncio.run(main())
"""


@pytest.fixture
async def thinkers() -> AsyncIterator[Thinkers]:
    thinkers = Thinkers()
    running = asyncio.create_task(thinkers.run())
    yield thinkers
    running.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await running


def question(seat: int = 0) -> Question:
    return Question("toma2", "strong", None, seat, 0)


async def gone(pid: int) -> None:
    """Wait until the process has ended."""
    async with asyncio.timeout(10):
        while True:
            try:
                os.kill(pid, 0)
            except ProcessLookupError:
                return
            await asyncio.sleep(0.02)


async def test_a_hung_or_dead_process_is_replaced_and_nobody_waits_for_it(
    thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(t, "_think", heads.tell_pid)
    assert thinkers._pool is None  # nobody has asked yet
    both = await asyncio.gather(thinkers.choose(question(0)), thinkers.choose(question(1)))
    first = both[0]["pid"]
    assert both == [{"pid": first, "seat": 0}, {"pid": first, "seat": 1}]
    assert first != os.getpid()

    monkeypatch.setattr(t, "_think", heads.hang)
    monkeypatch.setattr(t, "THINK_S", 0.2)
    with pytest.raises(ThinkingError):
        await thinkers.choose(question())
    await gone(first)

    monkeypatch.setattr(t, "_think", heads.die)
    monkeypatch.setattr(t, "THINK_S", 30.0)
    with pytest.raises(ThinkingError):
        await thinkers.choose(question())

    monkeypatch.setattr(t, "_think", heads.tell_pid)
    second = (await thinkers.choose(question()))["pid"]
    assert second != first


async def test_who_waits_too_long_for_others_choices_is_let_go(
    thinkers: Thinkers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(t, "_think", heads.hang)
    monkeypatch.setattr(t, "PATIENCE_S", 0.3)
    answers = await asyncio.gather(
        *(thinkers.choose(question(seat)) for seat in range(3)), return_exceptions=True
    )
    assert [type(answer) for answer in answers] == [ThinkingError] * 3


async def test_the_process_dies_with_a_killed_server() -> None:
    server = subprocess.Popen([sys.executable, "-c", SERVER], stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    pid = int(await asyncio.to_thread(server.stdout.readline))
    server.send_signal(signal.SIGKILL)
    server.wait()
    server.stdout.close()
    await gone(pid)


async def test_a_robot_thinks_there_as_it_does_here(thinkers: Thinkers) -> None:
    drive = Drive(bet=0, robots=True)
    drive.sit(1)
    drive.deal()
    seen = {**GAMES["toma2"].view(drive.game, drive.turn), "options": {}}
    asked = Question("toma2", "strong", seen, drive.turn, 12345)
    there = await thinkers.choose(asked)
    assert there == ROBOTS["toma2"]["strong"].choose(seen, drive.turn, 12345)
    assert there in seen["legal"]
