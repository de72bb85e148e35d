"""What players at a table notice when Redis is emptied or away, and when their turn's owner dies before its end."""

import asyncio
import time
from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.bus import Bus
from app.db import Sessions
from app.rooms import create
from app.rooms.models import LogRecord
from app.rooms.service import Rooms
from app.tables import Setup, alarm
from app.tables.clock import GRACE_MS
from tests.rooms.conftest import Someone
from tests.rooms.members import Wire
from tests.rooms.people import Eye
from tests.rooms.test_relay import die, play_some
from tests.rooms.test_rooms import begin
from tests.waiting import until

pytestmark = pytest.mark.anyio
MakeSomeone = Callable[..., Awaitable[Someone]]
MakeRooms = Callable[..., Awaitable[Rooms]]
AWAY_S = 3.8
"""Longer than a lease lasts and than a worker may be silent."""


async def claims(engine: AsyncEngine) -> list[tuple[int, str, int]]:
    """Who runs which table, and how often it was claimed."""
    async with engine.connect() as connection:
        found = await connection.execute(text("select id, owner, epoch from card_table order by id"))
        return [(row.id, row.owner, row.epoch) for row in found]


async def test_d08_an_emptied_redis_moves_no_table_and_stops_nobody(
    make_rooms: MakeRooms, make_someone: MakeSomeone, engine: AsyncEngine, bus: Bus
) -> None:
    home, gate = await make_rooms(), await make_rooms()
    ana, bo = await make_someone("Ana"), await make_someone("Bo")
    table, ana_eye, _ = await begin(home, ana, bo)
    bo_eye = Eye(bo.id)
    await gate.watch(table.id, bo_eye)
    await bo_eye.until("playing")
    before = await claims(engine)
    for _ in range(5):
        await bus.redis.flushall()
        await play_some(gate, table.id, [(ana, ana_eye), (bo, bo_eye)], 1)
        await asyncio.sleep(0.2)
    assert await claims(engine) == before


@pytest.mark.parametrize("whose", ["home", "everybody"])
async def test_d09_d10_without_redis_an_owner_goes_on_with_those_at_its_own_sockets(
    make_rooms: MakeRooms, make_someone: MakeSomeone, engine: AsyncEngine, redis_url: str, whose: str
) -> None:
    wire = Wire(redis_url)
    await wire.start()
    home = await make_rooms(wire.url)
    gate = await make_rooms(wire.url if whose == "everybody" else redis_url)
    ana, bo = await make_someone("Ana"), await make_someone("Bo")
    table, *eyes = await begin(home, ana, bo)
    before = await claims(engine)
    home.presence.opened(ana.id)
    await until(lambda: gate.presence.is_here(ana.id))
    wire.swallow()
    home.presence.opened(bo.id)
    begun, worst_s = time.monotonic(), 0.0
    while time.monotonic() - begun < AWAY_S:
        asked = time.monotonic()
        await play_some(home, table.id, list(zip((ana, bo), eyes, strict=True)), 1)
        worst_s = max(worst_s, time.monotonic() - asked)
        await asyncio.sleep(0.4)
    wire.heal()
    print(f"longest wait of a move: {worst_s:.2f} s")  # noqa: T201
    assert worst_s < 2  # of a machine that does much else
    assert await claims(engine) == before
    await until(lambda: gate.presence.among([ana.id, bo.id]) == {ana.id, bo.id})
    await wire.stop()


async def test_j11_a_turn_whose_owner_dies_ends_once_and_gets_back_what_the_pause_took(
    make_rooms: MakeRooms, make_someone: MakeSomeone, sessions: Sessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(create, "Setup", lambda **words: Setup(**{**words, "turn_ms": 2_000}))
    home, _ = await make_rooms(), await make_rooms()
    table, _, _ = await begin(home, await make_someone("Ana"), await make_someone("Bo"))
    room = home._host.get(table.id)
    assert room is not None
    assert room.table is not None
    promised = alarm(room.table)
    assert promised is not None
    await die(home)

    async def rung() -> list[LogRecord]:
        query = select(LogRecord).where(LogRecord.table_id == table.id).order_by(LogRecord.seq)
        async with sessions() as session:
            lines = list(await session.scalars(query))
        resumed = next((n for n, line in enumerate(lines) if line.kind == "resume"), len(lines))
        return [line for line in lines[resumed:] if line.kind in ("resume", "alarm")]

    async with asyncio.timeout(20):
        while len(await rung()) < 3:  # noqa: ASYNC110
            await asyncio.sleep(0.1)
    resume, first, second = (await rung())[:3]
    paused = resume.body["paused_ms"]
    assert paused > 0
    assert [line.kind for line in (resume, first, second)] == ["resume", "alarm", "alarm"]
    assert promised + min(paused, GRACE_MS) <= first.at <= promised + paused + 2_000
    assert second.at >= first.at + 1_000  # of the next turn
