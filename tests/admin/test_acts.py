"""What staff do: who may do what to whom, once for each form, and never without a line in a log that stays."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import func, select, text
from sqlalchemy.exc import DBAPIError

from app.admin.acts import Wish, carry_out
from app.admin.models import AdminAct
from app.admin.rights import RIGHTS
from app.db import Sessions
from app.errors import ForbiddenError
from app.ledger.audit import audit
from app.ledger.service import funds_of
from app.players.sanctions import find_sanction, list_sanctions
from app.players.service import delete_player
from tests.admin.staff import Staff, enlist, form_key, words
from tests.lobby.house import House

pytestmark = pytest.mark.anyio

FIELDS: dict[str, dict[str, Any]] = {"mute": {"hours": 24}, "ban": {"hours": 24}, "correct": {"amount": 500}}
MODERATES, ADMINISTERS = {"warn", "mute", "unmute"}, {"ban", "unban", "correct"}


@pytest.fixture
def sessions(house: House) -> Sessions:
    made: Sessions = house.app.state.sessions
    return made


async def acts(sessions: Sessions) -> list[AdminAct]:
    async with sessions() as session:
        return list(await session.scalars(select(AdminAct).order_by(AdminAct.id)))


async def coins(sessions: Sessions, player: int) -> int:
    async with sessions() as session:
        assert (await audit(session)).sound
        return (await funds_of(session, player)).coins


async def test_roles_and_acts_as_a_table(house: House, sessions: Sessions) -> None:
    assert MODERATES | ADMINISTERS | {"dismiss", "end_table"} == set(RIGHTS)
    olga, mona = await enlist(house, "Olga", "admin"), await enlist(house, "Mona", "moderator")
    other = await enlist(house, "Pepa", "admin")
    ana = await enlist(house, "Ana")
    everything = MODERATES | ADMINISTERS
    table: list[tuple[Staff, Staff, set[str], int]] = [
        (mona, ana, MODERATES, 403),
        (mona, olga, set(), 403),
        (mona, mona, set(), 400),
        (olga, ana, everything, 0),
        (olga, olga, set(), 400),
        (olga, other, everything, 0),
        (olga, mona, everything, 0),  # last: a ban ends her session
    ]
    for who, whom, good, refused in table:
        for act in ("warn", "mute", "unmute", "correct", "ban", "unban"):
            before = len(await acts(sessions))
            answer = await who.act(whom.id, act, **FIELDS.get(act, {}))
            if act in good:
                assert answer.status_code == 303, (who.name, whom.name, act, words(answer.text)[-200:])
                line = (await acts(sessions))[-1]
                assert (line.actor, line.act, line.player, line.reason) == (
                    who.id,
                    act,
                    whom.id,
                    "because of that",
                )
            else:
                forbidden = who is mona and act in ADMINISTERS
                assert answer.status_code == (403 if forbidden else refused), (who.name, whom.name, act)
            assert len(await acts(sessions)) == before + (act in good), "a line for what was done alone"
    async with sessions() as session:
        assert await find_sanction(session, ana.id, "ban") is None
        assert await find_sanction(session, olga.id, "mute") is None
        assert await list_sanctions(session, olga.id) == []


async def test_a_mute_and_a_ban_are_seen_on_the_page_and_lifted_there(
    house: House, sessions: Sessions
) -> None:
    olga, ana = await enlist(house, "Olga", "admin"), await enlist(house, "Ana")
    await olga.act(ana.id, "mute", hours=24, reason="a very\u202e loud <b>voice</b>")
    await olga.act(ana.id, "ban", hours=876_000)
    page = await olga.look(f"/admin/people/{ana.id}?done=ban")
    assert "The player is banned." in page
    assert "a very loud &lt;b&gt;voice&lt;/b&gt;" in page
    assert "banned" in words(await olga.look("/admin/people?name=ana"))
    for act in ("unmute", "unban"):
        assert (await olga.act(ana.id, act)).status_code == 303
        again = await olga.act(ana.id, act)
        assert (again.status_code, "nothing to lift" in again.text) == (409, True)
    async with sessions() as session:
        assert await find_sanction(session, ana.id, "mute") is None
        assert [made.kind for made in await list_sanctions(session, ana.id)] == ["ban", "mute"]
    assert (await olga.act(ana.id, "warn", reason="be kind")).status_code == 303
    assert (await ana.client.get("/api/me")).status_code == 401


async def test_coins_are_corrected_by_a_transfer_once_a_form(house: House, sessions: Sessions) -> None:
    olga, ana = await enlist(house, "Olga", "admin"), await enlist(house, "Ana")
    key = form_key()
    answers = await asyncio.gather(*(olga.act(ana.id, "correct", key, amount=1_500) for _ in range(8)))
    assert {answer.status_code for answer in answers} == {303}
    assert await coins(sessions, ana.id) == 61_500
    other = await olga.act(ana.id, "correct", key, amount=1_600)
    assert (other.status_code, "used for something else" in other.text) == (409, True)
    assert (await olga.act(ana.id, "correct", amount=-61_000)).status_code == 303
    assert await coins(sessions, ana.id) == 500
    short = await olga.act(ana.id, "correct", amount=-501)
    assert short.status_code == 409
    for amount in ("", "0", "1.5", "many", str(2**54)):
        assert (await olga.act(ana.id, "correct", amount=amount)).status_code == 400
    assert await coins(sessions, ana.id) == 500
    lines = (await ana.ask("GET", "/api/me/statement")).json()["lines"]
    assert [(line["amount"], line["kind"]) for line in lines[:2]] == [
        (-61_000, "correction"),
        (1_500, "correction"),
    ]
    assert lines[0]["facts"] == {"reason": "because of that"}
    async with sessions() as session:
        kinds = await session.scalars(
            text(
                "select a.kind from posting p join account a on a.id = p.account join transfer t on"
                " t.id = p.transfer where t.kind = 'correction' and a.kind <> 'wallet' order by p.id"
            )
        )
        assert list(kinds) == ["mint", "sink"]
    assert [line.facts for line in await acts(sessions)] == [{"amount": 1_500}, {"amount": -61_000}]


async def test_a_form_is_read_strictly(house: House, sessions: Sessions) -> None:
    olga, ana = await enlist(house, "Olga", "admin"), await enlist(house, "Ana")
    for wrong in (
        {"reason": " "},
        {"reason": "x" * 201},
        {"hours": 5},
        {"hours": ""},
        {"act": "revoke"},
        {"key": "short"},
        {"more": "1"},
    ):
        answer = await olga.act(ana.id, **{"act": "mute", "hours": 24, **wrong})
        assert answer.status_code == 400, wrong
        assert "Nothing was changed" in answer.text
    for nobody in (ana.id + 1_000, 2**63):
        assert (await olga.act(nobody, "mute", hours=24)).status_code == 404
    assert await acts(sessions) == []


async def test_the_log_of_acts_is_only_added_to(house: House, sessions: Sessions) -> None:
    olga, ana = await enlist(house, "Olga", "admin"), await enlist(house, "Ana")
    await olga.act(ana.id, "warn")
    for change in (
        "update admin_act set reason = 'nothing'",
        "delete from admin_act",
        "truncate admin_act",
        "truncate player cascade",
    ):
        with pytest.raises(DBAPIError, match=r"never allowed: the (log of acts|books)"):
            async with sessions.begin() as session:
                await session.execute(text(change))
    [line] = await acts(sessions)
    assert (line.act, line.reason) == ("warn", "because of that")


async def test_two_admins_who_ban_each_other_at_once_leave_one(house: House, sessions: Sessions) -> None:
    olga, pepa = await enlist(house, "Olga", "admin"), await enlist(house, "Pepa", "admin")
    answers = await asyncio.gather(olga.act(pepa.id, "ban", hours=24), pepa.act(olga.id, "ban", hours=24))
    assert sorted(answer.status_code for answer in answers)[0] == 303
    async with sessions() as session:
        count = await session.scalar(text("select count(*) from sanction"))
    assert count == 1
    assert len(await acts(sessions)) == 1


async def test_a_warning_is_heard_of_once_a_form(house: House, sessions: Sessions) -> None:
    mona, ana = await enlist(house, "Mona", "moderator"), await enlist(house, "Ana")
    key = form_key()
    for _ in range(2):
        assert (await mona.act(ana.id, "warn", key, reason="be kind")).status_code == 303
    [notice] = (await ana.ask("GET", "/api/me/notices")).json()["notices"]
    assert (notice["kind"], notice["facts"]) == ("warning", {"text": "be kind"})
    async with sessions() as session:
        assert await session.scalar(select(func.count(AdminAct.id))) == 1


async def test_who_is_gone_by_now_does_nothing_more(house: House, sessions: Sessions) -> None:
    """The door knew them; the account was deleted before the form was carried out."""
    olga, ana = await enlist(house, "Olga", "admin"), await enlist(house, "Ana")
    async with sessions.begin() as session:
        await delete_player(session, olga.id)
    async with sessions() as session:
        with pytest.raises(ForbiddenError):
            await carry_out(session, Wish(form_key(), olga.id, "warn", "because of that", player=ana.id))
    assert await acts(sessions) == []
