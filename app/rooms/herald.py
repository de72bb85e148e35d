"""What is said at a table beside its log: to everybody who sees it, once or, where Redis is away, not at all."""

from collections.abc import Collection

from app.bus import Post
from app.bus.post import ALL
from app.rooms.gate import Gate


class Herald:
    """Carries frames of no seq to the viewers of a table."""

    def __init__(self, post: Post, gate: Gate) -> None:
        self._post, self._gate = post, gate
        post.on("say", lambda _, header, frame: gate.say(header["table"], frame, header["skip"]))

    def say(self, table: int, frame: bytes, *, skip: Collection[int] = ()) -> None:
        """Send a frame to everybody who sees the table, but not to the players in `skip`."""
        self._gate.say(table, frame, skip)
        self._post.send(ALL, "say", {"table": table, "skip": list(skip)}, frame)
