"""The whole application, asked through ASGI: real Postgres, real Valkey, real rooms."""

import asyncio
import contextlib
import itertools
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from typing import Any

import httpx
from fastapi import FastAPI
from sqlalchemy import text

from app.config import Settings
from app.main import create_app
from app.players.service import find_player, make_guest
from app.players.sessions import open_session
from app.wire.commands import parse_command

numbers = itertools.count(1)


def fresh_key() -> str:
    return f"wish-{next(numbers):08}"


@dataclass
class Person:
    """A guest with a browser."""

    id: int
    client: httpx.AsyncClient

    async def ask(self, method: str, path: str, body: Any = None, key: str | None = None) -> httpx.Response:
        """Ask as the page does: what is busy is asked again, with the same key."""
        headers = {"origin": "http://test", "idempotency-key": key or fresh_key()}
        for _ in range(20):
            answer = await self.client.request(method, path, json=body, headers=headers)
            if answer.status_code != 503:
                break
            await asyncio.sleep(0.5)
        return answer

    async def play_now(self, game: str = "toma2", key: str | None = None) -> httpx.Response:
        return await self.ask("POST", "/api/play-now", {"game": game}, key)

    async def create(self, key: str | None = None, **wish: Any) -> httpx.Response:
        table = {"game": "toma2", "seats": 2, "bet": 6_000, **wish}
        return await self.ask("POST", "/api/tables", table, key)


@dataclass
class House:
    app: FastAPI

    async def guest(self) -> Person:
        [guest] = await self.guests(1)
        return guest

    async def guests(self, count: int) -> list[Person]:
        """So many guests with a browser each, made in one transaction."""
        state, made = self.app.state, list[tuple[int, str]]()
        async with state.sessions.begin() as session:
            for _ in range(count):
                player = await make_guest(session, state.settings, language="en")
                made.append((player.id, await open_session(session, player.id, days=1, agent="")))
        return [Person(player, self.browser(token)) for player, token in made]

    def browser(self, token: str) -> httpx.AsyncClient:
        transport = httpx.ASGITransport(self.app)
        cookies = {"sobremesa": token}
        return httpx.AsyncClient(transport=transport, base_url="http://test", cookies=cookies, timeout=60)

    async def do(self, person: Person, kind: str, table: int, **facts: Any) -> None:
        """A command of the person's, as it would come over their socket."""
        command = parse_command(json.dumps({"type": kind, "id": fresh_key(), "table": table, **facts}))
        async with self.app.state.sessions() as session:
            player = await find_player(session, person.id)
        await self.app.state.rooms.ask(table, command, player)

    async def until_playing(self, *tables: int) -> None:
        """A match begins a moment after the answer to who sat down last."""
        async with asyncio.timeout(20):
            while {table.id for table in await self.tables() if table.phase == "playing"} != set(tables):  # noqa: ASYNC110
                await asyncio.sleep(0.05)

    async def tables(self) -> list[Any]:
        """Every open table for coins, with who sits there by the database's word."""
        query = """
            select t.id, t.code, t.phase, t.row, array_agg(s.player_id order by s.player_id) as players
            from card_table t left join seat s on s.table_id = t.id
            where t.phase <> 'closed' and (t.setup->>'bet')::bigint > 0 group by t.id order by t.id
        """
        async with self.app.state.sessions() as session:
            return list((await session.execute(text(query))).all())


@contextlib.asynccontextmanager
async def open_house(settings: Settings) -> AsyncIterator[House]:
    app = create_app(settings)
    async with app.router.lifespan_context(app):
        yield House(app)
