"""The parts wired together: health, the end of a session at its socket, coins told, an end in good order."""

import contextlib
from collections.abc import AsyncIterator
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import ClientConnection, connect

from app.config import Settings
from app.main import create_app
from app.web import socket
from tests.lobby.house import House, Person, open_house
from tests.web.door import answer, closing_code, command, receive, serve, soon

pytestmark = pytest.mark.anyio


@contextlib.asynccontextmanager
async def socket_of(house: House, person: Person) -> AsyncIterator[ClientConnection]:
    async with serve(house.app) as (_, port):
        headers = {
            "Origin": f"http://127.0.0.1:{port}",
            "Cookie": f"sobremesa={person.client.cookies['sobremesa']}",
        }
        url = f"ws://127.0.0.1:{port}/ws"
        async with connect(
            url, additional_headers=headers, subprotocols=[socket.SUBPROTOCOL], proxy=None
        ) as client:
            yield client


async def health(app: Any, path: str = "/healthz") -> tuple[int, dict[str, bool]]:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url="http://test") as client:
        found = await client.get(path)
    return found.status_code, found.json()


async def test_healthy_is_who_reaches_database_and_redis(house: House, settings: Settings) -> None:
    well = {"ok": True, "database": True, "redis": True, "draining": False}
    assert await health(house.app) == (200, well)
    deaf = create_app(settings.model_copy(update={"redis_url": "redis://127.0.0.1:1/0"}))
    assert await health(deaf) == (503, {**well, "ok": False, "redis": False})
    lost = create_app(settings.model_copy(update={"database_url": "postgresql://nobody@127.0.0.1:1/none"}))
    assert await health(lost) == (503, {**well, "ok": False, "database": False})
    for app in (deaf, lost):
        # People may be sent there all the same: the page says what is wrong, a proxy's error page wouldn't.
        assert await health(app, "/readyz") == (200, {"ready": True, "draining": False})
        await app.state.engine.dispose()
        await app.state.bus.stop()
    house.app.state.draining = True
    assert await health(house.app) == (503, {**well, "ok": False, "draining": True})
    assert await health(house.app, "/readyz") == (503, {"ready": False, "draining": True})


async def test_hello_tells_who_and_where_from_the_database(house: House) -> None:
    ana = await house.guest()
    place = (await ana.play_now()).json()
    async with socket_of(house, ana) as client:
        hello = await receive(client)
        assert hello["player"]["id"] == ana.id
        assert hello["player"]["guest"] is True
        assert [(table["id"], table["code"], table["phase"]) for table in hello["tables"]] == [
            (place["table"], place["code"], "waiting")
        ]
        await client.send(command("watch", "watch-001", table=place["table"]))
        update = await receive(client)
        assert (update["type"], update["view"]["you"]) == ("update", 0)
        assert (await answer(client, "watch-001"))["type"] == "ack"


async def test_c06_logging_out_closes_the_socket_at_once(house: House) -> None:
    ana = await house.guest()
    async with socket_of(house, ana) as client:
        await receive(client)
        assert (await ana.ask("POST", "/api/logout", {})).status_code == 204
        assert await closing_code(client, 5) == 4001


async def test_coins_are_told_to_the_socket(house: House) -> None:
    ana = await house.guest()
    async with socket_of(house, ana) as client:
        await receive(client)
        assert (await ana.ask("POST", "/api/me/bonus", {})).status_code == 200
        assert await receive(client) == {"type": "wallet", "coins": 40_000}


async def test_the_lobby_is_live_on_a_socket(house: House) -> None:
    ana, bo = await house.guests(2)
    async with socket_of(house, ana) as client:
        await receive(client)
        await client.send(command("lobby", "lobby-001", on=True))
        assert (await receive(client))["rows"] == []
        assert (await answer(client, "lobby-001"))["type"] == "ack"
        place = (await bo.play_now()).json()
        changed = await receive(client)
        assert changed["type"] == "lobby_changed"
        assert [row["id"] for row in changed["rows"]] == [place["table"]]
        assert changed["rows"][0]["players"][0]["id"] == bo.id


async def test_the_parts_stop_and_start_again_on_the_same_data(settings: Settings) -> None:
    async with open_house(settings) as house:
        ana = await house.guest()
        place = (await ana.play_now()).json()
    async with open_house(settings) as house:
        await soon(lambda: [row["id"] for row in house.app.state.feed.rows()] == [place["table"]])
        async with socket_of(house, ana) as client:
            assert (await receive(client))["tables"][0]["id"] == place["table"]
