"""The real server as a process of its own, for tests that need to kill it, restart it or open it in a browser."""

import os
import re
import signal
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

from tests.forked import Forked, plain_environment


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
        self._process: Forked | None = None

    @property
    def pid(self) -> int:
        """The process number of the server."""
        assert self._process is not None
        return self._process.pid

    @property
    def ended(self) -> bool:
        """Whether it is no longer there."""
        return self._process is None or self._process.code is not None

    def start(self, *, patience_s: float = 60) -> None:
        """Start it and return when it is healthy; the first free port is kept for later starts."""
        environment = {**plain_environment(), **self._environment, "PORT": self._port}
        self._process = Forked(environment, self.log, _serve, self._prepare)
        line = self._process.line(patience_s)
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
        if number is not None and process.code is None:
            self.resume()
            process.send(number)
        self._process = None
        try:
            return process.wait(55)  # ten seconds of its own, and the bundled Postgres may take twenty more
        except TimeoutError as error:
            raise TimeoutError(f"the server doesn't end\n{self.words()}") from error
        finally:
            process.close()

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


def _serve(prepare: Callable[[], object] | None) -> None:
    """What a forked process does: the command `sobremesa serve`, as if a shell had called it."""
    from app.cli import main

    if prepare is not None:
        prepare()
    main(["serve", "--end-with-parent", str(os.getppid())])
