"""A process of its own that begins at once: forked from one that has imported what servers need and done nothing else.

Importing it anew takes far longer than everything else that a start does. That a server also starts from nothing is
for test_run.py to see.
"""

import multiprocessing
import os
import signal
from collections.abc import Callable, Mapping
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]

_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(["app.cli", "app.main", "app.db.migrate", "app.web.serving", "alembic.util"])


class Forked:
    """A function that runs there, with `environment` alone; what it writes to stderr goes to the file `log`."""

    def __init__(
        self, environment: Mapping[str, str], log: Path, work: Callable[..., object], *words: Any
    ) -> None:
        self._said, out = _FORKS.Pipe(duplex=False)
        with out:
            self._process = _FORKS.Process(target=_begin, args=(dict(environment), out, log, work, words))
            self._process.start()

    @property
    def pid(self) -> int:
        """Its number."""
        assert self._process.pid is not None
        return self._process.pid

    @property
    def code(self) -> int | None:
        """What it ended with; None while it runs."""
        return self._process.exitcode

    def send(self, number: signal.Signals) -> None:
        """Send it a signal; nothing happens if it has ended."""
        if self._process.is_alive():
            os.kill(self.pid, number)

    def line(self, patience_s: float) -> str:
        """The next line of its stdout; what it has said if it ends first, or is killed for being silent so long."""
        if not self._said.poll(patience_s):
            self._process.kill()
        return self._read(lambda lines: lines.readline())

    def rest(self) -> str:
        """All that it writes to stdout from here to its end."""
        return self._read(lambda lines: lines.read())

    def wait(self, patience_s: float) -> int:
        """Wait for its end and return its exit code; whoever takes longer is killed, and TimeoutError raised."""
        self._process.join(patience_s)
        if self._process.exitcode is None:
            self.kill()
            raise TimeoutError(f"process {self.pid} doesn't end")
        return self._process.exitcode

    def kill(self) -> None:
        """End it by SIGKILL."""
        self._process.kill()
        self._process.join()

    def close(self) -> None:
        """Hear it no longer."""
        self._said.close()

    def _read(self, read: Callable[[Any], str]) -> str:
        with open(self._said.fileno(), closefd=False) as lines:
            return read(lines)


def _begin(
    environment: dict[str, str],
    out: Connection,
    log: Path,
    work: Callable[..., object],
    words: tuple[Any, ...],
) -> None:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # whoever runs the tests may be deaf to it (nohup)
    os.chdir(ROOT)
    os.environ.clear()
    os.environ.update(environment)
    with open(os.devnull) as nothing, log.open("a") as err:
        for number, file in enumerate((nothing, out, err)):
            os.dup2(file.fileno(), number)
    out.close()
    work(*words)


def plain_environment() -> dict[str, str]:
    """What every process needs of ours; no settings."""
    kept = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "LD_LIBRARY_PATH", "VIRTUAL_ENV")
    return {name: os.environ[name] for name in kept if name in os.environ} | {"PYTHONPATH": str(ROOT)}
