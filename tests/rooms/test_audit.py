"""The audit of everything: each rule is seen to be broken by a fault that was planted."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass

import pytest
from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db import make_engine, make_sessions
from app.ledger.checks import Questions
from app.rooms.audit import Audit, audit, run
from app.rooms.models import LogRecord, TableRecord
from app.rooms.service import Rooms
from app.rooms.vault import Vault
from app.wire import commands as c
from tests.databases import Databases
from tests.rooms.conftest import KEY, Someone
from tests.rooms.people import command_id, make_player
from tests.rooms.test_rooms import begin, quick, sit

pytestmark = pytest.mark.anyio


@dataclass
class Played:
    """A database with a table of every kind."""

    url: str
    closed: int
    running: int
    waiting: int
    failed: int
    practice: int


@pytest.fixture(scope="module")
async def played(databases: Databases) -> AsyncIterator[Played]:
    url, name = databases.make()
    engine = make_engine(url)
    sessions = make_sessions(engine)

    async def someone(name: str) -> Someone:
        return Someone(await make_player(sessions, name, 60_000), name)

    async def leave(table: int, *people: Someone) -> None:
        for person in people:
            await rooms.ask(table, c.Leave(id=command_id(), type="leave", table=table), person)

    async def until(sentence: str) -> None:
        async with asyncio.timeout(20):
            while True:
                async with sessions() as session:
                    if await session.scalar(text(sentence)):
                        return
                await asyncio.sleep(0.02)

    rooms = Rooms(engine, sessions, KEY)
    await rooms.start()
    people = [await someone(name) for name in "ABCDEFGH"]
    failed, *_ = await begin(rooms, people[0], people[1])
    async with sessions.begin() as session:  # a line that can't be read: given up at the next start
        (await session.get_one(LogRecord, (failed.id, 3))).body = {"nonsense": True}
    await rooms.stop()
    rooms = Rooms(engine, sessions, KEY)
    await rooms.start()
    await until(f"select phase = 'closed' from card_table where id = {failed.id}")
    closed, *_ = await begin(rooms, people[2], people[3])
    await leave(closed.id, people[3])
    await until("select count(*) = 1 from match where outcome = 'settled'")
    await leave(closed.id, people[2])
    await until(f"select phase = 'closed' from card_table where id = {closed.id}")
    running, *_ = await begin(rooms, people[4], people[5])
    waiting = await rooms.create(quick(seats=3), people[6], command_id())
    await sit(rooms, waiting, people[7])
    practice = await rooms.create(quick(bet=0, robots=True, public=False), people[7], command_id())
    await until(f"select count(*) = 1 from match where table_id = {practice.id}")
    await rooms.stop()
    await engine.dispose()
    yield Played(url, closed.id, running.id, waiting.id, failed.id, practice.id)
    databases.drop(name)


TRIGGERS = ("account", "transfer", "posting", "card_table")


async def after(played: Played, *damage: str, deep: bool = True) -> Audit:
    """What the audit finds when someone with every right went at the data; nothing of it stays."""
    engine = make_engine(played.url)
    try:
        async with engine.connect() as connection:
            for table in TRIGGERS if damage else ():
                await connection.execute(text(f"alter table {table} disable trigger user"))
            for statement in damage:
                await connection.execute(text(statement.format(p=played)))
            found = await audit(connection, Vault(KEY), deep=deep)
            await connection.rollback()
            return found
    finally:
        await engine.dispose()


def broken(found: Audit) -> dict[str, tuple[str, ...]]:
    return {check.key: check.names for check in found.checks if check.wrong}


async def test_a_server_that_was_played_on_is_sound(played: Played) -> None:
    for deep in (False, True):
        found = await after(played, deep=deep)
        assert broken(found) == {}
        assert found.sound
        assert "1 tables were given up" in found.notes[-1] or not deep
    counts = {check.key: check.looked_at for check in found.checks}
    assert (counts["running"], counts["outcomes"], counts["folds"]) == (5, 4, 5)
    assert counts["payouts"] == 3  # that of the log that can't be read is not looked at


@pytest.mark.parametrize(
    ("key", "name", "damage"),
    [
        ("gaps", "table {p.running}", "delete from log where table_id = {p.running} and seq = 2"),
        ("gaps", "table {p.waiting}", "delete from log where table_id = {p.waiting}"),
        (
            "epochs",
            "table {p.running} seq 3",
            "update log set epoch = epoch + 1 where table_id = {p.running} and seq < 3",
        ),
        ("epochs", "table {p.waiting} seq 1", "update card_table set epoch = 0 where id = {p.waiting}"),
        (
            "commands",
            "player 1 command twice",
            "drop index uq_log_player_id_command_id;"
            "update log set player_id = 1, command_id = 'twice' where table_id = {p.running} and seq < 3",
        ),
        ("begun", "table {p.running} seq 3", "update match set first_seq = 2 where table_id = {p.running}"),
        (
            "begun",
            "table {p.waiting} seq 2",
            "update log set kind = 'begin' where table_id = {p.waiting} and seq = 2",
        ),
        ("ended", "table {p.closed} seq 1", "update match set last_seq = 1 where table_id = {p.closed}"),
        (
            "ended",
            "table {p.closed}",
            "update match set outcome = 'refunded' where table_id = {p.closed}",
        ),
        (
            "outcomes",
            "match {p.running}-1",
            "update match set outcome = 'settled' where table_id = {p.running}",
        ),
        ("outcomes", "match {p.closed}-1", "update match set outcome = null where table_id = {p.closed}"),
        (
            "outcomes",
            "match {p.failed}-1",
            "update match set outcome = 'settled' where table_id = {p.failed}",
        ),
        (
            "outcomes",
            "match {p.practice}-1",
            "update match set bet = 6000 where table_id = {p.practice}",
        ),
        (
            "outcomes",
            "match nowhere",
            "insert into transfer (cause, request, kind, match, facts, legs)"
            " values ('refund:nowhere', '', 'refund', 'nowhere', '{{}}', 2)",
        ),
        ("amounts", "match {p.running}-1", "update match set bet = 6001 where table_id = {p.running}"),
        (
            "amounts",
            "match {p.closed}-1",
            "update match set payouts = '[6000, 6000]' where table_id = {p.closed}",
        ),
        ("standing", "player", "update standing set points = 7 where span = 'all' and points = 6"),
        ("standing", "player", "delete from standing where points = 0"),
        ("standing", "player", "insert into standing values (999, 'all', '', 1, 1, 0, 0, 0)"),
        ("payouts", "match {p.closed}-1", "update match set leavers = '[]' where table_id = {p.closed}"),
        ("running", "table {p.running}", "update card_table set phase = 'waiting' where id = {p.running}"),
        (
            "running",
            "table {p.closed}",
            "update match set outcome = null, last_seq = null where table_id = {p.closed}",
        ),
        (
            "escrows",
            "table {p.running}",
            "update account set balance = balance - 1 where kind = 'escrow' and owner = {p.running}",
        ),
        ("pots", "table {p.waiting}", "update card_table set pot = 5 where id = {p.waiting}"),
        ("seats", "table {p.running} player", "delete from seat where table_id = {p.running}"),
        (
            "seats",
            "table {p.closed} player",
            "update seat set table_id = {p.closed} where table_id = {p.running}",
        ),
        (
            "coin_seats",
            "player",
            "drop index uq_seat_coin_player; update seat set practice = false where table_id = {p.practice}",
        ),
        ("folds", "table {p.waiting} (seats)", "delete from seat where table_id = {p.waiting}"),
        (
            "folds",
            "table {p.running} (can't be folded after seq 3",
            "update log set kind = 'nonsense' where table_id = {p.running} and seq = 4",
        ),
        (
            "folds",
            "table {p.running} (phase)",
            "update card_table set phase = 'waiting' where id = {p.running}",
        ),
        ("folds", "table {p.waiting} (pot)", "update card_table set pot = 5 where id = {p.waiting}"),
        (
            "payouts",
            "match {p.closed}-1",
            "update match set payouts = '[6000, 6000]' where table_id = {p.closed}",
        ),
        ("payouts", "match {p.closed}-1", "update match set points = '[1, 1]' where table_id = {p.closed}"),
    ],
)
async def test_each_fault_is_found_and_named(played: Played, key: str, name: str, damage: str) -> None:
    found = await after(played, *damage.split(";"))
    assert not found.sound
    assert name.format(p=played) in " ".join(broken(found).get(key, ())), broken(found)


async def test_one_moment_is_looked_at_whatever_is_written_meanwhile(played: Played) -> None:
    from app.rooms import audit as module

    engine = make_engine(played.url)
    seen: list[Audit] = []

    async def look_between(
        connection: AsyncConnection, vault: Vault | None, *, deep: bool, also: Sequence[Questions]
    ) -> Audit:
        await connection.execute(select(TableRecord.id))  # the snapshot is taken here
        async with engine.begin() as writer:
            await writer.execute(text(f"update seat set table_id = {played.running} where practice"))
        seen.append(await audit(connection, vault, deep=deep, also=also))
        async with engine.begin() as writer:
            await writer.execute(text(f"update seat set table_id = {played.practice} where practice"))
        return seen[-1]

    patch = pytest.MonkeyPatch()
    patch.setattr(module, "audit", look_between)
    try:
        found = await module.audit_database(played.url, Vault(KEY), deep=True)
    finally:
        patch.undo()
        await engine.dispose()
    assert broken(found) == {}


def test_the_command_says_what_was_looked_at_and_what_is_wrong(
    played: Played, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(played.url, KEY, deep=True) == 0
    out = capsys.readouterr().out
    assert out.endswith("\nsound\n")
    assert "ok    each log counts from 1 without a gap" in out
    assert "lines/s" in out
    assert run(played.url, b"z" * 32) == 0
    assert "not folded" in capsys.readouterr().out
    assert run(played.url, None) == 0


def test_the_command_names_the_table_and_ends_with_1(
    played: Played, capsys: pytest.CaptureFixture[str], damage: Callable[[str], Awaitable[None]]
) -> None:
    asyncio.run(damage(f"update card_table set epoch = epoch - 1 where id = {played.running}"))  # type: ignore[arg-type]
    try:
        assert run(played.url, None) == 1
    finally:
        asyncio.run(damage(f"update card_table set epoch = epoch + 1 where id = {played.running}"))  # type: ignore[arg-type]
    out = capsys.readouterr().out
    assert "WRONG epochs never go back" in out
    assert "UNSOUND: epochs never go back and end with the table's: not so" in out
    assert f"table {played.running} seq" in out


@pytest.fixture
def damage(played: Played) -> Callable[[str], Awaitable[None]]:
    async def run_it(statement: str) -> None:
        engine = make_engine(played.url)
        async with engine.begin() as connection:
            await connection.execute(text(statement))
        await engine.dispose()

    return run_it
