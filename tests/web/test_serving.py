"""The server around the application: limits, time-outs, and an end in good order."""

import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from app.web.serving import FRAME_BYTES, TCP_USER_TIMEOUT, UNREAD_MS, ListenError, bind

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.anyio


Served = tuple[subprocess.Popen[str], int]


@contextlib.contextmanager
def serving(*words: str) -> Iterator[Served]:
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.web.served", *words],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    try:
        assert process.stdout is not None
        yield process, int(process.stdout.readline())
    finally:
        process.kill()
        process.communicate()


@pytest.fixture
def served() -> Iterator[Served]:
    with serving() as served:
        yield served


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_the_drain_comes_before_any_socket_is_closed(served: Served, number: signal.Signals) -> None:
    process, port = served
    async with connect(f"ws://127.0.0.1:{port}/ws") as client:
        await client.send("hello")
        assert await client.recv() == "hello"
        process.send_signal(number)
        assert await client.recv() == "moving"
        with pytest.raises(ConnectionClosed):
            await client.recv()
        assert client.close_code == 4012
    assert process.wait(10) == 0
    assert process.stdout is not None
    assert process.stdout.read() == "ended\n"


async def test_a_server_that_drains_takes_no_connections_and_tells_a_proxy_so_until_a_second_signal() -> None:
    with serving("wait") as (process, port):
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}") as before:
            assert (await before.get("/readyz")).status_code == 200
            process.send_signal(signal.SIGTERM)
            await asyncio.sleep(0.3)
            with pytest.raises(ConnectionRefusedError):
                socket.create_connection(("127.0.0.1", port))
            told = await before.get("/readyz")
            assert (told.status_code, told.json()) == (503, {"ready": False, "draining": True})
            assert told.headers["connection"] == "close"
        process.send_signal(signal.SIGTERM)
        assert process.wait(8) == 0
        assert process.stdout is not None
        assert process.stdout.read() == "ended\n"


def test_whatever_hangs_the_process_ends_in_time_and_says_where_it_hung() -> None:
    with serving("hang") as (process, _):
        process.send_signal(signal.SIGTERM)
        assert process.wait(5) == 1
        assert process.stderr is not None
        assert "in drain" in process.stderr.read()


def test_what_the_application_raises_at_its_start_comes_out_as_it_is() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.web.served", "refuse"],
        cwd=ROOT,
        capture_output=True,
        timeout=30,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")


async def test_a_frame_over_8_kib_ends_the_connection_with_1009(
    served: Served,
) -> None:
    async with connect(f"ws://127.0.0.1:{served[1]}/ws", compression="deflate") as client:
        assert client.protocol.extensions == []  # no compression, whatever is offered
        await client.send("x" * FRAME_BYTES)
        assert len(await client.recv()) == FRAME_BYTES
        await client.send("x" * (FRAME_BYTES + 1))
        with pytest.raises(ConnectionClosed):
            await client.recv()
        assert client.close_code == 1009


async def test_answers_do_not_name_the_software(served: Served) -> None:
    async with httpx.AsyncClient() as client:
        answer = await client.get(f"http://127.0.0.1:{served[1]}/address")
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
