"""Tables that an admin ends, and a player who is banned in mid-match."""

import asyncio

import pytest
from sqlalchemy import select

from app.config import Settings
from app.embedded.secrets import secret_key
from app.players.service import find_player
from app.rooms.audit import audit
from app.rooms.messages import Wake
from app.rooms.models import MatchRecord
from app.rooms.vault import Vault
from app.wire import commands as c
from tests.admin.staff import Staff, enlist, form_key
from tests.lobby.house import House, open_house
from tests.rooms.people import Eye, act, coins_of, command_id, first_move, salt_all
from tests.rooms.test_rooms import quick
from tests.test_main import socket_of
from tests.waiting import until
from tests.web.door import closing_code, receive

pytestmark = pytest.mark.anyio


async def begin(house: House, *people: Staff) -> tuple[int, list[Eye]]:
    """A match for coins among these, just dealt, and what each sees."""
    rooms, sessions = house.app.state.rooms, house.app.state.sessions
    async with sessions() as session:
        players = [await find_player(session, person.id) for person in people]
    table = await rooms.create(quick(seats=len(people), turn_ms=10_000), players[0], command_id())
    for player in players[1:]:
        await rooms.ask(table.id, c.Sit(id=command_id(), type="sit", table=table.id), player)
    eyes = [Eye(player.id) for player in players]
    for eye in eyes:
        await rooms.watch(table.id, eye)
    await eyes[0].until("salting")
    await salt_all(rooms, table.id, *players)
    await eyes[0].until("playing")
    return table.id, eyes


async def check_books(house: House, settings: Settings) -> None:
    async with house.app.state.sessions() as session:
        found = await audit(await session.connection(), Vault(secret_key(settings)), deep=True)
    assert found.faults == ()


async def test_a_table_is_ended_with_refund_from_the_page_of_another_worker(settings: Settings) -> None:
    async with open_house(settings) as home, open_house(settings) as other:
        sessions = home.app.state.sessions
        ana, bo = await enlist(home, "Ana"), await enlist(home, "Bo Li")
        table, eyes = await begin(home, ana, bo)
        olga = await enlist(other, "Olga", "admin")
        page = await olga.look("/admin/tables")
        code = eyes[0].view["table"]["code"]
        assert f'href="/t/{code}"' in page
        for card in eyes[0].view["game"]["hand"]:
            assert f'"{card}"' not in page
        address, key = f"/admin/tables/{table}/act", form_key()
        for wrong in ("mute", "dismiss", "warn"):
            assert (await olga.send(address, wrong, hours=24)).status_code == 400
        assert (await olga.act(ana.id, "end_table")).status_code == 400
        assert (await olga.send(f"/admin/tables/{table + 1_000}/act", "end_table")).status_code == 404
        assert [await coins_of(sessions, who.id) for who in (ana, bo)] == [54_000, 54_000]
        answers = [await olga.send(address, "end_table", key) for _ in range(2)]
        assert [answer.status_code for answer in answers] == [303, 303]
        assert [await coins_of(sessions, who.id) for who in (ana, bo)] == [60_000, 60_000]
        await until(lambda: all(eye.frames[-1]["type"] == "gone" for eye in eyes))
        assert {eye.frames[-1]["reason"] for eye in eyes} == {"ended"}
        assert "No table is open." in await olga.look("/admin/tables")
        log = await olga.look("/admin/admin-act/list")
        assert log.count("end_table") == 1
        await check_books(home, settings)


async def test_who_is_banned_in_mid_match_is_out_and_the_others_play_on(
    house: House, settings: Settings
) -> None:
    rooms, sessions = house.app.state.rooms, house.app.state.sessions
    olga = await enlist(house, "Olga", "admin")
    people = [await enlist(house, name) for name in ("Ana", "Bo Li", "Cleo")]
    table, eyes = await begin(house, *people)
    banned = people[1]
    async with socket_of(house, banned) as socket:  # type: ignore[arg-type]
        assert (await receive(socket))["player"]["id"] == banned.id
        assert (await olga.act(banned.id, "ban", hours=24)).status_code == 303
        assert await closing_code(socket, 5) == 4001
    assert (await banned.client.get("/api/me")).status_code == 401
    await rooms.unwatch(table, eyes[1])
    async with sessions() as session:
        players = [await find_player(session, person.id) for person in people]

    moves = 0
    async with asyncio.timeout(60):
        while not (view := eyes[0].view)["seats"][1]["left"]:
            seq, turn = eyes[0].updates[-1]["seq"], view["game"]["turn"]
            if turn == 1:  # as time goes by
                rooms._time._last = rooms._time.now() + 25_000
                rooms._host.get(table).post(Wake())
            elif action := first_move(eyes[turn].view):
                await rooms.ask(table, act(table, action), players[turn])
                moves += 1
            await until(lambda seq=seq: all(eye.updates[-1]["seq"] > seq for eye in (eyes[0], eyes[2])))  # type: ignore[misc]
    assert moves > 1, "the others played on"
    await rooms.ask(table, c.Leave(id=command_id(), type="leave", table=table), players[2])
    await eyes[0].until("over", lambda view: view["settled"] is not None)
    coins = [await coins_of(sessions, person.id) for person in people]
    assert coins == [72_000, 54_000, 54_000], "who was banned lost the bet as any leaver does"
    async with sessions() as session:
        assert [match.outcome for match in await session.scalars(select(MatchRecord))] == ["settled"]
    await check_books(house, settings)
