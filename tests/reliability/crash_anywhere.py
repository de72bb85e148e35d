"""Ends the server's process at the n-th point of its work with the database; `Program(prepare=crash.prepare)`.

A point lies before and after each statement, and before and after each COMMIT. Nothing is counted while the file that
CRASH_FILE names is missing; it holds the number of the point to die at, 0 to go through all. What was passed is
written to the file's neighbour, one line a point.
"""

import os
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.engine import Engine
from sqlalchemy.engine.default import DefaultDialect

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

    def about(statement: str) -> str | None:
        words = " ".join(statement.split())
        return None if any(word in words for word in BESIDE) else words[:60]

    def before(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        if words := about(statement):
            points.passed(f"before {words}")

    def after(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
        if words := about(statement):
            written.add(id(connection.connection.dbapi_connection))
            points.passed(f"after {words}")

    commit = DefaultDialect.do_commit

    def do_commit(self: Any, connection: Any) -> None:
        counts = id(getattr(connection, "dbapi_connection", connection)) in written
        if counts:
            points.passed("before COMMIT")
        commit(self, connection)
        written.discard(id(getattr(connection, "dbapi_connection", connection)))
        if counts:
            points.passed("after COMMIT")

    event.listen(Engine, "before_cursor_execute", before)
    event.listen(Engine, "after_cursor_execute", after)
    DefaultDialect.do_commit = do_commit  # type: ignore[method-assign]
