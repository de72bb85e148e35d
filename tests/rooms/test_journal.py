"""The log's fence and its group commit."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db import Sessions
from app.db.faults import is_passing
from app.errors import ConflictError
from app.rooms.claims import claim_table
from app.rooms.create import TableRef, TableSetup, create_table
from app.rooms.errors import FencedError, UnknownOutcomeError, outcome_unknown
from app.rooms.journal import Journal, Line, append
from app.rooms.models import LogRecord
from app.rooms.vault import Vault
from app.tables import Person
from tests.rooms.conftest import KEY, Someone

pytestmark = pytest.mark.anyio
MakeSomeone = Callable[..., Awaitable[Someone]]


@pytest.fixture
async def tables(sessions: Sessions, make_someone: MakeSomeone) -> list[TableRef]:
    """Three tables, each with one entry, under epoch 1."""
    made = []
    for n in range(3):
        ana = await make_someone(f"Ana {n}")
        person = Person(ana.id, ana.name, ana.avatar, ana.guest)
        setup = TableSetup("toma2", {}, 2, 6000)
        made.append(
            await create_table(sessions, Vault(KEY), setup, person, "key", 0, "old")
        )  # one of long ago
    return made


def line(table: TableRef, seq: int = 2, epoch: int = 1, **more: object) -> Line:
    return Line(table.id, seq, epoch, 0, "ready", '{"player": 1}', **more)  # type: ignore[arg-type]


async def seqs(sessions: Sessions, table: TableRef) -> list[int]:
    async with sessions() as session:
        found = await session.scalars(
            select(LogRecord.seq).where(LogRecord.table_id == table.id).order_by(LogRecord.seq)
        )
        return list(found.all())


async def test_j03_a_take_over_waits_for_the_append_that_it_would_miss(
    engine: AsyncEngine, sessions: Sessions, tables: list[TableRef]
) -> None:
    """The old owner has checked its epoch but not committed: the new one must see the line when it reads."""
    table = tables[0]
    async with engine.connect() as zombie:
        async with zombie.begin():
            assert await append(zombie, [line(table)]) == {table.id: None}
            claim = asyncio.create_task(claim_table(sessions, table.id, "new"))
            done, _ = await asyncio.wait([claim], timeout=0.5)
            assert not done
        claimed = await claim
    assert claimed is not None
    assert [entry.seq for entry in claimed.lines] == [1, 2]


async def test_j03_after_a_take_over_the_old_owner_writes_nothing(
    engine: AsyncEngine, sessions: Sessions, tables: list[TableRef]
) -> None:
    table = tables[0]
    claimed = await claim_table(sessions, table.id, "new")
    assert claimed is not None
    async with engine.begin() as zombie:
        problem = (await append(zombie, [line(table)]))[table.id]
    assert isinstance(problem, FencedError)
    assert await seqs(sessions, table) == [1]
    async with engine.begin() as owner:
        assert await append(owner, [line(table, epoch=claimed.epoch)]) == {table.id: None}


async def test_one_fenced_table_does_not_stop_the_others_of_its_batch(
    engine: AsyncEngine, sessions: Sessions, tables: list[TableRef]
) -> None:
    await claim_table(sessions, tables[1].id, "new")
    journal = Journal(engine)
    running = asyncio.create_task(journal.run())
    results = await asyncio.gather(*(journal.write(line(table)) for table in tables), return_exceptions=True)
    running.cancel()
    assert [type(result) for result in results] == [type(None), FencedError, type(None)]
    assert [await seqs(sessions, table) for table in tables] == [[1, 2], [1], [1, 2]]


async def test_a_line_that_the_database_refuses_is_nobody_elses_trouble(
    engine: AsyncEngine, sessions: Sessions, tables: list[TableRef]
) -> None:
    journal = Journal(engine)
    running = asyncio.create_task(journal.run())
    bad = Line(tables[1].id, 2, 1, 0, "ready", '"\\u0000"')
    async with asyncio.timeout(5):
        results = await asyncio.gather(
            *map(journal.write, (line(tables[0]), bad, line(tables[2]))), return_exceptions=True
        )
        await journal.write(line(tables[1]))
    running.cancel()
    assert isinstance(results[1], DBAPIError)
    assert [results[0], results[2]] == [None, None]
    assert [await seqs(sessions, table) for table in tables] == [[1, 2]] * 3


async def test_a_database_that_is_read_only_for_a_while_is_an_unknown_outcome(
    engine: AsyncEngine, tables: list[TableRef]
) -> None:
    """A standby that is about to take over, or a provider's answer to a full disk: no reason to end a match."""
    async with engine.begin() as standby:
        await standby.execute(text("set transaction read only"))
        with pytest.raises(UnknownOutcomeError) as refused, outcome_unknown():
            await append(standby, [line(tables[0])])
    assert refused.value.__cause__ is not None
    assert is_passing(refused.value.__cause__)


async def test_a_command_id_is_used_once_by_a_player_wherever(
    engine: AsyncEngine, sessions: Sessions, tables: list[TableRef]
) -> None:
    """Decided 22."""
    named = {"player_id": 1, "command_id": "command-1", "command_hash": b"h"}
    async with engine.begin() as connection:
        assert await append(connection, [line(tables[0], **named)]) == {tables[0].id: None}
    async with engine.begin() as connection:
        problem = (await append(connection, [line(tables[1], **named)]))[tables[1].id]
    assert isinstance(problem, ConflictError)
    assert problem.code == "id_reused"
    assert await seqs(sessions, tables[1]) == [1]
