"""The shop and one's stuff: bought once, worn one in a place, seen by others."""

import asyncio

import pytest

from app.social.presents.catalogue import CATALOGUE, SLOTS
from tests.lobby.house import fresh_key
from tests.social.presents.counter import GRANT, Counter, buy
from tests.test_main import socket_of
from tests.web.door import command, receive

pytestmark = pytest.mark.anyio


def test_the_shop_has_things_for_every_place_and_purse() -> None:
    assert len(CATALOGUE) >= 40
    assert {item.slot for item in CATALOGUE.values()} == set(SLOTS)
    assert min(item.price for item in CATALOGUE.values()) == 500
    assert max(item.price for item in CATALOGUE.values()) == 200_000


async def test_a_thing_is_bought_once_for_each_key(counter: Counter) -> None:
    ana, key = await counter.account(), fresh_key()
    first = await buy(ana, "espresso", key)
    assert first == {"thing": first["thing"], "item": "espresso", "coins": GRANT - 500}
    await buy(ana, "espresso")
    assert await buy(ana, "espresso", key) == first
    assert (await buy(ana, "cat", key))["code"] == "cause_reused"
    assert await counter.coins(ana) == GRANT - 1_000
    assert await counter.things(ana) == [("espresso", False)] * 2


async def test_the_same_key_fifty_times_at_once_is_one_purchase(counter: Counter) -> None:
    ana, key = await counter.account(), fresh_key()
    answers = await asyncio.gather(*(buy(ana, "cat", key) for _ in range(50)))
    assert all(answer == answers[0] for answer in answers)
    assert (await counter.coins(ana), await counter.things(ana)) == (GRANT - 20_000, [("cat", False)])


async def test_what_costs_more_than_there_is_stays_in_the_shop(counter: Counter) -> None:
    ana = await counter.account()
    assert (await buy(ana, "pearl_frame"))["code"] == "not_enough_coins"
    assert (await buy(ana, "unicorn"))["code"] == "not_found"
    assert (await counter.coins(ana), await counter.things(ana)) == (GRANT, [])


async def test_one_thing_is_worn_in_a_place_and_only_by_its_owner(counter: Counter) -> None:
    ana, bo = await counter.accounts(2)
    wine, cake = (await buy(ana, "wine"))["thing"], (await buy(ana, "cake"))["thing"]
    frame = (await buy(ana, "wood_frame"))["thing"]
    for thing in (wine, frame, cake):
        done = await ana.ask("PUT", f"/api/me/things/{thing}/worn", {"worn": True})
        assert done.status_code == 204
    looks = {"player": ana.id, "avatar": None, "frame": "wood_frame", "felt": None, "back": None}
    seen = (await bo.client.get(f"/api/looks?players={ana.id},{bo.id}")).json()
    assert {**looks, "companion": "cake"} in seen
    assert len(seen) == 2
    assert (await bo.ask("PUT", f"/api/me/things/{cake}/worn", {"worn": False})).status_code == 404
    await ana.ask("PUT", f"/api/me/things/{cake}/worn", {"worn": False})
    [seen] = (await bo.client.get(f"/api/looks?players={ana.id}")).json()
    assert seen == {**looks, "companion": None}


async def test_everybody_at_the_table_sees_what_somebody_puts_on(counter: Counter) -> None:
    ana, bo = await counter.accounts(2)
    table = (await ana.create(seats=3)).json()["table"]
    thing = (await buy(ana, "candle"))["thing"]
    await counter.house.do(bo, "sit", table)
    async with socket_of(counter.house, bo) as client:
        await client.send(command("watch", fresh_key(), table=table))
        while (await receive(client))["type"] != "update":
            pass
        await ana.ask("PUT", f"/api/me/things/{thing}/worn", {"worn": True})
        while (frame := await receive(client))["type"] != "looks":
            pass
    assert (frame["looks"]["player"], frame["looks"]["companion"]) == (ana.id, "candle")
