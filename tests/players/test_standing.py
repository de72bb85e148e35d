"""Points, levels, spans of time; the leaderboards and the statistics as others see them."""

from datetime import UTC, datetime, timedelta, timezone

import httpx
import pytest
from sqlalchemy import text

from app.db import Sessions
from app.players import standing
from app.players.allowances import time_now
from tests.players.conftest import Browser
from tests.players.test_signing_in import post


@pytest.mark.parametrize(
    ("at", "week", "season"),
    [
        ("2026-11-29T23:59:59.999", "2026-W48", "2026-11"),  # Sunday
        ("2026-11-30T00:00:00", "2026-W49", "2026-11"),
        ("2026-11-30T23:59:59.999", "2026-W49", "2026-11"),
        ("2026-12-01T00:00:00", "2026-W49", "2026-12"),
        ("2026-12-31T23:59:59.999", "2026-W53", "2026-12"),
        ("2027-01-01T00:00:00", "2026-W53", "2027-01"),
        ("2027-01-03T23:59:59.999", "2026-W53", "2027-01"),
        ("2027-01-04T00:00:00", "2027-W01", "2027-01"),
        ("2024-12-29T23:59:59.999", "2024-W52", "2024-12"),
        (
            "2024-12-30T00:00:00",
            "2025-W01",
            "2024-12",
        ),  # the last days of a year may be of the next one's first week
        ("2024-02-29T12:00:00", "2024-W09", "2024-02"),
    ],
)
def test_weeks_are_those_of_iso_and_seasons_months_in_utc(at: str, week: str, season: str) -> None:
    moment = datetime.fromisoformat(at).replace(tzinfo=UTC)
    assert standing.spans(moment) == {"week": week, "season": season, "all": "all"}
    assert standing.spans(moment.astimezone(timezone(timedelta(hours=-11)))) == standing.spans(moment)


def test_a_level_begins_where_the_formula_says() -> None:
    assert [standing.points_for(level) for level in (1, 2, 3, 4, 10)] == [0, 6, 24, 54, 486]
    for level in range(1, 200):
        begins = standing.points_for(level)
        assert standing.level_of(begins) == level
        assert standing.level_of(standing.points_for(level + 1) - 1) == level


@pytest.mark.parametrize(
    ("finished", "matches", "share"), [(0, 0, None), (0, 1, 0), (199, 200, 99), (7, 7, 100)]
)
def test_a_hundred_of_a_hundred_is_said_of_who_finished_all(
    finished: int, matches: int, share: int | None
) -> None:
    assert standing.Record(matches, finished).share_finished == share


async def win(sessions: Sessions, player: int, coins: int, *, game: str = "uno", days_ago: int = 0) -> None:
    async with sessions.begin() as session:
        at = int((await time_now(session) - timedelta(days=days_ago)).timestamp() * 1000)
        await standing.add_match(session, game=game, at=at, net={player: coins}, leavers=())


async def guests(browser: Browser, count: int) -> list[tuple[httpx.AsyncClient, int]]:
    found = [browser() for _ in range(count)]
    return [(client, (await post(client, "guest")).json()["id"]) for client in found]


def rows(answer: httpx.Response) -> list[tuple[int, int, int]]:
    assert answer.status_code == 200, answer.text
    return [(row["place"], row["id"], row["points"]) for row in answer.json()["rows"]]


@pytest.mark.anyio
async def test_leaderboards_are_by_points_and_equal_points_share_a_place(
    browser: Browser, sessions: Sessions
) -> None:
    (ana, a), (bo, b), (_, c), (dora, d) = await guests(browser, 4)
    for player, coins in ((a, 6_000), (b, 18_999), (c, 6_500), (d, -6_000)):
        await win(sessions, player, coins)
    await win(sessions, a, 30_000, game="taki", days_ago=40)
    for period in ("week", "season"):
        expected = [(1, b, 18), (2, a, 6), (2, c, 6)]
        assert rows(await browser().get(f"/api/standing?period={period}")) == expected
    assert rows(await bo.get("/api/standing")) == expected  # the week, if nothing is said
    everything = await ana.get("/api/standing?period=all")
    assert rows(everything) == [(1, a, 36), (2, b, 18), (3, c, 6)]
    own = everything.json()["own"]
    assert {name: own[name] for name in ("place", "points", "matches", "wins", "coins", "finished")} == {
        "place": 1, "points": 36, "matches": 2, "wins": 2, "coins": 36_000, "finished": 100,
    }  # fmt: skip
    assert rows(await ana.get("/api/standing?period=all&game=taki")) == [(1, a, 30)]
    assert rows(await ana.get("/api/standing?game=taki")) == []
    assert (await dora.get("/api/standing")).json()["own"] is None  # no point, no place
    assert (await browser().get("/api/standing?period=all")).json()["own"] is None
    assert (await ana.get("/api/standing?game=chess")).status_code == 404
    for bad in ("period=year", "page=0", "page=21", "page=x"):
        assert (await ana.get(f"/api/standing?{bad}")).status_code == 422


@pytest.mark.anyio
async def test_who_is_blocked_either_way_or_gone_is_left_out(browser: Browser, sessions: Sessions) -> None:
    (ana, a), (bo, b), (cy, c) = await guests(browser, 3)
    for player, coins in ((a, 6_000), (b, 12_000), (c, 18_000)):
        await win(sessions, player, coins)
    await post(ana, f"blocks/{b}")
    assert rows(await ana.get("/api/standing")) == [(1, c, 18), (3, a, 6)]
    assert rows(await bo.get("/api/standing")) == [(1, c, 18), (2, b, 12)]
    assert (await cy.delete("/api/me")).status_code == 204
    assert rows(await bo.get("/api/standing")) == [(1, b, 12)]
    async with sessions() as session:
        assert await session.scalar(text(f"select count(*) from standing where player = {c}")) == 0


@pytest.mark.anyio
async def test_pages_follow_each_other_without_a_gap(
    browser: Browser, sessions: Sessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standing, "ROWS", 2)
    ids = [player for _, player in await guests(browser, 5)]
    for player, coins in zip(ids, (5_000, 4_000, 4_000, 4_000, 1_000), strict=True):
        await win(sessions, player, coins)
    seen, page = list[tuple[int, int, int]](), 1
    while page:
        answer = await browser().get(f"/api/standing?page={page}")
        seen += rows(answer)
        page = answer.json()["next"]
    assert seen == list(zip((1, 2, 2, 2, 5), ids, (5, 4, 4, 4, 1), strict=True))


@pytest.mark.anyio
async def test_a_profile_tells_level_points_and_each_game(browser: Browser, sessions: Sessions) -> None:
    ((ana, a),) = await guests(browser, 1)
    new = (await ana.get(f"/api/players/{a}")).json()
    assert (new["level"], new["points"], new["finished"], new["statistics"]) == (1, 0, None, [])
    for coins in (6_000, 6_000, -6_000):
        await win(sessions, a, coins, days_ago=400)
    await win(sessions, a, 30_000, game="taki")
    seen = (await browser().get(f"/api/players/{a}")).json()
    assert (seen["level"], seen["level_from"], seen["level_to"], seen["points"]) == (3, 24, 54, 42)
    assert (seen["matches"], seen["wins"], seen["coins"], seen["finished"]) == (4, 3, 42_000, 100)
    assert seen["statistics"] == [
        {"game": "uno", "matches": 3, "finished": 100, "wins": 2, "coins": 12_000, "points": 12},
        {"game": "taki", "matches": 1, "finished": 100, "wins": 1, "coins": 30_000, "points": 30},
    ]
