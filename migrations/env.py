"""How Alembic reaches the database: over the connection it is handed, else over DATABASE_URL by itself."""

import asyncio
import os

from alembic import context
from sqlalchemy import Connection, make_url
from sqlalchemy.ext.asyncio import create_async_engine
from sqlalchemy.pool import NullPool

from app.db import Base


def run_over(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=Base.metadata)
    with context.begin_transaction():
        context.run_migrations()


async def run_alone(database_url: str) -> None:
    address = make_url(database_url).set(drivername="postgresql+asyncpg")
    engine = create_async_engine(address, poolclass=NullPool)
    async with engine.begin() as connection:
        await connection.run_sync(run_over)
    await engine.dispose()


handed: Connection | None = context.config.attributes.get("connection")
if handed is not None:
    run_over(handed)
else:
    asyncio.run(run_alone(os.environ["DATABASE_URL"]))
