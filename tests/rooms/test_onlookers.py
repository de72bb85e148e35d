"""Blocks are obeyed where people sit and look on: on one worker or two, whoever blocked, whatever comes first."""

import asyncio
from collections.abc import Awaitable, Callable, Collection

import pytest
from sqlalchemy.ext.asyncio import AsyncSession

from app.db import Sessions
from app.errors import ForbiddenError
from app.players import service as players
from app.players.service import block_player
from app.rooms.service import Rooms
from app.wire import commands as c
from tests.rooms.conftest import Someone
from tests.rooms.people import Eye, command_id
from tests.rooms.test_rooms import begin, quick, sit

pytestmark = pytest.mark.anyio
MakeSomeone = Callable[..., Awaitable[Someone]]
MakeRooms = Callable[[], Awaitable[Rooms]]


async def block(sessions: Sessions, one: Someone, other: Someone) -> None:
    async with sessions.begin() as session:
        await block_player(session, one.id, other.id)


async def gone(eye: Eye) -> str:
    """The reason with which a viewer was sent away."""
    async with asyncio.timeout(5):
        while eye.frames[-1]["type"] != "gone":  # noqa: ASYNC110
            await asyncio.sleep(0.01)
    return str(eye.frames[-1]["reason"])


async def test_nobody_sits_or_looks_on_across_a_block_whoever_made_it(
    rooms: Rooms, make_someone: MakeSomeone, sessions: Sessions
) -> None:
    ana, bo, cleo, dan, eva = [await make_someone(name) for name in ("Ana", "Bo", "Cleo", "Dan", "Eva")]
    await block(sessions, ana, cleo)
    await block(sessions, dan, bo)
    waiting = await rooms.create(quick(seats=3), eva, command_id())
    await block(sessions, eva, cleo)
    await block(sessions, dan, eva)
    table, _, _ = await begin(rooms, ana, bo)
    for apart in (cleo, dan):
        with pytest.raises(ForbiddenError) as refused:
            await rooms.watch(table.id, Eye(apart.id))
        assert refused.value.code == "blocked"
        with pytest.raises(ForbiddenError) as refused:
            await sit(rooms, waiting, apart)
        assert refused.value.code == "blocked"
    for welcome in (Eye(eva.id), Eye(None), Eye(ana.id)):
        await rooms.watch(table.id, welcome)
        assert welcome.view["phase"] == "playing"


async def test_a_block_sends_away_who_looks_on_from_whatever_worker(
    make_rooms: MakeRooms, make_someone: MakeSomeone, sessions: Sessions
) -> None:
    home, gate = await make_rooms(), await make_rooms()
    ana, bo, cleo, dan = [await make_someone(name) for name in ("Ana", "Bo", "Cleo", "Dan")]
    table, ana_eye, _ = await begin(home, ana, bo)
    near, far, other = Eye(cleo.id), Eye(cleo.id), Eye(dan.id)
    await home.watch(table.id, near)
    for eye in (far, other):
        await gate.watch(table.id, eye)
    await block(sessions, cleo, bo)
    gate.part(cleo.id, bo.id)
    assert [await gone(eye) for eye in (near, far)] == ["blocked", "blocked"]
    await block(sessions, ana, bo)  # who sits together plays on
    home.part(ana.id, bo.id)
    with pytest.raises(ForbiddenError):  # from afar it is the same
        await gate.watch(table.id, Eye(cleo.id))
    assert {"gone"}.isdisjoint(frame["type"] for frame in (*ana_eye.frames, *other.frames))


async def test_whoever_sits_down_is_not_looked_at_across_a_block(
    rooms: Rooms, make_someone: MakeSomeone, sessions: Sessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between two matches a seat changes hands while somebody looks on."""
    monkeypatch.setattr("app.tables.match.AGAIN_MS", 1_000)
    ana, bo, cleo, dan, eva = [await make_someone(name) for name in ("Ana", "Bo", "Cleo", "Dan", "Eva")]
    table, ana_eye, _ = await begin(rooms, ana, bo)
    apart, welcome = Eye(cleo.id), Eye(dan.id)
    for eye in (apart, welcome):
        await rooms.watch(table.id, eye)
    await block(sessions, cleo, eva)
    await rooms.ask(table.id, c.Leave(id=command_id(), type="leave", table=table.id), bo)
    await rooms.ask(table.id, c.Again(id=command_id(), type="again", table=table.id), ana)
    await ana_eye.until("waiting")
    await sit(rooms, table, eva)
    assert await gone(apart) == "blocked"
    assert welcome.frames[-1]["type"] != "gone"


async def test_a_block_that_is_made_while_somebody_is_let_in_is_obeyed(
    rooms: Rooms, make_someone: MakeSomeone, sessions: Sessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, bo, cleo = [await make_someone(name) for name in ("Ana", "Bo", "Cleo")]
    table, _, _ = await begin(rooms, ana, bo)
    ask = players.are_blocked

    async def and_block(session: AsyncSession, player: int, others: Collection[int]) -> set[int]:
        found = await ask(session, player, others)
        if not found:
            await block(sessions, ana, cleo)
            rooms.part(ana.id, cleo.id)
        return found

    monkeypatch.setattr(players, "are_blocked", and_block)
    eye = Eye(cleo.id)
    await rooms.watch(table.id, eye)
    assert await gone(eye) == "blocked"
