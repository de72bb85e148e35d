"""Several workers on one port: what dies is replaced, an upgrade is no pause, and all end together."""

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.forked import ROOT
from tests.program import Program
from tests.test_run import become_guest, coins, until

pytestmark = [
    pytest.mark.skipif(not Path("/proc/self").exists(), reason="workers are found in /proc"),
    pytest.mark.timeout(120),
]


def children(pid: int) -> set[int]:
    return {int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()}


def words_of(pid: int) -> bytes:
    """What a process was called by; nothing where it is gone."""
    with contextlib.suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


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


@pytest.mark.long
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


@pytest.mark.long
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


class Minded:
    """Two workers that serve nobody, and the process that minds them (tests/minding.py)."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        with (folder / "words").open("w") as words:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "tests.minding", str(folder)], cwd=ROOT, stderr=words
            )
        self.file("ready")

    def workers(self) -> list[int]:
        """Those that run, from the eldest to the youngest."""
        return sorted(pid for pid in children(self.process.pid) if b"serve" in words_of(pid))

    def renewed(self) -> bool:
        return "all workers have been replaced" in (self.folder / "words").read_text()

    def renew(self) -> None:
        self.process.send_signal(signal.SIGUSR2)

    def file(self, name: str) -> None:
        until((self.folder / name).exists)


@pytest.fixture
def minded(tmp_path: Path) -> Iterator[Minded]:
    minded = Minded(tmp_path)
    yield minded
    minded.process.terminate()
    assert minded.process.wait(10) == 0


def test_workers_that_die_during_a_rolling_restart_are_replaced_once(minded: Minded) -> None:
    first = minded.workers()
    (minded.folder / "shut").touch()
    minded.renew()
    until(lambda: len(minded.workers()) == 3)
    for worker in first:
        os.kill(worker, signal.SIGKILL)
    until(lambda: len(minded.workers()) == 2 and not set(first) & set(minded.workers()))
    (minded.folder / "shut").unlink()
    until(minded.renewed)
    time.sleep(0.3)
    assert len(minded.workers()) == 2


def test_a_worker_that_dies_while_its_successor_is_being_begun_is_replaced_once(minded: Minded) -> None:
    first = minded.workers()
    (minded.folder / "hold").touch()
    minded.renew()
    minded.file("held")
    os.kill(first[0], signal.SIGKILL)
    time.sleep(0.4)  # longer than the pause before one that has died is replaced
    (minded.folder / "hold").unlink()
    until(minded.renewed)
    time.sleep(0.3)
    assert len(minded.workers()) == 2
    assert not set(first) & set(minded.workers())


def test_j04_a_halted_worker_holds_up_no_rolling_restart(minded: Minded) -> None:
    first = minded.workers()
    os.kill(first[0], signal.SIGSTOP)
    minded.renew()
    until(minded.renewed, 5)
    assert len(minded.workers()) == 2
    assert not set(first) & set(minded.workers())
    assert f"worker {first[0]} does not end and is killed" in (minded.folder / "words").read_text()
