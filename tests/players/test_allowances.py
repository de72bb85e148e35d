import asyncio
from datetime import UTC, datetime, timedelta

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncSession

from app.config import Settings
from app.db import Sessions
from app.ledger import proof
from app.ledger.audit import AuditReport, audit
from app.ledger.proof import Proof
from app.ledger.service import burn_coins, settle, take_bets
from tests.players.conftest import Browser
from tests.players.test_signing_in import post

pytestmark = pytest.mark.anyio


async def guest(browser: Browser) -> tuple[httpx.AsyncClient, int]:
    client = browser()
    return client, (await post(client, "guest")).json()["id"]


async def ask(client: httpx.AsyncClient, what: str, key: str = "key-00001") -> httpx.Response:
    return await post(client, f"me/{what}", None, **{"idempotency-key": key})


async def spend(sessions: Sessions, player: int, coins: int) -> None:
    async with sessions.begin() as session:
        await burn_coins(session, player, coins, cause=f"spent:{player}:{coins}", kind="spent")


async def test_the_bonus_comes_once_a_day(browser: Browser) -> None:
    ana, _ = await guest(browser)
    answer = await ask(ana, "bonus")
    assert answer.json() == {"coins": 40_000, "amount": 10_000}
    assert (await ask(ana, "bonus")).json() == answer.json()
    refused = await ask(ana, "bonus", "key-00002")
    assert (refused.status_code, refused.json()["code"]) == (409, "bonus_taken")
    bonus = (await ana.get("/api/me")).json()["bonus"]
    midnight = datetime.combine(datetime.now(UTC).date() + timedelta(days=1), datetime.min.time(), UTC)
    assert bonus == {"amount": 10_000, "available": False, "next_at": int(midnight.timestamp() * 1000)}
    assert refused.json()["next_at"] == bonus["next_at"]
    assert (await post(ana, "me/bonus")).status_code == 422  # no key


async def test_l04_l15_fifty_claims_of_one_bonus(browser: Browser) -> None:
    ana, _ = await guest(browser)
    answers = await asyncio.gather(*(ask(ana, "bonus") for _ in range(50)))
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.text for answer in answers}) == 1
    bo, _ = await guest(browser)
    answers = await asyncio.gather(*(ask(bo, "bonus", f"key-{n:05}") for n in range(50)))
    assert sorted(answer.status_code for answer in answers) == [200] + [409] * 49
    for client in (ana, bo):
        assert (await client.get("/api/me")).json()["coins"] == 40_000


async def test_the_day_is_that_of_utc_and_of_postgres(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, _ = await guest(browser)
    now = datetime(2028, 2, 28, 23, 59, 59, tzinfo=UTC)

    async def at(_: AsyncSession) -> datetime:
        return now

    monkeypatch.setattr("app.players.allowances.time_now", at)
    for key, moment in enumerate(
        [now, now + timedelta(seconds=2), now + timedelta(days=1, seconds=2), now + timedelta(days=2)]
    ):
        now = moment  # 28 and 29 February, 1 March and once more
        answer = await ask(ana, "bonus", f"key-0000{key}")
        assert answer.status_code == (200 if key < 3 else 409)
    assert (await ana.get("/api/me")).json()["coins"] == 60_000


async def test_relief_tops_up_to_the_floor_once_in_four_hours(browser: Browser, sessions: Sessions) -> None:
    ana, me = await guest(browser)
    refused = await ask(ana, "relief")
    assert (refused.status_code, refused.json()["code"]) == (409, "relief_not_due")
    await spend(sessions, me, 29_000)
    assert (await ana.get("/api/me")).json()["relief"] == {
        "amount": 5_000,
        "available": True,
        "next_at": None,
        "floor": 6_000,
    }
    given = await ask(ana, "relief")
    assert given.json() == {"coins": 6_000, "amount": 5_000}
    await spend(sessions, me, 6_000)
    assert (await ask(ana, "relief")).json() == given.json()
    refused = await ask(ana, "relief", "key-00002")
    assert (refused.status_code, refused.json()["code"]) == (409, "relief_taken")
    relief = (await ana.get("/api/me")).json()["relief"]
    assert relief["available"] is False
    assert relief["next_at"] == refused.json()["next_at"]
    async with sessions.begin() as session:
        await session.execute(text("update player set relieved_at = relieved_at - interval '4 hours'"))
    assert (await ask(ana, "relief", "key-00002")).json() == {"coins": 6_000, "amount": 6_000}


async def test_what_is_in_bets_counts_for_relief(browser: Browser, sessions: Sessions) -> None:
    ana, me = await guest(browser)
    await spend(sessions, me, 23_000)
    match = {"match_id": "m1", "table_id": 1, "table_code": "K7F3", "game": "uno"}
    async with sessions.begin() as session:
        await take_bets(session, **match, players=[me], bet=6_000)  # type: ignore[arg-type]
    seen = (await ana.get("/api/me")).json()
    assert (seen["coins"], seen["held"], seen["relief"]["available"]) == (1_000, 6_000, False)
    assert (await ask(ana, "relief")).status_code == 409
    async with sessions.begin() as session:
        await settle(session, **match, payouts={me: 6_000})  # type: ignore[arg-type]
    await spend(sessions, me, 6_500)
    assert (await ask(ana, "relief")).json() == {"coins": 6_000, "amount": 5_500}


async def test_l04_fifty_cries_for_relief(browser: Browser, sessions: Sessions) -> None:
    ana, me = await guest(browser)
    await spend(sessions, me, 30_000)
    answers = await asyncio.gather(
        *(ask(ana, "relief") for _ in range(25)), *(ask(ana, "relief", f"key-1{n:04}") for n in range(25))
    )
    assert {answer.status_code for answer in answers} == {200, 409}
    given = [answer for answer in answers if answer.status_code == 200]
    assert len({answer.text for answer in given}) == 1
    assert len(given) in {1, 25}
    assert (await ana.get("/api/me")).json()["coins"] == 6_000
    async with sessions() as session:
        assert (await audit(session)).sound


async def test_bonus_and_relief_and_bets_at_once_do_not_deadlock(
    browser: Browser, sessions: Sessions
) -> None:
    ana, me = await guest(browser)
    await spend(sessions, me, 25_000)

    async def bet(n: int) -> int:
        async with sessions.begin() as session:
            try:
                await take_bets(
                    session,
                    match_id=f"m{n}",
                    table_id=n,
                    table_code="K7F3",
                    game="uno",
                    players=[me],
                    bet=100,
                )
            except Exception as error:
                return 500 if "deadlock" in str(error) else 409
        return 200

    async def status(what: str, key: str) -> int:
        return (await ask(ana, what, key)).status_code

    answers = await asyncio.gather(
        *(bet(n) for n in range(1, 9)),
        *(status("relief", f"key-1{n:04}") for n in range(8)),
        *(status("bonus", f"key-2{n:04}") for n in range(8)),
    )
    assert set(answers) <= {200, 409}
    seen = (await ana.get("/api/me")).json()
    assert seen["held"] == 800
    assert seen["coins"] + seen["held"] in {15_000, 16_000}


async def test_the_statement_is_read_in_pages(browser: Browser, sessions: Sessions) -> None:
    ana, me = await guest(browser)
    for n in range(7):
        await spend(sessions, me, n + 1)
    first = (await ana.get("/api/me/statement?limit=5")).json()
    assert [line["amount"] for line in first["lines"]] == [-7, -6, -5, -4, -3]
    rest = (await ana.get(f"/api/me/statement?limit=5&before={first['next']}")).json()
    assert [line["amount"] for line in rest["lines"]] == [-2, -1, 30_000]
    assert rest["next"] is None
    assert rest["lines"][-1] | {"id": 0, "at": 0} == {
        "id": 0,
        "at": 0,
        "amount": 30_000,
        "after": 30_000,
        "kind": "grant",
        "facts": {},
        "who": None,
    }
    assert abs(rest["lines"][-1]["at"] / 1000 - datetime.now(UTC).timestamp()) < 60
    bo, _ = await guest(browser)
    assert len((await bo.get("/api/me/statement")).json()["lines"]) == 1
    for bad in ("limit=0", "limit=101", "before=0", "before=x", f"before={2**63}"):
        assert (await ana.get(f"/api/me/statement?{bad}")).status_code == 422


async def test_everybody_may_see_the_books(
    app: FastAPI, browser: Browser, sessions: Sessions, settings: Settings
) -> None:
    _, me = await guest(browser)
    books = (await browser().get("/api/books")).json()
    assert books.pop("checked_at") > 0
    assert books == {
        "minted": 30_000,
        "sunk": 0,
        "held": 30_000,
        "wallets": 30_000,
        "escrow": 0,
        "pots": 0,
        "transfers": 1,
        "unbalanced": 0,
        "sound": True,
    }
    await spend(sessions, me, 1_000)
    assert (await browser().get("/api/books")).json()["sunk"] == 0  # a few seconds old at most
    app.state.proof = Proof(settings.database_url)
    assert (await browser().get("/api/books")).json()["sunk"] == 1_000


async def test_l13_books_that_take_long_to_count_are_counted_to_their_end(
    app: FastAPI, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on = asyncio.Event(), asyncio.Event()
    counts = 0

    async def slow(connection: AsyncConnection) -> AuditReport:
        nonlocal counts
        counts += 1
        limit = await connection.scalar(
            text("select setting::int from pg_settings where name = 'statement_timeout'")
        )
        assert limit > 60_000  # ms: no request waits so long, the count may
        begun.set()
        await go_on.wait()
        return await audit(connection)

    monkeypatch.setattr(proof, "audit", slow)
    monkeypatch.setattr(proof, "WAIT_S", 0.05)
    monkeypatch.setattr(proof, "FRESH_S", 0.0)
    monkeypatch.setattr(proof, "SHARE", 0)
    first, second = await asyncio.gather(*(browser().get("/api/books") for _ in range(2)))
    assert [first.status_code, second.status_code, first.json()["code"]] == [503, 503, "busy"]
    await begun.wait()
    assert counts == 1
    go_on.set()
    for _ in range(200):
        if (answer := await browser().get("/api/books")).status_code != 503:
            break
    assert answer.json()["sound"]
    go_on.clear()
    older = await browser().get("/api/books")  # the next count is under way: what is there is shown
    assert older.json() == answer.json()
    await app.state.proof.stop()
