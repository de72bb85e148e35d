"""What an error of the database says of what it was asked with."""

import asyncio
import socket
import struct

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db import make_engine
from app.db.engine import make_patient_engine
from app.db.faults import is_passing
from app.db.reach import DatabaseUnusableError, require_postgres


@pytest.mark.anyio
async def test_h02_a_failed_statement_does_not_tell_its_values(engine: AsyncEngine) -> None:
    """Errors that nobody expected are written to the server's log; hands and hashes are no business of it."""
    async with engine.connect() as connection:
        with pytest.raises(DBAPIError) as failed:
            await connection.execute(
                text("select 1 / (length(cast(:secret as text)) - 6)"), {"secret": "sesame"}
            )
    assert "division by zero" in str(failed.value)
    assert "sesame" not in str(failed.value)


@pytest.mark.anyio
async def test_an_address_asks_for_encryption_as_postgres_own_programs_do(database_url: str) -> None:
    """`?sslmode=require` is what hosters give; the bundled Postgres has no encryption and refuses it."""
    wanted = database_url.replace("sslmode=disable", "sslmode=require")
    assert wanted != database_url
    for make in (make_engine, make_patient_engine):
        engine = make(wanted)
        with pytest.raises(ConnectionError, match="SSL"):
            await engine.connect()
        await engine.dispose()
    with pytest.raises(DatabaseUnusableError, match="SSL"):
        await asyncio.to_thread(require_postgres, wanted)


@pytest.mark.anyio
async def test_a_line_that_is_reset_before_it_is_one_passes() -> None:
    """Whoever asks gets "try again" (503), not "something went wrong" (500)."""

    async def reset(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(8)
        writer.write(b"N")  # no encryption; the greeting follows
        await reader.read(1)
        lingering = struct.pack("ii", 1, 0)
        writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, lingering)
        writer.transport.abort()

    server = await asyncio.start_server(reset, "127.0.0.1", 0)
    engine = make_engine(f"postgresql://any:word@127.0.0.1:{server.sockets[0].getsockname()[1]}/any")
    with pytest.raises(DBAPIError) as failed:
        async with engine.connect():
            pass
    await engine.dispose()
    server.close()
    assert is_passing(failed.value), repr(failed.value)
