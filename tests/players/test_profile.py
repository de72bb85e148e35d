import asyncio

import pytest
from fastapi import FastAPI
from sqlalchemy import text

from app.db import Sessions
from app.ledger.audit import audit
from app.ledger.service import settle, take_bets
from app.players.cookies import COOKIE
from app.players.service import are_blocked, find_by_name
from tests.players.conftest import Browser
from tests.players.test_signing_in import WORD, post, registered

pytestmark = pytest.mark.anyio


async def test_name_picture_and_language_are_changed(browser: Browser) -> None:
    ana = await registered(browser, "Ana")
    await registered(browser, "Bo-Bo")
    changed = await ana.patch("/api/me", json={"name": "Ana Maria", "avatar": "fig", "language": "sv"})
    assert [changed.json()[what] for what in ("name", "avatar", "language")] == ["Ana Maria", "fig", "sv"]
    assert (await ana.get("/api/me")).json() == changed.json()
    taken = await ana.patch("/api/me", json={"name": "bobo", "avatar": "egg"})
    assert (taken.status_code, taken.json()["code"]) == (409, "name_taken")
    assert (await ana.get("/api/me")).json()["avatar"] == "fig"
    for bad in ({"avatar": "<script>"}, {"language": "xx"}, {"coins": 1}, {"name": 7}, {"name": "a"}):
        assert (await ana.patch("/api/me", json=bad)).status_code == 422
    same = await ana.patch("/api/me", json={"name": "ana maria"})
    assert same.json()["name"] == "ana maria"
    await registered(browser, "Ana")  # free again


async def test_a_guest_keeps_the_made_up_name(browser: Browser) -> None:
    guest = browser()
    await post(guest, "guest")
    refused = await guest.patch("/api/me", json={"name": "Somebody"})
    assert (refused.status_code, refused.json()["code"]) == (403, "guests_cannot")
    assert (await guest.patch("/api/me", json={"avatar": "egg"})).json()["avatar"] == "egg"


async def test_others_see_who_somebody_is_and_no_more(browser: Browser) -> None:
    ana = await registered(browser, "Ana")
    me = (await ana.get("/api/me")).json()
    seen = (await browser().get(f"/api/players/{me['id']}")).json()
    assert set(seen) == {
        "id", "name", "guest", "avatar", "since", "blocked", "level", "level_from", "level_to",
        "matches", "finished", "wins", "coins", "points", "statistics",
    }  # fmt: skip
    assert (seen["id"], seen["name"], seen["blocked"]) == (me["id"], "Ana", False)
    assert (await browser().get("/api/players/999999")).status_code == 404
    assert (await browser().get(f"/api/players/{2**63}")).status_code == 422


async def test_blocks_are_obeyed_both_ways(browser: Browser, sessions: Sessions) -> None:
    ana, bo, cy = [await registered(browser, name) for name in ("Ana", "Bo-Bo", "Cy-Cy")]
    a, b, c = [(await client.get("/api/me")).json()["id"] for client in (ana, bo, cy)]

    async def blocked(player: int) -> set[int]:
        async with sessions() as session:
            return await are_blocked(session, player, [a, b, c])

    for _ in range(2):
        assert (await post(ana, f"blocks/{b}")).status_code == 204
    assert (await post(cy, f"blocks/{a}")).status_code == 204
    assert [await blocked(player) for player in (a, b, c)] == [{b, c}, {a}, {a}]
    async with sessions() as session:
        assert await are_blocked(session, a, []) == set()
        assert await are_blocked(session, a, [c]) == {c}
    assert [person["name"] for person in (await ana.get("/api/blocks")).json()] == ["Bo-Bo"]
    assert (await ana.get(f"/api/players/{b}")).json()["blocked"] is True
    assert (await bo.get(f"/api/players/{a}")).json()["blocked"] is False
    assert (await post(ana, f"blocks/{a}")).status_code == 422
    assert (await post(ana, "blocks/999999")).status_code == 404
    for _ in range(2):
        assert (await ana.delete(f"/api/blocks/{b}")).status_code == 204
    assert await blocked(a) == {c}


async def test_a_deleted_account_takes_the_person_and_leaves_the_books(
    browser: Browser, sessions: Sessions
) -> None:
    ana = await registered(browser, "Ana")
    bo = await registered(browser, "Bo-Bo")
    me, other = [(await client.get("/api/me")).json()["id"] for client in (ana, bo)]
    await post(bo, f"blocks/{me}")
    await post(ana, "me/recovery-codes", {"password": WORD})
    await post(ana, "me/tokens", {"name": "bot"})
    token = ana.cookies[COOKIE]
    for body in (None, {}, {"password": "wrong horse"}):
        assert (await ana.request("DELETE", "/api/me", json=body)).status_code == 401
    assert (await ana.request("DELETE", "/api/me", json={"password": WORD})).status_code == 204
    assert (await browser().get("/api/me", headers={"cookie": f"{COOKIE}={token}"})).status_code == 401
    assert (await browser().get(f"/api/players/{me}")).status_code == 404
    assert (await post(browser(), "login", {"name": "Ana", "password": WORD})).status_code == 401
    assert (await bo.get("/api/blocks")).json() == []
    async with sessions() as session:
        kept = (
            await session.execute(
                text("select name, password, avatar from player where id = :me"), {"me": me}
            )
        ).one()
        assert tuple(kept) == (f"gone #{me}", None, "")
        for table in ("player_session", "api_token", "recovery_code", "block"):
            assert await session.scalar(text(f"select count(*) from {table} where player = {me}")) == 0
        assert await find_by_name(session, f"gone #{me}") is None
        report = await audit(session)
        assert report.sound
        assert report.sunk == 60_000
    await registered(browser, "Ana")
    guest = browser()
    await post(guest, "guest")
    assert (await guest.delete("/api/me")).status_code == 204
    assert other


async def test_a_bet_on_its_way_is_waited_for(browser: Browser, sessions: Sessions) -> None:
    ana = await registered(browser, "Ana")
    me = (await ana.get("/api/me")).json()["id"]
    async with sessions.begin() as session:
        await take_bets(
            session, match_id="m1", table_id=1, table_code="K7F3", game="uno", players=[me], bet=6_000
        )
        leaving = asyncio.create_task(ana.request("DELETE", "/api/me", json={"password": WORD}))
        waits = text("select count(*) from pg_locks where not granted")
        while not await session.scalar(waits):  # noqa: ASYNC110 - it is Postgres that waits
            await asyncio.sleep(0.01)
    refused = await leaving
    assert (refused.status_code, refused.json()["code"]) == (409, "bets_out")


async def test_nobody_is_deleted_while_a_bet_is_out(browser: Browser, sessions: Sessions) -> None:
    ana = await registered(browser, "Ana")
    me = (await ana.get("/api/me")).json()["id"]
    match = {"match_id": "m1", "table_id": 1, "table_code": "K7F3", "game": "uno"}

    async def bet() -> bool:
        try:
            async with sessions.begin() as session:
                await take_bets(session, **match, players=[me], bet=6_000)  # type: ignore[arg-type]
        except Exception:
            return False
        return True

    async def leave() -> int:
        return (await ana.request("DELETE", "/api/me", json={"password": WORD})).status_code

    taken, left = await asyncio.gather(bet(), leave())
    assert (taken, left) in {(True, 409), (False, 204)}
    if taken:
        assert (await ana.get("/api/me")).json()["held"] == 6_000
        assert await leave() == 409
        async with sessions.begin() as session:
            await settle(session, **match, payouts={me: 6_000})  # type: ignore[arg-type]
        assert await leave() == 204
    async with sessions() as session:
        assert (await audit(session)).sound


async def test_other_parts_are_told_after_the_commit(
    app: FastAPI, browser: Browser, sessions: Sessions
) -> None:
    told: list[tuple[object, ...]] = []

    async def tell_wallet(player: int, coins: int) -> None:
        async with sessions() as session:
            kept = await session.scalar(
                text("select balance from account where kind = 'wallet' and owner = :p"), {"p": player}
            )
        told.append(("wallet", player, coins, kept))

    app.state.tell_wallet = tell_wallet
    app.state.look_again = lambda player: told.append(("look", player))
    ana = browser()
    me = (await post(ana, "guest")).json()["id"]
    await post(ana, "me/bonus", None, **{"idempotency-key": "12345678"})
    assert told == [("wallet", me, 40_000, 40_000)]
    await post(ana, "logout")
    assert told[1:] == [("look", me)]
