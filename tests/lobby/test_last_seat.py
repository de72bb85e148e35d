"""C-10: one seat is left, and everybody wants it; or one player wants it fifty times. Over real sockets."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any

import pytest
from sqlalchemy import text
from websockets.asyncio.client import ClientConnection, connect

from tests.lobby.house import House, Person
from tests.web.door import answer, command, receive, serve

pytestmark = pytest.mark.anyio


@contextlib.asynccontextmanager
async def sockets(house: House, people: list[Person]) -> AsyncIterator[list[ClientConnection]]:
    async with serve(house.app) as (_, port), contextlib.AsyncExitStack() as stack:
        clients = list[ClientConnection]()
        for person in people:
            headers = {
                "Origin": f"http://127.0.0.1:{port}",
                "Cookie": f"sobremesa={person.client.cookies['sobremesa']}",
            }
            url = f"ws://127.0.0.1:{port}/ws"
            opening = connect(url, additional_headers=headers, subprotocols=["sobremesa.v1"], proxy=None)
            clients.append(await stack.enter_async_context(opening))
            assert (await receive(clients[-1]))["player"]["id"] == person.id
        yield clients


async def coins(house: House) -> dict[int, int]:
    async with house.app.state.sessions() as session:
        rows = await session.execute(text("select owner, balance from account where kind = 'wallet'"))
        return {row.owner: row.balance for row in rows}


async def test_c10_fifty_players_want_the_last_seat_and_one_gets_it(house: House) -> None:
    host, guest, *many = await house.guests(52)
    table = (await host.create(seats=3)).json()["table"]
    async with sockets(house, [guest, *many]) as [first, *clients]:
        await first.send(command("sit", "sit-first", table=table))
        assert (await answer(first, "sit-first"))["type"] == "ack"

        async def sit(client: ClientConnection) -> Any:
            await client.send(command("sit", "sit-000001", table=table))
            return await answer(client, "sit-000001")

        answers = await asyncio.gather(*map(sit, clients))
    seated = [person.id for person, found in zip(many, answers, strict=True) if found["type"] == "ack"]
    assert len(seated) == 1
    assert {found["code"] for found in answers if found["type"] == "reject"} <= {"full", "started"}
    [row] = await house.tables()
    assert row.players == sorted([host.id, guest.id, *seated])
    left = await coins(house)
    assert {player for player, amount in left.items() if amount == 24_000} == set(row.players)
    assert {amount for player, amount in left.items() if player not in row.players} == {30_000}


async def test_c10_fifty_wishes_of_one_player_are_one_seat_and_one_bet(house: House) -> None:
    host, ana = await house.guests(2)
    table = (await host.create(seats=2)).json()["table"]
    async with sockets(house, [ana]) as [client]:
        for n in range(50):
            await client.send(command("sit", f"sit-{n // 2:05}", table=table))
        answers = [await next_answer(client) for _ in range(50)]
    acked = {found["id"] for found in answers if found["type"] == "ack"}
    assert len(acked) == 1
    assert {found["code"] for found in answers if found["type"] == "reject"} <= {
        "seated_here",
        "started",
        "full",
        "busy",
    }
    [row] = await house.tables()
    assert row.players == sorted([host.id, ana.id])
    assert set((await coins(house)).values()) == {24_000}


async def next_answer(client: ClientConnection) -> dict[str, Any]:
    while (frame := await receive(client))["type"] not in {"ack", "reject"}:
        pass
    return frame


async def test_c10_one_player_wants_two_tables_at_once_and_gets_one(house: House) -> None:
    host, other, *many = await house.guests(4)
    tables = [(await person.create(seats=4)).json()["table"] for person in (host, other)]
    async with sockets(house, many) as clients:
        for client in clients:
            for n in range(10):
                await client.send(command("sit", f"sit-{n:06}", table=tables[n % 2]))
        for client in clients:
            answers = [await next_answer(client) for _ in range(10)]
            assert sum(found["type"] == "ack" for found in answers) == 1
    seated = [player for row in await house.tables() for player in row.players]
    assert sorted(seated) == sorted({host.id, other.id, *(person.id for person in many)})
