"""The audit over large books (L-13): how long it takes, and how long writers wait meanwhile. `python bench/audit.py`.

Starts a Postgres of its own and fills it by plain SQL: half of the postings are matches of two, half are gifts.
"""

import argparse
import asyncio
import importlib
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

from sqlalchemy import text

from app.db import Sessions, make_engine, make_sessions
from app.db.migrate import migrate_within
from app.ledger.service import post_transfer, wallet
from app.rooms.audit import audit, audit_database
from bench.postgres import own_postgres

PLAYERS, TABLES = 1_000, 500

FILL = (
    *(f"alter table {table} disable trigger user" for table in ("account", "transfer", "posting", "card_table")),
    "insert into player (name, folded, skeleton, guest, avatar, language)"
    " select 'P' || n, 'p' || n, 'p' || n, true, 'fig', 'en' from generate_series(1, {players}) n",
    "insert into account (kind, owner) select 'wallet', id from player",
    "insert into card_table (id, code, creator_id, create_key, create_hash, link, setup, row, epoch, phase)"
    " overriding system value select n, 'C' || n, (select min(id) from player), n, '', n, '{{}}', '{{}}', 1, 'closed'"
    " from generate_series(1, {tables}) n",
    "insert into account (kind, owner) select 'escrow', n from generate_series(1, {tables}) n",
    # matches: transfer 1 a grant to all, then a bet and a settlement each, then gifts
    "create temporary table wallet as select row_number() over (order by id) - 1 as n, id, owner from account"
    " where kind = 'wallet'",
    "create temporary table escrow as select id, owner from account where kind = 'escrow'",
    "insert into transfer (id, cause, request, kind, facts, legs) overriding system value"
    " values (1, 'all', '', 'grant', '{{}}', {players} + 1)",
    "insert into posting (transfer, account, amount, after) select 1, id, 10000, 0 from wallet"
    " union all select 1, 1, -10000 * {players}, 0",
    "create temporary table game as select n, n % {tables} + 1 as t, n / {tables} + 1 as number,"
    " (select owner from wallet where wallet.n = g.n % {players}) as a,"
    " (select owner from wallet where wallet.n = (g.n + 1) % {players}) as b"
    " from generate_series(0, {matches} - 1) as g (n)",
    "insert into match (id, table_id, game, options, bet, players, first_seq, last_seq, started_at, ended_at, outcome,"
    " payouts, points) select concat(t, '-', number), t, 'uno', '{{}}', 5, jsonb_build_array(a, b),"
    " 2 * number - 1, 2 * number, 0, 0, 'settled', '[10, 0]', '[0, 0]' from game",
    "insert into log (table_id, seq, epoch, at, kind, body)"
    " select t, 2 * number - 1, 1, 0, 'begin', cast('{{}}' as jsonb) from game"
    " union all select t, 2 * number, 1, 0, 'settle', cast('{{}}' as jsonb) from game",
    "insert into transfer (id, cause, request, kind, match, facts, legs) overriding system value"
    " select 2 * n + 2, 'bet:' || n, cast('' as bytea), 'bet', concat(t, '-', number),"
    " cast('{{}}' as jsonb), 3"
    " from game"
    " union all select 2 * n + 3, 'settle:' || n, cast('' as bytea), 'settle', concat(t, '-', number),"
    " cast('{{}}' as jsonb), 2"
    " from game",
    "insert into posting (transfer, account, amount, after) select transfer, account, amount, 0 from ("
    " select 2 * game.n + 2 as transfer, w.id as account, -5 as amount from game join wallet w on w.owner in (a, b)"
    " union all select 2 * game.n + 2, e.id, 10 from game join escrow e on e.owner = t"
    " union all select 2 * game.n + 3, e.id, -10 from game join escrow e on e.owner = t"
    " union all select 2 * game.n + 3, w.id, 10 from game join wallet w on w.owner = a) legs order by transfer",
    "insert into transfer (id, cause, request, kind, facts, legs) overriding system value"
    " select 2 * {matches} + 2 + n, 'gift:' || n, '', 'gift', '{{}}', 2 from generate_series(0, {gifts} - 1) n",
    "insert into posting (transfer, account, amount, after) select 2 * {matches} + 2 + g.n, w.id, l.amount, 0"
    " from generate_series(0, {gifts} - 1) g (n) cross join (values (0, -1), (1, 1)) l (place, amount)"
    " join wallet w on w.n = (g.n + l.place) % {players} order by g.n",
    "update posting p set after = c.after from (select id, sum(amount) over (partition by account order by id) as after"
    " from posting) c where c.id = p.id",
    "update account a set balance = (select after from posting p where p.account = a.id order by id desc limit 1)"
    " where exists (select from posting p where p.account = a.id)",
    importlib.import_module("migrations.versions.0008_standing").UP[-1],
    "select setval(pg_get_serial_sequence('transfer', 'id'), 2 * {matches} + {gifts} + 10)",
    *(f"alter table {table} enable trigger user" for table in ("account", "transfer", "posting", "card_table")),
)  # fmt: skip


async def fill(url: str, postings: int) -> None:
    await migrate_within(url)
    matches, gifts = postings // 10, postings // 4
    engine = make_engine(url, patience_s=600)
    async with engine.begin() as connection:
        for statement in FILL:
            await connection.execute(
                text(
                    statement.format(players=PLAYERS, tables=TABLES, matches=matches, gifts=gifts).replace(
                        ":", "\\:"
                    )
                )
            )
    async with engine.execution_options(isolation_level="AUTOCOMMIT").connect() as connection:
        await connection.execute(text("vacuum analyze"))
    await engine.dispose()


async def write(sessions: Sessions, players: list[int], waits: list[float], stop: asyncio.Event) -> None:
    """One writer: a gift after the other, each wait noted."""
    n = 0
    while not stop.is_set():
        n += 1
        begun = time.monotonic()
        giver, taker = players[n % len(players)], players[(n * 7 + 1) % len(players)]
        if giver != taker:
            async with sessions.begin() as session:
                legs = {wallet(giver): -1, wallet(taker): 1}
                await post_transfer(session, cause=f"w:{id(waits)}:{n}", kind="gift", legs=legs, facts={})
        waits.append((time.monotonic() - begun) * 1e3)


async def measure(url: str, postings: int) -> None:
    begun = time.monotonic()
    await fill(url, postings)
    print(f"filled in {time.monotonic() - begun:.0f} s")
    engine = make_engine(url, pool_size=4)
    sessions = make_sessions(engine)
    async with engine.connect() as connection:
        players = list((await connection.scalars(text("select id from player"))).all())
    for name, auditing in (("alone", False), ("beside the audit", True)):
        stop, waits = asyncio.Event(), [list[float](), list[float]()]
        writers = [asyncio.create_task(write(sessions, players, each, stop)) for each in waits]
        begun = time.monotonic()
        if auditing:
            found = await audit_database(url, None, deep=False)
            took = time.monotonic() - begun
            print(f"audit of {postings:,} postings beside two writers: {took:.1f} s, sound: {found.sound}")
        else:
            await asyncio.sleep(5)
        stop.set()
        await asyncio.gather(*writers)
        all_ = sorted(wait for each in waits for wait in each)
        print(f"writers {name}: {len(all_):,} transfers, p50 {all_[len(all_) // 2]:.1f} ms,"
              f" p99 {all_[int(len(all_) * 0.99)]:.1f} ms, longest {all_[-1]:.1f} ms")  # fmt: skip
    patient = make_engine(url, pool_size=1, patience_s=600)
    async with patient.connect() as connection:
        pid = await connection.scalar(text("select pg_backend_pid()"))
        begun, spent = time.monotonic(), cpu_s(pid)
        await audit(connection, None)
        print(f"audit alone: {time.monotonic() - begun:.1f} s, of a processor {cpu_s(pid) - spent:.1f} s")
    await patient.dispose()
    await engine.dispose()


def cpu_s(pid: int) -> float:
    """Seconds that a process has had of a processor: what another busy program on this machine doesn't change."""
    fields = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--postings", type=int, default=1_000_000)
    words = parser.parse_args()
    with own_postgres() as url:
        asyncio.run(measure(url, words.postings))


if __name__ == "__main__":
    main()
