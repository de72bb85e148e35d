"""A friend's invitation: it keeps a seat for ten minutes, is answered once, and opens a private table (decided 15)."""

import asyncio
import time
from functools import partial
from typing import Any

import orjson
import pytest
from sqlalchemy import text

from app.config import Settings
from app.errors import AppError, UnauthorizedError
from app.lobby.invitations import tell_host
from app.rooms import invitations
from tests.lobby.house import House, Person, fresh_key, open_house
from tests.rooms.people import Eye

pytestmark = pytest.mark.anyio


async def invite(
    host: Person, code: str, person: Person, key: str | None = None, *, friends: bool = True
) -> Any:
    if friends:
        for one, other in ((host, person), (person, host)):
            await one.ask("POST", f"/api/friends/{other.id}")
    return await host.ask("POST", f"/api/tables/{code}/invitations", {"player": person.id}, key)


async def states(host: Person, code: str) -> dict[int, str]:
    kept = (await host.ask("GET", f"/api/tables/{code}/invitations")).json()
    return {each["player"]["id"]: each["state"] for each in kept}


async def sits(house: House, person: Person, table: int, **facts: Any) -> str:
    """How sitting down ends, in a word, and how many seats were kept for others; what is busy is asked again."""
    for _ in range(20):
        try:
            await house.do(person, "sit", table, **facts)
        except AppError as error:
            if error.code not in ("try_again", "busy"):
                return f"{error.code} {error.facts.get('held', '')}".strip()
            await asyncio.sleep(0.2)
        else:
            return "ok"
    return "busy"


async def late(house: House) -> None:
    """Ten minutes go by."""
    async with house.app.state.sessions.begin() as session:
        await session.execute(text("update invitation set until_at = now() where state = 'pending'"))


async def test_an_invitation_keeps_a_seat_and_is_accepted_by_sitting_down(house: House) -> None:
    host, ana, bo = await house.guests(3)
    made = (await host.create()).json()
    assert (await invite(host, made["code"], ana)).status_code == 200
    looked = (await bo.ask("GET", f"/api/tables/{made['code']}")).json()
    assert (looked["joinable"], looked["reason"], looked["held"]) == (False, "full", 1)
    assert (await ana.ask("GET", f"/api/tables/{made['code']}")).json()["joinable"] is True
    assert await sits(house, bo, made["table"]) == "full 1"
    [seen] = (await host.ask("GET", f"/api/tables/{made['code']}/invitations")).json()
    assert (seen["player"]["id"], seen["state"]) == (ana.id, "pending")
    assert 590_000 < seen["until"] - time.time() * 1000 <= 600_000
    [told] = (await ana.ask("GET", "/api/me/notices")).json()["notices"]
    assert told["kind"] == "invitation"
    assert (told["facts"]["code"], told["facts"]["from"]["id"]) == (made["code"], host.id)
    [mine] = (await ana.ask("GET", "/api/me/invitations")).json()
    assert (mine["state"], mine["code"], mine["id"]) == ("pending", made["code"], told["facts"]["invitation"])
    assert await sits(house, ana, made["table"]) == "ok"
    assert await states(host, made["code"]) == {ana.id: "accepted"}
    assert await states(bo, made["code"]) == {}


async def test_the_same_wish_makes_one_invitation(house: House) -> None:
    host, ana, bo = await house.guests(3)
    made = (await host.create(seats=4)).json()
    other = (await bo.create()).json()
    key = fresh_key()
    answers = await asyncio.gather(*(invite(host, made["code"], ana, key) for _ in range(10)))
    answers += await asyncio.gather(*(invite(host, made["code"], ana) for _ in range(10)))
    assert len({answer.text for answer in answers}) == 1
    assert len((await ana.ask("GET", "/api/me/notices")).json()["notices"]) == 1
    assert (await invite(host, made["code"], bo, key)).json()["code"] == "id_reused"
    assert (await invite(host, other["code"], ana, key)).json()["code"] == "id_reused"


async def test_who_says_no_frees_the_seat_and_is_left_in_peace(house: House) -> None:
    host, ana, bo = await house.guests(3)
    made = (await host.create()).json()
    path = f"/api/invitations/{(await invite(host, made['code'], ana)).json()['invitation']}"
    assert (await bo.ask("POST", f"{path}/refuse")).status_code == 404
    for _ in range(2):
        assert (await ana.ask("POST", f"{path}/refuse")).status_code == 204
    assert await states(host, made["code"]) == {ana.id: "refused"}
    assert (await host.ask("DELETE", path)).json()["state"] == "refused"
    assert (await invite(host, made["code"], ana)).json()["code"] == "said_no"
    assert await sits(house, bo, made["table"]) == "ok"


async def test_a_kept_seat_is_free_when_its_time_is_over(house: House) -> None:
    host, ana, bo = await house.guests(3)
    made = (await host.create(seats=2, public=False)).json()
    invited = (await invite(host, made["code"], ana)).json()["invitation"]
    await late(house)
    assert await states(host, made["code"]) == {ana.id: "expired"}
    refused = await ana.ask("POST", f"/api/invitations/{invited}/refuse")
    assert (refused.json()["code"], refused.json()["state"]) == ("invitation_over", "expired")
    assert await sits(house, ana, made["table"]) == "private"
    again = (await invite(host, made["code"], ana)).json()["invitation"]
    assert again != invited
    assert await states(host, made["code"]) == {ana.id: "pending"}
    await late(house)
    assert (await invite(host, made["code"], bo)).status_code == 200
    assert await sits(house, bo, made["table"]) == "ok"


async def test_what_is_taken_back_is_gone_for_both(house: House) -> None:
    host, ana, bo = await house.guests(3)
    made = (await host.create(public=False)).json()
    path = f"/api/invitations/{(await invite(host, made['code'], ana)).json()['invitation']}"
    assert (await ana.ask("DELETE", path)).status_code == 404
    for _ in range(2):
        assert (await host.ask("DELETE", path)).status_code == 204
    assert (await ana.ask("GET", "/api/me/notices")).json()["notices"] == []
    assert (await ana.ask("GET", f"/api/tables/{made['code']}")).status_code == 404
    assert await sits(house, ana, made["table"]) == "private"
    assert (await invite(host, made["code"], bo)).status_code == 200


async def test_who_may_invite_whom(house: House) -> None:
    host, ana, bo, cy = await house.guests(4)
    made = (await host.create(seats=3)).json()

    async def code(by: Person, whom: Person) -> str:
        return str((await invite(by, made["code"], whom)).json().get("code", "ok"))

    await ana.ask("POST", f"/api/blocks/{host.id}")
    await house.do(bo, "sit", made["table"])
    await bo.ask("POST", f"/api/blocks/{cy.id}")
    assert [await code(host, whom) for whom in (ana, bo, cy, host)] == [
        "blocked", "seated_here", "blocked", "not_yourself",
    ]  # fmt: skip
    assert await code(bo, host) == "not_host"
    dora = await house.guest()
    assert await code(host, Person(10**9, dora.client)) == "not_found"
    assert (await invite(host, "ZZZZ", dora)).status_code == 404
    eva = await house.guest()
    assert [await code(host, whom) for whom in (eva, dora)] == ["ok", "full"]
    await house.do(eva, "sit", made["table"])
    assert await code(host, ana) == "started"


async def test_friends_and_people_one_has_just_met_may_be_invited(house: House) -> None:
    host, ana, bo = await house.guests(3)
    met = (await host.create()).json()
    await house.do(ana, "sit", met["table"])
    await house.until_playing(met["table"])
    await house.do(ana, "leave", met["table"])
    await house.do(host, "leave", met["table"])
    made = (await host.create(seats=3)).json()
    assert (await invite(host, made["code"], bo, friends=False)).json()["code"] == "not_known"
    assert await states(host, made["code"]) == {}
    assert (await invite(host, made["code"], ana, friends=False)).status_code == 200
    assert (await invite(host, made["code"], bo)).status_code == 200
    known = (await host.ask("GET", "/api/me/invitable")).json()
    assert [each["id"] for each in known] == [bo.id, ana.id]


async def test_a_block_and_a_farewell_take_invitations_back(house: House) -> None:
    host, ana, bo = await house.guests(3)
    made = (await host.create(seats=3)).json()
    for person in (ana, bo):
        await invite(host, made["code"], person)
    await ana.ask("POST", f"/api/blocks/{host.id}")
    assert await states(host, made["code"]) == {ana.id: "withdrawn", bo.id: "pending"}
    assert (await ana.ask("GET", "/api/me/notices")).json()["notices"] == []
    assert (await ana.ask("GET", "/api/me/invitations")).json() == []
    assert await sits(house, ana, made["table"]) == "blocked"
    assert (await bo.client.delete("/api/me", headers={"origin": "http://test"})).status_code == 204
    assert (await states(host, made["code"]))[bo.id] == "withdrawn"
    cy = await house.guest()
    assert (await host.ask("DELETE", "/api/me")).status_code == 204
    async with house.app.state.sessions() as session:  # as who was asked who they are just before
        with pytest.raises(UnauthorizedError):
            await invitations.invite(session, made["table"], host.id, cy.id, fresh_key())


async def test_a_private_table_is_seen_by_the_invited_once_it_has_begun(house: House) -> None:
    host, ana, bo, cy = await house.guests(4)
    made = (await host.create(seats=3, public=False)).json()
    await invite(host, made["code"], ana)
    assert (await ana.ask("GET", f"/api/tables/{made['code']}")).json()["joinable"] is True
    assert (await bo.ask("GET", f"/api/tables/{made['code']}")).status_code == 404

    async def watches(person: Person) -> str:
        eye = Eye(person.id)
        try:
            await house.app.state.rooms.watch(made["table"], eye)
        except AppError as error:
            return error.code
        return str(eye.view["phase"])

    assert await watches(ana) == "not_started"
    assert await sits(house, bo, made["table"], link=made["link"]) == "ok"
    assert await sits(house, cy, made["table"], link=made["link"]) == "full 1"
    await late(house)
    await house.do(host, "start", made["table"])
    await house.do(bo, "vote", made["table"], accept=True)
    await house.until_playing(made["table"])
    assert await watches(ana) in ("salting", "playing")
    assert await watches(cy) == "not_watchable"
    await host.ask("POST", f"/api/blocks/{ana.id}")
    assert await watches(ana) == "not_watchable"


async def test_whose_invitation_is_over_looks_on_no_longer(house: House) -> None:
    host, ana, bo, cy = await house.guests(4)
    made = (await host.create(seats=4, public=False)).json()
    await invite(host, made["code"], ana)
    await late(house)  # what has run out counts no more than the last one
    for person in (ana, bo):
        await invite(host, made["code"], person)
    assert await sits(house, cy, made["table"], link=made["link"]) == "ok"
    await house.do(host, "start", made["table"])
    await house.do(cy, "vote", made["table"], accept=True)
    await house.until_playing(made["table"])
    eyes = {person.id: Eye(person.id) for person in (ana, bo, cy)}
    for eye in eyes.values():
        await house.app.state.rooms.watch(made["table"], eye)
    kept = (await host.ask("GET", f"/api/tables/{made['code']}/invitations")).json()
    ids = {each["player"]["id"]: each["id"] for each in kept}
    headers = {"origin": "http://test"}
    assert (await host.client.delete(f"/api/invitations/{ids[ana.id]}", headers=headers)).status_code == 204
    assert (await bo.ask("POST", f"/api/invitations/{ids[bo.id]}/refuse")).status_code == 204
    for person in (ana, bo):
        assert eyes[person.id].frames[-1]["reason"] == "not_watchable"
        assert (await person.ask("GET", f"/api/tables/{made['code']}")).status_code == 404
        assert (await person.ask("GET", f"/api/tables/{made['code']}/talk")).status_code == 404
    assert eyes[cy.id].frames[-1]["type"] != "gone"


async def test_play_now_passes_kept_seats_by_and_takes_its_own(house: House) -> None:
    host, ana, bo = await house.guests(3)
    house.app.state.rooms.presence.touch([host.id, bo.id], for_s=60)
    mine = (await host.play_now()).json()
    await invite(host, mine["code"], ana)
    assert (await host.play_now()).json()["table"] == mine["table"]
    assert (await bo.play_now()).json()["table"] != mine["table"]
    assert (await ana.play_now()).json()["table"] == mine["table"]


async def test_c10_fifty_want_the_kept_seat_and_the_invited_one_gets_it(house: House) -> None:
    host, ana, *many = await house.guests(51)
    made = (await host.create()).json()
    await invite(host, made["code"], ana)
    wishes = [*many[:25], *[ana] * 3, *many[25:]]
    found = await asyncio.gather(*(sits(house, person, made["table"]) for person in wishes))
    assert [found[n] for n, person in enumerate(wishes) if person is ana].count("ok") == 1
    strangers = {found[n] for n, person in enumerate(wishes) if person is not ana}
    assert strangers <= {"full 1", "full", "started", "busy"}
    [row] = await house.tables()
    assert row.players == sorted([host.id, ana.id])


async def test_one_invitation_has_one_outcome(house: House) -> None:
    host, ana = await house.guests(2)
    made = (await host.create(seats=3)).json()
    path = f"/api/invitations/{(await invite(host, made['code'], ana)).json()['invitation']}"
    wishes = [
        wish
        for _ in range(16)
        for wish in (
            sits(house, ana, made["table"]),
            ana.ask("POST", f"{path}/refuse"),
            host.ask("DELETE", path),
        )
    ]
    await asyncio.gather(*wishes)
    async with house.app.state.sessions() as session:
        kept = list(await session.scalars(text("select state from invitation")))
        notices = await session.scalar(text("select count(*) from notice where kind = 'invitation'"))
    assert len(kept) == 1
    assert kept[0] in ("accepted", "refused", "withdrawn")
    assert notices == (0 if kept == ["withdrawn"] else 1)
    assert await states(host, made["code"]) == {ana.id: kept[0]}


async def test_who_sits_down_waits_for_an_invitation_that_is_being_made(house: House) -> None:
    """The last seat is never both taken and kept: the table's row puts the two in an order."""
    host, ana, bo = await house.guests(3)
    made = (await host.create()).json()
    async with house.app.state.sessions.begin() as session:
        await invitations.invite(session, made["table"], host.id, ana.id, fresh_key())
        sitting = asyncio.create_task(sits(house, bo, made["table"]))
        waits = text("select count(*) from pg_locks where not granted")
        while not sitting.done() and not await session.scalar(waits):  # noqa: ASYNC110 - it is Postgres that waits
            await asyncio.sleep(0.01)
        assert not sitting.done()
    assert await sitting == "full 1"


async def test_kept_seats_outlive_a_restart_and_are_kept_on_every_worker(settings: Settings) -> None:
    async with open_house(settings) as house:
        host, ana, bo = await house.guests(3)
        made = (await host.create()).json()
        await invite(host, made["code"], ana)
        async with open_house(settings) as other:
            assert await sits(other, bo, made["table"]) == "full 1"
    async with open_house(settings) as house:
        assert await sits(house, bo, made["table"]) == "full 1"
        assert await sits(house, ana, made["table"]) == "ok"


async def test_the_host_hears_each_answer(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    host, ana, bo = await house.guests(3)
    told = list[tuple[int, Any]]()

    def push(player: int, frame: bytes) -> None:
        told.append((player, orjson.loads(frame)))

    made = (await host.create(seats=3)).json()
    house.app.state.push = push
    house.app.state.tell_invitations = partial(tell_host, house.app.state.sessions, push)
    first = (await invite(host, made["code"], ana)).json()["invitation"]
    await invite(host, made["code"], bo)
    await ana.ask("POST", f"/api/invitations/{first}/refuse")
    heard = [
        [each["state"] for each in frame["invitations"]]
        for player, frame in told
        if frame["type"] == "invitations"
    ]
    assert heard == [["pending"], ["pending", "pending"], ["refused", "pending"]]
    assert {player for player, frame in told if frame["type"] == "invitations"} == {host.id}
    told = [(player, frame["notice"]["kind"]) for player, frame in told if frame["type"] == "notice"]
    assert [player for player, kind in told if kind == "invitation"] == [ana.id, bo.id]


async def test_to_strangers_a_private_table_is_no_table_here_either(house: House) -> None:
    host, ana, bo = await house.guests(3)
    made = (await host.create(seats=3, public=False)).json()
    await invite(host, made["code"], ana)
    for code in (made["code"], "ZZZZ"):
        for person in (ana, bo):
            path = f"/api/tables/{code}/invitations"
            answers = [await person.ask("GET", path), await person.ask("POST", path, {"player": host.id})]
            assert [(answer.status_code, answer.json()["code"]) for answer in answers] == [(404, "gone")] * 2
    assert await sits(house, ana, made["table"]) == "ok"
    assert await states(ana, made["code"]) == {}
    assert (await invite(ana, made["code"], bo)).json()["code"] == "not_host"


async def test_no_seat_is_kept_across_a_block_between_who_is_invited_and_who_sits_there(house: House) -> None:
    host, ana, bo, cy = await house.guests(4)
    made = (await host.create(seats=4)).json()
    await house.do(bo, "sit", made["table"])
    for person in (ana, cy):
        await invite(host, made["code"], person)
    await ana.ask("POST", f"/api/blocks/{bo.id}")
    await bo.ask("POST", f"/api/blocks/{cy.id}")
    assert await states(host, made["code"]) == {ana.id: "withdrawn", cy.id: "withdrawn"}
    assert (await ana.ask("GET", "/api/me/notices")).json()["notices"] == []
