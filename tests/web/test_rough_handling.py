"""W-01 to W-17: whatever a client sends or doesn't read, it is answered or closed, and others notice nothing."""

import asyncio
import contextlib
import json
import logging
import random
import socket as sockets_of_the_system
import time
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode

from app.errors import InvalidError
from app.web import connection
from app.web.connection import Connection
from app.web.sockets import move, replace
from app.wire.commands import parse_command
from tests.waiting import until
from tests.web.door import House, answer, closing_code, command, open_house, receive

pytestmark = pytest.mark.anyio

VALID = (
    {"type": "watch", "id": "abcdefgh", "table": 7},
    {"type": "act", "id": "abcdefgh", "table": 7, "action": {"type": "play", "card": "r7", "color": "g"}},
    {"type": "salt", "id": "abcdefgh", "table": 7, "round": 1, "salt": "0" * 64},
    {"type": "vote", "id": "abcdefgh", "table": 7, "accept": True},
    {"type": "ping", "id": "abcdefgh"},
)
JUNK = (
    "",
    " ",
    "\ufeff{}",
    "{",
    "}",
    "null",
    "7",
    "[]",
    '"watch"',
    "[" * 8000,
    '{"a":' * 1600,
    "NaN",
    "Infinity",
    "\x00",
    '{"type":"watch","id":"abcdefgh","table":NaN}',
    '{"type":"watch","id":"abcdefgh","table":1e400}',
    '{"type":"watch","id":"abcdefgh","table":7.0}',
    '{"type":"watch","id":"abcdefgh","table":7,"table":8}',
    '{"type":"watch","type":"sit","id":"abcdefgh","table":7}',
    '{"type":"watch","id":"abcdefgh","table":' + "9" * 4000 + "}",
    '{"type":"watch","id":"abcdefgh","table":' + "9" * 6000 + "}",
    '{"type":"watch","id":"abcdefgh","table":true}',
    '{"type":"watch","id":"abcdefgh","table":"7"}',
    '{"type":"watch","id":"abcdefgh","table":null}',
    '{"type":"watch","id":"abcdefgh","table":-1}',
    '{"type":"watch","id":"abcdefgh","table":9223372036854775808}',
    '{"type":"watch","id":"abcdefgh"}',
    '{"type":"watch","table":7}',
    '{"type":"watch","id":"short","table":7}',
    '{"type":"watch","id":"' + "a" * 65 + '","table":7}',
    '{"type":"watch","id":"abcdefg\\u0000","table":7}',
    '{"type":"watch","id":"abcdefg\\ud800","table":7}',
    '{"type":"watch","id":"abcdefgh\\n","table":7}',
    '{"type":"watch","id":["abcdefgh"],"table":7}',
    '{"type":"watch","id":"abcdefgh","table":7,"seat":2}',
    '{"type":"watch","id":"abcdefgh","table":7,"__proto__":{"admin":true}}',
    '{"type":"watch","id":"abcdefgh","table":7,"constructor":1}',
    '{"type":"explode","id":"abcdefgh"}',
    '{"type":["watch"],"id":"abcdefgh","table":7}',
    '{"type":{},"id":"abcdefgh"}',
    '{"id":"abcdefgh"}',
    '{"type":"act","id":"abcdefgh","table":7,"action":{}}',
    '{"type":"act","id":"abcdefgh","table":7,"action":{"type":"win"}}',
    '{"type":"act","id":"abcdefgh","table":7,"action":{"type":"play","card":7}}',
    '{"type":"act","id":"abcdefgh","table":7,"action":{"type":"play","card":"r7","seat":1}}',
    '{"type":"act","id":"abcdefgh","table":7,"action":{"type":"denounce","seat":true}}',
    '{"type":"act","id":"abcdefgh","table":7,"action":[]}',
    '{"type":"salt","id":"abcdefgh","table":7,"round":1,"salt":"zz"}',
    '{"type":"lobby","id":"abcdefgh","on":1}',
    "{'type':'ping','id':'abcdefgh'}",
    '{"type":"ping","id":"abcdefgh"}{}',
    '{"type":"ping","id":"abcdefgh",}',
)


@pytest.fixture
async def house(redis_url: str) -> AsyncIterator[House]:
    async with open_house(redis_url, rate_limits=False) as house:
        yield house


@pytest.fixture(autouse=True)
def _no_traceback(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    yield
    assert [
        record.getMessage() for record in caplog.get_records("call") if record.levelno >= logging.ERROR
    ] == []


def generated(count: int) -> Iterator[str]:
    """Texts that are almost commands: cut off, with a field changed, doubled or added, with odd characters."""
    chance = random.Random(4)
    odd = (None, True, 1.5, -1, 2**63, "", "\0", "\ud800", [], {}, [[]], "a" * 100, {"type": "play"}, 10**400)
    for _ in range(count):
        base: dict[str, Any] = dict(chance.choice(VALID))
        text = json.dumps(base)
        match chance.randrange(5):
            case 0:
                yield text[: chance.randrange(len(text))]
            case 1:
                base[chance.choice([*base, "__proto__", "toString", "x"])] = chance.choice(odd)
                yield json.dumps(base)
            case 2:
                key = chance.choice(list(base))
                yield text[:-1] + f', "{key}": {json.dumps(base[key])}}}'
            case 3:
                at = chance.randrange(len(text))
                yield text[:at] + chance.choice('"{}[],:\x00\x1f\u2028é7-\\') + text[at:]
            case _:
                del base[chance.choice(list(base))]
                yield json.dumps(base)


async def test_w04_malformed_frames_get_a_typed_reject_and_nothing_changes_for_anybody(house: House) -> None:
    bad, alive = 0, 0
    async with house.sit(2) as other:
        await other.send(command("watch", "watch-001", table=7))
        await answer(other, "watch-001")
        texts = [*JUNK, *(text for text in generated(1_000) if is_malformed(text))]
        for start in range(0, len(texts), 10):
            async with house.sit(1) as client:
                for text in texts[start : start + 10]:
                    await client.send(text)
                    refused = await receive(client)
                    assert refused["type"] == "reject", text
                    assert refused["code"] == "malformed", text
                    assert isinstance(refused["text"], str)
                    assert "Traceback" not in refused["text"]
                    bad += 1
                await client.send(command("ping", "ping-0001"))
                alive += (await answer(client, "ping-0001"))["type"] == "ack"
        await other.send(command("ping", "ping-0001"))
        assert (await receive(other))["type"] == "pong"
    assert house.rooms.entries == []
    assert bad > 600
    assert alive == -(-len(texts) // 10)


def is_malformed(text: str) -> bool:
    try:
        parse_command(text)
    except InvalidError:
        return True
    return False


async def test_w04_the_eleventh_malformed_frame_closes_the_socket(house: House) -> None:
    async with house.sit(1) as client:
        for _ in range(10):
            await client.send("{")
            assert (await receive(client))["code"] == "malformed"
        await client.send("{")
        assert (await receive(client))["code"] == "malformed"
        assert await closing_code(client) == 1008


async def test_w04_the_id_comes_back_where_it_can_be_read(house: House) -> None:
    async with house.sit(1) as client:
        await client.send('{"type":"explode","id":"abcdefgh"}')
        assert (await receive(client))["id"] == "abcdefgh"
        await client.send('{"type":"explode","id":7}')
        assert (await receive(client))["id"] is None


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=10,
)


ALMOST = st.dictionaries(st.sampled_from(["type", "id", "table", "on"]), JSON)


@given(st.text() | (JSON | ALMOST).map(json.dumps))
@settings(max_examples=150, deadline=None)
def test_w04_any_text_is_a_command_or_malformed_and_nothing_else(text: str) -> None:
    code = "malformed"
    try:
        parse_command(text)
    except InvalidError as error:
        code = error.code
    assert code == "malformed"


async def test_w02_a_frame_over_8_kib_closes_with_1009_at_once(house: House) -> None:
    exact = command("ping", "ping-0001").ljust(8192)
    async with house.sit(2) as other:
        async with house.sit(1) as client:
            await client.send(exact)
            assert (await answer(client, "ping-0001"))["type"] == "ack"
            await client.send(exact + " ")
            assert await closing_code(client, 3) == 1009
        for fragments in (1, 300):
            async with house.sit(1) as client:
                piece = "x" * (1024 * 1024 // fragments)
                begun = time.monotonic()
                with contextlib.suppress(ConnectionClosed):
                    await client.send([piece] * fragments if fragments > 1 else piece)
                assert await closing_code(client, 3) == 1009
                assert time.monotonic() - begun < 3
        await other.send(command("ping", "ping-0001"))
        assert (await answer(other, "ping-0001"))["type"] == "ack"


async def test_w02_a_frame_is_measured_by_the_application_too(house: House) -> None:
    house.server.config.ws_max_size = 1024 * 1024
    async with house.sit(1) as client:
        await client.send("é" * 4097)  # 8,194 bytes
        assert await closing_code(client) == 1009


async def test_w01_a_binary_frame_closes_with_1003(house: House) -> None:
    async with house.sit(1) as client:
        await client.send(command("ping", "ping-0001").encode())
        assert await closing_code(client) == 1003


@pytest.mark.parametrize("text", [b"\xff\xfe", b"\xed\xa0\x80", b"\xc0\xaf", b"{\xe2\x82"])
async def test_w01_what_is_not_utf8_closes_with_1007(house: House, text: bytes) -> None:
    async with house.sit(1) as client:
        client.protocol.send_frame(Frame(Opcode.TEXT, text))
        client.transport.writelines(client.protocol.data_to_send())
        assert await closing_code(client) == 1007


async def test_w01_endless_empty_fragments_are_ended(house: House) -> None:
    async with house.sit(1) as client:
        client.protocol.send_frame(Frame(Opcode.TEXT, b"{", fin=False))
        for _ in range(2_000):
            client.protocol.send_frame(Frame(Opcode.CONT, b"", fin=False))
        client.transport.writelines(client.protocol.data_to_send())
        assert await closing_code(client) == 1008


async def test_w17_another_table_or_another_seat_is_refused(house: House) -> None:
    async with house.sit(1) as client:
        await client.send(command("ready", "ready-001", table=8))
        assert (await answer(client, "ready-001"))["code"] == "gone"
    async with house.sit(12) as stranger:
        await stranger.send(command("act", "act-00001", table=7, action={"type": "draw"}))
        assert (await answer(stranger, "act-00001"))["code"] == "not_seated"
    assert house.rooms.entries == []


async def test_w11_more_than_the_burst_closes_with_1008(redis_url: str) -> None:
    async with open_house(redis_url) as house, house.sit(1) as client:
        for n in range(40):
            await client.send(command("ping", f"ping-{n:04}"))
        frames = list[dict[str, Any]]()
        with contextlib.suppress(ConnectionClosed):
            while True:
                frames.append(await receive(client))
        assert client.close_code == 1008
        assert frames[-1]["code"] == "too_many"
        assert 30 <= sum(frame["type"] == "ack" for frame in frames) <= 32


async def test_w11_costly_requests_are_throttled_but_the_socket_stays(redis_url: str) -> None:
    async with open_house(redis_url) as house, house.sit(1) as client:
        for n in range(14):
            await client.send(command("lobby", f"lobby-{n:03}", on=True))
        codes = [(await answer(client, f"lobby-{n:03}")).get("code") for n in range(14)]
        assert codes[:10] == [None] * 10
        assert set(codes[11:]) == {"too_many"}
        await client.send(command("ping", "ping-0001"))
        assert (await answer(client, "ping-0001"))["type"] == "ack"


# ---- readers that don't read --------------------------------------------------------------------------------------


class Deaf:
    """A client below everything: it shakes hands, asks, and then reads nothing more."""

    def __init__(self, house: House, player: int) -> None:
        self.socket = sockets_of_the_system.socket()
        self.socket.setsockopt(sockets_of_the_system.SOL_SOCKET, sockets_of_the_system.SO_RCVBUF, 4096)
        self.socket.setblocking(False)
        self.house, self.player = house, player

    async def shake_hands(self) -> None:
        loop = asyncio.get_running_loop()
        await loop.sock_connect(self.socket, ("127.0.0.1", self.house.port))
        request = (
            f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{self.house.port}\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
            f"Sec-WebSocket-Protocol: sobremesa.v1\r\nAuthorization: Bearer t{self.player}\r\n\r\n"
        )
        await loop.sock_sendall(self.socket, request.encode())
        received = b""
        while b"hello" not in received:
            received += await loop.sock_recv(self.socket, 4096)

    async def say(self, text: str) -> None:
        frame = Frame(Opcode.TEXT, text.encode()).serialize(mask=True)
        await asyncio.get_running_loop().sock_sendall(self.socket, frame)

    async def ping(self, count: int) -> None:
        frame = Frame(Opcode.PING, b"x" * 125).serialize(mask=True)
        await asyncio.get_running_loop().sock_sendall(self.socket, frame * count)

    def close(self) -> None:
        self.socket.close()


@pytest.fixture
async def deaf(house: House) -> AsyncIterator[Deaf]:
    deaf = Deaf(house, 1)
    await deaf.shake_hands()
    yield deaf
    deaf.close()


async def test_w08_a_slow_reader_is_closed_its_file_freed_and_the_others_notice_nothing(
    house: House, deaf: Deaf
) -> None:
    padding = "x" * 2_000
    file = next(iter(house.server.server_state.connections)).transport.get_extra_info("socket")
    assert file.fileno() > 0
    await deaf.say(command("watch", "watch-001", table=7))
    await until(lambda: len(house.rooms.viewers) == 1, 20)
    async with house.sit(2) as two, house.sit(3) as three:
        for client in (two, three):
            await client.send(command("watch", "watch-001", table=7))
            await answer(client, "watch-001")
        sent = list[float]()
        waits = list[float]()

        async def listen(client: Any) -> None:
            for _ in range(2_000):
                seq = (await receive(client))["seq"]
                waits.append(time.monotonic() - sent[seq])

        async def play() -> float | None:
            closed = None
            for seq in range(2_000):
                sent.append(time.monotonic())
                house.rooms.tell(seq, padding)
                if closed is None and len(house.rooms.viewers) == 2:
                    closed = time.monotonic() - sent[0]
                await asyncio.sleep(0.001)
            return closed

        closed, *_ = await asyncio.gather(play(), listen(two), listen(three))
        assert closed is not None
        assert closed < 10
        waits.sort()
        assert waits[len(waits) * 99 // 100] < 0.5
        await until(lambda: file.fileno() == -1, 5)  # the kernel's own limit would take twice as long
        assert len(house.server.server_state.connections) == 2


async def test_w08_a_reader_that_hangs_on_a_quiet_table_is_closed_too(
    house: House, deaf: Deaf, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "STALL_S", 0.5)
    await deaf.say(command("watch", "watch-001", table=7))
    await until(lambda: len(house.rooms.viewers) == 1, 20)
    for seq in range(40):  # more than the kernel and the transport take, less than the outbox
        house.rooms.tell(seq, "x" * 8_000)
    assert len(house.rooms.viewers) == 1
    await until(lambda: house.rooms.viewers == [], 8)  # the kernel's own limit is 10 s
    await until(lambda: len(house.server.server_state.connections) == 0, 10)


async def test_w11_pings_whose_answers_are_not_read_do_not_pile_up(house: House, deaf: Deaf) -> None:
    [protocol] = house.server.server_state.connections
    piled = 0
    with contextlib.suppress(OSError, TimeoutError):
        async with asyncio.timeout(8):
            while house.server.server_state.connections:
                await deaf.ping(100)
                piled = max(piled, protocol.transport.get_write_buffer_size())
    assert house.server.server_state.connections == set()
    assert piled < 512 * 1024


class PretendedPipe:
    """A socket whose reader stops and goes on as the test says."""

    def __init__(self) -> None:
        self.on_room: Callable[[], None] | None = None
        self.on_shutdown: Callable[[], None] | None = None
        self.has_room = True
        self.written = list[bytes]()
        self.code: int | None = None

    def write_text(self, frame: bytes) -> None:
        self.written.append(frame)

    def write_close(self, code: int, reason: str = "") -> None:
        self.code = code


async def test_frames_wait_in_order_while_there_is_no_room() -> None:
    pipe = PretendedPipe()
    viewer = Connection(pipe)
    viewer.send(b"1")
    pipe.has_room = False
    for frame in (b"2", b"3"):
        viewer.send(frame)
    assert pipe.written == [b"1"]
    pipe.has_room = True
    viewer.send(b"4")  # not before those that wait
    assert pipe.on_room is not None
    pipe.on_room()
    viewer.send(b"5")
    assert pipe.written == [b"1", b"2", b"3", b"4", b"5"]
    assert pipe.code is None


@pytest.mark.parametrize(("frame", "allowed"), [(b"x", 64), (b"x" * 100_000, 2)])
async def test_the_outbox_has_an_end_in_frames_and_in_bytes(frame: bytes, allowed: int) -> None:
    pipe = PretendedPipe()
    viewer = Connection(pipe)
    pipe.has_room = False
    for _ in range(allowed):
        viewer.send(frame)
    assert pipe.code is None
    viewer.send(frame)
    assert pipe.code == 4013
    viewer.send(frame)
    viewer.close(1000)
    assert pipe.code == 4013
    assert pipe.written == []


@pytest.mark.parametrize(("leave", "word", "code"), [(move, b"moving", 4012), (replace, b"replaced", 4009)])
async def test_j07_who_is_behind_is_told_too_why_it_ends(
    leave: Callable[[Connection], None], word: bytes, code: int
) -> None:
    pipe = PretendedPipe()
    viewer = Connection(pipe)
    pipe.has_room = False
    viewer.send(b"what was missed comes by seq, elsewhere")
    leave(viewer)
    assert [word in frame for frame in pipe.written] == [True]
    assert pipe.code == code
