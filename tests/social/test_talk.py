"""Talk: told once to whom it may concern, on all workers; kept as it was told; within limits."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import func, select, text

from app.config import Settings
from app.errors import AppError
from app.players.sanctions import lift_sanction, sanction_player
from app.players.service import find_player
from app.rooms.invitations import invite
from app.social.talk import flood, service
from app.social.talk.models import TalkLine
from app.wire.commands import parse_command
from tests.lobby.house import House, Person, fresh_key, open_house
from tests.rooms.people import Eye
from tests.test_main import socket_of
from tests.web.door import answer, command, receive

pytestmark = pytest.mark.anyio


@contextlib.asynccontextmanager
async def two_workers(settings: Settings) -> AsyncIterator[tuple[House, House]]:
    async with open_house(settings) as home, open_house(settings) as gate:
        async with asyncio.timeout(5):
            while not (home.app.state.bus.linked and gate.app.state.bus.linked):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        yield home, gate


async def say(house: House, person: Person, table: int, id_: str | None = None, **said: str) -> None:
    """What a person says, as it would come over their socket."""
    async with house.app.state.sessions() as session:
        player = await find_player(session, person.id)
    line = parse_command(command("say", id_ or fresh_key(), table=table, **said))
    await house.app.state.door.talk.say(line, player)


async def refused(house: House, person: Person, table: int, **said: str) -> AppError:
    with pytest.raises(AppError) as caught:
        await say(house, person, table, **said)
    return caught.value


async def seated(house: House, *people: Person, **wish: Any) -> tuple[int, str]:
    """A table where these people sit; it begins when two are there."""
    first, *others = people
    made = (await first.create(**wish)).json()
    for person in others:
        await house.do(person, "sit", made["table"])
    return made["table"], made["code"]


async def eye(house: House, table: int, player: int | None) -> Eye:
    looking = Eye(player)
    await house.app.state.rooms.watch(table, looking)
    return looking


def heard(looking: Eye) -> list[str]:
    return [frame["line"]["body"] for frame in looking.frames if frame["type"] == "talk"]


async def lines(person: Person, code: str) -> list[str]:
    found = await person.ask("GET", f"/api/tables/{code}/talk")
    assert found.status_code == 200, found.text
    return [line["body"] for line in found.json()["lines"]]


async def test_a_line_is_told_on_all_workers_but_not_across_a_block(settings: Settings) -> None:
    async with two_workers(settings) as (home, gate):
        ana, bo, cleo, dan, eva = await home.guests(5)
        table, code = await seated(home, ana, bo, cleo, dan, seats=4)
        await home.until_playing(table)
        await cleo.ask("POST", f"/api/blocks/{ana.id}")
        await ana.ask("POST", f"/api/blocks/{dan.id}")
        near = [await eye(home, table, who) for who in (ana.id, cleo.id, None)]
        far = [await eye(gate, table, who) for who in (bo.id, dan.id, eva.id)]
        await say(gate, ana, table, phrase="good_luck")
        await say(home, bo, table, reaction="clover")
        async with asyncio.timeout(5):
            while len(heard(near[0])) + len(heard(far[0])) < 4:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        both = ["good_luck", "clover"]
        assert [heard(each) for each in near] == [both, ["clover"], both]
        assert [heard(each) for each in far] == [both, ["clover"], both]
        [line, _] = (frame["line"] for frame in far[0].frames if frame["type"] == "talk")
        assert set(line) == {
            "id",
            "table",
            "from",
            "kind",
            "body",
            "at",
        }  # no seq: nobody learns of hidden acts
        assert (line["from"]["id"], line["kind"], line["table"]) == (ana.id, "phrase", table)
        assert [await lines(who, code) for who in (ana, bo, eva)] == [both] * 3
        assert [await lines(who, code) for who in (cleo, dan)] == [["clover"]] * 2
        async with home.app.state.sessions() as session:
            kept = (await session.scalars(select(TalkLine.seq).order_by(TalkLine.id))).all()
        assert all(seq > 0 for seq in kept)


async def test_the_same_command_says_one_thing(settings: Settings) -> None:
    async with two_workers(settings) as (home, gate):
        [ana] = await home.guests(1)
        table, code = await seated(home, ana)
        looking = await eye(home, table, ana.id)
        await asyncio.gather(
            *(say(each, ana, table, "the-same-id", phrase="hello") for each in (home, gate) * 3)
        )
        assert await lines(ana, code) == ["hello"]
        with pytest.raises(AppError) as caught:
            await say(home, ana, table, "the-same-id", phrase="bye")
        assert caught.value.code == "id_reused"
        await say(home, ana, table, phrase="bye")
        while "bye" not in heard(looking):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        assert heard(looking) == ["hello", "bye"]


async def test_a_socket_says_and_hears(house: House) -> None:
    ana, bo = await house.guests(2)
    await ana.ask("POST", "/api/register", {"name": "Ana Tejada", "password": "correct horse"})
    table, _ = await seated(house, ana)
    async with socket_of(house, ana) as client:
        await client.send(command("watch", "watch-it", table=table))
        await answer(client, "watch-it")
        await client.send(command("say", "say-this", table=table, text="  salud\u202e \n<b>y</b> "))
        found: list[Any] = []
        while not {"talk", "ack"} <= {frame["type"] for frame in found}:
            found.append(await receive(client))
        acks = [frame for frame in found if frame["type"] == "ack"]
        assert acks == [{"type": "ack", "id": "say-this"}]
        [line] = (frame["line"] for frame in found if frame["type"] == "talk")
        assert (line["kind"], line["body"], line["from"]["name"]) == ("text", "salud <b>y</b>", "Ana Tejada")
    async with socket_of(house, bo) as client:
        await client.send(command("say", "say-that", table=table, phrase="hello"))
        assert (await answer(client, "say-that"))["code"] == "not_seated"


async def test_what_may_not_be_said_is_refused(house: House) -> None:
    ana, bo = await house.guests(2)
    table, code = await seated(house, ana)
    assert (await refused(house, bo, table, phrase="hello")).code == "not_seated"
    assert (await refused(house, ana, table, text="hello")).code == "guests_cannot"
    await ana.ask("POST", "/api/register", {"name": "Ana Tejada", "password": "correct horse"})
    assert (await refused(house, ana, table, text="\u200b\u2066 ")).code == "no_text"
    assert (await refused(house, ana, table, text="x" * 201)).code == "long_text"
    await say(house, ana, table, text="x" * 200 + "\u200b" * 50)
    assert await lines(ana, code) == ["x" * 200]


async def test_who_is_muted_is_silent_until_then(house: House) -> None:
    ana, bo = await house.guests(2)
    table, code = await seated(house, ana)
    async with house.app.state.sessions.begin() as session:
        await sanction_player(session, ana.id, "mute", reason="Insults.", lasts=timedelta(hours=1), by=bo.id)
    refusal = await refused(house, ana, table, phrase="hello")
    assert (refusal.code, refusal.facts["reason"]) == ("muted", "Insults.")
    assert isinstance(refusal.facts["until"], int)
    async with house.app.state.sessions.begin() as session:
        await lift_sanction(session, ana.id, "mute")
    await say(house, ana, table, phrase="hello")
    assert await lines(ana, code) == ["hello"]


async def test_too_much_or_the_same_thrice_is_refused(settings: Settings) -> None:
    async with open_house(settings.model_copy(update={"rate_limits": True})) as house:
        [ana] = await house.guests(1)
        table, code = await seated(house, ana)
        await say(house, ana, table, phrase="hello")
        await say(house, ana, table, phrase="hello")
        assert (await refused(house, ana, table, phrase="hello")).code == "said_before"
        for reaction in ("wow", "tear", "wink"):
            await say(house, ana, table, reaction=reaction)
        flooded = await refused(house, ana, table, phrase="bye")
        assert flooded.code == "too_many"
        assert 0 < int(str(flooded.facts["retry_ms"])) <= 10_000
        assert len(await lines(ana, code)) == 5


def test_pauses_grow() -> None:
    def spoken(until: int) -> list[int]:
        said, now = list[int](), 0
        while now <= until:
            if wait := flood.wait_ms(said, now):
                now += wait
            else:
                said.insert(0, now)
        return said

    assert flood.wait_ms([], 0) == 0
    assert flood.wait_ms([5, 4, 3, 2, 1], 9_000) == 1_001
    assert flood.wait_ms([5, 4, 3, 2, 1], 10_001) == 0
    counts = [len(spoken(seconds * 1_000)) for seconds in (9, 59, 599, 1_199)]
    assert counts == [5, 15, 60, 120]


def test_the_same_is_what_was_said_twice_in_a_row_a_moment_ago() -> None:
    again = flood.says_again
    assert again("a", [("a", 9), ("a", 8), ("b", 7)], 10)
    assert not again("a", [("a", 9), ("b", 8), ("a", 7)], 10)
    assert not again("a", [("a", 9)], 10)
    assert not again("a", [("a", 9), ("a", 8)], 60_008)


async def test_who_may_not_see_a_table_reads_nothing_of_it(house: House) -> None:
    ana, bo, cleo = await house.guests(3)
    table, code = await seated(house, ana, public=False)
    await say(house, ana, table, phrase="hello")
    assert await lines(ana, code) == ["hello"]
    refusal = await bo.ask("GET", f"/api/tables/{code}/talk")
    assert (refusal.status_code, refusal.json()["code"]) == (404, "gone")
    async with house.app.state.sessions.begin() as session:
        await invite(session, table, ana.id, bo.id, fresh_key())
    assert (await bo.ask("GET", f"/api/tables/{code}/talk")).status_code == 403
    async with house.app.state.sessions.begin() as session:
        await session.execute(text("update card_table set phase = 'playing'"))
    assert await lines(bo, code) == ["hello"]
    _, code = await seated(house, cleo)
    await ana.ask("POST", f"/api/blocks/{cleo.id}")
    async with house.app.state.sessions.begin() as session:
        await session.execute(text("update card_table set phase = 'playing'"))
    assert await lines(bo, code) == []
    assert (await ana.ask("GET", f"/api/tables/{code}/talk")).status_code == 403


async def test_the_last_lines_are_read_and_old_ones_forgotten(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    [ana] = await house.guests(1)
    table, code = await seated(house, ana)
    for phrase in ("hello", "wow", "bye"):
        await say(house, ana, table, phrase=phrase)
    async with house.app.state.sessions.begin() as session:
        for body, days in (("hello", 31), ("wow", 29)):
            age = text(f"update talk_line set at = at - interval '{days} days' where body = '{body}'")
            await session.execute(age)
        await service.forget_lines(session)
        assert await session.scalar(select(func.count()).select_from(TalkLine)) == 2
    assert await lines(ana, code) == ["wow", "bye"]
    monkeypatch.setattr(service, "LAST", 1)
    assert await lines(ana, code) == ["bye"]
