"""Several workers on one port: what dies is replaced, an upgrade is no pause, and all end together."""

import os
import signal
import threading
import time
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.program import Program
from tests.test_run import become_guest, coins, until

pytestmark = pytest.mark.skipif(not Path("/proc/self").exists(), reason="workers are found in /proc")


def children(pid: int) -> set[int]:
    return {int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()}


def living(pids: set[int]) -> set[int]:
    return {pid for pid in pids if Path(f"/proc/{pid}").exists()}


class Asking:
    """Asks on a new connection each time, without a pause, and counts what is not answered."""

    def __init__(self, url: str) -> None:
        self.asked, self.worst, self.errors = 0, 0.0, list[str]()
        self._url = url
        self._going = True
        self._thread = threading.Thread(target=self._ask)

    def __enter__(self) -> "Asking":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._going = False
        self._thread.join()

    def _ask(self) -> None:
        while self._going:
            since = time.monotonic()
            try:
                urllib.request.urlopen(f"{self._url}/api/games", timeout=5).close()
            except OSError as error:
                self.errors.append(repr(error))
            self.asked += 1
            self.worst = max(self.worst, time.monotonic() - since)
            time.sleep(0.005)


def test_j09_workers_that_die_are_replaced_and_a_rolling_restart_answers_everybody(
    make_program: Callable[..., Program],
) -> None:
    server = make_program(WORKERS="2")
    session = become_guest(server.url)
    first = children(server.pid)
    assert len(first) == 2

    os.kill(min(first), signal.SIGKILL)
    until(lambda: len(children(server.pid) - first) == 1, 60)
    assert coins(server.url, session) == 30_000

    with Asking(server.url) as asking:
        before = children(server.pid)
        since = time.monotonic()
        os.kill(server.pid, signal.SIGUSR2)
        until(lambda: "all workers have been replaced" in server.words(), 90)
        took = time.monotonic() - since
    after = children(server.pid)
    assert (len(after), after & before) == (2, set())
    assert (asking.errors, asking.asked > 20, asking.worst < 3) == ([], True, True)
    print(f"rolling restart {took:.2f} s, worst answer {asking.worst:.3f} s of {asking.asked}")  # noqa: T201
    assert coins(server.url, session) == 30_000

    assert server.stop() == 0
    assert living(after) == set()


def test_workers_end_with_the_one_that_minds_them_and_say_why_they_do_not_start(
    make_program: Callable[..., Program],
) -> None:
    server = make_program(WORKERS="2")
    workers = children(server.pid)
    server.kill()
    until(lambda: not living(workers), 11)
    with pytest.raises(
        AssertionError, match="sobremesa: This database belongs to a server with another secret key"
    ):
        make_program(WORKERS="2", SECRET_KEY="5e" * 32)
