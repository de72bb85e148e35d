"""What a page has had once is not asked for again; what has changed is never missed."""

import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx
import pytest
from fastapi import FastAPI

from app.web import pages

pytestmark = pytest.mark.anyio
PAGE = '<!doctype html><script type="module" src="/static/js/main.js"></script>'


def build(folder: Path) -> Path:
    (folder / "js").mkdir(parents=True)
    (folder / "index.html").write_text(PAGE)
    (folder / "js/main.js").write_text('import "./part.js";')
    (folder / "js/part.js").write_text("export {};")
    return folder


def client_of(folder: Path) -> httpx.AsyncClient:
    app = FastAPI()
    pages.install(app, folder)
    return httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://cards.test")


@pytest.fixture
async def client(tmp_path: Path) -> AsyncIterator[httpx.AsyncClient]:
    async with client_of(build(tmp_path / "static")) as client:
        yield client


async def address_of(client: httpx.AsyncClient) -> str:
    [address] = re.findall('src="([^"]+)"', (await client.get("/")).text)
    return str(address)


async def test_files_below_the_version_are_kept_for_good_with_all_they_import(
    client: httpx.AsyncClient,
) -> None:
    main = await address_of(client)
    assert re.fullmatch("/static/v-[0-9a-f]{16}/js/main.js", main)
    for address in (main, main.replace("main", "part")):
        answer = await client.get(address)
        assert (answer.status_code, answer.headers["cache-control"]) == (200, pages.KEEP)
        headers = {"if-none-match": answer.headers["etag"]}
        again = await client.get(address, headers=headers)
        assert (again.status_code, again.headers["cache-control"]) == (304, pages.KEEP)
    assert (await client.get(main.replace("main", "none"))).status_code == 404
    plain = await client.get("/static/js/main.js")
    assert (plain.status_code, plain.headers["cache-control"]) == (200, "no-cache")


@pytest.mark.parametrize("change", ["one file", "a new file", "a file gone", "as long as before"])
async def test_whatever_changes_makes_another_version(
    client: httpx.AsyncClient, tmp_path: Path, change: str
) -> None:
    before, page = await address_of(client), await client.get("/")
    part = tmp_path / "static/js/part.js"
    match change:
        case "one file":
            part.write_text("export const more = 1;")
        case "a new file":
            (tmp_path / "static/js/new.js").write_text("")
        case "a file gone":
            part.unlink()
        case _:
            part.write_text("import {};")
    after = await address_of(client)
    assert after != before
    headers = {"if-none-match": page.headers["etag"]}
    assert (await client.get("/", headers=headers)).status_code == 200  # a page that is kept would miss it
    old = await client.get(
        before
    )  # a page that was opened before goes on, and keeps nothing under the old name
    assert (old.status_code, old.headers["cache-control"]) == (200, "no-cache")


async def test_a_file_that_changed_since_the_page_was_served_is_not_kept_under_its_version(
    client: httpx.AsyncClient, tmp_path: Path
) -> None:
    main = await address_of(client)
    (tmp_path / "static/js/part.js").write_text("export const more = 1;")
    changed = await client.get(main.replace("main", "part"))  # nobody has asked for a page since
    assert (changed.text, changed.headers["cache-control"]) == ("export const more = 1;", "no-cache")
    assert (await client.get(main)).headers["cache-control"] == pages.KEEP


async def test_workers_with_the_same_files_agree_wherever_these_lie(
    client: httpx.AsyncClient, tmp_path: Path
) -> None:
    async with client_of(build(tmp_path / "elsewhere")) as other:
        main = await address_of(client)
        answer = await other.get(main)  # before it has ever served a page itself
        assert answer.headers["cache-control"] == pages.KEEP
        assert await address_of(other) == main


async def test_the_page_is_asked_for_each_time_and_seldom_sent_again(client: httpx.AsyncClient) -> None:
    for takes in ("identity", "gzip"):
        page = await client.get("/", headers={"accept-encoding": takes})
        assert (page.status_code, page.headers["cache-control"]) == (200, "no-cache")
        headers = {"accept-encoding": takes, "if-none-match": page.headers["etag"]}
        assert (await client.get("/t/K7F3", headers=headers)).status_code == 304
