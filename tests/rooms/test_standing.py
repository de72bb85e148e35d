"""Standing is what the settled matches for coins came to: counted once, by whatever way one looks."""

import asyncio
import importlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given
from hypothesis import settings as rules
from hypothesis import strategies as st
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from app.db import Sessions, make_engine, make_sessions
from app.ledger.checks import read, statement
from app.players import standing
from app.rooms.rules import FIGURES, PARTS, RULES
from app.rooms.service import Rooms
from app.tables.entries import Leave, Refund, Settle
from tests.rooms.test_rooms import MakeSomeone, begin
from tests.rooms.test_settlement import Owner, Stopped, match

__all__ = ["match"]  # a fixture

PLAYERS = range(1, 5)
HOUR = 3_600_000
NEW_YEAR = int(datetime(2027, 1, 1, tzinfo=UTC).timestamp() * 1000)
BET = 6_000


@dataclass(frozen=True)
class Played:
    """A settled match; `payouts` by player."""

    game: str
    ended: int
    ante: int
    payouts: dict[int, int]
    leavers: tuple[int, ...]


@st.composite
def played(draw: st.DrawFn) -> Played:
    players = draw(st.lists(st.sampled_from(PLAYERS), min_size=2, max_size=4, unique=True))
    return Played(
        draw(st.sampled_from(["uno", "taki"])),
        NEW_YEAR + draw(st.integers(-60 * 24, 60 * 24)) * HOUR + draw(st.sampled_from([-1, 0, 1])),
        draw(st.sampled_from([0, 500])),
        {player: draw(st.sampled_from([0, 5_999, BET, 6_999, 7_000, 7_500, 24_000])) for player in players},
        tuple(draw(st.sets(st.sampled_from(players)))),
    )


def recomputed(matches: Sequence[Played]) -> dict[tuple[int, str, str], tuple[int, ...]]:
    """The same in a few plain lines: (player, span, game) → matches, finished, wins, coins, points."""
    sums: dict[tuple[int, str, str], Counter[int]] = {}
    for one in matches:
        day = datetime.fromtimestamp(one.ended // 1000, UTC)
        for player, paid in one.payouts.items():
            net = max(0, paid - BET - one.ante)
            for span in ("all", day.strftime("%G-W%V"), day.strftime("%Y-%m")):
                for game in ("", one.game):
                    figures = (1, player not in one.leavers, net > 0, net, net // 1000)
                    sums.setdefault((player, span, game), Counter()).update(dict(enumerate(figures)))
    return {key: tuple(int(found[n]) for n in range(5)) for key, found in sums.items()}


async def store(session: AsyncSession, matches: Sequence[Played]) -> None:
    await session.execute(
        text(
            "insert into match (id, table_id, game, options, bet, ante, players, first_seq, started_at, ended_at,"
            " outcome, payouts, points, leavers) values (:id, 1, :game, '{}', :bet, :ante, cast(:players as jsonb),"
            " 1, 0, :ended, 'settled', cast(:payouts as jsonb), '[]', cast(:leavers as jsonb))"
        ),
        [
            {
                "id": f"1-{number}", "game": one.game, "bet": BET, "ante": one.ante, "ended": one.ended,
                "players": str([*one.payouts]), "payouts": str([*one.payouts.values()]),
                "leavers": str([*one.leavers]),
            }
            for number, one in enumerate(matches)
        ],
    )  # fmt: skip
    for one in matches:
        net = {player: paid - BET - one.ante for player, paid in one.payouts.items()}
        await standing.add_match(session, game=one.game, at=one.ended, net=net, leavers=one.leavers)


async def kept(session: AsyncSession) -> dict[tuple[int, str, str], tuple[int, ...]]:
    rows = await session.execute(
        text("select player, span, game, matches, finished, wins, coins, points from standing")
    )
    return {tuple(row[:3]): tuple(row[3:]) for row in rows}  # type: ignore[misc]


async def differing(session: AsyncSession) -> int:
    """What the audit says of it."""
    rule = [rule for rule in RULES if rule.key == "standing"]
    asked = statement(rule, parts={name: PARTS[name] for name in ("shares", "earned")}, figures=FIGURES)
    (check,) = read(rule, (await session.execute(text(asked))).one()._asdict())
    return check.wrong


def test_standing_is_what_follows_from_the_matches(database_url: str) -> None:
    backfill = importlib.import_module("migrations.versions.0008_standing").UP[-1]

    with asyncio.Runner() as runner:
        engine = make_engine(database_url, pool_size=1)
        sessions = make_sessions(engine)

        async def people() -> None:
            async with sessions.begin() as session:
                for n in PLAYERS:
                    await session.execute(
                        text(
                            "insert into player (name, folded, skeleton, guest, avatar, language)"
                            " values (:n, :n, :n, true, '', 'en')"
                        ),
                        {"n": f"p{n}"},
                    )
                await session.execute(
                    text(
                        "insert into card_table (code, creator_id, create_key, create_hash, link, setup, row)"
                        " values ('A', 1, '', '', '', '{}', '{}')"
                    )
                )

        async def check(matches: Sequence[Played]) -> None:
            async with sessions() as session:
                await store(session, matches)
                assert await kept(session) == recomputed(matches)
                assert await differing(session) == 0
                await session.execute(text("update standing set points = points + 1 where player = 1"))
                assert await differing(session) == any(1 in one.payouts for one in matches)
                # what was settled before standing was kept comes to the same, but who left is not known
                await session.execute(text("delete from standing"))
                await session.execute(text("update match set leavers = null"))
                await session.execute(text(backfill))
                expected = {key: (n, n, *rest) for key, (n, _, *rest) in recomputed(matches).items()}
                assert await kept(session) == expected
                assert await differing(session) == 0
                await session.rollback()

        runner.run(people())

        @rules(
            max_examples=12, deadline=None, database=None, phases=[Phase.generate],
            suppress_health_check=[HealthCheck.too_slow],
        )  # fmt: skip
        @given(st.lists(played(), min_size=1, max_size=8))
        def any_matches(matches: list[Played]) -> None:
            runner.run(check(matches))

        any_matches()
        runner.run(engine.dispose())


async def standings(sessions: Sessions, player: int) -> Any:
    async with sessions() as session:
        found = await standing.records_of(session, player)
    assert set(found) <= {"", "toma2"}
    assert found.get("") == found.get("toma2")
    return found.get("")


@pytest.mark.anyio
async def test_who_left_has_not_finished_and_who_won_has_the_points(match: Stopped) -> None:
    owner = await match.won_by_bo()
    assert await standings(match.sessions, match.bo.id) is None  # nothing before it is settled
    await owner.commit(Settle(owner.table.at))
    assert await standings(match.sessions, match.ana.id) == standing.Record(1, 0, 0, 0, 0)
    assert await standings(match.sessions, match.bo.id) == standing.Record(1, 1, 1, 6_000, 6)
    assert await match.sound()


@pytest.mark.anyio
async def test_a_settlement_that_is_written_once_more_counts_once(match: Stopped) -> None:
    owner = await match.won_by_bo()
    again = Owner(owner.sessions, owner.table, owner.epoch, owner.seq + 1)
    await owner.commit(Settle(owner.table.at))
    await again.commit(Settle(owner.table.at))
    assert await standings(match.sessions, match.bo.id) == standing.Record(1, 1, 1, 6_000, 6)


@pytest.mark.anyio
async def test_a_match_that_is_given_back_counts_for_nothing_also_for_who_left_it(match: Stopped) -> None:
    owner = await match.won_by_bo()
    await owner.commit(Refund(owner.table.at))
    assert await match.coins() == [60_000, 60_000]
    for player in (match.ana, match.bo):
        assert await standings(match.sessions, player.id) is None
    assert await match.sound()


@pytest.mark.anyio
async def test_the_deep_audit_finds_who_is_said_to_have_left(match: Stopped) -> None:
    owner = await match.won_by_bo()
    await owner.commit(Settle(owner.table.at))
    await owner.commit(Leave(owner.table.at, match.bo.id))  # after the end: that is no leaving
    assert await match.sound()
    async with match.sessions.begin() as session:
        await session.execute(text(f"update match set leavers = '[{match.bo.id}]'"))
        await session.execute(
            text(f"update standing set finished = case player when {match.bo.id} then 0 else 1 end")
        )
    assert not await match.sound()


@pytest.mark.anyio
async def test_practice_counts_for_nothing(
    rooms: Rooms, sessions: Sessions, make_someone: MakeSomeone
) -> None:
    ana, bo = await make_someone("Ana"), await make_someone("Bo")
    table, *_ = await begin(rooms, ana, bo, bet=0)
    await rooms.stop()
    practice = Stopped(sessions, table.id, ana, bo)
    owner = await practice.won_by_bo()
    await owner.commit(Settle(owner.table.at))
    assert [await standings(sessions, player.id) for player in (ana, bo)] == [None, None]
    assert await practice.sound()
