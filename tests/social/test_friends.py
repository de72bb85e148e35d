"""What two players are to each other: every step from every state, by either, and what each hears of it."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from types import SimpleNamespace
from typing import Any, cast

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from app.config import Settings
from app.db import Sessions
from app.errors import AppError
from app.players import service as players
from app.players.models import Player
from app.social.people import routes
from app.social.people import service as people
from tests.lobby.house import House, Person, open_house

pytestmark = pytest.mark.anyio


@dataclass(frozen=True)
class Pair:
    """What the two are to each other, as it should be: who asked, whether they are friends, who blocks."""

    asked_by: int | None = None
    friends: bool = False
    blocked_by: frozenset[int] = frozenset()

    def relation(self, me: int) -> str:
        if self.friends:
            return "friends"
        return "none" if self.asked_by is None else "asked" if self.asked_by == me else "asks"


STEPS = ("ask", "accept", "drop", "block", "unblock")


def expected(pair: Pair, step: str, me: int) -> tuple[Pair, str | None, str | None]:
    """The next state, the code of a refusal, the kind of notice that the other gets."""
    blocked, asks = bool(pair.blocked_by), pair.relation(me) == "asks"
    match step:
        case "ask" | "accept" if blocked:
            return pair, "blocked", None
        case "ask" | "accept" if asks:
            return replace(pair, friends=True), None, "friend"
        case "ask" if pair.relation(me) == "none":
            return replace(pair, asked_by=me), None, "friend_request"
        case "accept" if not pair.friends:
            return pair, "no_request", None
        case "drop":
            return replace(pair, asked_by=None, friends=False), None, None
        case "block":
            return Pair(blocked_by=pair.blocked_by | {me}), None, None
        case "unblock":
            return replace(pair, blocked_by=pair.blocked_by - {me}), None, None
    return pair, None, None


async def do(session: AsyncSession, step: str, me: Player, other: Player) -> str | None:
    """Take a step; return the code of a refusal."""
    try:
        match step:
            case "ask":
                await people.ask_friend(session, me, other.id)
            case "accept":
                await people.accept_friend(session, me, other.id)
            case "drop":
                await people.drop_friend(session, me.id, other.id)
            case "block":
                await players.block_player(session, me.id, other.id)
                call = SimpleNamespace(session=session, tell=lambda *_: None)
                await routes.on_block(cast(Any, call), me.id, other.id)
            case "unblock":
                await players.unblock_player(session, me.id, other.id)
    except AppError as error:
        return error.code
    return None


async def test_every_step_from_every_state(sessions: Sessions, settings: Settings) -> None:
    async with sessions() as session:
        two = [await players.make_guest(session, settings, language="en") for _ in range(2)]
        numbers = {player.id: who for who, player in enumerate(two)}

        async def found() -> tuple[Pair, list[tuple[int, str]]]:
            rows = await session.execute(text("select asked_by, since is not null from friendship"))
            blocks = await session.execute(text("select player from block"))
            notices = await session.execute(text("select player, kind from notice order by id"))
            asked_by, friends = next(((numbers[by], are) for by, are in rows), (None, False))
            blocked_by = frozenset(numbers[player] for (player,) in blocks)
            return Pair(asked_by, friends, blocked_by), [(numbers[who], kind) for who, kind in notices]

        paths: dict[Pair, list[tuple[str, int]]] = {Pair(): []}
        unseen = [Pair()]
        while unseen:
            state = unseen.pop()
            async with session.begin_nested() as there:
                for earlier, who in paths[state]:
                    assert await do(session, earlier, two[who], two[1 - who]) is None
                pair, before = await found()
                assert pair == state
                for step, me in itertools.product(STEPS, (0, 1)):
                    after, code, kind = expected(state, step, me)
                    if after not in paths:
                        paths[after] = [*paths[state], (step, me)]
                        unseen.append(after)
                    async with session.begin_nested() as here:
                        assert await do(session, step, two[me], two[1 - me]) == code, (state, step, me)
                        pair, told = await found()
                        assert pair == after, (state, step, me)
                        new = [notice for notice in told if notice not in before]
                        assert new == ([(1 - me, kind)] if kind else []), (state, step, me)
                        # nobody hears of a request that nobody makes
                        asked = {who for who, kind in told if kind == "friend_request"}
                        assert asked == {who for who in (0, 1) if after.relation(who) == "asks"}
                        await here.rollback()
                    session.expunge_all()
                await there.rollback()
            session.expunge_all()
        assert len(paths) == 8


async def circle(person: Person) -> Any:
    return (await person.ask("GET", "/api/friends")).json()


async def befriend(ana: Person, bo: Person) -> None:
    assert (await ana.ask("POST", f"/api/friends/{bo.id}")).json() == {"relation": "asked"}
    assert (await bo.ask("POST", f"/api/friends/{ana.id}/accept")).json() == {"relation": "friends"}


async def test_friends_over_http(house: House) -> None:
    ana, bo, cleo = await house.guests(3)
    assert (await bo.ask("POST", f"/api/friends/{ana.id}/accept")).json()["code"] == "no_request"
    await befriend(ana, bo)
    await cleo.ask("POST", f"/api/friends/{ana.id}")
    mine = await circle(ana)
    assert [[each["id"] for each in mine[group]] for group in ("friends", "asks", "asked")] == [
        [bo.id],
        [cleo.id],
        [],
    ]
    card = (await ana.ask("GET", f"/api/people/{bo.id}")).json()
    assert (card["relation"], card["state"], card["at"]) == ("friends", "offline", None)
    assert card["invitable"]
    card = (await ana.ask("GET", f"/api/people/{cleo.id}")).json()
    assert (card["relation"], card["state"]) == ("asks", None)
    assert not card["invitable"]  # never played with, and no friend yet
    assert (await ana.ask("DELETE", f"/api/friends/{cleo.id}")).status_code == 204  # refused, silently
    assert (await ana.ask("DELETE", f"/api/friends/{bo.id}")).status_code == 204  # removed, silently
    for other in (ana, bo, cleo):
        mine = await circle(other)
        assert mine["friends"] == mine["asks"] == mine["asked"] == []
    for refused in ((ana, ana.id, 422), (ana, 999_999, 404)):
        assert (await refused[0].ask("POST", f"/api/friends/{refused[1]}")).status_code == refused[2]
    assert (await house.browser("nobody").get("/api/friends")).status_code == 401


async def test_a_block_ends_a_friendship_and_stops_requests_either_way(house: House) -> None:
    ana, bo = await house.guests(2)
    await befriend(ana, bo)
    assert (await bo.ask("POST", f"/api/blocks/{ana.id}")).status_code == 204
    for one, other in ((ana, bo), (bo, ana)):
        assert (await circle(one))["friends"] == []
        answer = await one.ask("POST", f"/api/friends/{other.id}")
        assert (answer.status_code, answer.json()["code"]) == (403, "blocked")
        assert (await one.ask("GET", f"/api/people/{other.id}")).json()["state"] is None
        kinds = [n["kind"] for n in (await one.ask("GET", "/api/me/notices")).json()["notices"]]
        assert kinds == []


async def test_whoever_goes_leaves_all_circles(house: House) -> None:
    ana, bo, cleo = await house.guests(3)
    await befriend(ana, bo)
    await cleo.ask("POST", f"/api/friends/{ana.id}")
    assert (await ana.ask("DELETE", "/api/me")).status_code == 204
    for other in (bo, cleo):
        mine = await circle(other)
        assert mine["friends"] == mine["asks"] == mine["asked"] == []


async def test_steps_at_the_same_moment_end_in_one_state(house: House) -> None:
    ana, bo = await house.guests(2)
    asked = await asyncio.gather(
        *(who.ask("POST", f"/api/friends/{other.id}") for who, other in ((ana, bo), (bo, ana)) * 4)
    )
    assert [answer.status_code for answer in asked] == [200] * 8
    assert [len((await circle(who))["friends"]) for who in (ana, bo)] == [1, 1]
    steps: list[Callable[[], Awaitable[Any]]] = [
        lambda: ana.ask("POST", f"/api/friends/{bo.id}"),
        lambda: bo.ask("DELETE", f"/api/friends/{ana.id}"),
        lambda: bo.ask("POST", f"/api/friends/{ana.id}"),
        lambda: ana.ask("POST", f"/api/blocks/{bo.id}"),
    ]
    await asyncio.gather(*(step() for step in steps * 3))
    assert [(await circle(who))["friends"] for who in (ana, bo)] == [[], []]
    assert [(await circle(who))["asks"] for who in (ana, bo)] == [[], []]


async def test_there_is_an_end_to_friends(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(people, "MOST_FRIENDS", 1)
    ana, bo, cleo = await house.guests(3)
    await ana.ask("POST", f"/api/friends/{bo.id}")
    answer = await ana.ask("POST", f"/api/friends/{cleo.id}")
    assert (answer.status_code, answer.json()["code"]) == (409, "too_many_friends")
    assert (await cleo.ask("POST", f"/api/friends/{ana.id}")).status_code == 200
    answer = await ana.ask("POST", f"/api/friends/{cleo.id}/accept")
    assert answer.json()["code"] == "too_many_friends"


async def test_with_whom_one_played_lately(house: House) -> None:
    ana, bo, cleo, dan = await house.guests(4)
    made = (await ana.create(seats=3)).json()
    for person in (bo, cleo):
        await house.do(person, "sit", made["table"])
    await house.until_playing(made["table"])

    async def met(person: Person) -> list[int]:
        found = (await person.ask("GET", "/api/opponents")).json()
        assert all(each["game"] == "toma2" for each in found)
        return sorted(each["id"] for each in found)

    assert [await met(each) for each in (ana, dan)] == [[bo.id, cleo.id], []]
    await cleo.ask("POST", f"/api/blocks/{ana.id}")  # whoever blocked, neither is shown to the other
    assert [await met(each) for each in (ana, bo, cleo)] == [[bo.id], [ana.id, cleo.id], [bo.id]]


async def test_one_door_is_knocked_at_three_times_a_day_however_often_it_is_said(settings: Settings) -> None:
    async with open_house(settings.model_copy(update={"rate_limits": True})) as house:
        ana, bo = await house.guests(2)
        for _ in range(3):
            asked = [await ana.ask("POST", f"/api/friends/{bo.id}") for _ in range(3)]  # answers got lost
            assert [answer.json() for answer in asked] == [{"relation": "asked"}] * 3
            await ana.ask("DELETE", f"/api/friends/{bo.id}")
        assert (await ana.ask("POST", f"/api/friends/{bo.id}")).json()["code"] == "too_many"
        assert (await circle(bo))["asks"] == []


async def test_a_part_that_fails_keeps_no_other_from_hearing_of_a_block(house: House) -> None:
    ana, bo = await house.guests(2)
    parted = list[tuple[int, ...]]()

    def fail(*_: int) -> None:
        raise OSError

    house.app.state.circles_changed, house.app.state.part = fail, lambda *two: parted.append(two)
    assert (await ana.ask("POST", f"/api/blocks/{bo.id}")).status_code == 204
    assert parted == [(ana.id, bo.id)]
