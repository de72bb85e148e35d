"""Whether the Postgres of a host can be used at all, said in a sentence before anything else is tried."""

import asyncio

import asyncpg
from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from app.errors import AppError

OLDEST = 15


class DatabaseUnusableError(AppError):
    """DATABASE_URL leads nowhere, to a Postgres that is too old, or to the data of a newer version."""


def require_postgres(database_url: str) -> None:
    """Return if a connection can be had. Raises DatabaseUnusableError, whose text never holds the password."""
    try:
        url = make_url(database_url)
    except ArgumentError as error:
        raise DatabaseUnusableError("database_url", "DATABASE_URL is no address of a database.") from error
    place = f"{url.host}:{url.port or 5432}/{url.database}"
    try:
        version = asyncio.run(
            _version(url.set(drivername="postgresql").render_as_string(hide_password=False))
        )
    except (OSError, asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        why = str(error) or type(error).__name__
        text = f"Postgres at {place} can't be used ({why}): check DATABASE_URL."
        raise DatabaseUnusableError("database_unreachable", text) from error
    if version < OLDEST:
        text = f"Postgres at {place} is version {version}; {OLDEST} or newer is needed."
        raise DatabaseUnusableError("database_old", text)


async def _version(dsn: str) -> int:
    connection = await asyncpg.connect(dsn, timeout=5)
    try:
        return int(connection.get_server_version().major)
    finally:
        await connection.close()
