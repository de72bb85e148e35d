"""W-01, W-18: bytes that no library would send. The server answers as RFC 6455 says, or with 4xx, and lives on."""

import asyncio
import contextlib
import logging
import struct
from collections.abc import AsyncIterator

import pytest

from tests.web.door import House, answer, command, open_house

pytestmark = pytest.mark.anyio
TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9
HANDSHAKE = {
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Protocol": "sobremesa.v1",
    "Authorization": "Bearer t1",
}


@pytest.fixture
async def house(redis_url: str, caplog: pytest.LogCaptureFixture) -> AsyncIterator[House]:
    async with open_house(redis_url, rate_limits=False) as house:
        yield house
        async with house.sit(2) as client:  # alive
            await client.send(command("ping", "ping-0001"))
            assert (await answer(client, "ping-0001"))["type"] == "ack"
    assert [
        record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.ERROR
    ] == []


def frame(opcode: int, payload: bytes = b"", *, fin: bool = True, rsv: int = 0, masked: bool = True) -> bytes:
    head = bytes([(0x80 if fin else 0) | rsv << 4 | opcode])
    size = len(payload)
    head += bytes([(0x80 if masked else 0) | (size if size < 126 else 126)])
    if size >= 126:
        head += struct.pack("!H", size)
    return head + (b"\0\0\0\0" if masked else b"") + payload  # a mask of zeros changes nothing


def closing(code: int, reason: bytes = b"") -> bytes:
    return frame(CLOSE, struct.pack("!H", code) + reason)


CASES = {
    "unmasked": (frame(TEXT, b"{}", masked=False), 1002),
    "rsv1": (frame(TEXT, b"{}", rsv=4), 1002),
    "rsv2": (frame(TEXT, b"{}", rsv=2), 1002),
    "rsv3": (frame(TEXT, b"{}", rsv=1), 1002),
    **{f"opcode {n}": (frame(n, b"{}"), 1002) for n in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15)},
    "fragmented ping": (frame(PING, b"x", fin=False), 1002),
    "ping of 126 bytes": (frame(PING, b"x" * 126), 1002),
    "continuation first": (frame(0, b"{}"), 1002),
    "text inside a fragmented text": (frame(TEXT, b"{", fin=False) + frame(TEXT, b"}"), 1002),
    "binary inside a fragmented text": (frame(TEXT, b"{", fin=False) + frame(BINARY, b"}"), 1002),
    "utf-8 split over fragments and wrong": (frame(TEXT, b"\xe2\x82", fin=False) + frame(0, b"{"), 1007),
    "close with one byte": (frame(CLOSE, b"x"), 1002),
    **{f"close {code}": (closing(code), 1002) for code in (0, 999, 1004, 1005, 1006, 1015, 5000)},
    "close with a reason that is not utf-8": (closing(1000, b"\xff"), (1002, 1007)),
    "length 2^63": (b"\x81\xff" + struct.pack("!Q", 2**63) + b"\0\0\0\0", (1002, 1009)),
    "length 2^40": (b"\x81\xff" + struct.pack("!Q", 2**40) + b"\0\0\0\0", 1009),
    "a proper close": (closing(1000), 1000),
}


async def talk(port: int, request: bytes) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, bytes]:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    status = await asyncio.wait_for(reader.readline(), 5)
    while (await reader.readline()).strip():
        pass
    return reader, writer, status


def handshake(port: int, path: str = "/ws", version: str = "1.1", method: str = "GET", **more: str) -> bytes:
    headers = {
        "Host": f"127.0.0.1:{port}",
        **HANDSHAKE,
        **{name.replace("_", "-"): v for name, v in more.items()},
    }
    lines = "".join(f"{name}: {value}\r\n" for name, value in headers.items() if value)
    return f"{method} {path} HTTP/{version}\r\n{lines}\r\n".encode()


async def code_of(port: int, sent: bytes) -> int | None:
    """The code of the closing frame with which the server answers."""
    reader, writer, status = await talk(port, handshake(port))
    assert b" 101 " in status
    writer.write(sent)
    try:
        async with asyncio.timeout(5):
            while True:
                first, size = await reader.readexactly(2)
                size = struct.unpack("!H", await reader.readexactly(2))[0] if size == 126 else size
                payload = await reader.readexactly(size)
                if first & 15 == CLOSE:
                    code: int = struct.unpack("!H", payload[:2])[0]
                    return code
    except asyncio.IncompleteReadError:
        return None
    finally:
        writer.close()
        with contextlib.suppress(OSError):
            await writer.wait_closed()


async def test_w01_frames_that_break_the_protocol_are_answered_as_the_rfc_says(house: House) -> None:
    wrong = {}
    for name, (sent, expected) in CASES.items():
        code = await code_of(house.port, sent)
        if code not in (expected if isinstance(expected, tuple) else (expected,)):
            wrong[name] = code
    assert wrong == {}


async def test_w01_utf8_split_over_fragments_is_one_text(house: House) -> None:
    whole = command("ping", "ping-0001").replace("ping-0001", "é").encode()
    at = whole.index("é".encode()) + 1
    reader, writer, _ = await talk(house.port, handshake(house.port))
    writer.write(frame(TEXT, whole[:at], fin=False) + frame(PING, b"x") + frame(0, whole[at:]))
    received = b""
    async with asyncio.timeout(5):
        while b"malformed" not in received:
            received += await reader.read(4096)
    writer.close()


async def test_w18_what_is_no_handshake_is_4xx(house: House) -> None:
    port = house.port
    requests = {
        "http on the socket's path": handshake(port, Upgrade="", Connection=""),
        "a socket on another path": handshake(port, "/healthz"),
        "http/1.0": handshake(port, version="1.0", Upgrade="", Connection=""),
        "version 12": handshake(port, Sec_WebSocket_Version="12"),
        "no version": handshake(port, Sec_WebSocket_Version=""),
        "no key": handshake(port, Sec_WebSocket_Key=""),
        "a short key": handshake(port, Sec_WebSocket_Key="abc"),
        "post": handshake(port, method="POST"),
        "20 kib of header": handshake(port, X_Long="x" * 20_000),
        "200 headers": handshake(port, **{f"X_{n}": "x" for n in range(200)}),
        "not http": b"\x16\x03\x01\x02\x00\x01\r\n\r\n",
    }
    wrong = {}
    for name, request in requests.items():
        _, writer, status = await talk(port, request)
        writer.close()
        if not status.startswith(b"HTTP/1.1 4"):
            wrong[name] = status
    assert wrong == {}
    assert not house.sockets._presence.is_here(1)
