"""A worker that comes to tables nobody runs: how soon they are at play again. `python bench/take_over.py --tables 200`.

Starts a Postgres of its own, safe from a crash; the tables stand in the middle of real matches of every game.
"""

import argparse
import asyncio
import itertools
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import orjson
from sqlalchemy import insert, text

from app.config import Settings
from app.db import Sessions, make_engine, make_sessions
from app.db.migrate import migrate_within
from app.embedded.postgres import Postgres
from app.players.service import make_account
from app.rooms.models import LogRecord
from app.rooms.service import Rooms
from app.rooms.steps import fold, row, stored
from app.rooms.vault import Vault
from tests.databases import own_folder
from tests.reliability import golden

KEY = b"k" * 32
MAKE = """
insert into card_table (code, creator_id, create_key, create_hash, link, setup, row, phase, epoch)
values (:code, :creator, :code, '', :code, '{}', '{}', 'playing', 1) returning id
"""


def half_played(record: dict[str, Any]) -> tuple[list[Any], Any]:
    """Return the entries of a kept match up to its middle, or the last place after it where somebody is to play."""
    old = Vault(bytes.fromhex(golden.KEY))
    lines = [golden.Line(record["setup"]["id"], n, *line) for n, line in enumerate(record["lines"], 1)]
    steps = list(fold(record["setup"], lines, old))
    last = max(n for n in range(len(steps) // 2, len(steps)) if steps[n][2].phase == "playing")
    return [entry for _, entry, _ in steps[: last + 1]], steps[last][2]


async def fill(sessions: Sessions, tables: int) -> int:
    """Make so many tables; return how many lines they have together."""
    vault, count = Vault(KEY), 0
    async with sessions.begin() as session:
        creator = await make_account(session, Settings(), name="Bench", password_hash="-", language="en")
        matches = [(record["setup"], *half_played(record)) for record in golden.kept().values()]
        for n, (setup, entries, table) in zip(range(tables), itertools.cycle(matches), strict=False):
            found = {"code": f"c{n}", "creator": creator.id}
            id_ = (await session.execute(text(MAKE), found)).scalar_one()
            await session.execute(
                text(
                    "update card_table set setup = cast(:setup as jsonb), row = cast(:row as jsonb) where id = :id"
                ),
                {
                    "id": id_,
                    "setup": orjson.dumps({**setup, "id": id_}).decode(),
                    "row": orjson.dumps({**row(table), "id": id_}).decode(),
                },
            )
            lines = []
            for seq, entry in enumerate(entries, 1):
                kind, body = stored(entry, vault, f"{id_}:{seq}")
                lines.append(
                    {
                        "table_id": id_,
                        "seq": seq,
                        "epoch": 1,
                        "at": entry.at,
                        "kind": kind,
                        "body": orjson.loads(body),
                    }
                )
            await session.execute(insert(LogRecord), lines)
            count += len(lines)
    return count


async def measure(url: str, tables: int) -> None:
    """Let one worker start on all of them."""
    await migrate_within(url)
    engine = make_engine(url)
    lines = await fill(make_sessions(engine), tables)
    print(f"{tables} tables, {lines / tables:.0f} lines each")
    rooms = Rooms(engine, make_sessions(engine), KEY)
    begun, spent, times = time.monotonic(), time.process_time(), list[float]()
    rooms.on_row = lambda _: times.append(time.monotonic() - begun)
    await rooms.start()
    while len({room.id for room in rooms._host if room.table is not None}) < tables:  # noqa: ASYNC110
        await asyncio.sleep(0.005)
    took, spent = time.monotonic() - begun, time.process_time() - spent
    await rooms.stop()
    await engine.dispose()
    print(f"the first at play after {times[0]:.2f} s, half after {times[len(times) // 2]:.2f} s,"
          f" the last after {took:.2f} s; CPU of the worker {spent:.2f} s")  # fmt: skip


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    words = parser.parse_args()
    with own_folder() as folder:
        postgres = Postgres(folder)
        postgres.start()
        try:
            asyncio.run(measure(postgres.url, words.tables))
        finally:
            postgres.stop()


if __name__ == "__main__":
    main()
