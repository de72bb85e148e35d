"""One open socket, seen from inside: frames go out, or the connection goes; nobody ever waits for it."""

import asyncio
import time
from collections import deque
from collections.abc import Callable
from typing import Protocol

from app.players.models import Player

MOST_FRAMES = 64
MOST_BYTES = 256 * 1024
STALL_S = 5.0
"""Seconds after which a reader that hasn't taken everything is given up."""

GOING, UNSUPPORTED, POLICY, TOO_BIG, BROKEN = 1001, 1003, 1008, 1009, 1011
OUTDATED, SESSION_ENDED, REPLACED, MOVING, SLOW = 4000, 4001, 4009, 4012, 4013


class Pipe(Protocol):
    """What a connection needs from the socket below; see `protocol.SocketProtocol`."""

    on_room: Callable[[], None] | None
    on_shutdown: Callable[[], None] | None

    @property
    def has_room(self) -> bool:
        """Whether the reader keeps up."""

    def write_text(self, frame: bytes) -> None:
        """Write one text frame now."""

    def write_close(self, code: int, reason: str = "") -> None:
        """Write the closing frame now, and be rid of the connection soon whatever the peer does."""


class Connection:
    """A viewer with a socket: `send` never blocks and never raises; a slow reader is closed with 4013."""

    def __init__(
        self, pipe: Pipe, *, player: Player | None = None, token: str | None = None, address: str = ""
    ) -> None:
        self.player = player
        self.token = token
        self.address = address
        self.closed = False
        self.opened_ns = time.time_ns()
        self.checked = asyncio.get_running_loop().time()
        self._pipe = pipe
        self._outbox: deque[bytes] | None = None  # made for a slow reader only: there are many sockets
        self._bytes = 0
        self._stalled: float | None = None
        pipe.on_room = self._flush

    @property
    def player_id(self) -> int | None:
        """Who looks on; None for a visitor who hasn't signed in."""
        return None if self.player is None else self.player.id

    def send(self, frame: bytes) -> None:
        """Send one JSON text; if 64 frames or 256 KiB wait for the reader, close the connection (4013)."""
        if self.closed:
            return
        if self._outbox is None:
            if self._pipe.has_room:
                self._pipe.write_text(frame)
                return
            self._outbox, self._stalled = deque(), asyncio.get_running_loop().time()
        if len(self._outbox) >= MOST_FRAMES or self._bytes + len(frame) > MOST_BYTES:
            self.close(SLOW, "slow")
            return
        self._outbox.append(frame)
        self._bytes += len(frame)

    def close(self, code: int, reason: str = "", word: bytes | None = None) -> None:
        """Close with `code` after what was written; what still waits in the outbox is dropped. Idempotent.

        A last `word` is said before, also to a reader who is behind.
        """
        if self.closed:
            return
        self.closed = True
        self._outbox = None
        if word is not None:
            self._pipe.write_text(word)
        self._pipe.write_close(code, reason)

    def stalls(self, now: float) -> bool:
        """Say whether the reader has been behind for 5 s at `now` (the loop's time)."""
        return self._stalled is not None and now - self._stalled > STALL_S

    def _flush(self) -> None:
        while self._outbox and self._pipe.has_room:
            frame = self._outbox.popleft()
            self._bytes -= len(frame)
            self._pipe.write_text(frame)
        if not self._outbox:
            self._outbox = self._stalled = None
