"""Notices: stored once, told live to whom they are for, read, quiet by kind."""

from typing import Any

import orjson
import pytest

from app.social.notices import service as notices
from tests.lobby.house import House, Person
from tests.test_main import socket_of
from tests.web.door import receive

pytestmark = pytest.mark.anyio


async def add(house: House, player: int, kind: str, **facts: Any) -> bytes:
    async with house.app.state.sessions.begin() as session:
        return notices.frame_of(await notices.add_notice(session, player, kind, facts))


async def listed(person: Person) -> Any:
    return (await person.ask("GET", "/api/me/notices")).json()


async def test_a_notice_is_told_live_and_kept_for_whom_it_is_for(house: House) -> None:
    ana, bo = await house.guests(2)
    async with socket_of(house, ana) as client:
        assert (await receive(client))["type"] == "hello"
        house.app.state.push(ana.id, await add(house, ana.id, "warning", text="Mind your words."))
        frame = await receive(client)
    assert (frame["type"], frame["notice"]["facts"]) == ("notice", {"text": "Mind your words."})
    assert await listed(ana) == {"notices": [frame["notice"]], "unread": 1, "quiet": []}
    assert (await listed(bo))["notices"] == []
    assert (await house.browser("nobody").get("/api/me/notices")).status_code == 401


async def test_what_was_seen_is_read_and_what_came_meanwhile_is_not(house: House) -> None:
    ana, bo = await house.guests(2)
    for text in ("one", "two", "three"):
        await add(house, ana.id, "warning", text=text)
    await add(house, bo.id, "warning", text="bo's")
    seen = (await listed(ana))["notices"]
    assert [notice["facts"]["text"] for notice in seen] == ["three", "two", "one"]
    assert (await ana.ask("POST", "/api/me/notices/read", {"id": seen[1]["id"]})).status_code == 204
    after = await listed(ana)
    assert (after["unread"], [notice["read"] for notice in after["notices"]]) == (1, [False, True, True])
    assert (await listed(bo))["unread"] == 1


async def test_the_newest_hundred_are_kept(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "KEPT", 2)
    ana = await house.guest()
    for text in ("one", "two", "three"):
        await add(house, ana.id, "warning", text=text)
    newest = (await listed(ana))["notices"][0]["id"]
    await ana.ask("POST", "/api/me/notices/read", {"id": newest})
    monkeypatch.setattr(notices, "KEPT", 100)
    assert [each["facts"]["text"] for each in (await listed(ana))["notices"]] == ["three", "two"]


async def test_what_holds_no_longer_is_taken_back(house: House) -> None:
    ana, bo = await house.guests(2)
    for player, table in ((ana, 7), (ana, 8), (bo, 7)):
        await add(house, player.id, "invitation", table=table, code="K7F3")
    async with house.app.state.sessions.begin() as session:
        await notices.forget_notices(session, ana.id, "invitation", {"table": 7})
    assert [[n["facts"]["table"] for n in (await listed(who))["notices"]] for who in (ana, bo)] == [[8], [7]]


async def test_a_quiet_kind_waits_in_the_list(house: House) -> None:
    ana = await house.guest()
    for _ in range(2):
        answer = await ana.ask("PUT", "/api/me/notices/quiet", {"kinds": ["present", "present", "friend"]})
        assert answer.status_code == 204
    await add(house, ana.id, "present", present=1)
    await add(house, ana.id, "warning", text="Mind your words.")
    found = await listed(ana)
    assert [notice["quiet"] for notice in found["notices"]] == [False, True]
    assert found["quiet"] == ["friend", "present"]
    assert (await ana.ask("PUT", "/api/me/notices/quiet", {"kinds": ["sneeze"]})).status_code == 422


async def test_whoever_goes_is_taken_from_lists_that_lie_open(house: House) -> None:
    ana, bo = await house.guests(2)
    await ana.ask("POST", f"/api/friends/{bo.id}")
    [asked] = (await listed(bo))["notices"]
    told = list[tuple[int, Any]]()
    house.app.state.push = lambda player, frame: told.append((player, orjson.loads(frame)))
    assert (await ana.ask("DELETE", "/api/me")).status_code == 204
    assert told == [(bo.id, {"type": "notices_gone", "ids": [asked["id"]]})]
    assert (await listed(bo))["notices"] == []
