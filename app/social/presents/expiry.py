"""Presents that nobody answers go back: now and then by one worker, and when somebody looks at them."""

import asyncio
import contextlib
import logging
from collections.abc import Callable

from sqlalchemy import text

from app.db import Sessions
from app.social.presents.service import expire_present, list_overdue
from app.social.presents.tidings import tell_answered

PAUSE_S = 60.0
_ONE_WORKER = text("select pg_try_advisory_xact_lock(hashtext('presents-expire'))")
log = logging.getLogger(__name__)


class Expiry:
    """Sends overdue presents back, each in a transaction of its own."""

    def __init__(self, sessions: Sessions, push: Callable[[int, bytes], None]) -> None:
        self._sessions, self._push = sessions, push
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin to look, after a first pause."""
        self._task = asyncio.create_task(self._run(), name="presents")

    async def stop(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._task

    async def look(self) -> None:
        """Send back what is overdue, unless another worker is at it."""
        async with self._sessions.begin() as session:
            if not await session.scalar(_ONE_WORKER):
                return
            overdue = await list_overdue(session)
        for present_id in overdue:
            await self.expire(present_id)

    async def expire(self, present_id: int) -> None:
        """Send one present back, if it is overdue and unanswered."""
        async with self._sessions.begin() as session:
            outcome = await expire_present(session, present_id)
            told = await tell_answered(session, outcome) if outcome else []
        for player_id, frame in told:
            self._push(player_id, frame)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(PAUSE_S)
            try:
                await self.look()
            except Exception as error:
                log.warning("presents could not be looked at: %s", type(error).__name__)
