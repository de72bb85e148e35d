"""Many free tables become a worker's at once, each one worker's, and none waits for another one's lock."""

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest
from sqlalchemy import event, text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db import Sessions
from app.rooms.claims import BATCH, Claimed, Claims
from app.rooms.errors import FencedError, UnknownOutcomeError
from app.rooms.pulse import Pulse
from tests.rooms.members import make_tables
from tests.waiting import until

pytestmark = pytest.mark.anyio
MakeClaims = Callable[[str], Awaitable[Claims]]


@pytest.fixture
async def make_claims(sessions: Sessions) -> AsyncIterator[MakeClaims]:
    """Makes workers, known to Postgres, that claim."""
    running = []

    async def make(worker: str) -> Claims:
        async with sessions.begin() as session:
            await session.execute(text("insert into worker (id) values (:id)"), {"id": worker})
        claims = Claims(sessions, worker)
        running.append(asyncio.create_task(claims.run()))
        return claims

    yield make
    for task in running:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task


@pytest.fixture
async def creator(make_someone: Callable[..., Awaitable[object]]) -> int:
    return (await make_someone("Ana")).id  # type: ignore[attr-defined,no-any-return]


async def test_what_is_asked_for_at_once_is_claimed_in_few_transactions(
    make_claims: MakeClaims, sessions: Sessions, engine: AsyncEngine, creator: int
) -> None:
    claims, tables = await make_claims("one"), await make_tables(sessions, creator, 3 * BATCH)
    begun = 0

    @event.listens_for(engine.sync_engine, "begin")
    def _count(_: object) -> None:
        nonlocal begun
        begun += 1

    claimed = await asyncio.gather(*map(claims.claim, tables))
    assert begun == 3
    for each in claimed:
        assert each is not None
        assert (each.epoch, [line.seq for line in each.lines]) == (2, list(range(1, len(each.lines) + 1)))
    async with sessions() as session:
        owners = await session.scalars(text("select owner from card_table"))
        assert set(owners) == {"one"}


async def test_a_table_that_is_being_written_to_keeps_none_of_the_others_waiting(
    make_claims: MakeClaims, sessions: Sessions, creator: int
) -> None:
    claims, tables = await make_claims("one"), await make_tables(sessions, creator, 5)
    async with sessions.begin() as session:
        await session.execute(
            text("update card_table set phase = 'closed' where id = :id"), {"id": tables[1]}
        )
    async with sessions() as writer:
        async with writer.begin():
            await writer.execute(text("update card_table set row = row where id = :id"), {"id": tables[0]})
            asked = [asyncio.create_task(claims.claim(table)) for table in tables]
            await until(lambda: all(task.done() for task in asked[1:]))
            assert not asked[0].done()
        assert (await asked[0]) is not None
    closed, *others = [task.result() for task in asked[1:]]
    assert closed is None
    assert all(others)


async def test_j05_two_workers_that_claim_the_same_tables_share_them(
    make_claims: MakeClaims, sessions: Sessions, creator: int
) -> None:
    both, tables = (
        [await make_claims("one"), await make_claims("two")],
        await make_tables(sessions, creator, 40),
    )

    async def claim(claims: Claims, table: int) -> Claimed | FencedError | None:
        try:
            return await claims.claim(table)
        except FencedError as error:
            return error

    got = await asyncio.gather(*(claim(claims, table) for table in tables for claims in both))
    won = Counter(type(each) for each in got)
    assert won == {Claimed: len(tables), FencedError: len(tables)}
    assert {each.epoch for each in got if isinstance(each, Claimed)} == {2}


async def test_d01_a_storage_that_is_away_is_an_unknown_outcome_for_each_and_they_ask_again(
    make_claims: MakeClaims, sessions: Sessions, engine: AsyncEngine, creator: int
) -> None:
    claims, tables = await make_claims("one"), await make_tables(sessions, creator, 5)

    @event.listens_for(engine.sync_engine, "begin", once=True)
    def _break(_: object) -> None:
        raise OSError("the line broke")

    got = await asyncio.gather(*map(claims.claim, tables), return_exceptions=True)
    assert all(isinstance(each, UnknownOutcomeError) for each in got)
    assert all(await asyncio.gather(*map(claims.claim, tables)))


async def test_d02_nobody_waits_long_for_those_before_them(
    sessions: Sessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.rooms.claims.PATIENCE_S", 0.01)
    async with asyncio.timeout(5):
        with pytest.raises(UnknownOutcomeError):
            await Claims(sessions, "one").claim(1)  # whose batches never come to their end


async def test_j01_a_worker_without_a_session_is_doubted_at_once_and_dead_when_it_stays_silent(
    database_url: str,
) -> None:
    one, other = (Pulse(database_url, name, lambda: None) for name in ("one", "other"))
    try:
        await other.beat(False, [])
        sight = await one.beat(False, [])
        assert (sight.doubtful, sight.lost) == (False, frozenset())
        other.cut()
        seen = []
        while not seen or not seen[-1].lost:  # Postgres notices the end of a session in its own time
            seen.append(await one.beat(False, []))
            await asyncio.sleep(0.02)
        doubts = [sight.doubtful for sight in seen]
        assert doubts.pop() is False
        assert any(doubts)
        assert doubts == sorted(doubts)  # from the first doubt to the verdict it is never overlooked
        assert await one.judge(["other"], []) == {"other"}
    finally:
        one.cut()
        other.cut()
