"""Who lives, who is dead, and whose turn it is: workers that judge each other by a real Postgres and Valkey."""

import asyncio
import itertools
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Collection
from datetime import UTC, datetime, timedelta

import asyncpg
import pytest
from sqlalchemy import text

from app.bus import Bus
from app.db import Sessions
from app.db.migrate import migrate_within
from app.embedded.postgres import Postgres
from app.rooms.claims import claim_table
from app.rooms.errors import FencedError
from app.rooms.membership import Offers, Steadiness, first_of
from app.rooms.pulse import QUIET_S
from tests.databases import own_folder
from tests.rooms.members import Member, Wire, die, hang, make_tables
from tests.waiting import until

pytestmark = pytest.mark.anyio
MakeMember = Callable[..., Member]
MakeSomeone = Callable[..., Awaitable[object]]
names = (f"worker-{n}" for n in itertools.count())


@pytest.fixture
async def make_member(database_url: str, bus: Bus) -> AsyncIterator[MakeMember]:
    """Makes workers, not started; `url` for one that reaches Postgres by another way."""
    made: list[Member] = []

    def make(url: str = database_url) -> Member:
        made.append(Member(url, next(names), bus))
        return made[-1]

    yield make
    await asyncio.gather(*(member.stop() for member in made))


@pytest.fixture
async def creator(make_someone: MakeSomeone) -> int:
    return (await make_someone("Ana")).id  # type: ignore[attr-defined,no-any-return]


async def together(*members: Member) -> None:
    """All of them live and know it."""
    await asyncio.gather(*(member.start() for member in members))
    others = {member: frozenset(m.name for m in members if m is not member) for member in members}
    await until(lambda: all(member.peers == others[member] for member in members))


async def left(sessions: Sessions) -> set[str]:
    """Who is not among the living, by Postgres."""
    async with sessions() as session:
        return set(await session.scalars(text("select id from worker where left_at is not null")))


async def cut_all(database_url: str) -> None:
    """End every other session of the database, as a restart does."""
    connection = await asyncpg.connect(database_url)
    await connection.execute(
        "select pg_terminate_backend(pid) from pg_stat_activity"
        " where datname = current_database() and application_name = 'sobremesa pulse'"
    )
    await connection.close()


# ---- coming and going ----------------------------------------------------------------------------------------


async def test_workers_know_each_other_and_hear_who_leaves(make_member: MakeMember) -> None:
    a, b, c = make_member(), make_member(), make_member()
    await together(a, b, c)
    assert a.healthy
    await b.stop()
    await until(lambda: a.gone == c.gone == [b.name], 0.6)
    assert a.peers == {c.name}
    assert await a.lease.held([b.name, c.name]) == {c.name}


async def test_who_drains_is_a_peer_no_longer_and_is_offered_nothing(
    make_member: MakeMember, sessions: Sessions, creator: int
) -> None:
    a, b = make_member(), make_member()
    await together(a, b)
    await b.drain()
    async with sessions() as session:
        assert await session.scalar(text("select draining from worker where id = :id"), {"id": b.name})
    tables = await make_tables(sessions, creator, 20)
    a.look()
    await until(lambda: set(a.offers) == set(tables), 0.6)  # all at once: no turn is b's
    assert max(times[0] for times in a.offers.values()) - min(times[0] for times in a.offers.values()) < 0.1
    assert a.peers == frozenset()
    assert a.gone == []
    await asyncio.sleep(0.3)
    assert b.offers == {}


async def test_rows_of_the_long_gone_are_swept_out(make_member: MakeMember, sessions: Sessions) -> None:
    async with sessions.begin() as session:
        await session.execute(
            text(
                "insert into worker (id, left_at) values ('old', clock_timestamp() - interval '25 h'),"
                " ('young', clock_timestamp() - interval '23 h')"
            )
        )
    await make_member().start()
    assert await left(sessions) == {"young"}


# ---- death ---------------------------------------------------------------------------------------------------


async def test_a_dead_worker_is_told_from_a_slow_one_at_once(
    make_member: MakeMember, sessions: Sessions, creator: int
) -> None:
    a, b, c = make_member(), make_member(), make_member()
    await together(a, b, c)
    tables = await make_tables(sessions, creator, 20, owner=c.name)
    await die(c)
    await until(lambda: {*a.offers, *b.offers} == set(tables))
    assert await left(sessions) == {c.name}
    assert not set(a.offers) & set(b.offers)  # each has one first claimer
    await until(lambda: a.gone == b.gone == [c.name])
    await until(lambda: set(a.offers) == set(b.offers) == set(tables))  # later anybody may
    for table in tables:
        first, second = sorted((a.offers[table][0], b.offers[table][0]))
        assert second - first > 0.15


async def test_who_starts_after_a_dead_worker_takes_over_at_once(
    make_member: MakeMember, sessions: Sessions, creator: int
) -> None:
    old, new = make_member(), make_member()
    await old.start()
    tables = await make_tables(sessions, creator, 3, owner=old.name)
    await die(old)
    await new.start()
    await until(lambda: set(new.offers) == set(tables))
    assert new.gone == [old.name]


async def test_a_hung_worker_is_judged_when_its_lease_is_gone_and_hears_of_it(
    make_member: MakeMember, sessions: Sessions, creator: int
) -> None:
    a, b = make_member(), make_member()
    await together(a, b)
    tables = await make_tables(sessions, creator, 3, owner=b.name)
    held, silences = a.lease.held, list[float]()

    async def held_slowly(workers: Collection[str]) -> set[str]:
        await asyncio.sleep(0.7)
        return await held(workers)

    a.lease.held = held_slowly  # type: ignore[method-assign]

    def is_over() -> bool:
        silences.append(time.monotonic() - a._beaten)
        return set(a.offers) == set(tables)

    hung = time.monotonic()
    await hang(b)
    while (
        time.monotonic() - hung < 3.4
    ):  # silent for longer than three seconds, but something renews its lease
        await b.lease.renew()
        await asyncio.sleep(0.1)
    assert await left(sessions) == set()
    await b.lease.release()
    await until(is_over, 3)
    assert await left(sessions) == {b.name}
    assert max(silences) < 0.6  # Redis may take its time: the pulse goes on
    await b.resume()
    await until(lambda: b.expelled == 1 and a.peers == {b.name} and b.peers == {a.name})
    assert a.gone == [b.name]
    assert await left(sessions) == set()


async def test_a_table_that_fell_out_of_its_owners_hands_is_offered_to_it_alone(
    make_member: MakeMember, sessions: Sessions, creator: int
) -> None:
    a, b = make_member(), make_member()
    await together(a, b)
    kept, stray = await make_tables(sessions, creator, 2, owner=a.name)
    a.running = lambda: [kept]
    a.offers.clear()
    await until(lambda: set(a.offers) == {stray}, 0.6)
    await asyncio.sleep(0.5)
    assert set(a.offers) == {stray}
    assert b.offers == {}


# ---- nobody is dead ------------------------------------------------------------------------------------------


async def test_d08_an_emptied_redis_makes_nobody_dead(
    make_member: MakeMember, sessions: Sessions, bus: Bus
) -> None:
    a, b = make_member(), make_member()
    await together(a, b)
    for _ in range(20):
        await bus.redis.flushall()
        await asyncio.sleep(0.05)
    assert await left(sessions) == set()
    assert a.gone == b.gone == []
    assert a.expelled == b.expelled == 0
    await asyncio.sleep(0.6)  # the next renewal
    assert await a.lease.held([a.name, b.name]) == {a.name, b.name}


async def test_d14_leases_that_end_early_or_never_decide_nothing(
    make_member: MakeMember, sessions: Sessions, bus: Bus
) -> None:
    """As after a jump of the clock by which Redis lets keys expire."""
    a, b = make_member(), make_member()
    await together(a, b)
    keys = [bus.name(f"lease:{member.name}") for member in (a, b)]
    for _ in range(20):
        for key in keys:
            await bus.redis.pexpire(key, 1)
        await asyncio.sleep(0.05)
    assert await left(sessions) == set()
    assert (a.gone, b.gone, a.expelled, b.expelled) == ([], [], 0, 0)
    await asyncio.sleep(0.6)  # the next renewal
    await die(b)
    assert await bus.redis.persist(keys[1])
    await until(lambda: a.gone == [b.name], 3)


async def test_sessions_that_postgres_ends_make_nobody_dead(
    make_member: MakeMember, sessions: Sessions, database_url: str
) -> None:
    """Neither all at once nor one under the eyes of a judge who looks all the time, if they are back in time."""
    a, b = make_member(), make_member()
    await together(a, b)
    for _ in range(3):
        await cut_all(database_url)
        await asyncio.sleep(0.2)
    await until(lambda: a.healthy and b.healthy)
    async with sessions() as session:
        locks = await session.scalar(text("select count(*) from pg_locks where locktype = 'advisory'"))
        assert locks == 2  # also the second session shows that its worker lives
    for _ in range(5):
        await asyncio.sleep(1.2)  # steady again
        a.gone.clear()
        a.expelled = b.expelled = 0
        silent_s = await cut_under_eyes(b, a)
        if silent_s < QUIET_S:  # a machine that is slower shows nothing
            break
    assert silent_s < QUIET_S
    assert await left(sessions) == set()
    assert (a.gone, b.gone, a.expelled, b.expelled) == ([], [], 0, 0)


async def cut_under_eyes(member: Member, judge: Member) -> float:
    """Cut the line of one while the other looks all the time; return how long it gave no sign of life."""
    before, longest = member._beaten, 0.0
    member._pulse._connection._transport.abort()
    for _ in range(50):
        judge.look()
        await asyncio.sleep(0.01)
        before, longest = member._beaten, max(longest, member._beaten - before)
    return longest


async def test_a_restarted_postgres_makes_nobody_dead(bus: Bus) -> None:
    """All locks are free then, and the first to be back would find everybody else silent."""
    with own_folder() as folder:
        postgres = Postgres(folder, durable=False, die_with_parent=False)
        postgres.start()
        try:
            await migrate_within(postgres.url)
            wires = [Wire(postgres.url), Wire(postgres.url)]
            for wire in wires:
                await wire.start()
            a, b = (Member(wire.url, next(names), bus) for wire in wires)
            await together(a, b)
            await asyncio.to_thread(postgres.stop)  # as `pg_ctl stop -m immediate`
            await asyncio.to_thread(postgres.start)
            wires[0].port = postgres.port
            await until(lambda: a.healthy)
            wires[1].swallow()
            wires[1].port = postgres.port
            await asyncio.sleep(1.4)  # more than a second, for which the first has been steady by now
            wires[1].heal()
            await until(lambda: a.peers == {b.name} and b.peers == {a.name}, 4)
            assert (a.gone, b.gone, a.expelled, b.expelled) == ([], [], 0, 0)
            await asyncio.gather(a.stop(), b.stop(), *(wire.stop() for wire in wires))
        finally:
            await asyncio.to_thread(postgres.stop)


async def test_lines_that_were_black_holes_make_nobody_dead(
    make_member: MakeMember, sessions: Sessions, database_url: str
) -> None:
    """Both were cut off and come back one after the other: the first may not judge by what it missed.

    Who has no pulse lets its lease go: it could not serve its tables.
    """
    wires = [Wire(database_url), Wire(database_url)]
    for wire in wires:
        await wire.start()
    a, b = (make_member(wire.url) for wire in wires)
    await together(a, b)
    for wire in wires:
        wire.swallow()
    await cut_all(database_url)  # Postgres knows by now that they are gone
    await until(lambda: not a.healthy and not b.healthy, 2)
    await asyncio.sleep(0.1)
    for member in (a, b):
        await member.lease.release()
    async with sessions.begin() as session:  # as if it had been for longer
        await session.execute(text("update worker set last_seen = last_seen - interval '4 s'"))
    await asyncio.sleep(0.6)
    assert await a.lease.held([a.name, b.name]) == set()  # not renewed for want of a pulse
    wires[0].heal()
    await until(lambda: a.healthy)
    await asyncio.sleep(0.6)
    wires[1].heal()
    await until(lambda: b.healthy and a.peers == {b.name})
    assert await left(sessions) == set()
    assert (a.gone, b.gone, a.expelled, b.expelled) == ([], [], 0, 0)
    await asyncio.sleep(0.5)
    assert await a.lease.held([a.name, b.name]) == {a.name, b.name}
    for wire in wires:
        await wire.stop()


async def test_a_handler_that_fails_stops_nothing(
    make_member: MakeMember, sessions: Sessions, creator: int
) -> None:
    a = make_member()

    def fail(tables: object) -> None:
        raise ValueError(tables)

    a.on_free = fail
    await make_tables(sessions, creator, 1)
    await a.start()
    await asyncio.sleep(0.5)
    assert a.healthy


# ---- claims --------------------------------------------------------------------------------------------------


async def test_j05_each_table_gets_one_owner_however_many_claim_it(
    make_member: MakeMember, sessions: Sessions, creator: int
) -> None:
    members = [make_member() for _ in range(8)]
    await together(*members)
    workers, tables = [member.name for member in members], await make_tables(sessions, creator, 80)
    won: Counter[tuple[int, int]] = Counter()

    async def claim_all(worker: str) -> None:
        turn = {table for table in tables if first_of(workers, table) == worker}
        wanted = list(turn.union(random.sample(tables, 10)))
        for table in random.sample(wanted, len(wanted)):
            try:
                claimed = await claim_table(sessions, table, worker)
            except FencedError:
                continue
            assert claimed is not None
            won[table, claimed.epoch] += 1

    await asyncio.gather(*map(claim_all, workers))
    assert won == Counter((table, 2) for table in tables)


async def test_j05_a_claim_that_waited_does_not_take_what_was_claimed_meanwhile(
    sessions: Sessions, creator: int
) -> None:
    """Even from a worker that had not registered yet when the claim began."""
    (table,) = await make_tables(sessions, creator, 1)
    async with sessions() as other:
        async with other.begin():
            await other.execute(text("insert into worker (id) values ('new')"))
            await other.execute(text("update card_table set owner = 'new', epoch = 2"))
            late = asyncio.create_task(claim_table(sessions, table, "late"))
            done, _ = await asyncio.wait([late], timeout=0.3)
            assert not done
        with pytest.raises(FencedError):
            await late


async def test_a_living_owner_keeps_its_table(
    make_member: MakeMember, sessions: Sessions, creator: int
) -> None:
    a, b = make_member(), make_member()
    await together(a, b)
    (table,) = await make_tables(sessions, creator, 1, owner=a.name)
    with pytest.raises(FencedError):
        await claim_table(sessions, table, b.name)
    again = await claim_table(sessions, table, a.name)  # after an unknown outcome it reads its log anew
    assert again is not None
    assert again.epoch == 2
    await a.stop()
    taken = await claim_table(sessions, table, b.name)
    assert taken is not None
    assert taken.epoch == 3
    assert taken.last_seen is not None  # when the clocks stopped
    assert abs(taken.last_seen / 1000 - time.time()) < 5
    async with sessions.begin() as session:
        await session.execute(text("update card_table set phase = 'closed'"))
    assert await claim_table(sessions, table, b.name) is None


def test_turns_are_agreed_on_and_shares_are_even() -> None:
    workers = ["a", "b", "c"]
    shares = Counter(first_of(workers, table) for table in range(3000))
    assert all(900 < share < 1100 for share in shares.values())
    assert all(first_of(workers[::-1], t) == first_of(workers, t) for t in range(100))
    kept = [t for t in range(3000) if first_of(workers, t) != "c"]
    assert all(first_of(["a", "b"], t) == first_of(workers, t) for t in kept)  # nothing else moves


def test_an_offer_comes_after_its_delay_and_again_after_a_second() -> None:
    offers = Offers()
    assert offers.due({1: 0.0, 2: 0.4}, 10.0) == [1]
    assert offers.due({1: 0.0, 2: 0.4}, 10.3) == []
    assert offers.due({1: 0.0, 2: 0.4}, 10.5) == [2]
    assert offers.due({1: 0.0}, 11.1) == [1]
    assert offers.due({2: 0.4}, 11.2) == []  # somebody had it meanwhile


def test_a_broken_pulse_judges_nobody_until_it_is_steady() -> None:
    def beat(at_ms: int) -> tuple[bool, bool]:
        steadiness.beat(datetime(2026, 1, 1, tzinfo=UTC) + timedelta(milliseconds=at_ms))
        return steadiness.may_judge_lost, steadiness.may_judge_hung

    steadiness = Steadiness()
    assert beat(0) == (True, False)  # who has just started may find its dead forerunner
    assert [beat(at) for at in range(200, 3001, 200)][-1] == (True, True)
    assert beat(4100) == (False, False)  # it stood still: perhaps all did
    assert [beat(at) for at in range(4300, 5101, 200)][-1] == (True, False)
    steadiness.lose()
    assert beat(5300) == (False, False)
    assert [beat(at) for at in range(5500, 8301, 200)][-1] == (True, True)
    assert beat(2000) == (False, False)  # the clock was set back
