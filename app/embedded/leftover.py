"""Servers that outlived their parent: found by what the data folder says, proved before they are ended."""

import contextlib
import os
import select
import signal
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from app.embedded.errors import EmbeddedError


def pid_in(pid_file: Path) -> int | None:
    """Return the process number in the first line of `pid_file`, None if there is none."""
    try:
        return int(pid_file.read_text("utf-8", "replace").split("\n", 1)[0])
    except (OSError, ValueError):
        return None


def is_alive(pid: int) -> bool:
    """Tell whether any process has this number, ours or a stranger's."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def is_server(pid: int, program: str, folder: Path) -> bool:
    """Tell whether process `pid` runs `program` on `folder`, by its command line: a number proves nothing."""
    words = _command_line(pid)
    return bool(words) and os.path.basename(words[0]) == program and str(folder) in words[1:]


def end_leftover(
    pid_file: Path, program: str, folder: Path, steps: Sequence[tuple[signal.Signals, float]]
) -> bool:
    """End the server that a killed parent left on `folder`; True if there was one.

    A stranger who was given the same number later is left alone. Raises EmbeddedError if it doesn't end.
    """
    pid = pid_in(pid_file)
    if pid is None or pid <= 1:
        return False
    with _Handle(pid) as handle:
        if not handle.open or not is_server(pid, program, folder):
            return False
        for number, patience_s in (*steps, (signal.SIGKILL, 10.0)):
            handle.send(signal.SIGCONT)  # one that was halted would never see the next signal
            handle.send(number)
            if handle.wait(patience_s):
                return True
    raise EmbeddedError(
        "leftover_stays", f"{program} (process {pid}) still runs on {folder} and doesn't end."
    )


class _Handle:
    """A process held by descriptor where the kernel has such: its number can't change hands meanwhile."""

    def __init__(self, pid: int) -> None:
        self._pid = pid
        self._descriptor = -1
        self.open = False

    def __enter__(self) -> "_Handle":
        try:
            if hasattr(os, "pidfd_open"):
                self._descriptor = os.pidfd_open(self._pid)
            self.open = is_alive(self._pid)
        except OSError:
            self.open = False
        return self

    def __exit__(self, *_: object) -> None:
        if self._descriptor >= 0:
            os.close(self._descriptor)

    def send(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError):
            if self._descriptor >= 0:
                signal.pidfd_send_signal(self._descriptor, number)
            else:
                os.kill(self._pid, number)

    def wait(self, patience_s: float) -> bool:
        if self._descriptor >= 0:
            poll = select.poll()
            poll.register(self._descriptor, select.POLLIN)
            return bool(poll.poll(patience_s * 1000))
        until = time.monotonic() + patience_s
        while time.monotonic() < until:
            if not is_alive(self._pid):
                return True
            time.sleep(0.05)
        return False


def _command_line(pid: int) -> list[str]:
    try:
        raw = Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        if Path("/proc/self").exists():
            return []
        found = subprocess.run(  # noqa: S603
            ["ps", "-ww", "-o", "command=", "-p", str(pid)],  # noqa: S607
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        return found.stdout.split()
    return [os.fsdecode(word) for word in raw.split(b"\0")]
