"""Proving everything at once: the books, and that tables, seats, matches and logs agree with them and each other.

Reads one snapshot and takes no lock that a writer could notice, so that it may run beside a working server.
"""

import asyncio
import sys
import time
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncConnection

from app.db import own_engine
from app.ledger import audit as books
from app.ledger.checks import NAMED, Check, Questions, faults
from app.rooms.models import LogRecord, MatchRecord, SeatRecord, ServerKey, TableRecord
from app.rooms.rules import FIGURES, PARTS, RULES
from app.rooms.steps import fold
from app.rooms.vault import Vault
from app.tables import Table, leavers
from app.tables.entries import Begin, Settle

_QUESTIONS = Questions(RULES, FIGURES, PARTS)
TABLES_AT_ONCE = 200
PATIENCE_S = 600


@dataclass(frozen=True, slots=True)
class Audit:
    """The books, every check of them and of the tables, and what was not looked at."""

    books: books.AuditReport
    checks: tuple[Check, ...]
    notes: tuple[str, ...] = ()

    @property
    def faults(self) -> tuple[str, ...]:
        """Return one sentence for each rule that doesn't hold."""
        return faults(self.checks)

    @property
    def sound(self) -> bool:
        """Tell whether every rule holds."""
        return not self.faults


async def audit(
    connection: AsyncConnection, vault: Vault | None, *, deep: bool = False, also: Sequence[Questions] = ()
) -> Audit:
    """Check everything there is in the transaction of `connection`, which should be a snapshot.

    With the server's key the logs of open tables are folded too, with `deep` those of all. `also` are questions of
    the parts that stand on this one.
    """
    report = await books.audit(connection)
    checks, notes = report.checks, list[str]()
    for questions in (_QUESTIONS, *also):
        checks += await questions.ask(connection)
    if vault is None or await _is_of_another(connection, vault):
        notes.append("logs not folded: the key they were sealed with is not here")
    else:
        begun = time.monotonic()
        folds = await _fold_tables(connection, vault, deep=deep)
        checks += folds.checks
        rate = folds.lines / max(time.monotonic() - begun, 0.001)
        notes.append(f"folded {folds.lines:,} lines of {folds.tables:,} tables, {rate:,.0f} lines/s")
        if folds.failed:
            notes.append(f"{folds.failed:,} tables were given up by the service and refunded")
    return Audit(report, checks, tuple(notes))


async def _is_of_another(connection: AsyncConnection, vault: Vault) -> bool:
    kept = await connection.scalar(select(ServerKey.fingerprint))
    return kept is not None and kept != vault.fingerprint


@dataclass
class _Folds:
    """What folding the logs has shown so far."""

    tables: int = 0
    lines: int = 0
    matches: int = 0
    failed: int = 0
    bad_tables: list[str] = field(default_factory=list)
    bad_matches: list[str] = field(default_factory=list)

    def take(self, record: Any, lines: Sequence[Any], seated: frozenset[int], matches: Mapping[str, Any],
             vault: Vault) -> None:  # fmt: skip
        """Fold one table's log and compare it with what is stored beside it."""
        told, table, seq, broken = dict[str, list[Any]](), None, 0, ""
        try:
            for line, entry, table in fold(record.setup, lines, vault):
                seq = line.seq
                if isinstance(entry, Begin | Settle) and (match := table.match):
                    first = told[match.id][1] if isinstance(entry, Settle) else seq
                    told[match.id] = [
                        [*match.players],
                        first,
                        list(match.payouts or ()),
                        list(match.points or ()),
                        list(leavers(table)) if isinstance(entry, Settle) else None,
                    ]
        except Exception as error:  # whatever it is: this log can't be folded
            broken = f"can't be folded after seq {seq}: {type(error).__name__}"
        self.tables += 1
        self.lines += seq
        # The log of a table that the service gave up doesn't say so; it may be what could not be read (T15.11).
        if record.phase == "closed" and (broken or table is None or table.phase != "closed"):
            self.failed += 1
        elif broken:
            self.bad_tables.append(f"table {record.id} ({broken})")
        else:
            self.bad_tables += [f"table {record.id} ({what})" for what in _differences(record, table, seated)]
        looked_at = matches if not broken else told
        self.matches += len(looked_at)
        self.bad_matches += [
            f"match {id_}" for id_ in looked_at if not _same(told.get(id_), matches.get(id_))
        ]

    @property
    def checks(self) -> tuple[Check, ...]:
        """The two checks that come of it."""
        return tuple(
            Check(key, sentence, looked_at, of, len(wrong), tuple(wrong[:NAMED]))
            for key, sentence, looked_at, of, wrong in (
                (
                    "folds",
                    "logs fold to seats, phase and pot of their tables",
                    self.tables,
                    "tables",
                    self.bad_tables,
                ),
                ("payouts", "logs fold to their matches", self.matches, "matches", self.bad_matches),
            )
        )


def _same(told: list[Any] | None, match: Any) -> bool:
    if told is None or match is None:
        return told is match
    # who left is kept of matches only that ended since it is kept at all
    told[4] = told[4] if match.leavers is not None else None
    return told == [match.players, match.first_seq, match.payouts or [], match.points or [], match.leavers]


def _differences(record: Any, table: Table | None, seated: frozenset[int]) -> list[str]:
    """Return what of a table is stored otherwise than its log says."""
    if table is None:
        return ["its log is empty"]
    closed = table.phase == "closed"
    phase = table.phase if table.phase in ("waiting", "closed") else "playing"
    pot = table.pot.coins if table.pot else 0
    said = {"phase": phase, "pot": pot, "seats": frozenset() if closed else table.players}
    kept = {"phase": record.phase, "pot": record.pot, "seats": seated}
    return [name for name in said if said[name] != kept[name]]


async def _fold_tables(connection: AsyncConnection, vault: Vault, *, deep: bool) -> _Folds:
    folds = _Folds()
    wanted = select(TableRecord.id).order_by(TableRecord.id)
    ids = (await connection.scalars(wanted if deep else wanted.where(TableRecord.phase != "closed"))).all()
    for start in range(0, len(ids), TABLES_AT_ONCE):
        some = ids[start : start + TABLES_AT_ONCE]
        tables = await connection.execute(select(TableRecord.__table__).where(TableRecord.id.in_(some)))
        lines = await _by_table(connection, LogRecord, some, LogRecord.seq)
        seats = await _by_table(connection, SeatRecord, some, SeatRecord.player_id)
        matches = await _by_table(connection, MatchRecord, some, MatchRecord.first_seq)
        for record in tables:
            folds.take(
                record,
                lines[record.id],
                frozenset(seat.player_id for seat in seats[record.id]),
                {match.id: match for match in matches[record.id]},
                vault,
            )
    return folds


async def _by_table(
    connection: AsyncConnection, model: Any, ids: Sequence[int], order: Any
) -> defaultdict[int, list[Any]]:
    found = defaultdict[int, list[Any]](list)
    asked = select(model.__table__).where(model.table_id.in_(ids)).order_by(model.table_id, order)
    for row in await connection.execute(asked):
        found[row.table_id].append(row)
    return found


async def audit_database(
    database_url: str, vault: Vault | None, *, deep: bool, also: Sequence[Questions] = ()
) -> Audit:
    """Check a whole database in one snapshot of its own."""
    async with own_engine(database_url, patience_s=PATIENCE_S) as engine, engine.connect() as connection:
        await connection.execution_options(isolation_level="REPEATABLE READ")
        # while logs are folded the database hears nothing of us
        await connection.execute(text("set transaction read only"))
        await connection.execute(text("set local idle_in_transaction_session_timeout = 0"))
        return await audit(connection, vault, deep=deep, also=also)


def run(database_url: str, key: bytes | None, *, deep: bool = False, also: Sequence[Questions] = ()) -> int:
    """Write the report to standard output; return the exit code: 0 when everything is sound, 1 when not."""
    found = asyncio.run(audit_database(database_url, Vault(key) if key else None, deep=deep, also=also))
    sys.stdout.write("\n".join(_lines(found)) + "\n")
    return 0 if found.sound else 1


def _lines(found: Audit) -> list[str]:
    books_ = found.books
    figures = {"minted": books_.minted, "sunk": books_.sunk, "in wallets": books_.wallets}
    figures |= {"in escrow": books_.escrow, "in pots": books_.pots, "transfers": books_.transfers}
    lines = [f"{name:<12}{figure:>20,}" for name, figure in figures.items()]
    lines += [f"{'WRONG' if check.wrong else 'ok':<6}{check.sentence} ({check.looked_at:,} {check.of})"
              for check in found.checks]  # fmt: skip
    lines += found.notes
    lines += [f"UNSOUND: {fault}" for fault in found.faults] or ["sound"]
    return lines
