"""Presents that nobody answers go back: now and then by one worker, and when somebody looks at them."""

from collections.abc import Callable

from sqlalchemy.ext.asyncio import AsyncSession

from app.db import Sessions
from app.social.presents.service import expire_present, list_overdue
from app.social.presents.tidings import tell_answered

EVERY_S = 60.0
"""How often it is looked for them."""


class Expiry:
    """Sends overdue presents back, each in a transaction of its own."""

    def __init__(self, sessions: Sessions, push: Callable[[int, bytes], None]) -> None:
        self._sessions, self._push = sessions, push

    async def look(self, session: AsyncSession) -> None:
        """Send back what is overdue by now."""
        for present_id in await list_overdue(session):
            await self.expire(present_id)

    async def expire(self, present_id: int) -> None:
        """Send one present back, if it is overdue and unanswered."""
        async with self._sessions.begin() as session:
            outcome = await expire_present(session, present_id)
            told = await tell_answered(session, outcome) if outcome else []
        for player_id, frame in told:
            self._push(player_id, frame)
