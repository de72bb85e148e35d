"""What `make run` starts: the real server on its own Postgres and Valkey, ended in every way there is."""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.embedded.leftover import is_server, pid_in
from tests.databases import own_folder
from tests.forked import ROOT, plain_environment
from tests.program import Program

pytestmark = pytest.mark.timeout(300)


@pytest.fixture
def data_dir() -> Iterator[Path]:
    with own_folder() as folder:
        yield folder / "data"


@pytest.fixture
def alone(data_dir: Path, tmp_path: Path) -> Iterator[Program]:
    """A server that was given no address of anything."""
    program = Program(tmp_path, {"DATA_DIR": str(data_dir)})
    yield program
    program.stop()


def become_guest(url: str) -> str:
    """Return the session of a new guest."""
    asked = urllib.request.Request(
        f"{url}/api/guest", b"{}", {"Origin": url, "Content-Type": "application/json"}, method="POST"
    )
    with urllib.request.urlopen(asked, timeout=10) as answer:
        return str(answer.headers["set-cookie"].split(";")[0])


def coins(url: str, session: str) -> int:
    asked = urllib.request.Request(f"{url}/api/me", headers={"Cookie": session})
    with urllib.request.urlopen(asked, timeout=10) as answer:
        return int(json.load(answer)["coins"])


def running(data_dir: Path) -> bool:
    """Whether a Postgres or Valkey runs on the folder."""
    for file, program, word in (
        ("postgres/postmaster.pid", "postgres", "postgres"),
        ("valkey/valkey.pid", "valkey-server", "valkey/valkey.conf"),
    ):
        pid = pid_in(data_dir / file)
        if pid is not None and is_server(pid, program, data_dir / word):
            return True
    return False


def until(true: Callable[[], bool], seconds: float = 15) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_one_server_a_folder_and_everything_is_as_it_was_after_kill_9(alone: Program, data_dir: Path) -> None:
    alone.start()
    session = become_guest(alone.url)
    second = subprocess.run(
        [sys.executable, "-m", "app.cli", "serve"],
        cwd=ROOT, env=plain_environment() | {"DATA_DIR": str(data_dir), "PORT": "0"},
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (second.returncode, second.stdout) == (1, "")
    assert second.stderr == (
        f"sobremesa: Another Sobremesa (process {alone.pid}) is running on {data_dir}. "
        "Stop it, or set DATA_DIR and PORT to run a second one.\n"
    )
    before = coins(alone.url, session)
    alone.kill()
    alone.start()
    assert coins(alone.url, session) == before
    assert alone.stop() == 0
    assert not running(data_dir)


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's death signal")
def test_the_server_ends_with_the_make_that_started_it(data_dir: Path, tmp_path: Path) -> None:
    # As in the Makefile, without its installation.
    (tmp_path / "run.mk").write_text(
        f"run:\n\t@exec {sys.executable} -m app.cli serve --end-with-parent $$PPID\n"
    )
    make = subprocess.Popen(
        ["make", "-f", tmp_path / "run.mk", "run"],
        cwd=ROOT, env=plain_environment() | {"DATA_DIR": str(data_dir), "PORT": "0"},
        stdout=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        assert make.stdout is not None
        line = make.stdout.readline()
        assert re.fullmatch(r"Sobremesa is on http://localhost:\d+ - stop with Ctrl\+C\n", line)
        assert running(data_dir)
        assert pid_in(data_dir / "lock") != make.pid
    finally:
        make.kill()
        make.communicate()
    until(lambda: not running(data_dir))


def test_each_signal_ends_everything_in_good_order(alone: Program, data_dir: Path) -> None:
    for number in (signal.SIGINT, signal.SIGHUP):
        alone.start()
        os.kill(alone.pid, number)
        assert alone.wait() == 0
        assert not running(data_dir)
    assert alone.words() == ""
