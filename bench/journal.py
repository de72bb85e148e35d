"""Group commit: many tables append one line after the other, each waiting for its own. `make bench`.

Starts a Postgres of its own, as the tests do, but safe from a crash (fsync on). Prints lines a second and waits.
"""

import argparse
import asyncio
import statistics
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from app.config import Settings
from app.db import make_engine, make_sessions
from app.db.migrate import migrate_within
from app.players.service import make_account
from app.rooms.create import TableSetup, create_table
from app.rooms.journal import Journal, Line
from app.rooms.vault import Vault
from app.tables import Person
from bench.postgres import own_postgres


async def measure(url: str, tables: int, seconds: float) -> None:
    """Let so many tables write for so long."""
    engine = make_engine(url)
    sessions, journal = make_sessions(engine), Journal(engine)
    await migrate_within(url)
    setup, made = TableSetup("toma2", {}, 2, 0), []
    for n in range(tables):  # each by somebody else: nobody sits at many
        async with sessions.begin() as session:
            player = await make_account(
                session, Settings(), name=f"Bench{n}", password_hash="-", language="en"
            )
        person = Person(player.id, player.name, "fig", False)
        made.append(await create_table(sessions, Vault(b"k" * 32), setup, person, "key", 0, None))
    running = asyncio.create_task(journal.run())
    until, waits = time.monotonic() + seconds, list[float]()

    async def table(table_id: int) -> None:
        seq = 1
        while (now := time.monotonic()) < until:
            seq += 1
            await journal.write(Line(table_id, seq, 1, 0, "ready", '{"player": 1}'))
            waits.append(time.monotonic() - now)

    await asyncio.gather(*(table(ref.id) for ref in made))
    running.cancel()
    await engine.dispose()
    waits.sort()
    print(
        f"{tables} tables: {len(waits) / seconds:,.0f} lines/s, wait p50 {statistics.median(waits) * 1e3:.1f} ms,"
        f" p99 {waits[int(len(waits) * 0.99)] * 1e3:.1f} ms"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=5)
    words = parser.parse_args()
    with own_postgres() as url:
        asyncio.run(measure(url, words.tables, words.seconds))


if __name__ == "__main__":
    main()
