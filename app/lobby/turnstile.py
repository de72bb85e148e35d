"""One at a time for each game, on this worker and on all of them, at the price of one connection a game."""

import asyncio
import contextlib
import hashlib
from collections import Counter, defaultdict
from collections.abc import AsyncIterator

from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db import make_engine
from app.errors import BusyError

MOST_NAMES = 8
MOST_WAITING = 200


class Turnstile:
    """Serialises by name: an asyncio lock for this worker, an advisory lock of Postgres for the others.

    Who waits for somebody of this worker holds no connection, so that one is enough however many press at once;
    between workers Postgres keeps the queue, and keeps it fair. The connections are apart from everybody else's.
    If one breaks while it is held, another worker may enter early: nothing that must be exact may hang on it.
    """

    def __init__(self, database_url: str) -> None:
        self._engine = make_engine(database_url, pool_size=MOST_NAMES)
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self._waiting: Counter[str] = Counter()

    async def stop(self) -> None:
        """Close the connections; what they locked is free."""
        await self._engine.dispose()

    @contextlib.asynccontextmanager
    async def hold(self, name: str) -> AsyncIterator[AsyncConnection]:
        """Be the only one under this name, with a connection to read by.

        Raises BusyError after 3 s of waiting for another worker, and where 200 of this one wait already.
        """
        if self._waiting[name] >= MOST_WAITING:
            raise busy()
        self._waiting[name] += 1
        try:
            async with self._locks[name], self._locked(name) as connection:
                yield connection
        finally:
            self._waiting[name] -= 1

    @contextlib.asynccontextmanager
    async def _locked(self, name: str) -> AsyncIterator[AsyncConnection]:
        connection = self._engine.connect()
        try:
            try:
                await connection.start()
                # Of the transaction: however it ends, the lock is free.
                await connection.execute(text("select pg_advisory_xact_lock(:key)"), {"key": key_of(name)})
            except (SQLAlchemyError, OSError) as error:
                raise busy() from error
            yield connection
        finally:
            await asyncio.shield(let_go(connection))


async def let_go(connection: AsyncConnection) -> None:
    """Give the connection back; one that broke meanwhile is nobody's trouble any more."""
    try:
        await connection.close()
    except (SQLAlchemyError, OSError):
        with contextlib.suppress(SQLAlchemyError, OSError):
            await connection.invalidate()
            await connection.close()


def key_of(name: str) -> int:
    """Return the number of a lock."""
    return int.from_bytes(hashlib.blake2b(name.encode(), digest_size=8).digest(), signed=True)


def busy() -> BusyError:
    """Return the refusal of who would wait too long."""
    return BusyError("busy", "Too many are looking for a seat just now. Please try again.")
