"""The way of a line: stored first, then told to everybody who sees the table."""

from collections.abc import Collection
from typing import Protocol

from app.db import Sessions
from app.players.models import Player
from app.players.service import find_blocked
from app.social.talk import service
from app.wire import frames
from app.wire.commands import Say


class Teller(Protocol):
    """What reaches everybody who sees a table."""

    def __call__(self, table: int, frame: bytes, *, skip: Collection[int] = ()) -> None:
        """Send a frame to them, on all workers, but to the players in `skip`."""


class Talk:
    """Lets people speak where they sit; who has a block with the speaker, either way, hears nothing."""

    def __init__(self, sessions: Sessions, tell: Teller, *, limited: bool) -> None:
        self._sessions, self._tell, self._limited = sessions, tell, limited

    async def say(self, said: Say, speaker: Player) -> None:
        """Store and tell a line once, however often it is asked for under its id; raise what refuses it."""
        async with self._sessions.begin() as session:
            skip = await find_blocked(session, speaker.id)
            line = await service.add_line(session, speaker, said, limited=self._limited)
        if line is not None:
            self._tell(said.table, frames.talk(service.told(line, speaker)), skip=skip)
