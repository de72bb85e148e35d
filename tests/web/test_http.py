"""What comes in over HTTP is measured, what goes out is in our form and carries the headers."""

import asyncio
import json
import logging
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from pydantic import BaseModel, ConfigDict
from sqlalchemy import text
from starlette.requests import HTTPConnection

from app import errors as e
from app.config import Settings
from app.db import make_engine
from app.players.asker import address_of
from app.web import bodies, errors, pages
from app.web.bodies import Bodies
from app.web.guard import Guard
from app.web.origin import Origins, origin_of
from app.wire.strict import read_json

pytestmark = pytest.mark.anyio
HOST = "cards.example"
OURS = {"origin": f"http://{HOST}"}


class Wish(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid")
    name: str
    count: int = 0


def make_app(folder: Path, *, limited: bool = False, **chosen: Any) -> FastAPI:
    app = FastAPI()
    errors.install(app)

    @app.post("/api/wish")
    async def wish(wish: Wish) -> dict[str, Any]:
        return wish.model_dump()

    @app.get("/api/fail/{kind}")
    async def fail(kind: str) -> None:
        if kind == "database":
            async with make_engine("postgresql://nobody@127.0.0.1:1/none").connect() as connection:
                await connection.execute(text("select 1"))
        kinds: dict[str, BaseException] = {
            "bug": ZeroDivisionError("secret detail"),
            "refused": OSError("secret address"),
            "invalid": e.InvalidError("bad_seats", "Too few.", least=2),
            "unauthorized": e.UnauthorizedError("signed_out", "Sign in."),
            "forbidden": e.ForbiddenError("private", "No."),
            "not_found": e.NotFoundError("gone", "Gone."),
            "conflict": e.ConflictError("full", "Full."),
            "too_many": e.TooManyError("too_many", "Wait.", retry_ms=1500),
            "busy": e.BusyError("busy", "Later."),
        }
        raise kinds[kind]

    pages.install(app, folder)
    settings = Settings(**chosen)
    app.state.settings = settings
    app.add_middleware(Bodies, origins=Origins(settings), limited=limited)
    app.add_middleware(Guard)
    return app


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    (tmp_path / "index.html").write_text("<!doctype html>")
    (tmp_path / "js").mkdir()
    (tmp_path / "js" / "app.js").write_text("export {};")
    async with asking(make_app(tmp_path)) as client:
        yield client


def asking(app: Any) -> httpx.AsyncClient:
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=f"http://{HOST}")


@pytest.mark.parametrize(
    ("kind", "status", "code"),
    [
        ("invalid", 422, "bad_seats"),
        ("unauthorized", 401, "signed_out"),
        ("forbidden", 403, "private"),
        ("not_found", 404, "gone"),
        ("conflict", 409, "full"),
        ("too_many", 429, "too_many"),
        ("busy", 503, "busy"),
        ("database", 503, "busy"),
        ("refused", 503, "busy"),
    ],
)
async def test_every_kind_of_refusal_has_its_status(
    client: httpx.AsyncClient, kind: str, status: int, code: str
) -> None:
    answer = await client.get(f"/api/fail/{kind}")
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert set(answer.json()) >= {"code", "text"}
    assert "secret" not in answer.text


async def test_facts_and_time_to_wait_are_told(client: httpx.AsyncClient) -> None:
    assert (await client.get("/api/fail/invalid")).json()["least"] == 2
    assert (await client.get("/api/fail/too_many")).headers["retry-after"] == "2"


async def test_a17_a_mistake_of_ours_is_500_with_an_id_that_is_in_the_log(
    client: httpx.AsyncClient, caplog: pytest.LogCaptureFixture
) -> None:
    answer = await client.get("/api/fail/bug")
    assert answer.status_code == 500
    assert set(answer.json()) == {"code", "text", "request"}
    assert "secret" not in answer.text
    [record] = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert answer.json()["request"] in record.getMessage()
    assert answer.headers["x-request-id"] == answer.json()["request"]


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({"name": 7}, "name"),
        ({}, "name"),
        ({"name": "a", "count": "5"}, "count"),
        ({"name": "a", "count": True}, "count"),
        ({"name": "a", "more": 1}, "more"),
        ([], ""),
    ],
)
async def test_what_does_not_fit_is_422_and_says_where(
    client: httpx.AsyncClient, body: Any, where: str
) -> None:
    answer = await client.post("/api/wish", json=body, headers=OURS)
    assert answer.status_code == 422
    assert answer.json()["code"] == "invalid"
    assert answer.json()["where"] == where


UNCLEAR = [
    b"{",
    b'{"name":"a","name":"b"}',
    b'{"name":"a","count":NaN}',
    b'{"name":"a","count":1e400}',
    b'{"name":"a","count":' + b"9" * 4000 + b"}",
    b'{"name":"a\\u0000"}',
    b'{"name":"a\\ud800"}',
    b'{"a\\u0000":"a"}',
    b'{"name":"\xff"}',
    b'\xef\xbb\xbf{"name":"a"}',
    b"[" * 15_000,
    b'{"name":' + b"[" * 40 + b"]" * 40 + b"}",
]


@pytest.mark.parametrize("body", UNCLEAR)
def test_json_that_readers_may_understand_differently_is_no_json(body: bytes) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_json(body, bodies.BOUNDS)


@pytest.mark.parametrize("body", UNCLEAR)
async def test_json_that_readers_may_understand_differently_is_refused(
    client: httpx.AsyncClient, body: bytes
) -> None:
    headers = {**OURS, "content-type": "application/json"}
    answer = await client.post("/api/wish", content=body, headers=headers)
    assert answer.status_code == 422
    assert answer.json()["code"] == "invalid"


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", None]
)
async def test_a07_only_json_is_taken(client: httpx.AsyncClient, kind: str | None) -> None:
    headers = {**OURS, **({"content-type": kind} if kind else {})}
    answer = await client.post("/api/wish", content=b'{"name":"a"}', headers=headers)
    assert (answer.status_code, answer.json()["where"]) == (422, "content-type")


async def test_a07_a_change_by_cookie_must_come_from_our_own_pages(client: httpx.AsyncClient) -> None:
    cookie = {"cookie": "sid=x"}
    for origin in (None, "null", "http://evil.example", f"https://{HOST}", f"http://{HOST}.evil.example"):
        headers = {**cookie, **({"origin": origin} if origin else {})}
        answer = await client.post("/api/wish", json={"name": "a"}, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "origin")
    assert (await client.post("/api/wish", json={"name": "a"}, headers={**cookie, **OURS})).status_code == 200
    # a program: no cookie, no page
    assert (await client.post("/api/wish", json={"name": "a"})).status_code == 200
    foreign = {"authorization": "Bearer t", "origin": "http://evil.example"}
    assert (await client.post("/api/wish", json={"name": "a"}, headers=foreign)).status_code == 403
    program = {"authorization": "Bearer t", **cookie}
    assert (await client.post("/api/wish", json={"name": "a"}, headers=program)).status_code == 200


async def test_a_body_over_16_kib_is_413_declared_or_not(client: httpx.AsyncClient) -> None:
    headers = {**OURS, "content-type": "application/json"}
    exact = b'{"name":"a"}'.ljust(16_384)

    async def pieces() -> AsyncIterator[bytes]:
        for _ in range(20):
            yield b" " * 1000

    assert (await client.post("/api/wish", content=exact, headers=headers)).status_code == 200
    assert (await client.post("/api/wish", content=exact + b" ", headers=headers)).status_code == 413
    assert (await client.post("/api/wish", content=pieces(), headers=headers)).status_code == 413
    lie = {**headers, "content-length": "x"}
    assert (await client.post("/api/wish", content=b"{}", headers=lie)).status_code == 413


async def test_w09_a_body_that_does_not_come_is_408(
    client: httpx.AsyncClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bodies, "BODY_S", 0.1)

    async def pieces() -> AsyncIterator[bytes]:
        yield b"{"
        await asyncio.sleep(1)
        yield b"}"

    assert (await client.post("/api/wish", content=pieces(), headers=OURS)).status_code == 408


@pytest.mark.parametrize(
    "address", ["/api/x%00y", "/api/x?a=%00", "/api/%ff", "/api/x?a=%ed%a0%80", "/js/%00"]
)
async def test_addresses_with_nul_or_what_is_not_utf8_are_422(
    client: httpx.AsyncClient, address: str
) -> None:
    assert (await client.get(address)).status_code == 422


async def test_what_is_not_there_and_wrong_methods_are_told_in_our_form(client: httpx.AsyncClient) -> None:
    assert (await client.get("/api/none")).json() == {"code": "not_found", "text": "There is nothing here."}
    answer = await client.delete("/api/wish")
    assert (answer.status_code, answer.json()["code"]) == (405, "method")


async def test_one_address_may_not_ask_without_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "REQUESTS_BURST", 3)
    monkeypatch.setattr(bodies, "REQUESTS_A_SECOND", 0.001)
    (tmp_path / "index.html").write_text("<p>")
    async with asking(make_app(tmp_path, limited=True, trusted_proxies=1)) as client:
        statuses = [(await client.get("/api/none")).status_code for _ in range(5)]
        other = await client.get("/api/none", headers={"x-forwarded-for": "1.1.1.1"})
        forged = await client.get("/api/none", headers={"x-forwarded-for": "2.2.2.2, 1.1.1.1"})
        page = await client.get("/t/K7F3")
    assert statuses == [404, 404, 404, 429, 429]
    assert (other.status_code, forged.status_code, page.status_code) == (404, 404, 200)


@pytest.mark.parametrize(
    "address", ["/", "/static/js/app.js", "/api/none", "/api/fail/bug", "/api/x%00", "/t/K7F3"]
)
async def test_a08_every_answer_carries_the_security_headers(client: httpx.AsyncClient, address: str) -> None:
    headers = (await client.get(address)).headers
    assert headers["content-security-policy"] == (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "manifest-src 'self'; connect-src 'self' ws://cards.example; base-uri 'none'; object-src 'none'; "
        "form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'"
    )
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-opener-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert headers["referrer-policy"] == "no-referrer"
    assert "strict-transport-security" not in headers


async def test_a08_a_host_header_cannot_write_into_the_policy(client: httpx.AsyncClient) -> None:
    headers = (await client.get("/", headers={"host": "x; script-src *"})).headers
    assert "script-src *" not in headers["content-security-policy"]


async def test_a08_https_is_kept_and_its_socket_named(tmp_path: Path) -> None:
    transport = httpx.ASGITransport(make_app(tmp_path))
    async with httpx.AsyncClient(transport=transport, base_url=f"https://{HOST}:8443") as client:
        headers = (await client.get("/api/none")).headers
    assert "wss://cards.example:8443;" in headers["content-security-policy"]
    assert headers["strict-transport-security"] == "max-age=31536000"


async def test_pages_lead_to_the_one_page_and_files_are_sent_once(client: httpx.AsyncClient) -> None:
    for address in ("/", "/t/K7F3", "/j/abcdefgh", "/me", "/books"):
        answer = await client.get(address)
        assert (answer.status_code, answer.text) == (200, "<!doctype html>")
        assert answer.headers["content-type"].startswith("text/html")
    answer = await client.get("/static/js/app.js")
    assert answer.headers["cache-control"] == "no-cache"
    again = await client.get("/static/js/app.js", headers={"if-none-match": answer.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again.headers["cache-control"] == "no-cache"
    for outside in (
        "/static/../pyproject.toml",
        "/static/js/..%2f..%2f..%2fpyproject.toml",
        "/static/%2e%2e/pyproject.toml",
        "/static/none.js",
        "/static/",
        "/js/app.js",
        "/t/a/b",
    ):
        assert (await client.get(outside)).status_code == 404


@pytest.mark.parametrize(
    ("url", "origin"),
    [
        ("https://Cards.Example/", "https://cards.example"),
        ("https://cards.example:443", "https://cards.example"),
        ("http://cards.example:8000/x/", "http://cards.example:8000"),
        ("http://[2001:DB8::1]:8000/", "http://[2001:db8::1]:8000"),
        ("http://[::1]", "http://[::1]"),
    ],
)
def test_an_origin_is_written_as_browsers_write_it(url: str, origin: str) -> None:
    assert origin_of(url) == origin


@pytest.mark.parametrize(
    ("forwarded", "proxies", "address"),
    [
        ([], 0, "10.0.0.1"),
        (["1.1.1.1"], 0, "10.0.0.1"),  # nobody may choose their own address
        (["1.1.1.1"], 1, "1.1.1.1"),
        (["6.6.6.6, 1.1.1.1"], 1, "1.1.1.1"),
        (["6.6.6.6", "1.1.1.1, 2.2.2.2"], 2, "1.1.1.1"),
        (["1.1.1.1"], 2, "10.0.0.1"),
    ],
)
def test_a14_the_address_is_the_one_that_the_trusted_proxy_saw(
    forwarded: list[str], proxies: int, address: str
) -> None:
    app = FastAPI()
    app.state.settings = Settings(trusted_proxies=proxies)
    headers = [(b"x-forwarded-for", value.encode()) for value in forwarded]
    scope = {"type": "http", "headers": headers, "client": ("10.0.0.1", 5), "app": app}
    assert address_of(HTTPConnection(scope)) == address


def test_refusals_are_json(tmp_path: Path) -> None:
    response = errors.refusal(e.ConflictError("full", "Full.", table=7))
    assert json.loads(bytes(response.body)) == {"code": "full", "text": "Full.", "table": 7}
