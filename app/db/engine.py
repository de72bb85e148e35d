"""How Postgres is reached: pool sizes and every time limit in one place."""

import contextlib
from collections.abc import AsyncIterator
from functools import partial

import asyncpg
from sqlalchemy import URL
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.pool import NullPool

from app.db.address import dsn, plain

Sessions = async_sessionmaker[AsyncSession]


def make_engine(database_url: str, *, pool_size: int = 8, patience_s: int = 5) -> AsyncEngine:
    """Return an engine whose every wait is bounded: a black hole costs `patience_s`, never for ever."""
    # pool_pre_ping alone does not help against a black hole; the time limits do (docs/reliability.md).
    return create_async_engine(
        _named(database_url),
        pool_size=pool_size,
        max_overflow=0,
        pool_timeout=5,
        pool_pre_ping=True,
        pool_recycle=900,
        hide_parameters=True,  # errors go to the log, hands and hashes must not
        # As everything else connects: SQLAlchemy itself would not know what follows the "?" of an address.
        async_creator=partial(
            asyncpg.connect,
            dsn(database_url),
            timeout=5,
            command_timeout=patience_s,
            server_settings={
                "application_name": "sobremesa",
                "timezone": "UTC",  # a day is 24 hours, also in the night of a change of clocks
                "statement_timeout": f"{patience_s}s",
                "lock_timeout": "3s",
                "idle_in_transaction_session_timeout": "10s",
            },
        ),
    )


def make_patient_engine(database_url: str) -> AsyncEngine:
    """Return an engine for migrations, which may take longer than any request is allowed to: no pool, no limits."""
    return create_async_engine(
        _named(database_url), poolclass=NullPool, async_creator=partial(asyncpg.connect, dsn(database_url))
    )


@contextlib.asynccontextmanager
async def own_engine(database_url: str, *, patience_s: int = 5) -> AsyncIterator[AsyncEngine]:
    """An engine with one connection, for one errand beside everything else; closed when that is over."""
    engine = make_engine(database_url, pool_size=1, patience_s=patience_s)
    try:
        yield engine
    finally:
        await engine.dispose()


def make_sessions(engine: AsyncEngine) -> Sessions:
    """Return the maker of sessions; the caller opens the transaction and commits it."""
    return async_sessionmaker(engine, expire_on_commit=False)


def _named(database_url: str) -> URL:
    return plain(database_url).set(drivername="postgresql+asyncpg")
