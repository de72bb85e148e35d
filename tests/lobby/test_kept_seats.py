"""Seats that are kept for invited people are told wherever seats are counted: a number, and never for whom."""

import asyncio
from typing import Any

import pytest

from app.config import Settings
from app.rooms import invitations
from tests.lobby.house import House, Person, open_house
from tests.lobby.test_invitations import invite, late
from tests.rooms.people import Eye
from tests.web.door import soon

pytestmark = pytest.mark.anyio


def kept(house: House, table: int) -> int | None:
    """How many seats are kept, as the list of this worker says; None where the table isn't listed."""
    return next((row["kept"] for row in house.app.state.feed.rows() if row["id"] == table), None)


def rows_told(house: House) -> list[tuple[int, int]]:
    """How many sit and how many seats are kept, by each row that this worker tells from now on."""
    told, tell = list[tuple[int, int]](), house.app.state.rooms.listing.on_row

    def on_row(row: dict[str, Any]) -> None:
        told.append((len(row["players"]), row["kept"]))
        tell(row)

    house.app.state.rooms.listing.on_row = on_row
    return told


async def test_every_change_is_told_once_and_none_wrongly(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, ana, bo, cy, dora, eva = await house.guests(6)
    monkeypatch.setattr(house.app.state.rooms.presence, "is_here", lambda player: True)
    told, expected = rows_told(house), [(1, 0)]
    made = (await host.create(seats=3)).json()

    async def comes(*row: int) -> None:
        expected.append(row)  # type: ignore[arg-type]
        await soon(lambda: len(told) >= len(expected))

    async def free() -> bool:
        return bool((await ana.ask("GET", f"/api/people/{host.id}")).json()["at"]["free"])

    async def ids() -> dict[int, int]:
        found = (await host.ask("GET", f"/api/tables/{made['code']}/invitations")).json()
        return {each["player"]["id"]: each["id"] for each in found}

    await invite(host, made["code"], ana)
    await comes(1, 1)
    assert await free()
    await invite(host, made["code"], bo)
    await comes(1, 2)
    assert not await free()
    [row] = (await cy.ask("GET", "/api/tables")).json()["rows"]
    assert row["kept"] == 2
    assert [person["id"] for person in row["players"]] == [host.id]
    await bo.ask("POST", f"/api/invitations/{(await ids())[bo.id]}/refuse")
    await comes(1, 1)
    await invite(host, made["code"], cy)
    await comes(1, 2)
    await host.ask("DELETE", f"/api/invitations/{(await ids())[cy.id]}")
    await comes(1, 1)
    await invite(host, made["code"], dora)
    await comes(1, 2)
    await dora.ask("POST", f"/api/blocks/{host.id}")
    await comes(1, 1)
    await house.do(ana, "sit", made["table"])
    await comes(2, 0)
    await house.do(ana, "leave", made["table"])
    await comes(1, 0)
    await invite(host, made["code"], eva)
    await comes(1, 1)
    await eva.client.delete("/api/me", headers={"origin": "http://test"})
    await comes(1, 0)
    assert told == expected
    assert kept(house, made["table"]) == 0


async def test_time_alone_ends_it_and_everybody_who_waits_is_told(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(invitations, "KEPT_S", 0.3)
    host, ana, bo = await house.guests(3)
    listed = (await host.create(seats=3)).json()
    alone = (await ana.create(seats=3, public=False)).json()
    eye = Eye(ana.id)
    await house.app.state.rooms.watch(alone["table"], eye)

    def heard() -> list[int]:
        return [
            frame["kept"] for frame in eye.frames if frame["type"] == "presence" and frame["kept"] is not None
        ]

    await invite(ana, alone["code"], bo)
    await soon(lambda: heard()[-1:] == [1])
    await soon(lambda: heard()[-1:] == [0])
    told = rows_told(house)
    await invite(host, listed["code"], bo)
    await soon(lambda: told == [(1, 1), (1, 0)])
    assert kept(house, listed["table"]) == 0


async def test_a_match_that_has_begun_keeps_no_seat(house: House) -> None:
    host, ana, bo = await house.guests(3)
    made = (await host.create(seats=3)).json()
    await house.do(bo, "sit", made["table"])
    await invite(host, made["code"], ana)
    await soon(lambda: kept(house, made["table"]) == 1)
    for person in (ana, bo):
        row = (await person.ask("GET", f"/api/tables/{made['code']}")).json()["row"]
        assert row["kept"] == 1
    await house.do(host, "start", made["table"])
    await house.do(bo, "vote", made["table"], accept=True)
    await house.until_playing(made["table"])
    await soon(lambda: kept(house, made["table"]) == 0)
    assert [row["kept"] for row in await house.app.state.rooms.rows()] == [0]
    assert (await bo.ask("GET", f"/api/tables/{made['code']}")).json()["row"]["kept"] == 0


async def test_what_was_said_in_vain_is_read_when_that_is_noticed(house: House) -> None:
    host, ana = await house.guests(2)
    made = (await host.create(seats=3)).json()
    rooms = house.app.state.rooms

    def lost(worker: str) -> None:
        for hear in rooms.post.on_lost:
            hear(worker)

    for happens in (lost, rooms._membership.on_left):
        await invite(host, made["code"], ana)
        await soon(lambda: kept(house, made["table"]) == 1)
        await late(house)  # nobody says so, and the time that was known is long
        happens("a worker")
        await soon(lambda: kept(house, made["table"]) == 0)


async def test_kept_seats_are_told_by_whichever_worker_runs_the_table(settings: Settings) -> None:
    async with open_house(settings) as other:
        async with open_house(settings) as house:
            await soon(lambda: all(each.app.state.bus.linked for each in (house, other)))
            host, ana = await house.guests(2)
            made = (await host.create(seats=3)).json()
            far = Person(host.id, other.browser(host.client.cookies["sobremesa"]))
            await invite(far, made["code"], ana)
            await soon(lambda: kept(house, made["table"]) == kept(other, made["table"]) == 1)
            told = rows_told(other)
        await soon(lambda: told)
        await asyncio.sleep(0.1)
        assert set(told) == {(1, 1)}
        assert kept(other, made["table"]) == 1
    async with open_house(settings) as house:
        await soon(lambda: kept(house, made["table"]) is not None)
        assert kept(house, made["table"]) == 1
        await house.do(ana, "sit", made["table"])
        await soon(lambda: kept(house, made["table"]) == 0)
