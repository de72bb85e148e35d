"""Reports: kept once with what the reporter could read, one open for a pair and match, closed once."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import select

from app.config import Settings
from app.errors import ConflictError
from app.social.talk.models import Report
from app.social.talk.reports import close_report
from tests.lobby.house import House, Person, open_house
from tests.social.test_talk import say, seated

pytestmark = pytest.mark.anyio


async def report(person: Person, about: Person, key: str | None = None, **more: Any) -> tuple[int, Any]:
    wish = {"player": about.id, "reason": "insults", "note": "  See\u202e there\n", **more}
    answer = await person.ask("POST", "/api/reports", wish, key)
    return answer.status_code, answer.json().get("code") or answer.json()


async def kept(house: House) -> list[Report]:
    async with house.app.state.sessions() as session:
        return list(await session.scalars(select(Report).order_by(Report.id)))


async def test_a_report_keeps_what_the_reporter_could_read(house: House) -> None:
    ana, bo, cleo = await house.guests(3)
    table, _ = await seated(house, ana, bo, cleo, seats=3)
    await house.until_playing(table)
    await cleo.ask("POST", f"/api/blocks/{ana.id}")
    await say(house, cleo, table, phrase="ouch")
    await say(house, bo, table, phrase="oops")
    await ana.ask("POST", f"/api/blocks/{bo.id}")
    await say(house, bo, table, phrase="bye")
    assert (await report(ana, bo, "report-this", table=table, seq=7))[0] == 201
    assert await report(ana, bo, "report-this", table=table, seq=7) == (201, {"id": 1})
    assert await report(ana, bo, "report-this", table=table, seq=8) == (409, "id_reused")
    [found] = await kept(house)
    assert [line["body"] for line in found.evidence] == ["oops"]  # before the block, not behind another
    assert found.evidence[0]["seq"] > 0
    assert (found.reporter, found.reported, found.note, found.seq) == (ana.id, bo.id, "See there", 7)
    assert found.match
    assert found.state == "open"


async def test_who_left_tells_what_was_said_until_then(house: House) -> None:
    ana, bo, cleo, dan = await house.guests(4)
    table, _ = await seated(house, bo, ana, seats=4, spectators=False)
    await say(house, bo, table, phrase="hello")
    await house.do(ana, "leave", table)  # before anything began
    await say(house, bo, table, phrase="bye")
    assert (await report(ana, bo, table=table))[0] == 201
    for person in (ana, cleo, dan):
        await house.do(person, "sit", table)
    await house.until_playing(table)
    await house.do(dan, "leave", table)
    await say(house, bo, table, phrase="ouch")
    await house.do(ana, "leave", table)
    await say(house, bo, table, phrase="oops")
    assert (await report(ana, bo, table=table))[0] == 201
    before, later = await kept(house)
    assert [line["body"] for line in before.evidence] == ["hello"]
    assert [line["body"] for line in later.evidence] == ["hello", "bye", "ouch"]
    assert (before.match, bool(later.match)) == (None, True)


async def test_one_report_is_open_for_a_pair_and_match(house: House) -> None:
    ana, bo = await house.guests(2)
    table, _ = await seated(house, ana)
    answers = await asyncio.gather(*(report(ana, bo, table=table) for _ in range(4)))
    assert sorted(status for status, _ in answers) == [201, 409, 409, 409]
    assert (409, "reported") in answers
    assert (await report(bo, ana))[0] == 201
    [first, _] = await kept(house)
    async with house.app.state.sessions.begin() as session:
        await close_report(session, first.id, bo.id, "dismissed")
    assert (await report(ana, bo, table=table))[0] == 201
    async with house.app.state.sessions.begin() as session:
        with pytest.raises(ConflictError):
            await close_report(session, first.id, bo.id, "acted")


async def test_a_stranger_to_a_table_carries_nothing_away(house: House) -> None:
    ana, bo, cleo = await house.guests(3)
    made = (await ana.create(public=False)).json()
    await house.do(cleo, "sit", made["table"], link=made["link"])
    await house.until_playing(made["table"])
    await say(house, ana, made["table"], phrase="hello")
    assert (await report(bo, ana, table=made["table"]))[0] == 201
    assert (await report(ana, bo, table=made["table"] + 1_000))[0] == 201  # no such table
    assert [(found.evidence, found.match) for found in await kept(house)] == [([], None), ([], None)]


async def test_what_makes_no_report_is_refused(house: House) -> None:
    ana, bo = await house.guests(2)
    assert await report(ana, ana) == (422, "not_yourself")
    assert await report(ana, bo, reason="other", note="\u200b") == (422, "nothing_to_say")
    assert await report(ana, bo, note="x" * 501) == (422, "long_note")
    assert await report(ana, bo, reason="envy") == (422, "invalid")
    assert (await report(ana, Person(999, bo.client)))[0] == 404
    assert await kept(house) == []


async def test_reports_are_few(settings: Settings) -> None:
    async with open_house(settings.model_copy(update={"rate_limits": True})) as house:
        ana, *others = await house.guests(12)
        again = [await report(ana, others[0], "the-same-report") for _ in range(12)]  # answers got lost
        answers = [again[-1]] + [await report(ana, other) for other in others[1:]]
    assert answers[-1] == (429, "too_many")
    assert sum(status == 201 for status, _ in answers) == 10
