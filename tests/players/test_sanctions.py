"""Mutes and bans as everybody else meets them; who may do what is in tests/admin."""

from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest

from app.db import Sessions
from app.errors import ConflictError, ForbiddenError
from app.players import roles, sanctions
from app.players.cookies import COOKIE
from tests.players.conftest import Browser
from tests.players.test_signing_in import WORD, post, registered

pytestmark = pytest.mark.anyio

HOUR = timedelta(hours=1)


async def id_of(client: httpx.AsyncClient) -> int:
    return int((await client.get("/api/me")).json()["id"])


async def sanction(sessions: Sessions, player: int, kind: sanctions.Kind, by: int, **how: Any) -> None:
    async with sessions.begin() as session:
        wanted = {"reason": "shouting", "lasts": HOUR} | how
        await sanctions.sanction_player(session, player, kind, by=by, **wanted)


async def test_a_mute_holds_until_its_end_and_a_new_one_takes_its_place(
    browser: Browser, sessions: Sessions
) -> None:
    ana, olga = await registered(browser, "Ana"), await registered(browser, "Olga")
    player, by = await id_of(ana), await id_of(olga)
    async with sessions() as session:
        assert await sanctions.find_sanction(session, player, "mute") is None
        await sanctions.refuse_muted(session, player)
    await sanction(sessions, player, "mute", by)
    await sanction(sessions, player, "mute", by, lasts=2 * HOUR, reason="again")
    async with sessions() as session:
        found = await sanctions.find_sanction(session, player, "mute")
        assert found is not None
        until = found.ends_at
        assert abs(until - datetime.now(UTC) - 2 * HOUR) < timedelta(minutes=1)
        assert await sanctions.find_sanction(session, player, "ban") is None
        assert await sanctions.find_sanction(session, by, "mute") is None
        with pytest.raises(ForbiddenError, match="again") as refused:
            await sanctions.refuse_muted(session, player)
        assert refused.value.facts["until"] == int(until.timestamp() * 1000)
        assert [made.reason for made in await sanctions.list_sanctions(session, player)] == [
            "again",
            "shouting",
        ]
    async with sessions.begin() as session:
        assert await sanctions.lift_sanction(session, player, "mute")
        assert not await sanctions.lift_sanction(session, player, "mute")
        assert await sanctions.find_sanction(session, player, "mute") is None
    await sanction(sessions, player, "mute", by, lasts=timedelta(seconds=-1))
    async with sessions() as session:
        assert await sanctions.find_sanction(session, player, "mute") is None, "it is over"


async def test_who_is_banned_is_nobody_and_is_told_until_when_and_why(
    browser: Browser, sessions: Sessions
) -> None:
    ana, olga = await registered(browser, "Ana"), await registered(browser, "Olga")
    made = (await post(ana, "me/tokens", {"name": "robot"})).json()["token"]
    codes = (await post(ana, "me/recovery-codes", {"password": WORD})).json()["codes"]
    program = browser(headers={"authorization": f"Bearer {made}"})
    assert (await program.get("/api/me")).status_code == 200
    player = await id_of(ana)
    await sanction(sessions, player, "ban", await id_of(olga))
    assert (await ana.get("/api/me")).status_code == 401, "sessions end"
    assert (await program.get("/api/me")).status_code == 401, "tokens are refused"
    wrong = await post(ana, "login", {"name": "Ana", "password": "not this one"})
    assert (wrong.status_code, wrong.json()["code"]) == (401, "wrong_password"), "strangers learn nothing"
    for path, body in (
        ("login", {"name": "Ana", "password": WORD}),
        ("recover", {"name": "Ana", "code": codes[0], "password": "another horse"}),
    ):
        answer = await post(ana, path, body)
        assert (answer.status_code, answer.json()["code"]) == (403, "banned")
        assert answer.json()["reason"] == "shouting"
        assert "UTC: shouting" in answer.json()["text"]
        assert answer.json()["until"] > datetime.now(UTC).timestamp() * 1000
        assert "set-cookie" not in answer.headers
    async with sessions.begin() as session:
        await sanctions.lift_sanction(session, player, "ban")
    assert (await ana.get("/api/me")).status_code == 401, "the sessions have ended, they don't come back"
    assert (await program.get("/api/me")).status_code == 200
    assert (await post(ana, "login", {"name": "Ana", "password": WORD})).status_code == 200


async def test_a_guest_does_not_shake_a_ban_off_by_a_tap_and_comes_back_after_it(
    browser: Browser, sessions: Sessions
) -> None:
    guest, olga = browser(), await registered(browser, "Olga")
    await post(guest, "guest")
    player = await id_of(guest)
    await sanction(sessions, player, "ban", await id_of(olga), lasts=sanctions.FOR_GOOD)
    assert (await guest.get("/api/me")).status_code == 401
    for path, body in (("guest", None), ("register", {"name": "Another", "password": WORD})):
        answer = await post(guest, path, body)
        assert (answer.status_code, answer.json()["code"]) == (403, "banned")
        assert "for good: shouting" in answer.json()["text"]
    async with sessions.begin() as session:
        await sanctions.lift_sanction(session, player, "ban")
    assert await id_of(guest) == player, "a guest has nothing else to come back by"
    assert COOKIE in guest.cookies


async def test_there_is_always_an_admin_once_there_was_one(browser: Browser, sessions: Sessions) -> None:
    ana, olga, guest = await registered(browser, "Ana"), await registered(browser, "Olga"), browser()
    await post(guest, "guest")
    first, second = await id_of(olga), await id_of(ana)
    async with sessions.begin() as session:
        await roles.set_role(session, first, "admin")
        await roles.set_role(session, first, "admin")
        with pytest.raises(ConflictError, match="only admin"):
            await roles.set_role(session, first, "moderator")
        with pytest.raises(ForbiddenError):
            await roles.set_role(session, await id_of(guest), "moderator")
    refused = await olga.request("DELETE", "/api/me", json={"password": WORD})
    assert (refused.status_code, refused.json()["code"]) == (409, "last_admin")
    async with sessions.begin() as session:
        await roles.set_role(session, second, "admin")
        await roles.set_role(session, first, "moderator")
        assert [(who.name, who.role) for who in await roles.list_roles(session)] == [
            ("Ana", "admin"),
            ("Olga", "moderator"),
        ]
    assert (await olga.request("DELETE", "/api/me", json={"password": WORD})).status_code == 204
    async with sessions() as session:
        assert [who.name for who in await roles.list_roles(session)] == ["Ana"]
