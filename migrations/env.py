"""How Alembic reaches the database: over the connection it is handed, else over DATABASE_URL by itself."""

import asyncio
import os

from alembic import context
from sqlalchemy import Connection

from app.db import Base
from app.db.engine import make_patient_engine


def run_over(connection: Connection) -> None:
    context.configure(connection=connection, target_metadata=Base.metadata)
    with context.begin_transaction():
        context.run_migrations()


async def run_alone(database_url: str) -> None:
    engine = make_patient_engine(database_url)
    async with engine.begin() as connection:
        await connection.run_sync(run_over)
    await engine.dispose()


handed: Connection | None = context.config.attributes.get("connection")
if handed is not None:
    run_over(handed)
else:
    asyncio.run(run_alone(os.environ["DATABASE_URL"]))
