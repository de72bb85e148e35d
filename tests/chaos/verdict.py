"""What is true after a run: what clients were told against the logs, the matches and the books in Postgres."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select, text

from app.db import Sessions, make_engine, make_sessions
from app.errors import AppError
from app.games.registry import GAMES, parse_action
from app.rooms.audit import audit_database
from app.rooms.models import LogRecord, MatchRecord, TableRecord
from app.rooms.steps import fold
from app.rooms.vault import Vault
from app.social.presents.rules import QUESTIONS
from app.tables import Entry, Setup, Table, apply, open_table, view
from app.tables import entries as e
from tests.chaos.history import Command, History, fingerprint
from tests.chaos.lab import KEY

MADE = text("select create_key, count(*) as times from card_table group by create_key")


@dataclass
class Verdict:
    """Figures, and a sentence for each promise that was broken."""

    wrongs: list[str] = field(default_factory=list)
    tables: int = 0
    outcomes: Counter[tuple[str, str]] = field(default_factory=Counter)
    entries: int = 0
    accepted: int = 0
    found: int = 0
    nothing_came: int = 0
    unknown: int = 0
    rejected: int = 0
    doubled: int = 0
    """Commands that came more than once."""
    views: int = 0
    epochs: int = 0
    twice: int = 0
    """Commands that had their effect more than once."""
    minted: int = 0
    sunk: int = 0
    held: int = 0

    def wrong(self, sentence: str) -> None:
        self.wrongs.append(sentence)


async def judge(database_url: str, history: History) -> Verdict:
    """Return what holds of everything that was ever written to this database."""
    verdict, vault = Verdict(list(history.wrongs)), Vault(bytes.fromhex(KEY))
    found = await audit_database(database_url, vault, deep=True, also=[QUESTIONS])
    for fault in found.faults:
        verdict.wrong(f"audit: {fault}")
    verdict.twice = next(check.wrong for check in found.checks if check.key == "commands")
    verdict.minted, verdict.sunk, verdict.held = found.books.minted, found.books.sunk, found.books.held
    engine = make_engine(database_url, patience_s=120)
    sessions = make_sessions(engine)
    try:
        by_table: dict[int, dict[str, Command]] = {}
        for id_, command in history.commands.items():
            by_table.setdefault(command.table, {})[id_] = command
        async with sessions() as session:
            tables = (await session.scalars(select(TableRecord.id).order_by(TableRecord.id))).all()
            for row in (await session.execute(MADE)).all():
                if row.times != 1 or row.create_key not in history.posts:
                    verdict.wrong(f"key {row.create_key} made {row.times} tables, or none that anybody knows")
            for match in await session.scalars(select(MatchRecord)):
                verdict.outcomes[match.game, match.outcome or "open"] += 1
                if match.outcome is None:
                    verdict.wrong(f"match {match.id} ({match.game}) is open at the end")
        for table in tables:
            await _table(sessions, table, by_table.get(table, {}), history, verdict, vault)
        if missing := set(history.posts.values()) - set(tables):
            verdict.wrong(f"tables that were answered are not there: {sorted(missing)}")
    finally:
        await engine.dispose()
    return verdict


async def _table(
    sessions: Sessions,
    id_: int,
    commands: dict[str, Command],
    history: History,
    verdict: Verdict,
    vault: Vault,
) -> None:
    async with sessions() as session:
        record = await session.get_one(TableRecord, id_)
        lines = (
            await session.scalars(select(LogRecord).where(LogRecord.table_id == id_).order_by(LogRecord.seq))
        ).all()
    verdict.tables += 1
    verdict.entries += len(lines)
    verdict.epochs += len({line.epoch for line in lines})
    if record.phase != "closed":
        verdict.wrong(f"table {id_}: still open at the end ({record.phase})")
    try:
        states = _fold(record.setup, lines, verdict, vault)
    except Exception as error:
        verdict.wrong(f"table {id_}: the log can't be folded: {error!r}")
        return
    _views(id_, states, history, verdict)
    _commands(id_, states, lines, commands, verdict)


def _fold(setup: Any, lines: Sequence[LogRecord], verdict: Verdict, vault: Vault) -> list[Table]:
    """Return the state after each line; cards are the same from deal to deal."""
    states, game = [open_table(Setup(**setup))], GAMES[setup["game"]]
    cards: list[str] = []
    for line, entry, table in fold(setup, lines, vault):
        if table is states[-1]:
            verdict.wrong(f"table {table.setup.id}: nothing comes of line {line.seq}")
        states.append(table)
        if table.match and table.match.game:
            there = sorted(game.cards(table.match.game))
            if isinstance(entry, e.Deal):
                cards = there
            elif there != cards:
                verdict.wrong(f"table {table.setup.id}: cards came or went with line {line.seq}")
    return states


def _views(id_: int, states: list[Table], history: History, verdict: Verdict) -> None:
    for (seq, player), told in history.told.get(id_, {}).items():
        verdict.views += 1
        if seq >= len(states):
            verdict.wrong(f"table {id_}: {player} was told {seq}, which the log does not hold")
        elif told != {fingerprint(view(states[seq], player))}:
            verdict.wrong(f"table {id_}: {player} was told something else than {seq} is")


def _commands(
    id_: int, states: list[Table], lines: Sequence[LogRecord], commands: dict[str, Command], verdict: Verdict
) -> None:
    seqs = {(line.player_id, line.command_id): line.seq for line in lines if line.command_id}
    for name, command in commands.items():
        key = (command.player, name)
        verdict.doubled += command.sent > 1
        if command.seq is not None:
            verdict.accepted += 1
            if seqs.get(key) == command.seq:
                verdict.found += 1
            elif key not in seqs and _does_nothing(states, command):
                verdict.nothing_came += 1
            else:
                verdict.wrong(
                    f"table {id_}: {command.type} {name} was accepted at {command.seq}, "
                    f"the log has it at {seqs.get(key)}"
                )
        elif command.code is None or command.code in ("gone", "not_seated"):
            verdict.unknown += 1
        else:
            verdict.rejected += 1
            if key in seqs:
                verdict.wrong(f"table {id_}: {name} was refused ({command.code}) and stands at {seqs[key]}")
    if strangers := {name for _, name in seqs} - commands.keys():
        verdict.wrong(f"table {id_}: nobody sent {sorted(strangers)[:3]}")


def _does_nothing(states: list[Table], command: Command) -> bool:
    """Tell whether nothing would come of the command at the place where it was accepted: a press too many."""
    if command.seq is None or command.seq >= len(states):
        return False
    state, body = states[command.seq], command.body
    made: dict[str, Entry] = {
        "ready": e.Ready(state.at, command.player),
        "again": e.Again(state.at, command.player),
        "start": e.Start(state.at, command.player),
        "vote": e.Answer(state.at, command.player, bool(body.get("accept"))),
    }
    entry = made.get(command.type)
    if command.type == "act":
        entry = e.Act(state.at, command.player, parse_action(body["action"]))
    try:
        return entry is not None and apply(state, entry)[0] is state
    except AppError:  # it was accepted, and would have been refused there
        return False
