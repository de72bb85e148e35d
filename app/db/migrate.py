"""Brings a database to the newest shape. The migrations themselves are the files in migrations/versions."""

import asyncio
from pathlib import Path

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

from app.db.engine import make_patient_engine

SCRIPTS = Path(__file__).resolve().parents[2] / "migrations"
LOCK = 7_366_520_114  # any number that nothing else uses as an advisory lock


def migrate(database_url: str) -> None:
    """Bring the database to the newest shape, all or nothing; of several that start at once the others wait.

    For a thread in which no loop runs.
    """
    asyncio.run(migrate_within(database_url))


async def migrate_within(database_url: str) -> None:
    """Do the same as `migrate` within a running loop."""
    engine = make_patient_engine(database_url)
    try:
        async with engine.begin() as connection:
            await connection.execute(text("select pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
            await connection.run_sync(_upgrade)
    finally:
        await engine.dispose()


def _upgrade(connection: Connection) -> None:
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(SCRIPTS))
    command.upgrade(config, "head")
