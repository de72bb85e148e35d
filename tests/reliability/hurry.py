"""What a server of tests does sooner than in earnest; for `Program(prepare=...)`."""

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
