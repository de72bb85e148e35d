"""The server dies at any moment, under players at their own sockets, and nothing is lost or doubled."""

import asyncio
import os
import random
from collections.abc import Callable

import pytest
from sqlalchemy import select

from app.db import Sessions
from app.ledger.audit import audit
from app.rooms.codec import from_body
from app.rooms.models import LogRecord, MatchRecord, TableRecord
from app.rooms.vault import Vault
from app.tables import Setup, Table, apply, open_table, view
from tests.clients import Client
from tests.program import Program

KILLS = int(os.environ.get("SOBREMESA_KILLS", "20"))
KEY = "5e" * 32
pytestmark = [pytest.mark.anyio, pytest.mark.timeout(120 + 10 * KILLS)]


async def test_j02_twenty_kills_in_mid_match_lose_and_double_nothing(
    make_program: Callable[..., Program], sessions: Sessions
) -> None:
    seed = random.randrange(2**32)
    print(f"seed {seed}")  # noqa: T201 - shown when the test fails
    chance = random.Random(seed)
    server = make_program(SECRET_KEY=KEY, GUEST_GRANT="10000000")
    clients = [Client(server.url, seed + n) for n in range(4)]
    tables: list[int] = []
    try:
        for client in clients:
            await client.sign_in()
        killer = asyncio.create_task(_kill(server, chance))
        while not killer.done():
            tables.append(await _one_match(clients))
        await killer
        tables.append(await _one_match(clients))
    finally:
        for client in clients:
            await client.__aexit__()
    await _check(sessions, tables, clients)


async def _kill(server: Program, chance: random.Random) -> None:
    for _ in range(KILLS):
        await asyncio.sleep(chance.uniform(0.1, 0.7))
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)


async def _one_match(clients: list[Client]) -> int:
    host, *others = clients
    made = await host.post(
        "/api/tables",
        {"game": "toma2", "options": {}, "seats": 4, "bet": 6000, "turn_ms": 40000, "public": True},
    )
    table = int(made["table"])
    await asyncio.gather(host.play(table), *(other.play(table, sit=True) for other in others))
    for client in clients:
        await client.leave(table)
    return table


async def _check(sessions: Sessions, tables: list[int], clients: list[Client]) -> None:
    vault = Vault(bytes.fromhex(KEY))
    acked = 0
    async with sessions() as session:
        report = await audit(session)
        assert report.sound, report
        for table_id in tables:
            record = await session.get_one(TableRecord, table_id)
            lines = (
                await session.scalars(
                    select(LogRecord).where(LogRecord.table_id == table_id).order_by(LogRecord.seq)
                )
            ).all()
            assert [line.seq for line in lines] == list(range(1, len(lines) + 1))
            assert [line.epoch for line in lines] == sorted(line.epoch for line in lines)
            states = _fold(Setup(**record.setup), lines, vault)
            commands = {line.command_id: line.seq for line in lines if line.command_id}
            for client in clients:
                for id_, seq in client.history.acked.items():
                    if commands.get(id_) is not None:
                        assert commands[id_] == seq
                        acked += 1
                for update in client.history.updates.get(table_id, []):
                    told = view(states[update["seq"]], client.me["id"])
                    assert update["view"]["game"] == told["game"], (
                        "a client was told what the log does not hold"
                    )
        matches = (await session.scalars(select(MatchRecord))).all()
        assert len(matches) == len(tables)
        assert {match.outcome for match in matches} == {"settled"}
    assert acked == sum(len(client.history.acked) for client in clients), "an accepted action was lost"
    assert acked > 0


def _fold(setup: Setup, lines: list[LogRecord], vault: Vault) -> dict[int, Table]:
    table = open_table(setup)
    states = {0: table}
    for line in lines:
        entry = from_body(line.kind, line.at, line.body, vault, f"{line.table_id}:{line.seq}")
        table, _ = apply(table, entry)
        states[line.seq] = table
        if table.match and table.match.game:
            seen = view(table, None)["game"]
            assert sum(seen["counts"]) + seen["stock"] + seen["discards"] == 108
    return states
