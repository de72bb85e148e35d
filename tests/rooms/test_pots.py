"""The pot that outlives matches, in the books (Tongits 14.13, decided 7): filled, taken, given back, found again."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import text
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db import Sessions
from app.errors import ConflictError, InvalidError
from app.ledger.audit import audit
from app.ledger.service import burn_coins, statement_lines
from app.rooms.audit import audit as everything
from app.rooms.create import TableRef, TableSetup
from app.rooms.models import LogRecord, MatchRecord
from app.rooms.service import Rooms
from app.wire import commands as c
from tests.rooms.conftest import KEY, Someone
from tests.rooms.people import Eye, act, coins_of, command_id, salt_all
from tests.rooms.test_rooms import sit
from tests.tables.conftest import fake

__all__ = ["fake"]
pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("fake")]
MakeSomeone = Callable[..., Awaitable[Someone]]
BET, ANTE = 6_000, 600
HITTER = TableSetup("fake", {"hitter": True}, 2, BET)


class Pair:
    """Two people at a table with a pot."""

    def __init__(self, rooms: Rooms, sessions: Sessions, ana: Someone, bo: Someone, table: TableRef) -> None:
        self.rooms, self.sessions, self.ana, self.bo, self.table = rooms, sessions, ana, bo, table
        self.eye = Eye(ana.id)

    async def play(self, end: str) -> None:
        """Let the match that is about to begin end so."""
        await self.eye.until("salting")
        await salt_all(self.rooms, self.table.id, self.ana, self.bo)
        await self.eye.until("playing")
        await self.rooms.ask(self.table.id, act(self.table.id, {"type": "choose", "color": end}), self.ana)
        await self.eye.until("over", lambda view: view["settled"] is not None)

    async def again(self) -> None:
        for person in (self.ana, self.bo):
            again = c.Again(id=command_id(), type="again", table=self.table.id)
            await self.rooms.ask(self.table.id, again, person)

    async def coins(self) -> list[int]:
        return [await coins_of(self.sessions, person.id) for person in (self.ana, self.bo)]

    async def pot(self) -> int:
        """By the books, which are sound."""
        async with self.sessions() as session:
            report = await audit(session)
            assert report.faults == ()
            return report.pots

    async def leave(self, person: Someone) -> None:
        await self.rooms.ask(
            self.table.id, c.Leave(id=command_id(), type="leave", table=self.table.id), person
        )

    async def until(self, coins: list[int]) -> None:
        async with asyncio.timeout(10):
            while await self.coins() != coins:  # noqa: ASYNC110
                await asyncio.sleep(0.02)


@pytest.fixture
async def pair(rooms: Rooms, sessions: Sessions, make_someone: MakeSomeone) -> Pair:
    ana, bo = await make_someone("Ana", 20_000), await make_someone("Bo", 20_000)
    table = await rooms.create(HITTER, ana, command_id())
    pair = Pair(rooms, sessions, ana, bo, table)
    await sit(rooms, table, bo)
    await rooms.watch(table.id, pair.eye)
    return pair


async def test_the_pot_is_filled_survives_a_restart_and_is_taken(
    pair: Pair, engine: AsyncEngine, sessions: Sessions
) -> None:
    await pair.eye.until("salting")
    assert await pair.coins() == [20_000 - BET - ANTE] * 2
    await pair.play("1")
    assert pair.eye.view["pot"] == 2 * BET  # the table's pot is the bets; the other one is the game's to show
    assert (await pair.coins(), await pair.pot()) == ([20_000 - BET - ANTE, 20_000 + BET - ANTE], 2 * ANTE)
    await pair.rooms.stop()

    second = Rooms(engine, sessions, KEY)
    await second.start()
    try:
        pair.rooms, pair.eye = second, Eye(pair.ana.id)
        await second.watch(pair.table.id, pair.eye)
        await pair.again()
        await pair.eye.until("salting")
        await salt_all(second, pair.table.id, pair.ana, pair.bo)
        view = await pair.eye.until("playing")
        assert (view["game"]["streak"], view["game"]["pot"]) == (1, 2 * ANTE)
        await second.ask(pair.table.id, act(pair.table.id, {"type": "choose", "color": "1"}), pair.ana)
        await pair.eye.until("over", lambda view: view["settled"] is not None)
        assert await pair.coins() == [20_000 - 2 * (BET + ANTE), 20_000 + 2 * (BET + ANTE)]
        assert await pair.pot() == 0
    finally:
        await second.stop()
    async with sessions() as session:
        lines = await statement_lines(session, pair.bo.id)
        matches = (await session.scalars(text("select ante from match"))).all()
    assert [(line.kind, line.amount) for line in lines[:4]] == [
        ("settle", 2 * BET + 4 * ANTE), ("bet", -BET - ANTE), ("settle", 2 * BET), ("bet", -BET - ANTE),
    ]  # fmt: skip
    assert lines[1].facts["ante"] == ANTE
    assert matches == [ANTE, ANTE]


async def test_who_gets_up_and_who_stays_have_their_antes_back(pair: Pair, sessions: Sessions) -> None:
    wallets: list[int] = []
    pair.rooms.tell = lambda player, frame: wallets.append(player)
    await pair.play("0")
    before = await pair.coins()
    wallets.clear()
    await pair.leave(pair.bo)
    await pair.until([coins + ANTE for coins in before])
    assert await pair.pot() == 0
    assert set(wallets) == {pair.ana.id, pair.bo.id}
    async with sessions() as session:
        line = (await statement_lines(session, pair.bo.id))[0]
    assert (line.kind, line.amount, line.facts["table"]) == ("pot", ANTE, pair.table.code)


async def test_a_forfeit_gives_the_antes_back_after_the_match(pair: Pair) -> None:
    await pair.play("0")
    await pair.again()
    await pair.eye.until("salting")
    await pair.leave(pair.bo)
    # Ana won the first match and, left alone, this one: two running, so the pot is hers
    await pair.until([20_000 + 2 * (BET + ANTE), 20_000 - 2 * (BET + ANTE)])
    assert await pair.pot() == 0


async def test_who_has_the_bet_but_not_the_ante_can_not_sit_and_gets_up(
    rooms: Rooms, sessions: Sessions, make_someone: MakeSomeone
) -> None:
    ana, bo = await make_someone("Ana"), await make_someone("Bo", BET + ANTE - 1)
    with pytest.raises(ConflictError) as poor:
        await rooms.create(HITTER, bo, command_id())
    assert poor.value.code == "not_enough_coins"
    cleo = await make_someone("Cleo", BET + ANTE)
    table = await rooms.create(TableSetup("fake", {"hitter": True}, 3, BET), ana, command_id())
    with pytest.raises(ConflictError) as poor:
        await sit(rooms, table, bo)
    assert poor.value.code == "not_enough_coins"
    await sit(rooms, table, cleo)
    async with sessions.begin() as session:
        await burn_coins(session, cleo.id, 1, cause="test", kind="grant")
    eye = Eye(ana.id)
    await rooms.watch(table.id, eye)
    await sit(rooms, table, await make_someone("Dan"))
    await eye.until("waiting", lambda view: view["seats"][1] is None)
    assert await coins_of(sessions, ana.id) == 60_000


async def test_a_table_that_can_not_go_on_gives_bets_antes_and_pot_back(
    pair: Pair, engine: AsyncEngine, sessions: Sessions
) -> None:
    """T15.11, J-16: the log can't be read, the books can."""
    await pair.play("0")
    await pair.again()
    await pair.eye.until("salting")
    await pair.rooms.stop()
    async with sessions.begin() as session:
        (await session.get_one(LogRecord, (pair.table.id, 4))).body = {"nonsense": True}
    second = Rooms(engine, sessions, KEY)
    await second.start()
    try:
        await pair.until([20_000 + BET, 20_000 - BET])
        assert await pair.pot() == 0
    finally:
        await second.stop()


async def test_the_database_refuses_a_pot_that_the_log_does_not_know(pair: Pair, sessions: Sessions) -> None:
    await pair.play("0")
    for damage in (
        "update card_table set pot = pot + 1",
        "update card_table set phase = 'closed'",
        "update card_table set pot = -1",
    ):
        with pytest.raises(IntegrityError):
            async with sessions.begin() as session:
                await session.execute(text(damage))
    async with sessions() as session:
        await session.execute(text("alter table card_table disable trigger user"))
        await session.execute(text("update card_table set pot = pot + 1"))
        report = await everything(await session.connection(), None)
        assert [check.names for check in report.checks if check.wrong] == [(f"table {pair.table.id}",)]
        await session.rollback()


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        ({"options": {"hitter": True}, "bet": 6_001}, "bet_in_tens"),
        ({"options": {"hitter": True, "odd": True}}, "options_conflict"),
        ({"seats": 11}, "bad_seats"),
        ({"seats": 1}, "bad_seats"),
    ],
)
async def test_a_table_that_its_game_can_not_have_is_not_made(
    rooms: Rooms, sessions: Sessions, make_someone: MakeSomeone, setup: dict[str, Any], code: str
) -> None:
    wish = TableSetup(**({"game": "fake", "options": {}, "seats": 2, "bet": BET} | setup))
    with pytest.raises(InvalidError) as refused:
        await rooms.create(wish, await make_someone("Ana"), command_id())
    assert refused.value.code == code
    async with sessions() as session:
        assert (await session.scalars(text("select id from card_table"))).all() == []


async def test_ten_people_sit_and_begin(rooms: Rooms, sessions: Sessions, make_someone: MakeSomeone) -> None:
    people = [await make_someone(f"P{n}") for n in range(10)]
    table = await rooms.create(TableSetup("fake", {"hitter": True}, 10, BET), people[0], command_id())
    for person in people[1:]:
        await sit(rooms, table, person)
    eye = Eye(people[9].id)
    await rooms.watch(table.id, eye)
    assert (await eye.until("salting"))["you"] == 9
    [row] = await rooms.rows()
    assert (row["seats"], len(row["players"]), row["phase"]) == (10, 10, "playing")
    async with sessions() as session:
        match = await session.get_one(MatchRecord, f"{table.id}-1")
    assert (len(match.players), match.ante) == (10, ANTE)
