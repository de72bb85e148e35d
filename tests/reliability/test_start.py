"""A server that comes before its Postgres or its Redis waits for it, and is there as soon as it is."""

import asyncio
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import make_url

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
