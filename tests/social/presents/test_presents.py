"""Presents: coins and things leave when they are sent, and are in one place at every moment."""

import asyncio
import random
from collections import Counter as Count
from datetime import timedelta

import pytest

from app.config import Settings
from app.db.chores import Chore
from app.errors import UnauthorizedError
from app.players.sanctions import sanction_player
from app.social.presents.expiry import Expiry
from app.social.presents.service import Gift, give_present
from tests.lobby.house import fresh_key, open_house
from tests.social.presents.counter import GRANT, Counter, answer, buy, give, sent
from tests.test_main import socket_of
from tests.web.door import receive

pytestmark = pytest.mark.anyio


async def test_a_present_from_the_shop_is_paid_when_sent_and_made_when_accepted(counter: Counter) -> None:
    ana, bo = await counter.accounts(2)
    key = fresh_key()
    first = await give(ana, bo, key, item="carnation", note="For that\n+8.\u202e")
    assert first["coins"] == await counter.coins(ana) == GRANT - 1_200
    assert await give(ana, bo, key, item="carnation", note="For that\n+8.\u202e") == first
    assert (await give(ana, bo, key, item="carnation", note="Other words."))["code"] == "cause_reused"
    [waiting] = (await bo.ask("GET", "/api/me/presents")).json()["received"]
    assert (waiting["item"], waiting["note"], waiting["giver"]["id"]) == ("carnation", "For that +8.", ana.id)
    assert await counter.things(bo) == []
    taken = await answer(bo, first["present"]["id"], "accept")
    assert taken["present"]["state"] == "accepted"
    assert await answer(bo, first["present"]["id"], "accept") == taken
    assert await counter.things(bo) == [("carnation", True)]
    assert (await counter.coins(ana), await counter.coins(bo)) == (GRANT - 1_200, GRANT)
    [line, *_] = (await ana.ask("GET", "/api/me/statement")).json()["lines"]
    assert (line["kind"], line["facts"]["item"], line["who"]["id"]) == ("present", "carnation", bo.id)


async def test_what_nobody_answers_goes_back_without_anybody_looking(counter: Counter) -> None:
    ana, bo = await counter.accounts(2)
    forgotten, fresh = await sent(ana, bo, item="cake"), await sent(ana, bo, item="cake")
    await counter.grow_old(forgotten)
    pushed: list[int] = []
    expiry = Expiry(counter.sessions, lambda player, _: pushed.append(player))
    assert await Chore(counter.sessions, "expire presents", 60, expiry.look).once()
    assert await counter.coins(ana) == GRANT - 1_000
    assert {ana.id, bo.id} == set(pushed)
    assert (await answer(ana, forgotten, "withdraw"))["state"] == "expired"
    assert (await answer(ana, fresh, "withdraw"))["present"]["state"] == "withdrawn"


async def test_coins_come_back_when_refused_withdrawn_or_forgotten(counter: Counter) -> None:
    ana, bo = await counter.accounts(2)
    refused, withdrawn, forgotten = [await sent(ana, bo, item="cake") for _ in range(3)]
    assert await counter.coins(ana) == GRANT - 3_000
    assert (await answer(bo, refused, "refuse"))["coins"] is None
    back = await answer(ana, withdrawn, "withdraw")
    assert back["coins"] == await counter.coins(ana) == GRANT - 1_000
    assert await answer(ana, withdrawn, "withdraw") == back
    await counter.grow_old(forgotten)
    assert (await answer(bo, forgotten, "accept"))["state"] == "expired"
    await bo.ask("GET", "/api/me/presents")
    assert await counter.coins(ana) == GRANT
    lines = (await ana.ask("GET", "/api/me/statement")).json()["lines"]
    whys = [line["facts"]["why"] for line in lines if line["kind"] == "present_back"]
    assert whys == ["expired", "withdrawn", "refused"]
    assert await counter.things(bo) == []


async def test_coins_that_a_present_holds_are_no_reason_for_help(counter: Counter) -> None:
    ana, bo = await counter.accounts(2)
    present = await sent(ana, bo, item="peacock")
    assert await counter.coins(ana) == GRANT - 60_000 == 0
    assert (await ana.ask("GET", "/api/me")).json()["relief"]["available"] is False
    assert (await ana.ask("POST", "/api/me/relief")).json()["code"] == "relief_not_due"
    await answer(bo, present, "accept")
    assert (await ana.ask("POST", "/api/me/relief")).json() == {"coins": 6_000, "amount": 6_000}


async def test_a_thing_of_ones_own_goes_unless_it_is_worn_and_comes_back(counter: Counter) -> None:
    ana, bo, cy = await counter.accounts(3)
    thing = (await buy(ana, "sparrow"))["thing"]
    await ana.ask("PUT", f"/api/me/things/{thing}/worn", {"worn": True})
    assert (await give(ana, bo, thing=thing))["code"] == "thing_worn"
    await ana.ask("PUT", f"/api/me/things/{thing}/worn", {"worn": False})
    present = await sent(ana, bo, thing=thing)
    assert await counter.things(ana) == []
    for code in ((await give(ana, cy, thing=thing))["code"], (await give(bo, cy, thing=thing))["code"]):
        assert code in ("thing_on_its_way", "not_found")
    worn = await ana.ask("PUT", f"/api/me/things/{thing}/worn", {"worn": True})
    assert worn.json()["code"] == "thing_on_its_way"
    await answer(bo, present, "refuse")
    assert await counter.things(ana) == [("sparrow", False)]
    present = await sent(ana, bo, thing=thing)
    await answer(bo, present, "accept")
    assert (await counter.things(ana), await counter.things(bo)) == ([], [("sparrow", True)])
    assert (await answer(bo, present, "return"))["present"]["state"] == "returned"
    assert (await counter.things(ana), await counter.things(bo)) == ([("sparrow", False)], [])
    assert await counter.coins(ana) == GRANT - 6_000


async def test_what_was_given_on_or_accepted_long_ago_is_not_given_back(counter: Counter) -> None:
    ana, bo, cy = await counter.accounts(3)
    first, old = await sent(ana, bo, item="tulip"), await sent(ana, bo, item="wine")
    for present in (first, old):
        await answer(bo, present, "accept")
    await counter.grow_old(old, 15)
    assert (await answer(bo, old, "return"))["code"] == "present_answered"
    [thing] = [
        thing["id"]
        for thing in (await bo.ask("GET", "/api/me/things")).json()["things"]
        if thing["item"] == "tulip"
    ]
    await bo.ask("PUT", f"/api/me/things/{thing}/worn", {"worn": False})
    await sent(bo, cy, thing=thing)
    assert (await answer(bo, first, "return"))["code"] == "thing_elsewhere"


async def test_putting_on_can_be_switched_off(counter: Counter) -> None:
    ana, bo = await counter.accounts(2)
    assert (await bo.ask("PUT", "/api/me/wardrobe", {"put_on": False})).status_code == 204
    await answer(bo, await sent(ana, bo, item="cactus"), "accept")
    assert await counter.things(bo) == [("cactus", False)]
    assert (await bo.ask("GET", "/api/me/things")).json()["put_on"] is False


@pytest.mark.parametrize("own", [False, True], ids=["from the shop", "a thing"])
async def test_fifty_answers_at_once_have_one_outcome(counter: Counter, own: bool) -> None:
    ana, bo = await counter.accounts(2)
    what = {"thing": (await buy(ana, "cat"))["thing"]} if own else {"item": "cat"}
    present = await sent(ana, bo, **what)
    words = [(bo, "accept"), (bo, "refuse"), (ana, "withdraw")] * 17
    random.Random(own).shuffle(words)
    answers = await asyncio.gather(*(answer(person, present, word) for person, word in words[:50]))
    states = Count(found["present"]["state"] if "present" in found else found["state"] for found in answers)
    assert len(states) == 1
    assert states.total() == 50
    [(state, last)] = await counter.query("select state, coins from present")
    assert states[state] == 50
    gone = state == "accepted"
    assert await counter.coins(ana) == GRANT - (20_000 if gone or last == 0 else 0)
    assert await counter.things(bo) == ([("cat", True)] if gone else [])
    assert await counter.things(ana) == ([("cat", False)] if own and not gone else [])


async def test_one_thing_given_to_twenty_at_once_goes_to_one(counter: Counter) -> None:
    ana, *others = await counter.accounts(6)
    thing = (await buy(ana, "wine"))["thing"]
    answers = await asyncio.gather(*(give(ana, other, thing=thing) for other in others * 4))
    assert Count(found.get("code", "sent") for found in answers) == {"sent": 1, "thing_on_its_way": 19}


async def test_two_who_give_and_block_each_other_at_once_never_wait_for_ever(counter: Counter) -> None:
    ana, bo = await counter.accounts(2)
    people = [(ana, bo), (bo, ana)] * 8
    answers = await asyncio.gather(
        *(give(one, other, item="espresso") for one, other in people),
        *(one.client.post(f"/api/blocks/{other.id}", headers={"origin": "http://test"}) for one, other in people[:2]),
    )  # fmt: skip
    assert {found.get("code", "sent") for found in answers[:-2]} <= {"sent", "blocked"}
    assert [found.status_code for found in answers[-2:]] == [204, 204]
    assert await counter.query("select count(*) from present where state = 'sent'") == [(0,)]
    assert (await counter.coins(ana), await counter.coins(bo)) == (GRANT, GRANT)


async def test_guests_give_nothing_and_young_accounts_three_a_day(counter: Counter) -> None:
    ana, young, guest = await counter.account(), await counter.account(days=0), await counter.house.guest()
    assert (await give(guest, ana, item="espresso"))["code"] == "guests_cannot"
    found = await asyncio.gather(*(give(young, ana, item="espresso") for _ in range(6)))
    assert Count(one.get("code", "sent") for one in found) == {"sent": 3, "young_account": 3}
    await answer(guest, await sent(ana, guest, item="espresso"), "accept")
    assert await counter.things(guest) == [("espresso", True)]
    assert (await give(ana, ana, item="espresso"))["code"] == "not_yourself"


async def test_a_block_stops_presents_both_ways_and_sends_back_what_is_on_its_way(counter: Counter) -> None:
    ana, bo = await counter.accounts(2)
    thing = (await buy(bo, "snail"))["thing"]
    presents = [await sent(ana, bo, item="lantern"), await sent(bo, ana, thing=thing)]
    accepted = await sent(ana, bo, item="espresso")
    await answer(bo, accepted, "accept")
    assert (await bo.ask("POST", f"/api/blocks/{ana.id}")).status_code == 204
    assert await counter.coins(ana) == GRANT - 500
    assert await counter.things(bo) == [("espresso", True), ("snail", False)]
    for present, person in zip(presents, (bo, ana), strict=True):
        assert (await answer(person, present, "accept"))["state"] == "withdrawn"
    for one, other in ((ana, bo), (bo, ana)):
        assert (await give(one, other, item="espresso"))["code"] == "blocked"
    assert (await answer(bo, accepted, "return"))["code"] == "blocked"
    assert (await ana.ask("GET", "/api/me/presents")).json()["waiting"] == 0


async def test_who_is_muted_gives_without_words(counter: Counter) -> None:
    ana, bo = await counter.accounts(2)
    async with counter.sessions.begin() as session:
        await sanction_player(session, ana.id, "mute", reason="Rude.", lasts=timedelta(days=1), by=bo.id)
    assert (await give(ana, bo, item="cake", note="Mind this."))["code"] == "muted"
    assert (await give(ana, bo, item="cake", note=" \u202e "))["present"]["note"] == ""


async def test_strangers_answer_nothing(counter: Counter) -> None:
    ana, bo, cy = await counter.accounts(3)
    present = await sent(ana, bo, item="wine")
    for person, word in (
        (cy, "accept"),
        (cy, "withdraw"),
        (ana, "accept"),
        (ana, "refuse"),
        (bo, "withdraw"),
    ):
        assert (await answer(person, present, word))["code"] == "not_found"
    for what in ({"item": "wine", "thing": 1}, {}, {"item": "wine", "note": "x" * 141}):
        assert (await give(ana, bo, **what))["code"] == "invalid"


async def test_whoever_goes_leaves_no_coin_and_no_thing_between_two_places(counter: Counter) -> None:
    ana, bo, cy = await counter.accounts(3)
    guest = await counter.house.guest()
    await answer(guest, await sent(ana, guest, item="cake"), "accept")
    await sent(ana, guest, item="lantern", note="Stay!")
    await sent(bo, guest, thing=(await buy(bo, "wine"))["thing"])
    assert (await guest.ask("DELETE", "/api/me")).status_code == 204
    assert await counter.coins(ana) == GRANT - 1_000
    assert await counter.things(bo) == [("wine", False)]
    assert await counter.query("select item, owner, worn from thing where owner is null") == [
        ("cake", None, False)
    ]
    assert (await give(cy, guest, item="wine"))["code"] == "not_found"
    async with counter.sessions() as session:  # as who was asked who they are just before
        with pytest.raises(UnauthorizedError):
            await give_present(session, guest.id, cy.id, Gift("wine", None, ""), fresh_key())


async def test_both_hear_of_it_live(counter: Counter) -> None:
    ana, bo = await counter.accounts(2)
    async with socket_of(counter.house, bo) as client:
        present = await sent(ana, bo, item="fox")
        frames = [await receive(client) for _ in range(3)]
        await answer(ana, present, "withdraw")
        frames += [await receive(client) for _ in range(2)]
    told = {frame["type"]: frame for frame in frames[1:3]}
    assert told["notice"]["notice"]["facts"]["item"] == "fox"
    assert told["presents"] == {"type": "presents", "waiting": 1}
    assert frames[3] == {"type": "presents", "waiting": 0}
    rang = told["notice"]["notice"]["id"]
    assert frames[4] == {"type": "notices_gone", "ids": [rang]}
    async with socket_of(counter.house, ana) as client:
        await answer(bo, await sent(ana, bo, item="fox"), "refuse")
        frames = [await receive(client) for _ in range(4)]
    assert [frame["coins"] for frame in frames if frame["type"] == "wallet"] == [GRANT - 14_000, GRANT]
    [notice] = [frame["notice"]["facts"] for frame in frames if frame["type"] == "notice"]
    assert (notice["answer"], notice["by"]["id"]) == ("refused", bo.id)


async def test_nobody_is_knocked_at_by_presents_and_invitations_again_and_again(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each would make a sound there, though it is taken back at once."""
    monkeypatch.setattr("app.lobby.invitations.OF_ONE", 2)
    monkeypatch.setattr("app.social.presents.routes.TO_ONE", 2)
    async with open_house(settings.model_copy(update={"rate_limits": True})) as house:
        ana, bo = await Counter(house, settings.database_url).accounts(2)
        for one, other in ((ana, bo), (bo, ana)):
            await one.ask("POST", f"/api/friends/{other.id}")
        code = (await ana.create(public=False)).json()["code"]
        statuses = []
        for _ in range(3):
            kept = await ana.ask("POST", f"/api/tables/{code}/invitations", {"player": bo.id})
            given = await ana.ask("POST", "/api/presents", {"to": bo.id, "item": "cake"})
            statuses.append((kept.status_code, given.status_code))
            if kept.status_code == 200:
                await ana.client.delete(
                    f"/api/invitations/{kept.json()['invitation']}", headers={"origin": "http://test"}
                )
        assert statuses == [(200, 201), (200, 201), (429, 429)]
        assert (await bo.ask("GET", "/api/me/presents")).json()["waiting"] == 2
