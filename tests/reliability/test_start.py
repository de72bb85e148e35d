"""A server that comes before its Postgres or its Redis waits for it, and is there as soon as it is."""

import asyncio
import contextlib
import itertools
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from sqlalchemy import URL, make_url

from app import cli
from app.embedded.postgres import free_port
from tests.chaos.wires import Links
from tests.program import Program

READY_S = 6.0  # three are promised, of a machine that does nothing else
pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("missing", ["DATABASE_URL", "REDIS_URL"])
async def test_j18_a_server_without_its_database_or_redis_is_not_ready_keeps_trying_and_comes(
    missing: str, database_url: str, redis_url: str, tmp_path: Path
) -> None:
    given = {"DATABASE_URL": database_url, "REDIS_URL": redis_url}
    there = make_url(given[missing])
    assert there.port is not None
    port, links = free_port(), Links()
    given[missing] = there.set(port=port).render_as_string(hide_password=False)
    server = Program(tmp_path, {**given, "DATA_DIR": str(tmp_path)})
    starting = asyncio.create_task(asyncio.to_thread(server.start))
    try:
        waiting = _says_so(server) if missing == "DATABASE_URL" else _serves_but_not_well(server)
        await asyncio.wait_for(waiting, 60)
        await asyncio.sleep(0.5)
        assert not starting.done()
        since = time.monotonic()
        links.open("", [there.port], port)
        await starting
        took = time.monotonic() - since
        print(f"ready after {took:.2f} s")  # noqa: T201
        assert took < READY_S
    finally:
        await asyncio.to_thread(server.stop)
        links.stop()


class Frail:
    """A way to Postgres on which some connections break, before the answer to what they say at some place."""

    def __init__(self, to: URL, breaks: Mapping[int, int]) -> None:
        self.made = 0
        self._to, self._breaks = to, breaks

    async def __aenter__(self) -> str:
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", 0)
        return self._to.set(port=self._server.sockets[0].getsockname()[1]).render_as_string(
            hide_password=False
        )

    async def __aexit__(self, *_: object) -> None:
        self._server.close()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.made += 1
        breaks_at = self._breaks.get(self.made, 0)
        beyond, back = await asyncio.open_connection(self._to.host, self._to.port)

        async def pass_on(source: asyncio.StreamReader, to: asyncio.StreamWriter, until: int) -> None:
            with contextlib.suppress(OSError):
                for place in itertools.count(1):
                    if not (data := await source.read(65_536)) or place == until:
                        break
                    to.write(data)
            writer.transport.abort()
            back.transport.abort()

        await asyncio.gather(pass_on(reader, back, breaks_at), pass_on(beyond, writer, 0))


@pytest.mark.parametrize("place", range(1, 8))
async def test_j18_a_database_whose_line_breaks_while_it_is_brought_up_to_date_is_tried_again(
    place: int, database_url: str
) -> None:
    frail = Frail(make_url(database_url), {2: place})  # by the second connection that is done
    async with frail as url:
        await asyncio.to_thread(cli._await_database, url)
    assert frail.made > 3


async def test_j18_a_server_whose_lines_break_while_it_starts_comes_all_the_same(
    database_url: str, redis_url: str, tmp_path: Path
) -> None:
    frail = Frail(make_url(database_url), {3: 4, 6: 5, 10: 6, 14: 7, 18: 8, 22: 9})
    async with frail as url:
        server = Program(tmp_path, {"DATABASE_URL": url, "REDIS_URL": redis_url, "DATA_DIR": str(tmp_path)})
        try:
            await asyncio.to_thread(server.start)
            assert "Traceback" not in server.words()
        finally:
            await asyncio.to_thread(server.stop)


async def _says_so(server: Program) -> None:
    await _until(lambda: "can't be used" in server.words())
    assert server.words().count("Waiting for it.") == 1
    assert server.url == ""


async def _serves_but_not_well(server: Program) -> None:
    await _until(lambda: server.url != "")
    assert await asyncio.to_thread(_status, f"{server.url}/healthz") == 503
    assert await asyncio.to_thread(_status, f"{server.url}/readyz") == 200


async def _until(true: Callable[[], bool]) -> None:
    while not true():  # noqa: ASYNC110
        await asyncio.sleep(0.05)


def _status(url: str) -> int:
    try:
        with urllib.request.urlopen(url, timeout=5) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as error:
        with error:
            return error.code
