"""Points, levels, statistics and leaderboards: what a player's settled matches for coins came to.

Points are the net coins won, in whole thousands; a loss takes none away. Level n begins at 6 · (n - 1)² points: the
first win of the smallest bet between two is level 2. Weeks are ISO's, seasons months, both in UTC.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import isqrt
from typing import Literal

from sqlalchemy import func, select, text
from sqlalchemy.ext.asyncio import AsyncSession

from app.players.allowances import time_now
from app.players.models import Player, Standing

Period = Literal["week", "season", "all"]
EVERY_GAME = ""
COINS_A_POINT = 1_000
LEVEL_STEP = 6
ROWS = 50

_ADD = text("""
insert into standing as s (player, span, game, matches, finished, wins, coins, points)
select m.player, span, game, 1, m.finished, cast(m.coins > 0 as int), m.coins, m.points
from unnest(cast(:players as bigint[]), cast(:finished as int[]), cast(:coins as bigint[]), cast(:points as bigint[]))
        as m (player, finished, coins, points)
    cross join unnest(cast(:spans as text[])) span cross join unnest(cast(:games as text[])) game
order by m.player, span, game
on conflict (player, span, game) do update set
    matches = s.matches + 1, finished = s.finished + excluded.finished, wins = s.wins + excluded.wins,
    coins = s.coins + excluded.coins, points = s.points + excluded.points
""")


@dataclass(frozen=True, slots=True)
class Record:
    """What matches came to: how many, how many of them played to the end, won; coins and points won."""

    matches: int = 0
    finished: int = 0
    wins: int = 0
    coins: int = 0
    points: int = 0

    @property
    def share_finished(self) -> int | None:
        """Return how many of a hundred matches were finished, rounded down; None before the first."""
        return self.finished * 100 // self.matches if self.matches else None


@dataclass(frozen=True, slots=True)
class Place:
    """Somebody in a leaderboard; equal points share a place."""

    place: int
    player: Player
    record: Record


def spans(at: datetime) -> dict[Period, str]:
    """Return the week, the season and the all of time that a moment belongs to."""
    day = at.astimezone(UTC).date()
    year, week, _ = day.isocalendar()
    return {"week": f"{year}-W{week:02}", "season": f"{day.year}-{day.month:02}", "all": "all"}


def level_of(points: int) -> int:
    """Return the level that so many points make."""
    return isqrt(points // LEVEL_STEP) + 1


def points_for(level: int) -> int:
    """Return the points that a level begins at."""
    return LEVEL_STEP * (level - 1) ** 2


async def add_match(
    session: AsyncSession, *, game: str, at: int, net: Mapping[int, int], leavers: Collection[int]
) -> None:
    """Count a settled match for its players: `net` is what each has more than before, `at` the time in ms.

    Whoever calls makes sure that it is once a match. Rows are locked in the order of the players.
    """
    coins = {player: max(0, net[player]) for player in sorted(net)}
    await session.execute(
        _ADD,
        {
            "players": list(coins),
            "finished": [int(player not in leavers) for player in coins],
            "coins": list(coins.values()),
            "points": [won // COINS_A_POINT for won in coins.values()],
            "spans": list(spans(datetime.fromtimestamp(at / 1_000, UTC)).values()),
            "games": [EVERY_GAME, game],
        },
    )


async def records_of(session: AsyncSession, player_id: int) -> dict[str, Record]:
    """Return what a player's matches of all time came to, by game, the most played first; under "" all together."""
    found = await session.scalars(
        select(Standing)
        .where(Standing.player == player_id, Standing.span == "all")
        .order_by(Standing.matches.desc(), Standing.game)
    )
    return {row.game: _record(row) for row in found}


def _record(row: Standing) -> Record:
    return Record(row.matches, row.finished, row.wins, row.coins, row.points)


async def list_best(session: AsyncSession, period: Period, game: str, *, page: int = 1) -> Sequence[Place]:
    """Return a page of those with the most points of this week, season or of all time, and one more."""
    place = func.rank().over(order_by=Standing.points.desc())
    found = await session.execute(
        select(place, Player, Standing)
        .join(Player, Player.id == Standing.player)
        .where(Standing.span == await _now(session, period), Standing.game == game, Standing.points > 0)
        .order_by(Standing.points.desc(), Standing.player)
        .limit(ROWS + 1)
        .offset(ROWS * (page - 1))
    )
    return [Place(place, player, _record(row)) for place, player, row in found]


async def place_of(session: AsyncSession, player: Player, period: Period, game: str) -> Place | None:
    """Return a player's own place there; None without a point."""
    span = await _now(session, period)
    row = await session.get(Standing, (player.id, span, game))
    if row is None or not row.points:
        return None
    ahead = await session.scalar(
        select(func.count()).where(Standing.span == span, Standing.game == game, Standing.points > row.points)
    )
    return Place((ahead or 0) + 1, player, _record(row))


async def _now(session: AsyncSession, period: Period) -> str:
    return spans(await time_now(session))[period]
