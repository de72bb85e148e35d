import asyncio
import hashlib
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from sqlalchemy import text

from app.db import Sessions
from app.players.cookies import COOKIE
from app.players.models import Player
from app.players.service import authenticate
from tests.players.conftest import Browser

pytestmark = pytest.mark.anyio

WORD = "correct horse"


async def post(client: httpx.AsyncClient, path: str, body: Any = None, **headers: str) -> httpx.Response:
    return await client.post(f"/api/{path}", json=body, headers=headers)


async def registered(browser: Browser, name: str) -> httpx.AsyncClient:
    client = browser()
    answer = await post(client, "register", {"name": name, "password": WORD})
    assert answer.status_code == 201, answer.text
    return client


async def test_one_tap_makes_a_guest_who_may_play_at_once(browser: Browser) -> None:
    ana = browser()
    answer = await ana.post("/api/guest", headers={"accept-language": "es-ES,es;q=0.9"})
    me = answer.json()
    assert answer.status_code == 201
    assert (me["guest"], me["coins"], me["grant_due"], me["held"]) == (True, 30_000, 30_000, 0)
    assert me["language"] == "es"
    assert me["bonus"] == {"amount": 10_000, "available": True, "next_at": None}
    assert me["relief"] == {"amount": 0, "available": False, "next_at": None, "floor": 6_000}
    assert (await ana.get("/api/me")).json() == me
    again = await ana.post("/api/guest")
    assert (again.status_code, again.json()) == (200, me)
    other = (await post(browser(), "guest")).json()
    assert other["id"] != me["id"]
    assert other["name"] != me["name"]


async def test_the_cookie_is_closed_to_scripts_and_other_sites(browser: Browser) -> None:
    plain = (await post(browser(), "guest")).headers["set-cookie"]
    assert plain.startswith(f"{COOKIE}=")
    parts = {part.strip().lower() for part in plain.split(";")[1:]}
    assert parts == {"httponly", "path=/", "samesite=lax", "max-age=34560000"}
    secure = (await post(browser(base_url="https://cards.test"), "guest")).headers["set-cookie"]
    assert secure.startswith(f"__Host-{COOKIE}=")
    assert {part.strip().lower() for part in secure.split(";")[1:]} == parts | {"secure"}


async def test_over_https_a_cookie_that_a_neighbour_could_set_counts_for_nothing(browser: Browser) -> None:
    plain = browser()
    await post(plain, "guest")
    token = plain.cookies[COOKIE]
    https = browser(base_url="https://cards.test")
    assert (await https.get("/api/me", headers={"cookie": f"{COOKIE}={token}"})).status_code == 401
    assert (await https.get("/api/me", headers={"cookie": f"__Host-{COOKIE}={token}"})).status_code == 200


async def test_only_a_hash_of_the_token_is_kept(browser: Browser, sessions: Sessions) -> None:
    ana = browser()
    await post(ana, "guest")
    token = ana.cookies[COOKIE]
    assert len(token) >= 43
    async with sessions() as session:
        kept = await session.scalar(text("select token_hash from player_session"))
        assert kept == hashlib.sha256(token.encode()).digest()
        player = await authenticate(session, token)
        assert isinstance(player, Player)
        assert await authenticate(session, token[:-1] + ("a" if token[-1] != "a" else "b")) is None
        assert await authenticate(session, "") is None


async def test_a_guest_who_registers_keeps_everything_and_gets_the_rest_once(browser: Browser) -> None:
    ana = browser()
    before = (await post(ana, "guest")).json()
    answer = await post(ana, "register", {"name": "Ana", "password": WORD})
    me = answer.json()
    assert answer.status_code == 201
    assert (me["id"], me["name"], me["guest"], me["coins"], me["grant_due"]) == (
        before["id"],
        "Ana",
        False,
        60_000,
        0,
    )
    again = await post(ana, "register", {"name": "Ana 2", "password": WORD})
    assert (again.status_code, again.json()["code"]) == (409, "already_registered")
    assert (await ana.get("/api/me")).json()["coins"] == 60_000
    # the made-up name is free again
    await registered(browser, before["name"])


async def test_two_clicks_on_register_upgrade_once(browser: Browser) -> None:
    ana = browser()
    await post(ana, "guest")
    answers = await asyncio.gather(
        *(post(ana, "register", {"name": f"Ana {n}", "password": WORD}) for n in range(6))
    )
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 5
    assert (await ana.get("/api/me")).json()["coins"] == 60_000


async def test_a_new_account_gets_the_whole_grant(browser: Browser) -> None:
    bo = await registered(browser, "Bo-Bo")
    me = (await bo.get("/api/me")).json()
    assert (me["coins"], me["guest"]) == (60_000, False)


async def test_a_clash_is_answered_with_a_name_that_is_free(browser: Browser) -> None:
    await registered(browser, "Ivan")
    await registered(browser, "Ivan2")
    for typed in ("ivan", "Ivаn".replace("а", "a"), "1van", "IVAN", "i.v.a.n", "Ｉvan"):
        answer = await post(browser(), "register", {"name": typed, "password": WORD})
        assert (answer.status_code, answer.json()["code"]) == (409, "name_taken"), typed
        suggestion = answer.json()["suggestion"]
        assert suggestion[-1] != "2"
    assert (await post(browser(), "register", {"name": suggestion, "password": WORD})).status_code == 201


async def test_of_many_who_want_a_name_at_once_one_gets_it(browser: Browser) -> None:
    names = ["Olga", "OLGA", "0lga", "O1ga", "o.l.g.a", "olga"]
    answers = await asyncio.gather(
        *(post(browser(), "register", {"name": name, "password": WORD}) for name in names)
    )
    assert sorted(answer.status_code for answer in answers) == [201] + [409] * 5


async def test_a_guest_who_wants_a_taken_name_stays_a_guest(browser: Browser) -> None:
    await registered(browser, "Ana")
    bo = browser()
    before = (await post(bo, "guest")).json()
    assert (await post(bo, "register", {"name": "aNa", "password": WORD})).status_code == 409
    assert (await bo.get("/api/me")).json() == before


async def test_signing_in_and_out(browser: Browser) -> None:
    ana = await registered(browser, "Ana Maria")
    other = browser()
    answer = await post(other, "login", {"name": " ana  MARIA", "password": WORD})
    assert (answer.status_code, answer.json()["name"]) == (200, "Ana Maria")
    token = other.cookies[COOKIE]
    assert (await post(other, "logout")).status_code == 204
    assert COOKIE not in other.cookies
    assert (await other.get("/api/me", headers={"cookie": f"{COOKIE}={token}"})).status_code == 401
    assert (await post(other, "logout")).status_code == 204
    assert (await ana.get("/api/me")).status_code == 200


async def test_signing_in_ends_the_session_of_before(browser: Browser) -> None:
    await registered(browser, "Ana")
    client = browser()
    await post(client, "guest")
    old = client.cookies[COOKIE]
    await post(client, "login", {"name": "Ana", "password": WORD})
    assert client.cookies[COOKIE] != old
    assert (await browser().get("/api/me", headers={"cookie": f"{COOKIE}={old}"})).status_code == 401


async def test_a04_wrong_password_and_unknown_name_are_answered_alike(browser: Browser) -> None:
    await registered(browser, "Ana")
    known = await post(browser(), "login", {"name": "Ana", "password": "wrong horse"})
    unknown = await post(browser(), "login", {"name": "Nobody here", "password": "wrong horse"})
    guest = (await post(browser(), "guest")).json()["name"]
    no_password = await post(browser(), "login", {"name": guest, "password": "nobody's"})
    answers = [known, unknown, no_password]
    assert {answer.status_code for answer in answers} == {401}
    assert len({answer.text for answer in answers}) == 1
    assert len({tuple(sorted(answer.headers.items())) for answer in answers}) == 1


@pytest.mark.costly_passwords
async def test_an_old_hash_is_made_anew(browser: Browser, sessions: Sessions) -> None:
    from argon2 import PasswordHasher

    await registered(browser, "Ana")
    weak = PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1).hash(WORD)
    async with sessions.begin() as session:
        await session.execute(text("update player set password = :weak"), {"weak": weak})
    assert (await post(browser(), "login", {"name": "Ana", "password": WORD})).status_code == 200
    async with sessions() as session:
        kept = await session.scalar(text("select password from player"))
    assert "m=19456,t=2,p=1" in kept
    assert (await post(browser(), "login", {"name": "Ana", "password": WORD})).status_code == 200


async def test_sessions_are_listed_and_ended(browser: Browser) -> None:
    ana = await registered(browser, "Ana")
    phone = browser(headers={"user-agent": "Phone/1"})
    await post(phone, "login", {"name": "Ana", "password": WORD})
    listed = (await ana.get("/api/me/sessions")).json()
    assert [(found["agent"], found["current"]) for found in listed] == [
        ("Phone/1", False),
        (listed[1]["agent"], True),
    ]
    bo = await registered(browser, "Bo-Bo")
    path = f"/api/me/sessions/{listed[0]['id']}"
    assert (await bo.delete(path)).status_code == 404
    assert (await phone.get("/api/me")).status_code == 200
    assert (await ana.delete(path)).status_code == 204
    assert (await phone.get("/api/me")).status_code == 401
    assert (await ana.delete(path)).status_code == 404


async def test_a_session_ends_after_its_time_without_use(browser: Browser, sessions: Sessions) -> None:
    ana = browser()
    await post(ana, "guest")

    async def go_back(interval: str) -> None:
        async with sessions.begin() as session:
            for column in ("seen_at", "ends_at"):
                await session.execute(
                    text(f"update player_session set {column} = {column} - interval '{interval}'")
                )

    async def left() -> Any:
        async with sessions() as session:
            return await session.scalar(
                text(
                    "select round(extract(epoch from ends_at - clock_timestamp()) / 3600) from player_session"
                )
            )

    await go_back("29 days 23 hours")
    assert await left() == 1
    assert (await ana.get("/api/me")).status_code == 200
    assert await left() == 30 * 24  # used: as long again
    await go_back("30 days 1 second")
    assert (await ana.get("/api/me")).status_code == 401


async def test_use_is_noted_once_a_minute_at_most(browser: Browser, sessions: Sessions) -> None:
    ana = browser()
    await post(ana, "guest")

    async def state() -> Any:
        async with sessions() as session:
            return (await session.execute(text("select xmin::text, seen_at from player_session"))).one()

    before = await state()
    await ana.get("/api/me")
    assert await state() == before
    async with sessions.begin() as session:
        await session.execute(text("update player_session set seen_at = seen_at - interval '61 seconds'"))
    before = await state()
    await asyncio.gather(*(ana.get("/api/me") for _ in range(5)))
    after = await state()
    assert after.seen_at > before.seen_at
    await ana.get("/api/me")
    assert await state() == after


async def test_a_new_password_ends_all_other_sessions(browser: Browser) -> None:
    ana = await registered(browser, "Ana")
    phone = browser()
    await post(phone, "login", {"name": "Ana", "password": WORD})
    wrong = await post(ana, "me/password", {"old": "wrong horse", "new": "battery staple"})
    assert (wrong.status_code, wrong.json()["code"]) == (401, "wrong_password")
    easy = await post(ana, "me/password", {"old": WORD, "new": "password1"})
    assert (easy.status_code, easy.json()["code"]) == (422, "bad_password")
    assert (await phone.get("/api/me")).status_code == 200
    assert (await post(ana, "me/password", {"old": WORD, "new": "battery staple"})).status_code == 204
    assert (await phone.get("/api/me")).status_code == 401
    assert (await ana.get("/api/me")).status_code == 200
    assert (await post(phone, "login", {"name": "Ana", "password": WORD})).status_code == 401
    assert (await post(phone, "login", {"name": "Ana", "password": "battery staple"})).status_code == 200
    guest = browser()
    await post(guest, "guest")
    assert (await post(guest, "me/password", {"old": WORD, "new": WORD})).status_code == 403


async def test_recovery_codes_open_once(browser: Browser) -> None:
    ana = await registered(browser, "Ana")
    assert (await post(ana, "me/recovery-codes", {"password": "wrong horse"})).status_code == 401
    void = (await post(ana, "me/recovery-codes", {"password": WORD})).json()["codes"]
    codes = (await post(ana, "me/recovery-codes", {"password": WORD})).json()["codes"]
    assert len(set(codes)) == 10
    token = (await post(ana, "me/tokens", {"name": "bot"})).json()["token"]

    async def recover(code: str, name: str = "ana", password: str = "battery staple") -> httpx.Response:
        return await post(browser(), "recover", {"name": name, "code": code, "password": password})

    wrong = [
        await recover("abcd-efgh-ijkm-npqr"),
        await recover(void[0]),
        await recover(codes[0], name="Nobody"),
    ]
    assert {answer.status_code for answer in wrong} == {401}
    assert len({answer.text for answer in wrong}) == 1
    answers = await asyncio.gather(*(recover(codes[0].upper().replace("-", " ")) for _ in range(5)))
    assert sorted(answer.status_code for answer in answers) == [200] + [401] * 4
    assert (await ana.get("/api/me")).status_code == 401
    assert (await browser().get("/api/me", headers={"authorization": f"Bearer {token}"})).status_code == 401
    assert (await post(browser(), "login", {"name": "Ana", "password": WORD})).status_code == 401
    assert (await post(browser(), "login", {"name": "Ana", "password": "battery staple"})).status_code == 200
    assert (await recover(codes[1], password="short")).status_code == 422
    assert (await recover(codes[1])).status_code == 200
    guest = browser()
    await post(guest, "guest")
    assert (await post(guest, "me/recovery-codes", {"password": WORD})).status_code == 403


async def test_programs_come_in_by_token(browser: Browser) -> None:
    ana = await registered(browser, "Ana")
    answer = await post(ana, "me/tokens", {"name": "my bot"})
    assert answer.status_code == 201
    token, program = answer.json()["token"], browser()
    bearer = {"authorization": f"Bearer {token}"}
    assert (await program.get("/api/me", headers=bearer)).json()["name"] == "Ana"
    assert (await program.get("/api/me", headers={"authorization": f"Bearer {token}x"})).status_code == 401
    refused = await post(program, "me/tokens", {"name": "another"}, **bearer)
    assert (refused.status_code, refused.json()["code"]) == (403, "session_needed")
    (listed,) = (await ana.get("/api/me/tokens")).json()
    assert listed["name"] == "my bot"
    assert listed["seen"] is not None
    assert "token" not in listed
    bo = await registered(browser, "Bo-Bo")
    assert (await bo.delete(f"/api/me/tokens/{listed['id']}")).status_code == 404
    assert (await ana.delete(f"/api/me/tokens/{listed['id']}")).status_code == 204
    assert (await program.get("/api/me", headers=bearer)).status_code == 401
    answers = await asyncio.gather(*(post(ana, "me/tokens", {"name": "bot"}) for _ in range(14)))
    assert sorted(answer.status_code for answer in answers) == [201] * 10 + [409] * 4


async def test_strangers_are_refused_everywhere(app: FastAPI, browser: Browser) -> None:
    """A-02: every route that is about oneself asks who is there."""
    public = {"/api/guest", "/api/register", "/api/login", "/api/recover", "/api/logout", "/api/books"}
    public |= {"/api/players/{player_id}", "/api/standing"}
    seen = set()
    for path, methods in app.openapi()["paths"].items():
        if path in public:
            continue
        for method in methods:
            seen.add(path)
            body = {"name": "x", "password": "x", "old": "x", "new": "x"}
            address = path.replace("{session_id}", "1").replace("{token_id}", "1").replace("{player_id}", "1")
            answer = await browser().request(
                method,
                address,
                json=None if method in {"get", "delete"} else body,
                headers={"idempotency-key": "12345678"},
            )
            assert answer.status_code in {401, 422}, (method, path)
            if answer.status_code == 422:  # the body is looked at first; with a right one it is 401
                needed = {"/api/me": {}, "/api/me/tokens": {"name": "x"}}.get(path) or (
                    {"old": WORD, "new": WORD} if "password" in path else {"password": WORD}
                )
                answer = await browser().request(method, address, json=needed if path != "/api/me" else {})
                assert answer.status_code == 401, (method, path)
    assert len(seen) >= 11


async def test_a05_guesses_are_counted_before_they_are_tried(app: FastAPI, browser: Browser) -> None:
    class Counting:
        """A limiter as simple as can be."""

        def __init__(self) -> None:
            self.counts: dict[str, int] = {}

        async def spend(self, key: str, *, limit: int, window_s: float) -> int:
            self.counts[key] = self.counts.get(key, 0) + 1
            return 0 if self.counts[key] <= limit else 60_000

    await registered(browser, "Ana")
    app.state.limiter = Counting()
    app.state.settings = app.state.settings.model_copy(update={"rate_limits": True})
    guesses = [post(browser(), "login", {"name": "ana", "password": f"wrong horse {n}"}) for n in range(19)]
    answers = await asyncio.gather(*guesses, post(browser(), "login", {"name": "Ana", "password": WORD}))
    assert sum(answer.status_code == 401 for answer in answers) <= 5
    assert sum(answer.status_code == 429 for answer in answers) >= 14
    refused = next(answer for answer in answers if answer.status_code == 429).json()
    assert (refused["code"], refused["retry_ms"]) == ("too_many", 60_000)
    # whoever owns the account comes in from elsewhere
    elsewhere = browser(transport=httpx.ASGITransport(app, client=("10.0.0.9", 4000)))
    answer = await post(elsewhere, "login", {"name": "Ana", "password": WORD})
    assert answer.status_code == 200
