"""What a server of tests does sooner than in earnest, or at a wrong time; for `Program(prepare=...)`."""

import os
import time

TURN_MS = 2_000


def hurry() -> None:
    """Turns take two seconds, whatever was chosen."""
    from app.rooms import create
    from app.tables import Setup

    create.Setup = lambda **words: Setup(**{**words, "turn_ms": TURN_MS})  # type: ignore[assignment, misc]


def look_often() -> None:
    """The same, and sessions are looked at every second instead of every minute."""
    from app.web import sockets

    hurry()
    sockets.RECHECK_S = 1.0


def jump() -> None:
    """The same as `hurry`, and this machine's wall clock jumps by CLOCK_JUMP_S seconds, two seconds after the start."""
    hurry()
    by, begun = int(os.environ.pop("CLOCK_JUMP_S")), time.monotonic()
    seconds, nanoseconds = time.time, time.time_ns
    time.time = lambda: seconds() + (by if time.monotonic() > begun + 2 else 0)
    time.time_ns = lambda: nanoseconds() + (by * 10**9 if time.monotonic() > begun + 2 else 0)
