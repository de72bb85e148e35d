"""L-08 for what rooms do: the server dies at any point of sitting down, taking bets or settling; one effect."""

import asyncio
import os
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from sqlalchemy import text

from app.db import Sessions
from app.rooms.audit import audit_database
from app.rooms.vault import Vault
from tests.clients import Client
from tests.program import Program
from tests.reliability import crash_anywhere as crash

KEY = "5e" * 32
ALL = os.environ.get("SOBREMESA_LONG") == "1"
"""Else one of the last deed, every second time one right after a COMMIT, before the answer."""
pytestmark = [pytest.mark.anyio, pytest.mark.timeout(1800 if ALL else 180)]
Scalar = Callable[..., Awaitable[int]]


@dataclass
class Stage:
    """The server, its database and the people of one try."""

    server: Program
    file: Path
    sessions: Sessions
    clients: list[Client] = field(default_factory=list)

    async def client(self) -> Client:
        client = Client(self.server.url, len(self.clients))
        self.clients.append(client)
        await client.sign_in()
        return client

    async def ask(self, query: str) -> int:
        async with self.sessions() as session:
            return int(await session.scalar(text(query)) or 0)

    async def coins(self, client: Client) -> int:
        return await self.ask(
            f"select balance from account where kind = 'wallet' and owner = {client.me['id']}"
        )

    async def until(self, query: str) -> None:
        async with asyncio.timeout(30):
            while not await self.ask(query):  # noqa: ASYNC110
                await asyncio.sleep(0.02)

    async def table(self, host: Client, seats: int) -> int:
        wish = {"game": "toma2", "options": {}, "seats": seats, "bet": 6000, "turn_ms": 40000, "public": True}
        return int((await host.post("/api/tables", wish))["table"])

    async def tell(self, client: Client, kind: str, table: int) -> None:
        """Send a command, and again under the same id until it is answered."""
        client.remember({"type": kind, "table": table})
        await client.play(table, watch=False)


Deed = Callable[[], Awaitable[None]]


async def sit(stage: Stage) -> tuple[Deed, Deed]:
    host, ana = await stage.client(), await stage.client()
    table = await stage.table(host, 3)

    async def do() -> None:
        await stage.tell(ana, "sit", table)
        assert not ana.history.rejected

    async def check() -> None:
        assert await stage.ask(f"select count(*) from log where table_id = {table} and kind = 'sit'") == 2
        assert await stage.ask(f"select count(*) from seat where table_id = {table}") == 2

    return do, check


async def bet(stage: Stage) -> tuple[Deed, Deed]:
    """The last seat is taken: the match begins and both pay."""
    host, ana = await stage.client(), await stage.client()
    table = await stage.table(host, 2)

    async def do() -> None:
        await stage.tell(ana, "sit", table)
        await stage.until(f"select count(*) from log where table_id = {table} and kind = 'commit'")

    async def check() -> None:
        assert [await stage.coins(who) for who in (host, ana)] == [24_000, 24_000]
        assert await stage.ask(f"select count(*) from log where table_id = {table} and kind = 'begin'") == 1
        assert await stage.ask(f"select count(*) from match where table_id = {table}") == 1

    return do, check


async def settle(stage: Stage) -> tuple[Deed, Deed]:
    """One of two gets up before the deal: cards are dealt to the other, who has won the pot."""
    host, ana = await stage.client(), await stage.client()
    table = await stage.table(host, 2)
    await stage.tell(ana, "sit", table)
    await stage.until(f"select count(*) from log where table_id = {table} and kind = 'commit'")

    async def do() -> None:
        await stage.tell(ana, "leave", table)
        await stage.until(f"select count(*) from match where table_id = {table} and outcome is not null")

    async def check() -> None:
        assert [await stage.coins(who) for who in (host, ana)] == [36_000, 24_000]
        assert await stage.ask(f"select count(*) from log where table_id = {table} and kind = 'settle'") == 1

    return do, check


DEEDS = {deed.__name__: deed for deed in (sit, bet, settle)}


@pytest.fixture
def stage(make_program: Callable[..., Program], sessions: Sessions, tmp_path: Path) -> Stage:
    file = tmp_path / "crash"
    return Stage(make_program(crash.prepare, CRASH_FILE=str(file), SECRET_KEY=KEY), file, sessions)


async def try_once(stage: Stage, deed: str, point: int) -> bool:
    """Do the deed and die at this point; tell whether the server died. What must hold is checked."""
    do, check = await DEEDS[deed](stage)
    stage.file.write_text(f"{point} {deed}")
    doing = asyncio.create_task(do())
    while not doing.done() and not stage.server.ended:  # noqa: ASYNC110
        await asyncio.sleep(0.005)
    if not stage.server.ended:  # what a room does beside the answer
        await asyncio.sleep(0.3)
    died = stage.server.ended
    stage.file.unlink()
    if died:
        assert await asyncio.to_thread(stage.server.wait) == crash.CODE, stage.server.words()
        await asyncio.to_thread(stage.server.start)
    await doing
    await check()
    return died


@pytest.mark.parametrize("deed", DEEDS if ALL else ["settle"])
async def test_l08_a_crash_at_any_point_leaves_one_effect(stage: Stage, database_url: str, deed: str) -> None:
    passed = stage.file.with_suffix(".passed")
    try:
        assert not await try_once(stage, deed, 0)
        labels = passed.read_text().splitlines()
        last, committed = len(labels), [n for n, label in enumerate(labels, 1) if label == "after COMMIT"]
        points = (
            list(range(1, last + 1))
            if ALL
            else [random.choice(random.choice(([*range(1, last + 1)], committed)))]
        )
        died = 0
        for point in points:
            passed.write_text("")
            here = await try_once(stage, deed, point)
            died += here
            where = passed.read_text().splitlines()[-1] if here else "not reached"
            print(f"{deed:8} {point:3}/{last} {where:70} one effect")  # noqa: T201 - the matrix
        assert not ALL or died >= 0.8 * len(points), "most points must have been reached"
    finally:
        for client in stage.clients:
            await client.__aexit__()
    await asyncio.to_thread(stage.server.stop)
    found = await audit_database(database_url, Vault(bytes.fromhex(KEY)), deep=True)
    assert found.sound, [check for check in found.checks if check.wrong]
