import asyncio
from collections.abc import Iterator

import asyncpg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

import app.admin.models  # loaded at the first look at /admin only
import app.main  # noqa: F401 - every model registers itself
from app.db import Base
from app.db.migrate import migrate_within
from app.embedded.postgres import ROLE
from tests.databases import Databases

pytestmark = pytest.mark.anyio


@pytest.fixture
def empty_url(databases: Databases) -> Iterator[str]:
    """A database of its own that nothing was done to."""
    databases.execute(f"create database untouched owner {ROLE}")
    yield databases.address("untouched")
    databases.drop("untouched")


async def test_several_that_start_at_once_migrate_once(empty_url: str) -> None:
    await asyncio.gather(*(migrate_within(empty_url) for _ in range(4)))
    connection = await asyncpg.connect(empty_url)
    assert await connection.fetchval("select count(*) from account where kind in ('mint', 'sink')") == 2
    assert await connection.fetchval("select count(*) from alembic_version") == 1
    await connection.close()


async def test_the_models_are_what_the_migrations_make(engine: AsyncEngine) -> None:
    def differences(connection: Connection) -> list[object]:
        context = MigrationContext.configure(connection, opts={"compare_server_default": True})
        return list(compare_metadata(context, Base.metadata))

    async with engine.connect() as connection:
        assert await connection.run_sync(differences) == []


async def test_a_migration_that_fails_leaves_nothing(empty_url: str) -> None:
    connection = await asyncpg.connect(empty_url)
    await connection.execute(
        "create function refuse_change() returns trigger language plpgsql as 'begin end'"
    )
    with pytest.raises(Exception, match="refuse_change"):
        await migrate_within(empty_url)
    assert await connection.fetchval("select to_regclass('account')") is None
    await connection.close()
