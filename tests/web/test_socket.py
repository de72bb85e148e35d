"""What holds on a socket, over a real server: hello, order, answers, the newest wins, sessions end."""

import asyncio
import contextlib
import json
import logging
from collections.abc import AsyncIterator
from typing import Any, cast

import pytest
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.protocol import State

from app.config import Settings
from app.errors import BusyError, ConflictError
from app.web import socket, sockets
from app.web.connection import Connection, Pipe
from app.web.origin import Origins
from tests.web.door import House, answer, closing_code, command, open_house, receive, soon

pytestmark = pytest.mark.anyio


@pytest.fixture
async def house(redis_url: str) -> AsyncIterator[House]:
    async with open_house(redis_url, rate_limits=False) as house:
        yield house


async def until_closed(client: ClientConnection) -> AsyncIterator[dict[str, Any]]:
    """Everything that comes until the server closes."""
    with contextlib.suppress(ConnectionClosed):
        while True:
            yield await receive(client)


async def test_hello_says_who_i_am_and_where_i_sit(house: House) -> None:
    async with house.connect({"Authorization": "Bearer t3"}) as client:
        assert client.subprotocol == "sobremesa.v1"
        hello = await receive(client)
        assert hello == {
            "type": "hello",
            "player": {"id": 3, "name": "Ana", "avatar": "fig", "guest": False},
            "tables": [{"id": 7, "code": "K7F3", "phase": "playing"}],
            "now": hello["now"],
        }
    async with house.connect({"Cookie": "sobremesa=t3", "Origin": house.origin}) as client:
        assert (await receive(client))["player"]["id"] == 3


async def test_a_stranger_may_look_and_may_not_play(house: House) -> None:
    async with house.sit(None) as client:
        await client.send(command("watch", "watch-01", table=7))
        assert (await receive(client))["view"] == {"you": None}
        await client.send(command("lobby", "lobby-01", on=True))
        assert (await answer(client, "lobby-01"))["type"] == "ack"
        await client.send(command("sit", "sit-00001", table=7))
        assert (await answer(client, "sit-00001"))["code"] == "signed_out"
    assert house.rooms.entries == []


async def test_a_cookie_that_is_no_longer_good_makes_a_stranger(house: House) -> None:
    house.revoked.add("t3")
    async with house.connect({"Cookie": "sobremesa=t3", "Origin": house.origin}) as client:
        assert (await receive(client))["player"] is None
    with pytest.raises(InvalidStatus) as refused:
        async with house.connect({"Authorization": "Bearer t3"}):
            pass
    assert refused.value.response.status_code == 401


async def test_without_the_sub_protocol_nobody_gets_in(house: House) -> None:
    for offered in (None, ["chat"]):
        with pytest.raises(InvalidStatus) as refused:
            async with house.connect({"Authorization": "Bearer t3"}, subprotocols=offered):
                pass
        assert refused.value.response.status_code == 422


async def test_c13_a_page_of_another_version_is_told_so_and_nothing_else(house: House) -> None:
    """A refused handshake would look like a cut line to a browser."""
    for offered in (["sobremesa.v0", "chat"], ["sobremesa.v2"]):
        async with house.connect({"Cookie": "sobremesa=t3"}, subprotocols=offered) as client:
            with pytest.raises(ConnectionClosed):
                await client.recv()
            assert client.close_code == 4000
    assert await house.sockets.count("127.0.0.1") == 0


async def test_commands_are_answered_in_order_and_a_slow_one_does_not_stop_pings(house: House) -> None:
    house.rooms.slow_s = 0.2
    async with house.sit(1) as client:
        for n in range(3):
            await client.send(command("ready", f"ready-0{n}", table=7))
        await client.send(command("ping", "ping-0001"))
        kinds = [await receive(client) for _ in range(5)]
    assert [(frame["type"], frame.get("id")) for frame in kinds] == [
        ("pong", None),
        ("ack", "ping-0001"),
        ("ack", "ready-00"),
        ("ack", "ready-01"),
        ("ack", "ready-02"),
    ]
    assert [entry[2] for entry in house.rooms.entries] == ["ready-00", "ready-01", "ready-02"]


async def test_too_many_waiting_commands_are_refused_and_nothing_is_lost(house: House) -> None:
    house.rooms.slow_s = 0.05
    async with house.sit(1) as client:
        for n in range(25):
            await client.send(command("ready", f"ready-{n:03}", table=7))
        answers = [await receive(client) for _ in range(25)]
    acked = {frame["id"] for frame in answers if frame["type"] == "ack"}
    busy = {frame["id"] for frame in answers if frame.get("code") == "busy"}
    assert len(acked) + len(busy) == 25
    assert len(busy) >= 5
    assert acked == {entry[2] for entry in house.rooms.entries}


async def test_the_same_id_again_gets_the_same_answer_also_on_a_new_socket(house: House) -> None:
    house.rooms.slow_s = 0.1
    move = command("act", "act-00001", table=7, action={"type": "draw"})
    async with house.sit(1) as client:
        await client.send(move)
        await client.send(move)
        assert await answer(client, "act-00001") == await answer(client, "act-00001")
    async with house.sit(1) as client:
        await client.send(move)
        assert await answer(client, "act-00001") == {"type": "ack", "id": "act-00001", "seq": 1}
        await client.send(command("act", "act-00001", table=7, action={"type": "take"}))
        assert (await answer(client, "act-00001"))["code"] == "id_reused"
    async with house.sit(2) as client:  # ids are each player's own
        await client.send(move)
        assert (await answer(client, "act-00001"))["seq"] == 2
    assert len(house.rooms.entries) == 2


async def test_an_answer_that_the_socket_did_not_live_to_hear_is_there_for_the_next(house: House) -> None:
    house.rooms.slow_s = 0.3
    async with house.sit(1) as client:
        await client.send(command("ready", "ready-001", table=7))
        await asyncio.sleep(0.1)
    async with house.sit(1) as client:
        await client.send(command("ready", "ready-001", table=7))
        assert (await answer(client, "ready-001"))["seq"] == 1
    assert len(house.rooms.entries) == 1


async def test_a_refusal_that_may_pass_is_not_remembered(house: House) -> None:
    async with house.sit(1) as client:
        house.rooms.failure = BusyError("busy", "Please try again.")
        await client.send(command("ready", "ready-001", table=7))
        assert (await answer(client, "ready-001"))["code"] == "busy"
        house.rooms.failure = ConflictError("full", "Every seat is taken.", table=7)
        await client.send(command("ready", "ready-001", table=7))
        assert (await answer(client, "ready-001")) == {
            "type": "reject",
            "id": "ready-001",
            "code": "full",
            "text": "Every seat is taken.",
            "table": 7,
        }
        house.rooms.failure = None
        await client.send(command("ready", "ready-001", table=7))
        assert (await answer(client, "ready-001"))["code"] == "full"


async def test_a_mistake_of_ours_is_a_typed_reject_and_one_line_in_the_log(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    house.rooms.failure = ZeroDivisionError("secret detail")
    async with house.sit(1) as client:
        await client.send(command("ready", "ready-001", table=7))
        refused = await answer(client, "ready-001")
        assert refused["code"] == "internal"
        assert "secret" not in json.dumps(refused)
        house.rooms.failure = OSError("no route")
        await client.send(command("ready", "ready-002", table=7))
        assert (await answer(client, "ready-002"))["code"] == "busy"
    errors = [record.message for record in caplog.records if record.levelno >= logging.ERROR]
    assert errors == ["a command failed"]


async def test_watching_ends_with_unwatch_and_with_the_socket(house: House) -> None:
    async with house.sit(1) as client:
        await client.send(command("watch", "watch-001", table=7))
        assert (await receive(client))["type"] == "update"
        assert (await answer(client, "watch-001"))["type"] == "ack"
        await client.send(command("watch", "watch-002", table=8))
        assert (await answer(client, "watch-002"))["code"] == "gone"
        assert len(house.rooms.viewers) == 1
        await client.send(command("unwatch", "unwatch-1", table=7))
        assert (await answer(client, "unwatch-1"))["type"] == "ack"
        assert house.rooms.viewers == []
        await client.send(command("watch", "watch-003", table=7))
        assert (await answer(client, "watch-003"))["type"] == "ack"
    await soon(lambda: house.rooms.viewers == [])


async def test_who_leaves_before_a_slow_table_is_shown_is_no_viewer_of_it(house: House) -> None:
    house.rooms.slow_s = 0.2
    async with house.sit(1) as client:
        await client.send(command("watch", "watch-001", table=7))
        await client.send(command("watch", "watch-002", table=7))
        await asyncio.sleep(0.1)
    await asyncio.sleep(0.5)
    assert house.rooms.viewers == []


async def test_c05_two_tabs_the_newest_is_the_players_and_the_older_one_is_told(house: House) -> None:
    async with house.sit(1) as older:
        await older.send(command("watch", "watch-001", table=7))
        await answer(older, "watch-001")
        async with house.sit(1) as newer:
            assert await receive(older) == {"type": "replaced"}
            assert await closing_code(older) == 4009
            await newer.send(command("ready", "ready-001", table=7))
            assert (await answer(newer, "ready-001"))["type"] == "ack"
            house.sockets.tell(1, b'{"type":"wallet","coins":5}')
            assert await receive(newer) == {"type": "wallet", "coins": 5}
            await soon(lambda: house.sockets._presence.is_here(1))
    await soon(lambda: not house.sockets._presence.is_here(1))
    assert house.rooms.viewers == []


async def test_c05_two_tabs_that_act_at_once_have_one_effect_and_do_not_chase_each_other(
    house: House,
) -> None:
    bearer = {"Authorization": "Bearer t1"}
    for turn in range(30):
        move = command("act", f"act-{turn:05}", table=7, action={"type": "draw"})
        async with house.connect(bearer) as one, house.connect(bearer) as two:
            await asyncio.gather(one.send(move), two.send(move), return_exceptions=True)
            frames = [frame async for frame in until_closed(one)]
            await two.send(command("ping", "ping-0001"))
            while frames[-1] != {"type": "ack", "id": "ping-0001"}:
                frames.append(await receive(two))
            assert two.state is State.OPEN
        assert sum(1 for frame in frames if frame["type"] == "replaced") == 1
    assert sorted(entry[2] for entry in house.rooms.entries) == [f"act-{turn:05}" for turn in range(30)]


async def test_c05_the_newest_wins_on_another_worker_too(house: House, redis_url: str) -> None:
    async with open_house(redis_url, rate_limits=False) as elsewhere, house.sit(1) as older:
        await house.linked.wait()
        async with elsewhere.sit(1) as newer:
            assert await closing_code(older) == 4009
            await newer.send(command("ping", "ping-0001"))
            assert (await answer(newer, "ping-0001"))["type"] == "ack"


async def test_c06_a_revoked_session_closes_its_socket_at_once_on_every_worker(
    house: House, redis_url: str
) -> None:
    async with (
        open_house(redis_url, rate_limits=False) as elsewhere,
        house.sit(1) as mine,
        house.sit(2) as other,
    ):
        await house.linked.wait()
        house.revoked.add("t1")
        elsewhere.sockets.look_again(1)
        assert await closing_code(mine, 2) == 4001
        await other.send(command("ping", "ping-0001"))
        assert (await answer(other, "ping-0001"))["type"] == "ack"
    assert house.rooms.entries == []


async def test_c06_a_session_that_is_revoked_while_its_socket_is_let_in_opens_none(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def revoke(player: int) -> list[dict[str, Any]]:
        house.revoked.add(f"t{player}")
        house.sockets.look_again(player)
        await asyncio.sleep(0.1)  # all who are connected have been looked at by now
        return []

    monkeypatch.setattr(house.rooms, "seats_of", revoke)
    async with house.sit(1) as client:
        assert await closing_code(client, within_s=5) == 4001


async def test_c06_a_session_that_ended_is_found_without_being_told(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sockets, "RECHECK_S", 0.5)
    async with house.sit(1) as client:
        house.revoked.add("t1")
        assert await closing_code(client, 4) == 4001


async def test_a_server_that_stops_says_so_before_it_goes(house: House) -> None:
    async with house.sit(1) as client:
        house.server.should_exit = True
        assert await receive(client) == {"type": "moving", "retry_ms": sockets.MOVE_MS}
        assert await closing_code(client) == 4012


async def test_many_sockets_are_moved_in_the_time_that_there_is(house: House) -> None:
    many = [Connection(cast(Pipe, NoPipe())) for _ in range(2_000)]
    house.sockets._all.update(many)
    begun = asyncio.get_running_loop().time()
    await house.sockets.move_all(0.1)
    assert 0.1 <= asyncio.get_running_loop().time() - begun < 1
    assert all(connection.closed for connection in many)
    house.sockets._all.difference_update(many)


class NoPipe:
    """A socket whose reader keeps up."""

    has_room = True

    def write_text(self, frame: bytes) -> None: ...

    def write_close(self, code: int, reason: str = "") -> None: ...


STRANGE = (
    None,
    "null",
    "",
    "https://127.0.0.1:{port}",
    "http://127.0.0.1",
    "http://127.0.0.1:1{port}",
    "http://sub.127.0.0.1:{port}",
    "http://127.0.0.1:{port}.evil.example",
    "http://evil.example/127.0.0.1:{port}",
    "http://evil127.0.0.1:{port}",
    "http://127.0.0.1:{port}/",
    "HTTP://127.0.0.1:{port}",
    "http://user@127.0.0.1:{port}",
    "http://localhost:{port}",
    "http://127.0.0.1:{port} http://127.0.0.1:{port}",
)


@pytest.mark.parametrize("who", [{"Cookie": "sobremesa=t1"}, {}], ids=["cookie", "stranger"])
async def test_w15_only_our_own_pages_may_open_a_socket(house: House, who: dict[str, str]) -> None:
    for origin in STRANGE:
        named = {} if origin is None else {"Origin": origin.format(port=house.port)}
        await refused_with_403(house, {**who, **named})
    assert not house.sockets._presence.is_here(1)


async def refused_with_403(house: House, headers: Any) -> None:
    with pytest.raises(InvalidStatus) as refused:
        async with house.connect(headers):
            pass
    assert refused.value.response.status_code == 403
    assert json.loads(refused.value.response.body)["code"] == "origin"


async def test_w15_two_origins_are_none(house: House) -> None:
    with pytest.raises(InvalidStatus) as refused:
        async with house.connect(
            [("Origin", house.origin), ("Origin", house.origin), ("Cookie", "sobremesa=t1")]
        ):
            pass
    assert refused.value.response.status_code == 400
    scope = {
        "scheme": "ws",
        "headers": [(b"host", b"h"), (b"origin", b"http://h"), (b"origin", b"http://h")],
    }
    assert not Origins(Settings()).allows(scope)
    assert Origins(Settings()).allows({**scope, "headers": scope["headers"][:2]})


async def test_w15_a_bearer_token_needs_no_origin_but_a_wrong_one_is_refused(house: House) -> None:
    async with house.sit(1):
        pass
    await refused_with_403(house, {"Authorization": "Bearer t1", "Origin": "http://evil.example"})


async def test_w15_public_url_and_allowed_origins_are_exact(redis_url: str) -> None:
    chosen: dict[str, Any] = {
        "public_url": "https://Cards.example:443/",
        "allowed_origins": ["https://other.example:8443"],
        "rate_limits": False,
    }
    async with open_house(redis_url, **chosen) as house:
        for origin in ("https://cards.example", "https://other.example:8443"):
            async with house.connect({"Origin": origin}) as client:
                assert (await receive(client))["type"] == "hello"
        for origin in (
            "https://other.example",
            "https://cards.example:443",
            "https://Cards.example",
            house.origin,
        ):
            await refused_with_403(house, {"Origin": origin})


async def test_sockets_from_one_address_are_limited(redis_url: str) -> None:
    async with open_house(redis_url, socket_limit_address=2) as house:
        async with house.sit(1), house.sit(2):
            with pytest.raises(InvalidStatus) as refused:
                async with house.sit(3):
                    pass
            assert refused.value.response.status_code == 429
        await soon_counted(house, 0)
        async with house.sit(3):
            pass


async def test_sockets_from_one_address_are_limited_over_all_workers(redis_url: str) -> None:
    async with open_house(redis_url, socket_limit_address=2) as here, open_house(redis_url) as there:
        await soon(lambda: here.presence.workers and there.presence.workers)
        for house in (there, here):
            async with there.sit(1), house.sit(2):
                await soon_counted(here, 2)
                with pytest.raises(InvalidStatus) as refused:
                    async with here.sit(3):
                        pass
                assert refused.value.response.status_code == 429
            await soon_counted(here, 0)
        async with there.sit(1), there.sit(2):
            await soon(lambda: here.presence.among([1, 2]) == {1, 2})
            await soon_counted(here, 2)
            here.presence.forget(there.presence._post.me)  # it died, and its people come back here
            async with here.sit(3), here.sit(4):
                pass


async def soon_counted(house: House, number: int) -> None:
    async with asyncio.timeout(5):
        while await house.sockets.count("127.0.0.1") != number:  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def test_handshakes_from_one_address_are_limited_over_all_workers(
    redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(socket, "HANDSHAKES", 2)
    async with open_house(redis_url) as here, open_house(redis_url) as there, here.sit(1), there.sit(2):
        for house in (here, there):
            with pytest.raises(InvalidStatus) as refused:
                async with house.sit(3):
                    pass
            assert refused.value.response.status_code == 429


async def test_a_worker_that_is_about_to_stop_takes_no_socket(house: House) -> None:
    """Over a connection that a proxy keeps, say, after the listening socket was closed."""
    house.server.config.app.state.draining = True  # type: ignore[union-attr]
    with pytest.raises(InvalidStatus) as refused:
        async with house.sit(3):
            pass
    assert refused.value.response.status_code == 503
