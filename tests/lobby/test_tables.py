"""Making a table, looking at one, invitations, practice: over HTTP, with real rooms."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from app.config import Settings
from tests.lobby.house import House, fresh_key
from tests.rooms.people import Eye

pytestmark = pytest.mark.anyio


async def listed(house: House) -> dict[int, Any]:
    return {row["id"]: row for row in house.app.state.feed.rows()}


async def test_a_table_is_made_once_for_a_key_and_listed(house: House) -> None:
    ana = await house.guest()
    key = fresh_key()
    made = [(await ana.create(key=key)).json() for _ in range(3)]
    assert made == [made[0]] * 3
    assert (await ana.create(key=key, seats=3)).json()["code"] == "id_reused"
    await until(lambda: listed(house), bool)
    rows = (await ana.ask("GET", "/api/tables")).json()["rows"]
    assert [(row["id"], row["code"], row["players"][0]["id"]) for row in rows] == [
        (made[0]["table"], made[0]["code"], ana.id)
    ]


async def test_fifty_presses_at_once_make_one_table(house: House) -> None:
    ana = await house.guest()
    key = fresh_key()
    made = await asyncio.gather(*(ana.create(key=key) for _ in range(50)))
    assert {answer.status_code for answer in made} == {200}
    assert len({answer.text for answer in made}) == 1
    assert len(await house.tables()) == 1


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"bet": 5_999}, "bet_too_small"),
        ({"bet": -1}, "invalid"),
        ({"bet": 6000.5}, "invalid"),
        ({"bet": True}, "invalid"),
        ({"bet": "6000"}, "invalid"),
        ({"bet": 2**63}, "invalid"),
        ({"seats": 1}, "invalid"),
        ({"seats": 11}, "invalid"),
        ({"turn_ms": 15_000}, "bad_speed"),
        ({"options": {"format": "endless"}}, "bad_option"),
        ({"options": {"admin": True}}, "bad_option"),
        ({"options": []}, "invalid"),
        ({"game": "chess"}, "no_such_game"),
        ({"robots": True}, "bad_bet"),
        ({"level": "genius"}, "invalid"),
        ({"more": 1}, "invalid"),
    ],
)
async def test_a12_a_wish_that_cannot_be_is_422(house: House, wish: dict[str, Any], code: str) -> None:
    ana = await house.guest()
    answer = await ana.create(**wish)
    assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert await house.tables() == []


async def test_a_second_table_for_coins_is_refused_and_says_where_one_sits(house: House) -> None:
    ana = await house.guest()
    first = (await ana.create()).json()
    refused = (await ana.create()).json()
    assert (refused["code"], refused["table"], refused["table_code"]) == (
        "already_seated",
        first["table"],
        first["code"],
    )


async def test_a_table_says_whether_one_can_sit_down_and_why_not(house: House, settings: Settings) -> None:
    host, ana, bo, cy = await house.guests(4)
    made = (await host.create(seats=2, bet=20_000)).json()
    path = f"/api/tables/{made['code']}"

    async def look(person: Any) -> Any:
        return (await person.ask("GET", path)).json()

    mine = await look(host)
    assert (mine["joinable"], mine["reason"], mine["link"]) == (False, "seated_here", made["link"])
    theirs = await look(ana)
    assert (theirs["joinable"], theirs["reason"]) == (True, None)
    assert "link" not in theirs
    assert theirs["row"]["id"] == made["table"]
    await bo.ask("POST", f"/api/blocks/{host.id}")
    assert (await look(bo))["reason"] == "blocked"
    await cy.create(bet=6_000)
    assert (await look(cy))["reason"] == "already_seated"
    assert (await ana.ask("GET", path.lower())).json() == theirs
    await house.do(ana, "sit", made["table"])
    await until(lambda: look(cy), lambda found: found["reason"] == "started")
    assert (await cy.ask("GET", "/api/tables/ZZZZ")).status_code == 404
    assert (await cy.ask("GET", "/api/tables/ZZ%27Z")).status_code == 422


async def until(look: Callable[[], Awaitable[Any]], true: Callable[[Any], bool]) -> None:
    """Look again until it is so: what follows from an answer comes a moment after it."""
    async with asyncio.timeout(20):
        while not true(await look()):  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def test_who_has_too_few_coins_is_told_so(house: House) -> None:
    host, ana, bo = await house.guests(3)
    path = f"/api/tables/{(await host.create(bet=30_000)).json()['code']}"
    assert (await ana.ask("GET", path)).json()["joinable"]
    other = (await bo.play_now()).json()
    await house.do(ana, "sit", other["table"])  # 24,000 are left
    await until(house.tables, lambda tables: {table.phase for table in tables} == {"waiting", "playing"})
    assert (await ana.ask("GET", path)).json()["reason"] == "not_enough_coins"
    refused = await bo.create(bet=30_001)
    assert (refused.status_code, refused.json()["code"]) == (409, "not_enough_coins")


async def test_a_private_table_is_found_by_its_link_only(house: House) -> None:
    host, ana = await house.guests(2)
    made = (await host.create(public=False)).json()
    assert await listed(house) == {}
    assert (await ana.ask("GET", f"/api/tables/{made['code']}")).status_code == 404
    assert (await ana.ask("GET", f"/api/tables/{made['code']}?link=abcdefgh")).status_code == 404
    assert (await ana.ask("GET", f"/api/tables/{made['code']}?link={made['link']}")).json()["joinable"]
    invited = (await ana.ask("GET", f"/api/invitations/{made['link']}")).json()
    assert (invited["table"], invited["code"], invited["joinable"]) == (made["table"], made["code"], True)
    ana.client.cookies.clear()  # also without an account
    assert (await ana.ask("GET", f"/api/invitations/{made['link']}")).json()["joinable"]
    assert (await ana.ask("GET", "/api/invitations/abcdefghijkl")).status_code == 404


async def test_a_qr_code_leads_to_the_seat(house: House) -> None:
    host = await house.guest()
    made = (await host.create()).json()
    picture = await host.ask("GET", f"/api/tables/{made['code']}/qr.svg?link={made['link']}")
    assert picture.headers["content-type"] == "image/svg+xml"
    assert picture.text.startswith("<?xml")
    assert "script" not in picture.text
    plain = await host.ask("GET", f"/api/tables/{made['code']}/qr.svg")
    assert plain.text != picture.text
    bad = await host.client.get(f"/api/tables/{made['code']}/qr.svg?link=%3Cscript%3E")
    assert bad.status_code == 422
    bad = await host.client.get(f"/api/tables/{made['code']}/qr.svg", headers={"host": "a b"})
    assert bad.status_code == 422


async def test_practice_goes_beside_a_seat_for_coins_and_is_not_listed(house: House) -> None:
    ana = await house.guest()
    place = (await ana.play_now()).json()
    key = fresh_key()
    answers = [(await ana.ask("POST", "/api/practice", {"game": "toma2"}, key)).json() for _ in range(2)]
    assert answers == [answers[0]] * 2
    assert answers[0].keys() == {"table", "code"}
    assert answers[0]["table"] != place["table"]
    await until(lambda: listed(house), lambda rows: rows.keys() == {place["table"]})
    seats = await house.app.state.rooms.seats_of(ana.id)
    assert {(seat["id"], seat["bet"]) for seat in seats} == {
        (place["table"], 6_000),
        (answers[0]["table"], 0),
    }
    assert (await ana.play_now()).json() == place


async def test_robots_play_as_well_as_was_asked_and_the_view_says_so(house: House) -> None:
    ana = await house.guest()
    wishes = [
        ("/api/practice", {"game": "toma2", "level": "easy", "seats": 4}),
        ("/api/tables", {"game": "toma2", "seats": 3, "bet": 0, "robots": True, "level": "strong"}),
        ("/api/practice", {"game": "toma2"}),
    ]
    tables = [(await ana.ask("POST", path, wish)).json()["table"] for path, wish in wishes]
    rooms = house.app.state.rooms
    eyes = [Eye(ana.id) for _ in tables]
    for table, eye in zip(tables, eyes, strict=True):
        await rooms.watch(table, eye)
    assert [eye.view["table"]["level"] for eye in eyes] == ["easy", "strong", "normal"]
    assert [len(eye.view["seats"]) for eye in eyes] == [4, 3, 2]
    waiting = (await ana.create()).json()["table"]
    await rooms.watch(waiting, eyes[0])
    assert eyes[0].view["table"]["level"] is None


async def test_the_games_are_described_for_the_form(house: House) -> None:
    ana = await house.guest()
    games = {game["key"]: game for game in (await ana.ask("GET", "/api/games")).json()}
    toma2 = games["toma2"]
    assert toma2.keys() == {"key", "name", "seats", "options", "presets", "quick", "minimum_bet"}
    assert toma2["quick"]["seats"] == 2
    assert toma2["minimum_bet"] == 6_000
    assert {option["name"] for option in toma2["options"]} >= {"format"}


async def test_the_list_changes_as_people_come_and_a_closed_table_goes(house: House) -> None:
    ana, bo = await house.guests(2)
    place = (await ana.play_now()).json()
    await until(lambda: listed(house), lambda rows: place["table"] in rows)
    assert (await listed(house))[place["table"]]["phase"] == "waiting"
    await bo.play_now()
    await until(lambda: listed(house), lambda rows: rows[place["table"]]["phase"] == "playing")
    cy = await house.guest()
    made = (await cy.create(seats=3)).json()
    await until(lambda: listed(house), lambda rows: made["table"] in rows)
    await house.do(cy, "leave", made["table"])
    await until(lambda: listed(house), lambda rows: made["table"] not in rows)
