"""Reports: what a player tells the moderators of another, with the lines that they could read."""

from typing import Any, Literal

from sqlalchemy import cast, func, select, union_all, update
from sqlalchemy.dialects.postgresql import JSONB, insert
from sqlalchemy.ext.asyncio import AsyncSession

from app.errors import ConflictError, ForbiddenError, InvalidError, NotFoundError
from app.players.service import find_player
from app.players.writing import tidy_text
from app.rooms.models import LogRecord, MatchRecord
from app.social.talk.models import Report
from app.social.talk.schemas import NewReport
from app.social.talk.service import check_reader, list_lines

LONGEST_NOTE = 500


async def add_report(session: AsyncSession, reporter: int, wish: NewReport, key: str) -> tuple[int, bool]:
    """Keep a report for the moderators; return its number, and whether it is new. The same key makes it once.

    Raises NotFoundError, InvalidError (`not_yourself`, `nothing_to_say`, `long_note`), ConflictError `reported` while
    one of the two and this match is open, `id_reused`.
    """
    if wish.player == reporter:
        raise InvalidError("not_yourself", "You can't report yourself.")
    reported = await find_player(session, wish.player)
    note = tidy_text(wish.note)
    if len(note) > LONGEST_NOTE:
        raise InvalidError("long_note", f"At most {LONGEST_NOTE} characters, please.")
    if wish.reason == "other" and not note:
        raise InvalidError("nothing_to_say", "Say in a few words what happened.")
    told = {
        "reported": wish.player, "reason": wish.reason, "note": note, "table_id": wish.table, "seq": wish.seq,
    }  # fmt: skip
    made: int | None = await session.scalar(
        insert(Report)
        .values(reporter=reporter, request=key, **told, **await _facts(session, reporter, wish))
        .on_conflict_do_nothing()
        .returning(Report.id)
    )
    if made is not None:
        return made, True
    known = await session.scalar(select(Report).where(Report.reporter == reporter, Report.request == key))
    if known is None:
        raise ConflictError(
            "reported", "You have reported this already; it will be read.", name=reported.name
        )
    if any(getattr(known, name) != value for name, value in told.items()):
        raise ConflictError("id_reused", "This request id was used for another report.")
    return known.id, False


async def _facts(session: AsyncSession, reporter: int, wish: NewReport) -> dict[str, Any]:
    """Return the match that a report is about, and what the reporter could read at its table."""
    if wish.table is None:
        return {"match": None, "evidence": []}
    matches = select(MatchRecord).where(MatchRecord.table_id == wish.table)
    if wish.seq is not None:
        matches = matches.where(MatchRecord.first_seq <= wish.seq)
    match = await session.scalar(matches.order_by(MatchRecord.first_seq.desc()).limit(1))
    until = None
    try:
        await check_reader(session, wish.table, reporter)
    except (ForbiddenError, NotFoundError) as refusal:
        until = await _left_at(session, wish.table, reporter)
        if match is not None and isinstance(refusal, NotFoundError) and reporter not in match.players:
            match = None  # of a private table that is none of theirs
    evidence = await list_lines(session, wish.table, reporter, as_heard=True, until=until)
    return {"match": match.id if match else None, "evidence": evidence}


async def _left_at(session: AsyncSession, table: int, reporter: int) -> int | None:
    """Return the entry by which somebody left a table, or the first match without them; 0 for who never sat there."""
    log = select(func.max(LogRecord.seq)).where(LogRecord.table_id == table)
    sat = await session.scalar(
        log.where(LogRecord.kind == "sit", LogRecord.body.contains({"person": {"id": reporter}}))
    )
    if sat is None:
        return 0
    left = select(LogRecord.seq).where(
        LogRecord.table_id == table,
        LogRecord.kind == "leave",
        LogRecord.body.contains({"player": reporter}),
        LogRecord.seq > sat,
    )
    without = select(MatchRecord.first_seq).where(
        MatchRecord.table_id == table,
        ~MatchRecord.players.contains(cast([reporter], JSONB)),
        MatchRecord.first_seq > sat,
    )
    ends = union_all(left, without).subquery()
    left_at: int | None = await session.scalar(select(func.min(ends.c.seq)))
    return left_at


async def close_report(
    session: AsyncSession, report_id: int, by: int, state: Literal["acted", "dismissed"]
) -> Report:
    """Note what a moderator made of a report. Raises ConflictError `closed` for one that isn't open."""
    closed: Report | None = await session.scalar(
        update(Report)
        .where(Report.id == report_id, Report.state == "open")
        .values(state=state, closed_by=by, closed_at=func.clock_timestamp())
        .returning(Report)
        .execution_options(synchronize_session=False)
    )
    if closed is None:
        raise ConflictError("closed", "Somebody has seen to this report already.")
    return closed
