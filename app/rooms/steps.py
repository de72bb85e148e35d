"""What a room asks of a step: how it is stored, what it changes beside the log, and who may look."""

import secrets
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import orjson

from app.cards.fair import SEED_BYTES
from app.errors import AppError, ConflictError, ForbiddenError
from app.rooms.claims import Claimed
from app.rooms.codec import from_body, plain_body, to_body
from app.rooms.storage import Changes, Money
from app.rooms.vault import Vault
from app.tables import Entry, Setup, Table, alarm, apply, leavers, open_table, row
from app.tables.entries import Act, Begin, Close, Commit, Leave, PayBack, Refund, Resume, Settle

__all__ = [
    "Changes",
    "changes",
    "entry_for",
    "fold",
    "identity",
    "may_not_watch",
    "parting",
    "replay",
    "resumed",
    "row",
    "stored",
]


def stored(entry: Entry, vault: Vault, place: str) -> tuple[str, str]:
    """Return the entry's kind and its body as JSON text, as the log keeps them."""
    return type(entry).__name__.lower(), orjson.dumps(to_body(entry, vault, place)).decode()


def identity(entry: Entry, vault: Vault, command_id: str) -> bytes:
    """Return what tells a player's command from any other under the same id, whenever and however often it comes.

    The log keeps its hash: of what is secret a mark, since the few fours and answers that there are could be tried.
    """
    body = orjson.dumps(plain_body(entry))
    if isinstance(entry, Act) and entry.action.secret:
        body = vault.mark(body, command_id)
    return type(entry).__name__.lower().encode() + body


def fold(setup: Mapping[str, Any], lines: Iterable[Any], vault: Vault) -> Iterator[tuple[Any, Entry, Table]]:
    """Return each line of a log with its entry and the table after it; raise where one can't be read."""
    table = open_table(Setup(**setup))
    for line in lines:
        entry = from_body(line.kind, line.at, line.body, vault, f"{line.table_id}:{line.seq}")
        table, _ = apply(table, entry)
        yield line, entry, table


def replay(claimed: Claimed, vault: Vault) -> tuple[Table, dict[tuple[int, str], tuple[bytes, int]]]:
    """Fold the log; return the table and the answers already given, by player and command id."""
    table = open_table(Setup(**claimed.setup))
    answers = {}
    for line, _, after in fold(claimed.setup, claimed.lines, vault):
        table = after
        if line.player_id is not None and line.command_id is not None and line.command_hash is not None:
            answers[line.player_id, line.command_id] = (line.command_hash, line.seq)
    return table, answers


def resumed(table: Table, claimed: Claimed, now: int) -> Resume | None:
    """Return the entry that makes up for the time since the former owner was last seen; None where no time runs."""
    if alarm(table) is None:
        return None
    last_seen = max(table.at, claimed.last_seen or 0)
    return Resume(max(now, table.at), max(0, now - last_seen))


def entry_for(kind: type[Entry], now: int) -> Entry:
    """Return the entry of this kind that the table wants by itself; a seed is fresh each time."""
    if kind is Commit:
        return Commit(now, secrets.token_bytes(SEED_BYTES))
    if kind is Close:
        return Close(now, "empty")
    return kind(now)


def changes(before: Table, after: Table, entry: Entry) -> Changes | None:
    """Return what the step changes beside the log, None for most steps of a game."""
    if _listing(before) == _listing(after) and not isinstance(entry, Settle | PayBack | Refund):
        return None
    return Changes(
        phase=after.phase if after.phase in ("waiting", "closed") else "playing",
        row=row(after),
        sat=frozenset() if after.phase == "closed" else after.players - before.players,
        stood=before.players if after.phase == "closed" else before.players - after.players,
        money=_money(before, after, entry),
        pot=after.pot.coins if after.pot else 0,
    )


def _listing(table: Table) -> tuple[Any, ...]:
    """What the lobby or the database must know at once."""
    round_ = table.match and table.match.round
    return (
        table.players,
        table.phase if table.phase in ("waiting", "closed") else "playing",
        table.host,
        round_ and round_.number,
        table.taken,
    )


def _money(before: Table, after: Table, entry: Entry) -> Money | None:
    if isinstance(entry, PayBack) and (pot := before.pot):
        return Money("pot", pot.match, pot.players, payouts=pot.parts)
    match = after.match if isinstance(entry, Begin | Settle) else before.match
    kind = _MONEY.get(type(entry))
    if match is None or kind is None or (kind == "close" and match.settled):
        return None
    return Money(
        kind, match.id, match.players, after.setup.bet, after.ante, match.payouts or (), match.points or (),
        leavers(after) if kind == "settle" else (),
    )  # fmt: skip


_MONEY: dict[type[Entry], str] = {Begin: "bet", Settle: "settle", Refund: "refund", Close: "close"}


def parting(before: Table, entry: Entry) -> str:
    """Return why somebody who sat before this entry sits no longer."""
    if isinstance(entry, Leave | Close):
        return entry.reason
    return "not_again" if before.phase == "over" else "timeouts"


def may_not_watch(table: Table, player: int | None, invited: bool = False) -> AppError | None:
    """Return why this viewer may not see the table, or None; T1.6, decided 15: a private one needs an invitation."""
    if player is not None and table.seat_of(player) is not None:
        return None
    if table.phase == "waiting":
        return ConflictError("not_started", "The match has not begun.")
    if not table.setup.spectators or not (table.setup.public or invited):
        return ForbiddenError("not_watchable", "This table is not open to spectators.")
    return None
