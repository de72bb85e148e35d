"""The server around the application: limits, time-outs, and an end in good order."""

import asyncio
import gc
import re
import signal
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import patch

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from app.web import serving as serving_of_app
from app.web.serving import FRAME_BYTES, TCP_USER_TIMEOUT, UNREAD_MS, ListenError, bind, serve
from tests.forked import Forked, plain_environment
from tests.program import Program
from tests.web import served

pytestmark = pytest.mark.anyio


class Served:
    """The small application (served.py) in a process of its own."""

    def __init__(self, folder: Path, fault: str) -> None:
        self.log = folder / "served.log"
        self.process = Forked(plain_environment(), self.log, served.run, fault)

    def port(self) -> int:
        return int(self.process.line(30))


@pytest.fixture
def make_served(tmp_path: Path) -> Iterator[Callable[..., Served]]:
    made: list[Served] = []

    def make(fault: str = "") -> Served:
        made.append(Served(tmp_path, fault))
        return made[-1]

    yield make
    for one in made:
        one.process.kill()
        one.process.close()


def note_garbage() -> None:
    """Let the server say, when it begins to serve, whether garbage is collected and what is never looked through."""

    def note(*words: Any, **more: Any) -> None:
        sys.stderr.write(f"collected: {gc.isenabled()}, frozen: {gc.get_freeze_count()}\n")
        serve(*words, **more)

    patch.object(serving_of_app, "serve", note).start()


def test_no_collection_of_garbage_looks_through_what_was_imported(
    make_program: Callable[..., Program],
) -> None:
    said = re.search(r"collected: (\w+), frozen: (\d+)", make_program(note_garbage).words())
    assert said is not None
    assert said[1] == "True"
    assert int(said[2]) > 100_000


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_the_drain_comes_before_any_socket_is_closed(
    make_served: Callable[..., Served], number: signal.Signals
) -> None:
    server = make_served()
    async with connect(f"ws://127.0.0.1:{server.port()}/ws") as client:
        await client.send("hello")
        assert await client.recv() == "hello"
        server.process.send(number)
        assert await client.recv() == "moving"
        with pytest.raises(ConnectionClosed):
            await client.recv()
        assert client.close_code == 4012
    assert server.process.wait(10) == 0
    assert server.process.rest() == "ended\n"


async def test_a_server_that_drains_takes_no_connections_and_tells_a_proxy_so_until_a_second_signal(
    make_served: Callable[..., Served],
) -> None:
    server = make_served("wait")
    port = server.port()
    async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as before:
        assert (await before.get("/readyz")).status_code == 200
        server.process.send(signal.SIGTERM)
        await asyncio.sleep(0.3)
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port))
        told = await before.get("/readyz")
        assert (told.status_code, told.json()) == (503, {"ready": False, "draining": True})
        assert told.headers["connection"] == "close"
    server.process.send(signal.SIGTERM)
    assert server.process.wait(8) == 0
    assert server.process.rest() == "ended\n"


def test_whatever_hangs_the_process_ends_in_time_and_says_where_it_hung(
    make_served: Callable[..., Served],
) -> None:
    server = make_served("hang")
    server.port()
    server.process.send(signal.SIGTERM)
    assert server.process.wait(5) == 1
    assert "in drain" in server.log.read_text()


def test_what_the_application_raises_at_its_start_comes_out_as_it_is(
    make_served: Callable[..., Served],
) -> None:
    server = make_served("refuse")
    assert server.process.wait(30) == 0
    assert (server.process.rest(), server.log.read_text()) == ("", "")


async def test_a_frame_over_8_kib_ends_the_connection_with_1009(
    make_served: Callable[..., Served],
) -> None:
    async with connect(f"ws://127.0.0.1:{make_served().port()}/ws", compression="deflate") as client:
        assert client.protocol.extensions == []  # no compression, whatever is offered
        await client.send("x" * FRAME_BYTES)
        assert len(await client.recv()) == FRAME_BYTES
        await client.send("x" * (FRAME_BYTES + 1))
        with pytest.raises(ConnectionClosed):
            await client.recv()
        assert client.close_code == 1009


async def test_answers_do_not_name_the_software(make_served: Callable[..., Served]) -> None:
    port = make_served().port()
    async with httpx.AsyncClient() as client:
        answer = await client.get(f"http://127.0.0.1:{port}/address")
    assert "server" not in answer.headers


@pytest.mark.skipif(sys.platform != "linux", reason="Linux' TCP_USER_TIMEOUT")
def test_connections_that_are_not_read_end_after_ten_seconds() -> None:
    with bind("127.0.0.1", 0) as listener:
        listener.listen()
        with socket.create_connection(listener.getsockname()), listener.accept()[0] as connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, TCP_USER_TIMEOUT) == UNREAD_MS


def test_what_cannot_be_listened_on_is_said_in_a_sentence() -> None:
    with bind("127.0.0.1", 0) as listener:
        listener.listen()
        port = listener.getsockname()[1]
        with pytest.raises(ListenError, match=f"Port {port} of 127.0.0.1 is taken by another program"):
            bind("127.0.0.1", port)
    with pytest.raises(ListenError, match=r"192\.0\.2\.1 is no address of this machine"):
        bind("192.0.2.1", 0)
