"""Lines of talk: checked, stored, read by who may see them, forgotten after 30 days."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import ColumnElement, and_, delete, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from app.errors import ConflictError, ForbiddenError, InvalidError, NotFoundError, TooManyError
from app.players import service as players
from app.players.allowances import time_now, to_ms
from app.players.confusables import fold
from app.players.models import Block, Player
from app.players.sanctions import refuse_muted
from app.players.writing import tidy_text
from app.rooms.invitations import may_see
from app.rooms.models import LogRecord, SeatRecord, TableRecord
from app.social.talk import flood
from app.social.talk.models import TalkLine
from app.wire.commands import Say

LONGEST = 200
LAST = 50
KEPT = timedelta(days=30)
FORGOTTEN_AT_ONCE = 10_000


async def add_line(session: AsyncSession, speaker: Player, said: Say, *, limited: bool) -> TalkLine | None:
    """Store what somebody says where they sit; None for what was stored under this id before.

    Raises ForbiddenError `muted`, `not_seated`, `guests_cannot`; InvalidError `no_text`, `long_text`; TooManyError
    `too_many` (fact `retry_ms`); ConflictError `said_before`, `id_reused`.
    """
    # One after the other for each speaker, on whatever worker: limits count what is there.
    await session.execute(select(func.pg_advisory_xact_lock(func.hashtextextended("talk", speaker.id))))
    kind, body = _words(said, speaker)
    known = await session.scalar(
        select(TalkLine).where(TalkLine.player == speaker.id, TalkLine.command_id == said.id)
    )
    if known is not None:
        if (known.table_id, known.kind, known.body) != (said.table, kind, body):
            raise ConflictError("id_reused", "This id was used for another command.")
        return None
    await refuse_muted(session, speaker.id)
    if not await _sits(session, said.table, speaker.id):
        raise ForbiddenError("not_seated", "Only who sits at a table speaks there.")
    now = await time_now(session)
    if limited:
        await _check_flood(session, speaker.id, kind, body, to_ms(now))
    seq = await session.scalar(select(func.max(LogRecord.seq)).where(LogRecord.table_id == said.table))
    line = TalkLine(
        table_id=said.table, seq=seq or 0, player=speaker.id, kind=kind, body=body, command_id=said.id, at=now
    )
    session.add(line)
    await session.flush()
    return line


def _words(said: Say, speaker: Player) -> tuple[str, str]:
    if said.phrase is not None:
        return "phrase", said.phrase
    if said.reaction is not None:
        return "reaction", said.reaction
    if speaker.guest:
        raise ForbiddenError("guests_cannot", "With an account you can write; phrases are for everybody.")
    text = tidy_text(said.text or "")
    if not text:
        raise InvalidError("no_text", "There is nothing to be read in this.")
    if len(text) > LONGEST:
        raise InvalidError("long_text", f"A line has {LONGEST} characters at most.")
    return "text", text


async def _sits(session: AsyncSession, table_id: int, player_id: int) -> bool:
    seat = exists().where(SeatRecord.table_id == table_id, SeatRecord.player_id == player_id)
    return bool(await session.scalar(select(seat)))


async def _check_flood(session: AsyncSession, player_id: int, kind: str, body: str, now: int) -> None:
    found = await session.execute(
        select(TalkLine.kind, TalkLine.body, TalkLine.at)
        .where(
            TalkLine.player == player_id,
            TalkLine.at > func.clock_timestamp() - timedelta(milliseconds=flood.LOOK_BACK_MS),
        )
        .order_by(TalkLine.at.desc())
        .limit(flood.MOST)
    )
    before = [(kind + fold(body), to_ms(at)) for kind, body, at in found]
    if retry_ms := flood.wait_ms([at for _, at in before], now):
        raise TooManyError("too_many", "That was much at once. Please wait a moment.", retry_ms=retry_ms)
    if flood.says_again(kind + fold(body), before, now):
        raise ConflictError("said_before", "You have said that twice; everybody has read it.")


async def check_reader(session: AsyncSession, table_id: int, player_id: int | None) -> None:
    """Raise AppError for who may not see a table, and so may not read what was said there.

    A private table that doesn't show itself is none: NotFoundError. Else ForbiddenError `not_watchable`.
    """
    if player_id is not None and await _sits(session, table_id, player_id):
        return
    table = await session.get(TableRecord, table_id)
    shows_itself = table is not None and await _shows_itself(session, table, player_id)
    if table is None or not (shows_itself or table.row["public"]):
        raise NotFoundError("gone", "There is no such table any more.")
    if not shows_itself or table.phase != "playing" or not table.row["spectators"]:
        raise ForbiddenError("not_watchable", "This table is not open to spectators.")


async def _shows_itself(session: AsyncSession, table: TableRecord, player_id: int | None) -> bool:
    """Tell whether this player may look on: at a private table the invited, nowhere across a block."""
    if player_id is None:
        return bool(table.row["public"])
    if not table.row["public"]:
        return await may_see(session, table.id, player_id)
    return not await players.are_blocked(session, player_id, [who["id"] for who in table.row["players"]])


async def list_lines(
    session: AsyncSession,
    table_id: int,
    reader: int | None,
    *,
    as_heard: bool = False,
    until: int | None = None,
) -> list[dict[str, Any]]:
    """Return the last 50 lines of a table, the oldest first, without those of who has a block with the reader.

    `as_heard`: as evidence, with what was said before the block, since it was heard, and with `seq`. `until`: what
    was said before the table's log came to this entry.
    """
    lines = (
        select(TalkLine, Player)
        .join(Player, Player.id == TalkLine.player)
        .where(TalkLine.table_id == table_id)
        .order_by(TalkLine.id.desc())
        .limit(LAST)
    )
    if until is not None:
        lines = lines.where(TalkLine.seq < until)
    if reader is not None:
        lines = lines.where(~_between(reader, as_heard=as_heard))
    found: Sequence[Any] = (await session.execute(lines)).all()
    return [
        told(line, speaker) | ({"seq": line.seq} if as_heard else {}) for line, speaker in reversed(found)
    ]


def _between(reader: int, *, as_heard: bool) -> ColumnElement[bool]:
    """Whether there is a block between the reader and who spoke."""
    pair = or_(
        and_(Block.player == reader, Block.blocked == TalkLine.player),
        and_(Block.blocked == reader, Block.player == TalkLine.player),
    )
    return exists().where(pair, Block.made_at <= TalkLine.at) if as_heard else exists().where(pair)


def told(line: TalkLine, speaker: Player) -> dict[str, Any]:
    """Return a line as it is told. Its `seq` is not: a bare number could say that somebody acted unseen (T11.6)."""
    return {
        "id": line.id,
        "table": line.table_id,
        "from": players.plain(speaker),
        "kind": line.kind,
        "body": line.body,
        "at": to_ms(line.at),
    }


async def forget_lines(session: AsyncSession) -> None:
    """Take out what was said more than 30 days ago, ten thousand lines at a time."""
    old = select(TalkLine.id).where(TalkLine.at < func.clock_timestamp() - KEPT).limit(FORGOTTEN_AT_ONCE)
    await session.execute(
        delete(TalkLine).where(TalkLine.id.in_(old)).execution_options(synchronize_session=False)
    )
