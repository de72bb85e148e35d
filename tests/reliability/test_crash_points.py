"""The server dies inside a request, at any of its moments; asked again with the same key, it happened once."""

import os
import random
from collections.abc import Awaitable, Callable

import httpx
import pytest
from sqlalchemy import text

from app.db import Sessions
from app.ledger.audit import audit
from tests.clients import Client, Frame, command_id
from tests.program import Program
from tests.reliability import crash

LONG = os.environ.get("SOBREMESA_LONG") == "1"
SAMPLE = 1
BONUS = 700
pytestmark = [pytest.mark.anyio, pytest.mark.timeout(600 if LONG else 60)]

TABLE = {"game": "toma2", "options": {}, "seats": 2, "bet": 6000, "turn_ms": 40000, "public": True}
MADE = text("""
select t.id, (select count(*) from seat s where s.table_id = t.id and s.player_id = :player) as seats,
  (select count(*) from log l where l.table_id = t.id and l.kind = 'sit') as sat
from card_table t where t.creator_id = :player
""")
GIVEN = text("""
select count(*) as times, coalesce(sum(p.amount), 0) as coins from posting p
join transfer t on t.id = p.transfer join account a on a.id = p.account
where t.kind = 'bonus' and a.kind = 'wallet' and a.owner = :player
""")


async def test_l08_a_table_is_made_once_wherever_the_server_died(
    make_program: Callable[..., Program], sessions: Sessions
) -> None:
    async def check(player: int, answer: Frame) -> None:
        async with sessions() as session:
            assert [tuple(row) for row in await session.execute(MADE, {"player": player})] == [
                (answer["table"], 1, 1)
            ]

    await die_everywhere(_server(make_program), sessions, _always("/api/tables", TABLE), check)


async def test_l08_the_daily_bonus_is_given_once_wherever_the_server_died(
    make_program: Callable[..., Program], sessions: Sessions
) -> None:
    async def check(player: int, answer: Frame) -> None:
        async with sessions() as session:
            assert tuple((await session.execute(GIVEN, {"player": player})).one()) == (1, BONUS)
        assert answer["amount"] == BONUS

    await die_everywhere(_server(make_program), sessions, _always("/api/me/bonus", {}), check)


def _server(make_program: Callable[..., Program]) -> Program:
    return make_program(crash.prepare, DAILY_BONUS=str(BONUS))


Wish = Callable[[Client], Awaitable[tuple[str, Frame]]]


def _always(path: str, body: Frame) -> Wish:
    async def wish(_: Client) -> tuple[str, Frame]:
        return path, body

    return wish


async def die_everywhere(
    server: Program,
    sessions: Sessions,
    wish: Wish,
    check: Callable[[int, Frame], Awaitable[None]],
    sign_up: Callable[[Client], Awaitable[Frame]] = Client.sign_in,
) -> None:
    """Let somebody new ask for each moment, kill the server there, ask again, and check.

    `wish` says what somebody asks: address and body.
    """
    async with Client(server.url) as client:
        await sign_up(client)
        path, body = await wish(client)
        counted = await _ask(client, path, body, command_id(), die_at=0)
    moments = int(counted.headers["x-moments"])
    print(f"{path}: {moments} moments")  # noqa: T201 - shown when the test fails
    chosen = range(1, moments) if LONG else sorted(random.sample(range(1, moments), SAMPLE))
    for moment in (*chosen, moments):  # the last one is right before the reply: all is done, nobody knows it
        async with Client(server.url) as client:
            me, key = await sign_up(client), command_id()
            path, body = await wish(client)
            with pytest.raises(httpx.TransportError):
                await _ask(client, path, body, key, die_at=moment)
            assert server.wait() == 9
            server.start()
            for _ in range(2):
                answer = await _ask(client, path, body, key)
                assert answer.is_success, f"moment {moment} of {moments}: {answer.text}"
                await check(me["id"], answer.json())
    async with sessions() as session:
        assert (await audit(session)).sound


async def _ask(client: Client, path: str, body: Frame, key: str, die_at: int | None = None) -> httpx.Response:
    headers = {"Idempotency-Key": key} | ({} if die_at is None else {"x-die-at": str(die_at)})
    return await client.http.post(path, json=body, headers=headers)
