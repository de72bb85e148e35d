"""The newest proof of the books: large ones take longer to count than anybody waits for an answer."""

import asyncio
import time

from app.db import own_engine
from app.errors import BusyError
from app.ledger.audit import AuditReport, audit
from app.tasks import end

FRESH_S = 5.0
SHARE = 20
"""The audit takes no more than one twentieth of the time, however large the books are."""
WAIT_S = 3.0
PATIENCE_S = 600


class Proof:
    """Counts on a connection of its own while somebody asks, never twice at a time; nobody who leaves ends it."""

    def __init__(self, database_url: str) -> None:
        self._database_url = database_url
        self._report: AuditReport | None = None
        self._fresh_until = 0.0
        self._counting: asyncio.Task[None] | None = None

    async def start(self) -> None:
        """Nothing is counted before somebody asks."""

    async def stop(self) -> None:
        """Count no more."""
        await end(self._counting)

    async def newest(self) -> AuditReport:
        """Return an audit that is a few seconds old at most, or as old as twenty audits last; an older one where the
        next takes more than 3 s. Raises BusyError where there is none yet, and what the database raises.
        """
        if time.monotonic() >= self._fresh_until:
            if self._counting is None or self._counting.done():
                self._counting = asyncio.create_task(self._count(), name="proof of the books")
                self._counting.add_done_callback(lambda task: task.cancelled() or task.exception())
            if (await asyncio.wait({self._counting}, timeout=WAIT_S))[0]:
                self._counting.result()
        if self._report is None:
            raise BusyError("busy", "The books are being counted. Please try again in a moment.")
        return self._report

    async def _count(self) -> None:
        begun = time.monotonic()
        async with (
            own_engine(self._database_url, patience_s=PATIENCE_S) as engine,
            engine.connect() as connection,
        ):
            self._report = await audit(connection)
        ended = time.monotonic()
        self._fresh_until = ended + max(FRESH_S, SHARE * (ended - begun))
