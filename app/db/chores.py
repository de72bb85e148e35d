"""Something that is done every so often, whichever worker comes to it."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from app.db.engine import Sessions
from app.db.faults import is_passing
from app.tasks import end

log = logging.getLogger(__name__)


class Chore:
    """Does `do` every `every_s` seconds in a transaction of its own, never on two workers at a time."""

    def __init__(
        self, sessions: Sessions, name: str, every_s: float, do: Callable[[AsyncSession], Awaitable[object]]
    ) -> None:
        self._sessions, self._name, self._every_s, self._do = sessions, name, every_s, do
        self._task: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Begin; the first time is one interval from now."""
        self._task = asyncio.create_task(self._run(), name=f"chore {self._name}")

    async def stop(self) -> None:
        """Do it no more; what was begun and not committed is as if it had not been."""
        await end(self._task)

    async def once(self) -> bool:
        """Do it now, unless another worker is at it; say whether it was done."""
        async with self._sessions.begin() as session:
            mine = func.pg_try_advisory_xact_lock(func.hashtextextended(f"chore {self._name}", 0))
            if not await session.scalar(select(mine)):
                return False
            await self._do(session)
            return True

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(self._every_s)
            try:
                await self.once()
            except Exception as error:
                passing = isinstance(error, OSError) or is_passing(error)
                said = log.warning if passing else log.exception
                said(
                    "the chore %r failed (%s); it is tried again in its time",
                    self._name,
                    type(error).__name__,
                )
