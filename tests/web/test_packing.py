"""Files that are text go out packed to who takes it, and are told apart from their plain form."""

import gzip
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from app.web import pages

pytestmark = pytest.mark.anyio
TEXT = "export const one = 1;\n" * 50
FONT = bytes(range(256))


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    (tmp_path / "index.html").write_text("<!doctype html>" + TEXT)
    (tmp_path / "a.js").write_text(TEXT)
    (tmp_path / "a.json").write_text(TEXT)
    (tmp_path / "a.svg").write_text(TEXT)
    (tmp_path / "a.woff2").write_bytes(FONT)
    app = FastAPI()
    pages.install(app, tmp_path)
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://cards.test", headers={}) as client:
        client.headers["accept-encoding"] = "identity"
        yield client


@pytest.mark.parametrize("address", ["/", "/static/a.js", "/static/a.json", "/static/a.svg"])
async def test_texts_are_packed_for_who_takes_it(client: httpx.AsyncClient, address: str) -> None:
    plain = await client.get(address)
    packed = await client.get(address, headers={"accept-encoding": "br, gzip;q=0.8"})
    assert (packed.headers["content-encoding"], "content-encoding" in plain.headers) == ("gzip", False)
    assert packed.text == plain.text
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 4
    assert packed.headers["etag"] != plain.headers["etag"]
    for answer in (plain, packed):
        assert (answer.headers["vary"], answer.headers["cache-control"]) == ("accept-encoding", "no-cache")
        assert answer.headers["content-type"] == plain.headers["content-type"]


@pytest.mark.parametrize("takes", ["identity", "br", "gzip;q=0", "gzip; q=0.0, br", ""])
async def test_who_does_not_take_it_gets_the_plain_form(client: httpx.AsyncClient, takes: str) -> None:
    answer = await client.get("/static/a.js", headers={"accept-encoding": takes})
    assert ("content-encoding" in answer.headers, answer.text) == (False, TEXT)


async def test_what_a_browser_has_is_not_sent_again_in_either_form(client: httpx.AsyncClient) -> None:
    for takes in ("identity", "gzip"):
        first = await client.get("/static/a.js", headers={"accept-encoding": takes})
        for other in ("identity", "gzip"):
            headers = {"accept-encoding": other, "if-none-match": first.headers["etag"]}
            again = await client.get("/static/a.js", headers=headers)
            assert again.status_code == (304 if other == takes else 200)
            assert again.headers["vary"] == "accept-encoding"


async def test_a_file_that_changes_is_packed_anew(client: httpx.AsyncClient, tmp_path: Path) -> None:
    headers = {"accept-encoding": "gzip"}
    first = await client.get("/static/a.js", headers=headers)
    (tmp_path / "a.js").write_text("changed")
    second = await client.get("/static/a.js", headers=headers)
    assert (second.text, second.headers["etag"] == first.headers["etag"]) == ("changed", False)


async def test_fonts_parts_and_heads(client: httpx.AsyncClient) -> None:
    headers = {"accept-encoding": "gzip"}
    font = await client.get("/static/a.woff2", headers=headers)
    assert ("content-encoding" in font.headers, font.content) == (False, FONT)
    part = await client.get("/static/a.js", headers=headers | {"range": "bytes=0-5"})
    assert (part.status_code, part.content) == (206, TEXT[:6].encode())
    head = await client.head("/", headers=headers)
    packed = gzip.compress(("<!doctype html>" + TEXT).encode(), mtime=0)
    assert (head.headers["content-encoding"], head.headers["content-length"]) == ("gzip", str(len(packed)))
