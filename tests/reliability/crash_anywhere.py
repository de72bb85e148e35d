"""Ends the server's process at the n-th point of its work with the database; `Program(prepare=crash.prepare)`.

A point lies before and after each statement, and before and after each COMMIT. Nothing is counted while the file that
CRASH_FILE names is missing; it holds the number of the point to die at, 0 to go through all. What was passed is
written to the file's neighbour, one line a point.
"""

import os
from pathlib import Path
from typing import Any

from tests.reliability.moments import watch

CODE = 77
BESIDE = ("worker", "pg_locks")
"""Statements that run by the clock, beside what is tried."""


class Points:
    """Counts the points that were passed since the file appeared."""

    def __init__(self, file: Path) -> None:
        self._file, self._log = file, file.with_suffix(".passed")
        self._passed = 0
        self._last = b""

    def passed(self, label: str) -> None:
        """Count one point, or die at it."""
        try:
            armed = self._file.read_bytes()
        except FileNotFoundError:
            self._passed = 0
            return
        if armed != self._last:
            self._passed, self._last = 0, armed
        self._passed += 1
        with self._log.open("a") as log:
            log.write(f"{label}\n")
        if self._passed == int(armed.split()[0]):
            os._exit(CODE)


def prepare() -> None:
    """Watch every engine of this process, where nobody loses a seat for being away while a busy machine starts it."""
    from app.rooms import presence

    presence.OFFLINE_S = 600
    name = os.environ.pop("CRASH_FILE")
    points = Points(Path(name))
    written: set[int] = set()

    def passed(when: str, statement: str, driver: Any) -> None:
        words = " ".join(statement.split())
        if words == "COMMIT":
            counts = id(driver) in written
            if when == "after":
                written.discard(id(driver))
        else:
            counts = not any(word in words for word in BESIDE)
            if counts and when == "after":
                written.add(id(driver))
        if counts:
            points.passed(f"{when} {words[:60]}")

    watch(passed)
