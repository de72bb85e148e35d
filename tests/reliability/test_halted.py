"""J-04: a worker that was halted for longer than its lease wakes up in a world where others run its tables."""

import asyncio
import time
from collections.abc import Callable
from typing import Any

import orjson
import pytest
from sqlalchemy import select, text

from app.db import Sessions
from app.rooms.models import LogRecord, TableRecord
from app.rooms.steps import fold
from app.rooms.vault import Vault
from app.tables import view
from tests.program import Program
from tests.reliability.test_sessions import Person, in_mid_match
from tests.waiting import until
from tests.web.door import command, receive

KEY = "5e" * 32
pytestmark = [pytest.mark.anyio, pytest.mark.timeout(240)]


async def claims(sessions: Sessions, table: int) -> Any:
    """Who runs the table, under which epoch."""
    async with sessions() as session:
        query = text("select owner, epoch from card_table where id = :table")
        return (await session.execute(query, {"table": table})).one()


async def test_j04_a_halted_owner_that_wakes_up_writes_nothing_and_tells_nobody_anything_untrue(
    make_program: Callable[..., Program], sessions: Sessions, people: list[Person]
) -> None:
    home, other = make_program(SECRET_KEY=KEY), make_program(SECRET_KEY=KEY)
    ana, bo, table = await in_mid_match(home.url, people)
    before = await claims(sessions, table)
    home.halt()
    halted = time.monotonic()
    assert ana.socket is not None
    late = [f"late-{n}" for n in range(3)]
    for id_ in late:  # they lie in the line until it wakes up
        action = ana.choose(ana.views[table])
        await ana.socket.send(command("act", id_, table=table, action=action))
    bo.url, older = other.url, bo.socket
    assert older is not None
    await bo.open()
    while (await claims(sessions, table)).epoch == before.epoch:
        assert time.monotonic() - halted < 20
        await asyncio.sleep(0.05)
    print(f"taken over after {time.monotonic() - halted:.2f} s")  # noqa: T201
    after = await claims(sessions, table)
    assert after.owner != before.owner
    await bo.say("watch", "look-there", table=table)
    home.resume()
    older.transport.abort()
    woken = time.monotonic()
    answered = set[str]()
    while not answered >= set(late):
        frame = await receive(ana.socket)
        ana.take(frame)
        if frame["type"] in ("ack", "reject"):
            answered.add(frame["id"])
    print(f"answered {time.monotonic() - woken:.2f} s after it woke up")  # noqa: T201
    await bo.say("watch", "look-again", table=table)
    await until(lambda: "taken for dead" in home.words())

    async with sessions() as session:
        record = await session.get_one(TableRecord, table)
        query = select(LogRecord).where(LogRecord.table_id == table).order_by(LogRecord.seq)
        lines = list(await session.scalars(query))
    assert [line.seq for line in lines] == list(range(1, len(lines) + 1))
    assert [line.epoch for line in lines] == sorted(line.epoch for line in lines)
    assert all(line.epoch >= after.epoch for line in lines if line.command_id in late)
    states = {line.seq: state for line, _, state in fold(record.setup, lines, Vault(bytes.fromhex(KEY)))}
    for person in (ana, bo):
        for update in person.history.updates[table]:
            told = orjson.loads(orjson.dumps(view(states[update["seq"]], person.me["id"])))
            assert update["view"] == told
