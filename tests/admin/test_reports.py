"""Reports: read with their evidence, dealt with once, never by whom they are about."""

import asyncio
from typing import Any

import pytest

from app.db import Sessions
from app.players.sanctions import find_sanction
from app.players.service import delete_player
from app.social.talk.models import Report
from tests.admin.staff import Staff, enlist
from tests.lobby.house import House, fresh_key

pytestmark = pytest.mark.anyio


def said(who: Staff, body: str, kind: str = "text") -> dict[str, Any]:
    person = {"id": who.id, "name": who.name, "avatar": "fig"}
    return {"id": 1, "table": 1, "from": person, "kind": kind, "body": body, "at": 1_700_000_000_000}


async def report(house: House, reporter: Staff, reported: Staff, *lines: dict[str, Any]) -> int:
    async with house.app.state.sessions.begin() as session:
        made = Report(
            reporter=reporter.id, reported=reported.id, reason="insults", note="look at <this>",
            table_id=None, match=fresh_key(), seq=None, evidence=list(lines), request=fresh_key(),
            closed_at=None, closed_by=None,
        )  # fmt: skip
        session.add(made)
        await session.flush()
        return made.id


async def state_of(sessions: Sessions, number: int) -> tuple[str, int | None]:
    async with sessions() as session:
        found = await session.get_one(Report, number)
        return found.state, found.closed_by


async def test_a_report_is_read_with_its_evidence_and_dealt_with_once(house: House) -> None:
    sessions = house.app.state.sessions
    mona, nora = await enlist(house, "Mona", "moderator"), await enlist(house, "Nora", "moderator")
    ana, bo = await enlist(house, "Ana"), await enlist(house, "Bo Li")
    lines = said(ana, "hello"), said(bo, "well_played", "phrase"), said(bo, "tear", "reaction")
    number = await report(house, ana, bo, *lines, said(bo, "<script>alert(1)</script>"))
    listed = await mona.look("/admin/reports")
    assert f"/admin/reports/{number}" in listed
    assert "Insults or threats" in listed
    page = await mona.look(f"/admin/reports/{number}")
    in_words = ("Insults or threats", "hello", "Well played!", "sheds a tear")
    for shown in (*in_words, "look at &lt;this&gt;", "&lt;script&gt;alert(1)", "Ana", "Bo Li"):
        assert shown in page
    assert 'value="ban"' not in page
    answers = await asyncio.gather(
        *(who.act(bo.id, "mute", hours=24, report=number) for who in (mona, nora, mona, nora))
    )
    assert sorted(answer.status_code for answer in answers) == [303, 409, 409, 409]
    done = next(answer for answer in answers if answer.status_code == 303)
    assert done.headers["location"] == f"/admin/reports/{number}?done=mute"
    state, by = await state_of(sessions, number)
    assert (state, by in (mona.id, nora.id)) == ("acted", True)
    async with sessions() as session:
        assert await find_sanction(session, bo.id, "mute") is not None
    assert f"/admin/reports/{number}" not in await mona.look("/admin/reports")
    assert f"/admin/reports/{number}" in await mona.look(f"/admin/reports?state=closed&about={bo.id}")
    assert "None so far" in await mona.look(f"/admin/reports?state=closed&about={ana.id}")


async def test_a_report_is_dismissed_by_who_may_and_belongs_to_whom_it_is_about(house: House) -> None:
    sessions = house.app.state.sessions
    olga, mona = await enlist(house, "Olga", "admin"), await enlist(house, "Mona", "moderator")
    ana, bo = await enlist(house, "Ana"), await enlist(house, "Bo Li")
    about_bo, about_mona = await report(house, ana, bo), await report(house, ana, mona)
    assert (await mona.client.get(f"/admin/reports/{about_mona}")).status_code == 404
    assert f"/admin/reports/{about_mona}" not in await mona.look("/admin/reports")
    assert f"/admin/reports/{about_mona}" in await olga.look("/admin/reports")
    assert (await mona.act(mona.id, "dismiss", report=about_mona)).status_code == 400
    assert (await mona.act(olga.id, "dismiss", report=about_mona)).status_code == 403
    assert (await olga.act(ana.id, "ban", hours=24, report=about_bo)).status_code == 409, "about another"
    assert (await olga.act(bo.id, "dismiss")).status_code == 400, "of no report"
    assert await state_of(sessions, about_bo) == ("open", None)
    assert (await mona.act(bo.id, "dismiss", report=about_bo)).status_code == 303
    assert await state_of(sessions, about_bo) == ("dismissed", mona.id)
    assert (await olga.act(mona.id, "warn", report=about_mona)).status_code == 303
    assert (await ana.client.get("/api/me")).status_code == 200


async def test_who_insults_and_goes_leaves_a_report_that_is_read_and_dismissed(house: House) -> None:
    sessions = house.app.state.sessions
    mona = await enlist(house, "Mona", "moderator")
    ana, bo = await enlist(house, "Ana"), await enlist(house, "Bo Li")
    number = await report(house, ana, bo, said(bo, "pest"))
    async with sessions.begin() as session:
        await delete_player(session, bo.id)
    page = await mona.look(f"/admin/reports/{number}")
    assert "pest" in page
    assert f"gone #{bo.id}" in page
    assert [act for act in ("warn", "mute", "dismiss") if f'value="{act}"' in page] == ["dismiss"]
    assert 'name="act"' not in await mona.look(f"/admin/people/{bo.id}")
    assert (await mona.act(bo.id, "mute", hours=24, report=number)).status_code == 404
    assert (await mona.act(bo.id + 1_000, "dismiss", report=number)).status_code == 404
    assert await state_of(sessions, number) == ("open", None)
    assert (await mona.act(bo.id, "dismiss", report=number)).status_code == 303
    assert await state_of(sessions, number) == ("dismissed", mona.id)
    assert f"/admin/reports/{number}" not in await mona.look("/admin/reports")
