"""What is asked of the database after a run, beside what the players were told: every answer must be true."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from sqlalchemy import select

from app.db import Sessions
from app.games.registry import GAMES
from app.rooms.audit import audit_database
from app.rooms.codec import from_body
from app.rooms.models import LogRecord, MatchRecord, TableRecord
from app.rooms.vault import Vault
from app.social.presents.rules import QUESTIONS
from app.tables import Entry, Setup, Table, apply, open_table, view
from tests.chaos.lab import GRANT, KEY
from tests.chaos.player import Player, digest


@dataclass
class Verdict:
    """What was found; `wrong` is empty where every promise was kept."""

    wrong: list[str] = field(default_factory=list)
    outcomes: Counter[str] = field(default_factory=Counter)
    finished: Counter[str] = field(default_factory=Counter)
    found: int = 0
    doubles: int = 0
    lines: int = 0
    coins_before: int = 0
    coins_after: int = 0
    views: int = 0

    def expect(self, holds: bool, sentence: str) -> None:
        """Note the sentence where something doesn't hold."""
        if not holds:
            self.wrong.append(sentence)


async def judge(
    database_url: str, sessions: Sessions, players: Sequence[Player], tables: Sequence[int]
) -> Verdict:
    """Compare histories with logs and books, once these agree with each other."""
    verdict = Verdict(wrong=[sentence for player in players for sentence in player.story.wrong])
    found = await audit_database(database_url, Vault(bytes.fromhex(KEY)), deep=True, also=[QUESTIONS])
    verdict.wrong += found.faults
    verdict.doubles = next(check.wrong for check in found.checks if check.key == "commands")
    verdict.coins_before, verdict.coins_after = GRANT * len(players), found.books.wallets
    verdict.expect(verdict.coins_before == verdict.coins_after, "players' coins became more or fewer")
    await _judge_matches(verdict, sessions)
    for table_id in tables:
        await _judge_table(verdict, sessions, players, table_id)
    acked = sum(len(player.story.acked) for player in players)
    verdict.expect(
        verdict.found == acked, f"{acked - verdict.found} of {acked} acked commands are not in the log"
    )
    return verdict


async def _judge_matches(verdict: Verdict, sessions: Sessions) -> None:
    async with sessions() as session:
        for match in await session.scalars(select(MatchRecord)):
            verdict.outcomes[str(match.outcome)] += 1
            verdict.finished[match.game] += 1
            verdict.expect(match.outcome in ("settled", "refunded"), f"match {match.id}: {match.outcome}")


async def _judge_table(
    verdict: Verdict, sessions: Sessions, players: Sequence[Player], table_id: int
) -> None:
    async with sessions() as session:
        record = await session.get_one(TableRecord, table_id)
        query = select(LogRecord).where(LogRecord.table_id == table_id).order_by(LogRecord.seq)
        lines = (await session.scalars(query)).all()
    verdict.lines += len(lines)
    where = f"table {table_id}"
    commands = {(line.player_id, line.command_id): line.seq for line in lines if line.command_id}
    here = [player for player in players if table_id in player.story.told]
    told = {player.me["id"]: player.story.told[table_id] for player in here}
    for player in players:
        for id_, seq in player.story.acked.items():
            if player.story.wishes[id_].table == table_id and (player.me["id"], id_) in commands:
                verdict.found += 1
                there = commands[player.me["id"], id_]
                verdict.expect(there == seq, f"{where}: {id_} was acked at {seq} and is at {there}")
    verdict.views += _fold(verdict, Setup(**record.setup), lines, told)


def _fold(
    verdict: Verdict, setup: Setup, lines: Sequence[LogRecord], told: dict[int, dict[int, bytes]]
) -> int:
    """Fold the log; compare each state with what players were told of it; return how often that was done."""
    vault, table, seen = Vault(bytes.fromhex(KEY)), open_table(setup), 0
    for line in lines:
        table, _ = apply(table, _entry(line, vault))
        verdict.expect(_whole(table), f"table {setup.id}: cards were lost or doubled at {line.seq}")
        for player, views in told.items():
            if line.seq in views:
                seen += 1
                same = digest(_game(table, player)) == views[line.seq]
                verdict.expect(
                    same, f"table {setup.id}: player {player} was told another story of {line.seq}"
                )
    last = lines[-1].seq if lines else 0
    ahead = [player for player, views in told.items() if max(views, default=0) > last]
    verdict.expect(not ahead, f"table {setup.id}: players {ahead} were told what the log does not hold")
    return seen


def _whole(table: Table) -> bool:
    """Tell whether every card of the deck lies somewhere, once."""
    game = GAMES[table.setup.game]
    if table.match is None or table.match.game is None:
        return True
    deck = game.deck(game.options.parse(table.setup.options), len(table.match.players))
    return Counter(game.cards(table.match.game)) == Counter(deck)


def _entry(line: LogRecord, vault: Vault) -> Entry:
    return from_body(line.kind, line.at, line.body, vault, f"{line.table_id}:{line.seq}")


def _game(table: Table, player: int) -> object:
    return view(table, player)["game"]
