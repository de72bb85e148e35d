"""No log can be written any more: players are asked to try again, everything else works, and later it goes on."""

import asyncio
import os
import subprocess
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import func, make_url, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db import Sessions
from app.embedded.postgres import ROLE
from app.ledger.audit import audit
from app.rooms.models import LogRecord
from tests.clients import Client, Frame, command_id
from tests.databases import Databases
from tests.program import Program

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(90)]

TABLE = {"game": "toma2", "options": {}, "seats": 2, "bet": 6000, "turn_ms": 40000, "public": True}
FULL = (
    """
create function disk_full() returns trigger language plpgsql as $$
begin
    raise exception 'could not extend file: No space left on device' using errcode = '53100';
end $$
""",
    "create trigger disk_full before insert on log for each row execute function disk_full()",
)
FREE = ("drop trigger disk_full on log", "drop function disk_full")


async def test_d06_a_full_disk_under_the_logs_loses_nothing_and_stops_only_the_tables(
    make_program: Callable[..., Program], engine: AsyncEngine, sessions: Sessions
) -> None:
    await _lose_nothing(
        make_program(), sessions, full=lambda: _run(engine, FULL), free=lambda: _run(engine, FREE)
    )


@pytest.fixture
def small_disk(databases: Databases, engine: AsyncEngine) -> Iterator[Path]:
    """A tablespace `small` on a disk of 24 MB."""
    if os.geteuid() != 0 or os.environ.get("SOBREMESA_LONG") != "1":
        pytest.skip("mounts a disk in memory: root, and SOBREMESA_LONG=1")
    disk = Path(tempfile.mkdtemp(prefix="sobremesa-disk-"))
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24m,mode=0777", "tmpfs", disk], check=True)
    try:
        disk.joinpath("space").mkdir(mode=0o700)
        databases.give_to_server(disk / "space")
        databases.execute(f"create tablespace small location '{disk / 'space'}'")
        databases.execute(f"grant create on tablespace small to {ROLE}")
        yield disk
        name = make_url(str(engine.url)).database
        databases.execute(f"drop database {name} with (force)")
        databases.execute(f"create database {name} owner {ROLE}")  # for whoever drops it afterwards
        databases.execute("drop tablespace small")
    finally:
        subprocess.run(["umount", disk], check=True)
        disk.rmdir()


async def test_d06_a_disk_that_is_really_full(
    small_disk: Path, make_program: Callable[..., Program], engine: AsyncEngine, sessions: Sessions
) -> None:
    more = "insert into filler select md5(random()::text) from generate_series(1, {rows})"

    async def fill() -> None:
        for rows in (10_000, 1_000, 1):
            with pytest.raises(DBAPIError, match="No space left"):
                await _again_and_again(engine, more.format(rows=rows))

    await _run(
        engine,
        (
            "alter table log set tablespace small",
            "alter table log set (fillfactor = 10)",  # a new page every few lines
            "create table filler (what text) tablespace small",
            "create table reserve tablespace small as select generate_series(1, 10000)",
        ),
    )
    await fill()
    await _run(engine, ("truncate reserve",))  # so that what is left is full in a moment

    async def free() -> None:
        subprocess.run(["mount", "-o", "remount,size=64m", small_disk], check=True)

    await _lose_nothing(make_program(), sessions, full=fill, free=free, fit=10)


async def _again_and_again(engine: AsyncEngine, statement: str) -> None:
    while True:
        await _run(engine, (statement,))


async def _lose_nothing(
    server: Program,
    sessions: Sessions,
    *,
    full: Callable[[], Awaitable[None]],
    free: Callable[[], Awaitable[None]],
    fit: int = 0,
) -> None:
    async with Client(server.url, 1) as ana, Client(server.url, 2) as bo, Client(server.url) as other:
        await ana.register("Ana Lucia")
        await bo.sign_in()
        table = (await ana.post("/api/tables", TABLE))["table"]
        enough: dict[Client, int] = {}
        playing = [
            asyncio.create_task(_play(ana, table, enough)),
            asyncio.create_task(_play(bo, table, enough)),
        ]
        await _until(lambda: len(ana.history.acked) > 2)

        await full()
        await _until(lambda: "try_again" in _codes(ana, bo) and "stalled" in _types(ana, bo))
        written, acked = await _written(sessions), len(ana.history.acked) + len(bo.history.acked)
        login = {"name": "Ana Lucia", "password": "correct horse"}
        assert (await other.http.post("/api/login", json=login)).status_code == 200
        assert [row["id"] for row in (await other.http.get("/api/tables")).json()["rows"]] == [table]
        await other.http.post("/api/logout")
        await other.sign_in()
        headers = {"Idempotency-Key": command_id()}
        refused = await other.http.post("/api/tables", json=TABLE, headers=headers)
        if not (fit and refused.is_success):  # a short line may still fit into the last page
            assert (refused.status_code, refused.json()["code"]) == (503, "busy")
        assert await _written(sessions) - written <= fit
        # two answers were on their way to them
        assert len(ana.history.acked) + len(bo.history.acked) <= acked + 2 + fit

        await free()
        made = await other.http.post("/api/tables", json=TABLE, headers=headers)
        assert made.is_success, made.text
        enough |= {one: len(one.history.acked) + 3 for one in (ana, bo)}
        async with asyncio.timeout(30):
            await asyncio.gather(*playing)
        await _check(sessions, ana, bo)


async def _play(client: Client, table: int, enough: dict[Client, int]) -> None:
    """Play until everybody has heard so many answers, set when it goes on after the fault; or until the end."""

    def done(view: Frame) -> bool:
        heard = bool(enough) and all(len(one.history.acked) >= many for one, many in enough.items())
        return heard or view["settled"] is not None

    await client.play(table, done, sit=True)


async def _until(true: Callable[[], bool]) -> None:
    async with asyncio.timeout(20):
        while not true():  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def _run(engine: AsyncEngine, statements: tuple[str, ...]) -> None:
    async with engine.begin() as connection:
        for statement in statements:
            await connection.execute(text(statement))


async def _written(sessions: Sessions) -> int:
    async with sessions() as session:
        return await session.scalar(select(func.count()).select_from(LogRecord)) or 0


def _codes(*clients: Client) -> set[str]:
    return {frame["code"] for client in clients for frame in client.frames if frame["type"] == "reject"}


def _types(*clients: Client) -> set[str]:
    return {frame["type"] for client in clients for frame in client.frames}


async def _check(sessions: Sessions, *clients: Client) -> None:
    async with sessions() as session:
        assert (await audit(session)).sound
        logged = {
            line.command_id: line.seq
            for line in await session.scalars(select(LogRecord).where(LogRecord.command_id.is_not(None)))
        }
    for client in clients:
        assert {id_: logged.get(id_) for id_ in client.history.acked} == client.history.acked
