"""A worker that comes to tables nobody runs: how soon they are at play again. `python bench/take_over.py --tables 200`.

Starts a Postgres of its own, safe from a crash; the tables stand in the middle of real matches of every game.
"""

import argparse
import asyncio
import itertools
import random
import sys
import time
from dataclasses import asdict
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import orjson
from sqlalchemy import insert, text

from app.config import Settings
from app.db import Sessions, make_engine, make_sessions
from app.db.migrate import migrate_within
from app.games.registry import GAMES
from app.players.service import make_account
from app.rooms.models import LogRecord
from app.rooms.service import Rooms
from app.rooms.steps import row, stored
from app.rooms.vault import Vault
from bench.postgres import own_postgres
from tests.tables.drive import Drive
from tests.tables.test_real_games import step

KEY = b"k" * 32
MAKE = """
insert into card_table (code, creator_id, create_key, create_hash, link, setup, row, phase, epoch)
values (:code, :creator, :code, '', :code, '{}', '{}', 'playing', 1) returning id
"""
FILL = "update card_table set setup = cast(:setup as jsonb), row = cast(:row as jsonb) where id = :id"
MOVES = 60


def half_played(id_: int, game: str, chance: random.Random) -> Drive:
    """Return a table in the middle of a match, its time at now."""
    drive = Drive(id=id_, code=f"C{id_}", game=game, seats=GAMES[game].options.quick.seats, created=now())
    drive.now = now()
    drive.sit(*range(1, drive.table.setup.seats + 1))
    drive.deal()
    for _ in range(MOVES):
        if not step(drive, chance):
            drive.wait(1_000)
        if drive.table.phase != "playing":
            break
    return drive


def now() -> int:
    return time.time_ns() // 1_000_000


async def fill(sessions: Sessions, tables: int) -> int:
    """Make so many tables; return how many lines they have together."""
    vault, count, chance = Vault(KEY), 0, random.Random(1)
    async with sessions.begin() as session:
        creator = await make_account(session, Settings(), name="Bench", password_hash="-", language="en")
        for n, game in zip(range(tables), itertools.cycle(GAMES), strict=False):
            id_ = (await session.execute(text(MAKE), {"code": f"c{n}", "creator": creator.id})).scalar_one()
            drive = half_played(id_, game, chance)
            setup = orjson.dumps(asdict(drive.table.setup)).decode()
            shown = orjson.dumps(row(drive.table)).decode()
            await session.execute(text(FILL), {"id": id_, "setup": setup, "row": shown})
            lines = []
            for seq, entry in enumerate(drive.log, 1):
                kind, body = stored(entry, vault, f"{id_}:{seq}")
                line = {"table_id": id_, "seq": seq, "epoch": 1, "at": entry.at, "kind": kind}
                lines.append({**line, "body": orjson.loads(body)})
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
    rooms.listing.on_row = lambda _: times.append(time.monotonic() - begun)
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
    with own_postgres() as url:
        asyncio.run(measure(url, words.tables))


if __name__ == "__main__":
    main()
