"""D-15: days by the clock of Postgres: midnight, leap days, changes of the clocks, in whatever zone the database is.

`clock_timestamp` is ours: a schema that comes before Postgres' own has one that stands where the test puts it.
"""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import make_url, text

from app.db import Sessions
from app.players.service import authenticate, make_guest
from app.players.sessions import open_session
from tests.databases import Databases
from tests.players.conftest import Browser
from tests.players.test_allowances import ask, guest

pytestmark = pytest.mark.anyio
Clock = Callable[[str], Awaitable[None]]

SCHEMA = (
    "create schema ours",
    "create table ours.clock (at timestamptz not null)",
    "insert into ours.clock values ('2027-01-01T00:00:00Z')",
    "create function ours.clock_timestamp() returns timestamptz language sql stable as 'select at from ours.clock'",
    "create function ours.now() returns timestamptz language sql stable as 'select at from ours.clock'",
    "alter table player_session alter column seen_at set default ours.now()",  # bound to the other one until now
)
ZONES = ("UTC", "Europe/Berlin", "Pacific/Auckland")


@pytest.fixture(params=ZONES)
def zone(request: pytest.FixtureRequest, databases: Databases, database_url: str) -> str:
    """A database of that zone, whose clock is ours."""
    name = make_url(database_url).database
    databases.execute(f"alter database {name} set timezone = '{request.param}'")
    databases.execute(f"alter database {name} set search_path = ours, public, pg_catalog")
    return str(request.param)


@pytest.fixture
async def clock(zone: str, sessions: Sessions) -> Clock:
    async with sessions.begin() as session:
        for statement in SCHEMA:
            await session.execute(text(statement))

    async def put(moment: str) -> None:
        async with sessions.begin() as session:
            await session.execute(
                text("update ours.clock set at = :at"), {"at": datetime.fromisoformat(moment)}
            )

    return put


@pytest.mark.parametrize(
    "moments",
    [
        ["+2027-12-31T00:00:00", "-2027-12-31T23:59:59.999", "+2028-01-01T00:00:00", "-2028-01-01T00:00:01"],
        ["+2028-02-28T23:59:59", "+2028-02-29T00:00:01", "-2028-02-29T23:59:59", "+2028-03-01T00:00:01"],
        ["+2027-02-28T23:59:59", "+2027-03-01T00:00:01", "-2027-03-01T12:00:00"],
        # Berlin leaps over an hour at 01:00 UTC, its day ends at 22:00 UTC
        ["+2027-03-28T00:59:59", "-2027-03-28T01:00:01", "-2027-03-28T22:00:01", "+2027-03-29T00:00:00"],
        # and has an hour twice in October; Auckland's day begins at 11:00 UTC
        ["+2027-10-31T00:30:00", "-2027-10-31T01:30:00", "-2027-10-31T11:00:01", "-2027-10-31T23:00:01"],
    ],
    ids=["year", "leap day", "no leap day", "spring", "autumn"],
)
async def test_d15_the_bonus_comes_once_a_utc_day(clock: Clock, browser: Browser, moments: list[str]) -> None:
    await clock(moments[0][1:] + "+00:00")
    ana, _ = await guest(browser)
    for number, moment in enumerate(moments):
        await clock(moment[1:] + "+00:00")
        answer = await ask(ana, "bonus", f"key-{number:05}")
        assert answer.status_code == (200 if moment[0] == "+" else 409), moment
        told = (await ana.get("/api/me")).json()["bonus"]
        assert not told["available"]
        now = datetime.fromisoformat(moment[1:]).replace(tzinfo=UTC)
        midnight = datetime(now.year, now.month, now.day, tzinfo=UTC) + timedelta(days=1)
        assert told["next_at"] == midnight.timestamp() * 1000
    given = sum(moment[0] == "+" for moment in moments)
    assert (await ana.get("/api/me")).json()["coins"] == 30_000 + given * 10_000


@pytest.mark.parametrize("begun", ["2028-02-28T23:59:59", "2027-03-27T22:30:00", "2027-10-30T22:30:00"])
async def test_d15_a_session_lasts_its_days_of_24_hours_from_its_last_use(
    clock: Clock, sessions: Sessions, settings: object, begun: str
) -> None:
    from app.config import Settings

    assert isinstance(settings, Settings)
    start, month = datetime.fromisoformat(begun).replace(tzinfo=UTC), timedelta(days=30)

    async def good(token: str, moment: datetime) -> bool:
        await clock(moment.isoformat())
        async with sessions.begin() as session:
            return await authenticate(session, token) is not None

    await clock(start.isoformat())
    async with sessions.begin() as session:
        player = await make_guest(session, settings, language="en")
        unused, used = [await open_session(session, player.id, days=30, agent="") for _ in range(2)]
    second = timedelta(seconds=1)
    again = start + timedelta(days=20)
    assert await good(used, again)
    assert await good(unused, start + month - second) is True
    # that was a use, from which it lasts as long again
    assert await good(used, again + month - second)
    assert not await good(used, again + 2 * month)
    assert await good(unused, start + 2 * month - 2 * second)
    assert not await good(unused, start + 4 * month)
