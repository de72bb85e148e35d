"""The real server as a process of its own, for tests that need to kill it, restart it or open it in a browser."""

import multiprocessing
import os
import re
import signal
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

ROOT = Path(__file__).parents[1]

# Servers are forked from a process that has imported what they need and done nothing else: importing it anew takes
# far longer than everything else that a start does. That it also starts from nothing is for test_run.py to see.
_FORKS = multiprocessing.get_context("forkserver")
_FORKS.set_forkserver_preload(["app.cli", "app.main", "app.db.migrate", "app.web.serving", "alembic.util"])


class Program:
    """`sobremesa serve` with its own environment; ends with the test, whatever happens in it.

    `prepare`, a function of a module, is called in the server's process before anything else.
    """

    def __init__(
        self, folder: Path, environment: dict[str, str], prepare: Callable[[], object] | None = None
    ) -> None:
        self.url = ""
        self.log = folder / "program.log"
        self._environment = environment
        self._prepare = prepare
        self._port = "0"
        self._process: BaseProcess | None = None
        self._said: Connection | None = None

    @property
    def pid(self) -> int:
        """The process number of the server."""
        assert self._process is not None
        assert self._process.pid is not None
        return self._process.pid

    @property
    def ended(self) -> bool:
        """Whether it is no longer there."""
        return self._process is None or self._process.exitcode is not None

    def start(self, *, patience_s: float = 60) -> None:
        """Start it and return when it is healthy; the first free port is kept for later starts."""
        environment = {**plain_environment(), **self._environment, "PORT": self._port}
        said, out = _FORKS.Pipe(duplex=False)
        words = (environment, out, self.log, self._prepare)
        with out:
            self._process, self._said = _FORKS.Process(target=_serve, args=words), said
            self._process.start()
        line = self._first_line(said, patience_s)
        found = re.search(r"http://localhost:(\d+)", line)
        assert found, f"the server didn't start: {line!r}\n{self.words()}"
        self._port = found[1]
        self.url = f"http://127.0.0.1:{self._port}"
        self._wait_until_healthy(patience_s)

    def wait(self) -> int:
        """Wait for an end that somebody else has asked for and return its exit code."""
        return self._end(None)

    def kill(self) -> None:
        """End it by SIGKILL."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """End it by SIGTERM and return its exit code; nothing happens if it has ended already."""
        return self._end(signal.SIGTERM)

    def restart(self) -> None:
        """Stop it in good order and start it again on the same port."""
        self.stop()
        self.start()

    def halt(self) -> None:
        """Freeze it (SIGSTOP); `resume` thaws it."""
        os.kill(self.pid, signal.SIGSTOP)

    def resume(self) -> None:
        """Thaw it."""
        os.kill(self.pid, signal.SIGCONT)

    def words(self) -> str:
        """What it has written to stderr."""
        return self.log.read_text() if self.log.exists() else ""

    def _end(self, number: signal.Signals | None) -> int:
        process = self._process
        if process is None:
            return 0
        if number is not None and process.is_alive():
            self.resume()
            os.kill(self.pid, number)
        self._process = None
        process.join(55)  # ten seconds of its own, and the bundled Postgres may take twenty more
        if self._said is not None:
            self._said.close()
        if process.exitcode is None:
            process.kill()
            process.join()
            raise TimeoutError(f"the server doesn't end\n{self.words()}")
        return process.exitcode

    def _first_line(self, said: Connection, patience_s: float) -> str:
        """What it says first; nothing if it ends without a word or is silent for too long."""
        if not said.poll(patience_s) and self._process is not None:
            self._process.kill()
        with open(said.fileno(), closefd=False) as lines:
            return lines.readline()

    def _wait_until_healthy(self, patience_s: float) -> None:
        until = time.monotonic() + patience_s
        while True:
            try:
                with urllib.request.urlopen(f"{self.url}/healthz", timeout=5) as answer:
                    if answer.status == 200:
                        return
            except (urllib.error.URLError, OSError) as error:
                if time.monotonic() > until:
                    raise AssertionError(f"the server isn't healthy: {error}\n{self.words()}") from error
            time.sleep(0.05)


def _serve(
    environment: dict[str, str], out: Connection, log: Path, prepare: Callable[[], object] | None
) -> None:
    """What a forked process does: the command `sobremesa serve`, as if a shell had called it."""
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # whoever runs the tests may be deaf to it (nohup)
    os.chdir(ROOT)
    os.environ.clear()
    os.environ.update(environment)
    with open(os.devnull) as nothing, log.open("a") as err:
        for number, file in enumerate((nothing, out, err)):
            os.dup2(file.fileno(), number)
    out.close()

    from app.cli import main

    if prepare is not None:
        prepare()
    main(["serve", "--end-with-parent", str(os.getppid())])


def plain_environment() -> dict[str, str]:
    kept = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "LD_LIBRARY_PATH", "VIRTUAL_ENV")
    return {name: os.environ[name] for name in kept if name in os.environ} | {"PYTHONPATH": str(ROOT)}
