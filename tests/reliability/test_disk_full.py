"""No log can be written any more: players are asked to try again, everything else works, and later it goes on."""

import asyncio
from collections.abc import Callable

import pytest
from sqlalchemy import func, select, text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db import Sessions
from app.ledger.audit import audit
from app.rooms.models import LogRecord
from tests.clients import Client, Frame, command_id
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
    server = make_program()
    async with Client(server.url, 1) as ana, Client(server.url, 2) as bo, Client(server.url) as other:
        await ana.register("Ana Lucia")
        await bo.sign_in()
        table = (await ana.post("/api/tables", TABLE))["table"]
        going = asyncio.Event()
        playing = [
            asyncio.create_task(_play(ana, table, going)),
            asyncio.create_task(_play(bo, table, going)),
        ]
        await _until(lambda: len(ana.history.acked) > 2)

        await _run(engine, FULL)
        written, acked = await _written(sessions), len(ana.history.acked) + len(bo.history.acked)
        await _until(lambda: "try_again" in _codes(ana, bo) and "stalled" in _types(ana, bo))
        login = {"name": "Ana Lucia", "password": "correct horse"}
        assert (await other.http.post("/api/login", json=login)).status_code == 200
        assert [row["id"] for row in (await other.http.get("/api/tables")).json()["rows"]] == [table]
        await other.http.post("/api/logout")
        await other.sign_in()
        headers = {"Idempotency-Key": command_id()}
        refused = await other.http.post("/api/tables", json=TABLE, headers=headers)
        assert (refused.status_code, refused.json()["code"]) == (503, "busy")
        assert await _written(sessions) == written
        assert len(ana.history.acked) + len(bo.history.acked) <= acked + 2  # what was on its way to them

        await _run(engine, FREE)
        made = await other.http.post("/api/tables", json=TABLE, headers=headers)
        assert made.is_success, made.text
        going.set()
        async with asyncio.timeout(30):
            await asyncio.gather(*playing)
        await _check(sessions, ana, bo)


async def _play(client: Client, table: int, going: asyncio.Event) -> None:
    """Play until it goes on after the fault: three more answers."""
    enough: list[int] = []

    def done(_: Frame) -> bool:
        if going.is_set() and not enough:
            enough.append(len(client.history.acked) + 3)
        return bool(enough) and len(client.history.acked) >= enough[0]

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
