"""Play now: everybody is seated, nobody waits alone beside another, nobody sits twice (product 3, decided 10, 11)."""

import asyncio
import os
from collections import Counter
from typing import Any

import pytest

from app.config import Settings
from app.games.registry import GAMES
from app.lobby import service
from tests.lobby.house import House, fresh_key, open_house
from tests.rooms.people import Eye

CROWD = 100 if os.environ.get("SOBREMESA_LONG") else 40
pytestmark = pytest.mark.anyio


async def test_the_first_waits_and_the_second_joins(house: House) -> None:
    ana, bo = await house.guests(2)
    first, second = (await ana.play_now()).json(), (await bo.play_now()).json()
    assert first == {"table": first["table"], "code": first["code"], "seat": 0}
    assert second == {"table": first["table"], "code": first["code"], "seat": 1}
    [table] = await house.tables()
    assert table.players == sorted([ana.id, bo.id])


async def test_each_game_opens_its_quick_table_and_practice_as_many_seats(house: House) -> None:
    """Decided 10: two seats and a short match; Tongits has three."""
    seats = {"tongits": 3}
    people = await house.guests(len(GAMES))
    for person, (key, game) in zip(people, GAMES.items(), strict=True):
        code = (await person.play_now(key)).json()["code"]
        row = (await person.ask("GET", f"/api/tables/{code}")).json()["row"]
        assert (row["game"], row["seats"], row["bet"]) == (key, seats.get(key, 2), 6_000)
        assert row["options"] == game.options.write(game.options.parse(game.options.quick.options))
        practice = await person.ask("POST", "/api/practice", {"game": key})
        assert practice.status_code == 200
        view = Eye(person.id)
        await house.app.state.rooms.watch(practice.json()["table"], view)
        assert len(view.view["seats"]) == seats.get(key, 2)


async def test_a_crowd_at_once_are_full_tables_and_nobody_waits_alone(house: House) -> None:
    people = await house.guests(CROWD)
    answers = await asyncio.gather(*(person.play_now() for person in people))
    assert [answer.status_code for answer in answers] == [200] * CROWD
    places = [answer.json() for answer in answers]
    tables = await house.tables()
    assert len(tables) == CROWD // 2
    assert all(len(table.players) == 2 for table in tables)
    seated = Counter(player for table in tables for player in table.players)
    assert seated == Counter(person.id for person in people)
    assert Counter((place["table"], place["seat"]) for place in places).most_common(1)[0][1] == 1
    told = {(place["table"], person.id) for place, person in zip(places, people, strict=True)}
    assert told == {(table.id, player) for table in tables for player in table.players}


async def test_two_workers_at_once_seat_everybody_once(house: House, settings: Settings) -> None:
    # A worker can't reach the other's tables yet; that no two look at the list at once is the turnstile's test.
    async with open_house(settings) as elsewhere:
        people = await house.guests(10)
        there = await elsewhere.guests(10)
        answers = await asyncio.gather(*(person.play_now() for person in people + there))
    assert all(answer.status_code == 200 for answer in answers)
    seated = Counter(player for table in await house.tables() for player in table.players)
    assert seated == Counter(person.id for person in people + there)


async def test_pressing_again_gives_the_same_seat(house: House) -> None:
    ana = await house.guest()
    key = fresh_key()
    answers = [await ana.play_now(key=key), await ana.play_now(key=key), await ana.play_now()]
    assert [answer.json() for answer in answers] == [answers[0].json()] * 3
    assert (await ana.play_now("uno", key=key)).status_code in {409, 422}
    assert len(await house.tables()) == 1
    bo = await house.guest()
    await bo.play_now()
    await house.until_playing(answers[0].json()["table"])  # the answer to the same wish stays what it was
    assert (await ana.play_now(key=key)).json() == answers[0].json()
    assert (await ana.play_now()).json()["code"] == "already_seated"


async def test_c10_fifty_presses_of_one_player_take_one_seat(house: House) -> None:
    ana = await house.guest()
    answers = await asyncio.gather(*(ana.play_now() for _ in range(50)))
    assert {answer.text for answer in answers} == {answers[0].text}
    [table] = await house.tables()
    assert table.players == [ana.id]


async def test_who_plays_elsewhere_is_told_where(house: House) -> None:
    ana, bo, cy = await house.guests(3)
    place = (await ana.play_now()).json()
    await bo.play_now()
    await house.until_playing(place["table"])
    refused = await ana.play_now()
    assert refused.status_code == 409
    assert refused.json() | {"text": ""} == {
        "code": "already_seated",
        "text": "",
        "table": place["table"],
        "table_code": place["code"],
    }
    waiting = (await cy.create(seats=3)).json()
    refused = await cy.play_now()
    assert (refused.status_code, refused.json()["table"]) == (409, waiting["table"])


async def test_a_seat_that_is_gone_at_the_last_moment_is_not_the_end(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, bo, cy = await house.guests(3)
    place = (await ana.play_now()).json()
    look = service.Lobby._fitting

    async def look_and_be_overtaken(*asked: Any) -> list[Any]:
        found = await look(*asked)
        monkeypatch.setattr(service.Lobby, "_fitting", look)
        await house.do(bo, "sit", place["table"])
        return found

    monkeypatch.setattr(service.Lobby, "_fitting", look_and_be_overtaken)
    answer = await cy.play_now()
    assert (answer.status_code, answer.json()["seat"]) == (200, 0)
    assert answer.json()["table"] != place["table"]


def asked_tables(house: House, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The tables at which somebody tries to sit down from now on."""
    rooms, asked = house.app.state.rooms, list[int]()
    ask = rooms.ask

    async def note(table: int, *more: Any) -> Any:
        asked.append(table)
        return await ask(table, *more)

    monkeypatch.setattr(rooms, "ask", note)
    return asked


async def test_other_options_bets_speeds_and_private_tables_are_passed_by(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    people = await house.guests(7)
    wishes = [
        {"seats": 3},
        {"bet": 6_001},
        {"turn_ms": 10_000},
        {"public": False},
        {"options": {"format": "to_60"}},
    ]
    for person, wish in zip(people, wishes, strict=False):
        assert (await person.create(**wish)).status_code == 200
    asked = asked_tables(house, monkeypatch)
    assert (await people[5].play_now()).json()["seat"] == 0
    assert asked == []  # not even tried
    assert (await people[6].play_now()).json()["seat"] == 1


async def test_the_longest_waiting_comes_first_also_a_table_made_by_hand(house: House) -> None:
    ana, bo, cy, di = await house.guests(4)
    by_hand = (await ana.create(options={"format": "express"})).json()
    await asyncio.sleep(0.01)
    assert (await bo.create()).status_code == 200
    assert (await cy.play_now()).json()["table"] == by_hand["table"]
    assert (await di.play_now()).json()["seat"] == 1


@pytest.mark.parametrize("who", ["waiter", "comer"])
async def test_nobody_is_put_beside_somebody_blocked_either_way(
    house: House, who: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, bo, cy = await house.guests(3)
    place = (await ana.play_now()).json()
    blocker, blocked = (ana, bo) if who == "waiter" else (bo, ana)
    assert (await blocker.ask("POST", f"/api/blocks/{blocked.id}")).status_code == 204
    asked = asked_tables(house, monkeypatch)
    apart = (await bo.play_now()).json()
    assert asked == []
    assert apart["table"] != place["table"]
    assert (await cy.play_now()).json()["table"] == place["table"]


async def test_who_is_not_there_any_more_is_not_waited_with(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, bo, cy = await house.guests(3)
    monkeypatch.setattr(service, "HERE_S", 0.2)
    gone = (await ana.play_now()).json()
    await asyncio.sleep(0.3)
    fresh = (await bo.play_now()).json()
    assert fresh["table"] != gone["table"]
    house.app.state.rooms.presence.opened(ana.id)  # her socket opens
    assert (await cy.play_now()).json()["table"] == gone["table"]
    house.app.state.rooms.presence.closed(ana.id)


async def test_who_cannot_pay_is_told_and_nothing_is_made(house: House, settings: Settings) -> None:
    poor = settings.model_copy(update={"guest_grant": 5_000})
    async with open_house(poor) as house_of_the_poor:
        ana = await house_of_the_poor.guest()
        refused = await ana.play_now()
        assert (refused.status_code, refused.json()["code"]) == (409, "not_enough_coins")
    assert await house.tables() == []


async def test_a_stranger_is_asked_to_sign_in_and_a_wish_needs_a_key(house: House) -> None:
    ana = await house.guest()
    assert (
        await ana.client.post("/api/play-now", json={"game": "toma2"}, headers={"origin": "http://test"})
    ).status_code == 422
    assert (await ana.play_now("chess")).json()["code"] == "no_such_game"
    ana.client.cookies.clear()
    assert (await ana.play_now()).status_code == 401
