"""The real server as a process of its own, for tests that need to kill it, restart it or open it in a browser."""

import os
import re
import signal
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path

ROOT = Path(__file__).parents[1]


class Program:
    """`sobremesa serve` with its own environment; ends with the test, whatever happens in it."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.url = ""
        self.log = folder / "program.log"
        self._environment = environment
        self._port = "0"
        self._process: subprocess.Popen[str] | None = None

    @property
    def pid(self) -> int:
        """The process number of the server."""
        assert self._process is not None
        return self._process.pid

    def start(self, *, patience_s: float = 60) -> None:
        """Start it and return when it is healthy; the first free port is kept for later starts."""
        with self.log.open("a") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "app.cli", "serve", "--end-with-parent", str(os.getpid())],
                cwd=ROOT,
                env={**plain_environment(), **self._environment, "PORT": self._port},
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        line = self._first_line(patience_s)
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
        self._process = None
        if number is not None:
            process.send_signal(signal.SIGCONT)
            process.send_signal(number)
        try:
            process.wait(30)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            raise
        finally:
            if process.stdout is not None:
                process.stdout.close()
        return process.returncode

    def _first_line(self, patience_s: float) -> str:
        process = self._process
        assert process is not None
        assert process.stdout is not None
        alarm = threading.Timer(patience_s, process.kill)
        alarm.start()
        try:
            return process.stdout.readline()
        finally:
            alarm.cancel()
            alarm.join()

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


def plain_environment() -> dict[str, str]:
    kept = ("PATH", "HOME", "LANG", "LC_ALL", "TMPDIR", "LD_LIBRARY_PATH", "VIRTUAL_ENV")
    return {name: os.environ[name] for name in kept if name in os.environ} | {"PYTHONPATH": str(ROOT)}
