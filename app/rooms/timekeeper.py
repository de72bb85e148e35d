"""One time for deadlines: Postgres' clock, carried on by the monotonic clock between two looks at it."""

import time
from datetime import datetime


class Timekeeper:
    """Gives ms since 1970 by the database; a jump of this machine's wall clock changes nothing."""

    def __init__(self) -> None:
        self._offset = time.time() - time.monotonic()
        self._last = 0

    def sync(self, database: datetime, asked: float, answered: float) -> None:
        """Take over the database's time, seen between two monotonic moments."""
        self._offset = database.timestamp() - (asked + answered) / 2

    def now(self) -> int:
        """Return the time in ms; never less than what was returned before."""
        self._last = max(self._last, int((time.monotonic() + self._offset) * 1000))
        return self._last
