"""Whether the Postgres of a host can be used at all, said in a sentence before anything else is tried."""

import asyncio

import asyncpg
from sqlalchemy import URL
from sqlalchemy.exc import ArgumentError

from app.db.address import dsn, plain
from app.errors import AppError

OLDEST = 15


class DatabaseUnusableError(AppError):
    """DATABASE_URL leads nowhere, to a Postgres that is too old, or to the data of a newer version."""


class DatabaseAwayError(DatabaseUnusableError):
    """Nobody answers there, or not yet: it may come."""


COMING = (
    OSError,
    asyncpg.PostgresConnectionError,
    asyncpg.CannotConnectNowError,
    asyncpg.TooManyConnectionsError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
)
"""Errors of a Postgres that isn't there yet, or not for the moment."""


def require_postgres(database_url: str) -> None:
    """Return if a connection can be had. Raises DatabaseUnusableError, whose text never holds the password.

    Where waiting may help, it is a DatabaseAwayError.
    """
    try:
        url = plain(database_url)
    except ArgumentError as error:
        raise DatabaseUnusableError("database_url", "DATABASE_URL is no address of a database.") from error
    place = f"{url.host}:{url.port or 5432}/{url.database}"
    try:
        version = asyncio.run(_version(url))
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        why = str(error) or type(error).__name__
        text = f"Postgres at {place} can't be used ({why}): check DATABASE_URL."
        kind = DatabaseAwayError if isinstance(error, COMING) else DatabaseUnusableError
        raise kind("database_unreachable", text) from error
    if version < OLDEST:
        text = f"Postgres at {place} is version {version}; {OLDEST} or newer is needed."
        raise DatabaseUnusableError("database_old", text)


async def _version(url: URL) -> int:
    connection = await asyncpg.connect(dsn(url), timeout=3)
    try:
        return int(connection.get_server_version().major)
    finally:
        await connection.close()
