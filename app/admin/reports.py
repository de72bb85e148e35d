"""Reports with their evidence, as staff read them; nobody reads what was reported of themself."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

from sqlalchemy import Select, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import aliased

from app.admin.words import in_words
from app.errors import NotFoundError
from app.players.models import Player
from app.rooms.models import TableRecord
from app.social.talk.models import Report

State = Literal["open", "closed"]
MOST = 100


@dataclass(frozen=True, slots=True)
class Told:
    """A report: who told what of whom, where, and how it ended."""

    id: int
    at: datetime
    reason: str
    note: str
    state: str
    table: str | None
    match: str | None
    seq: int | None
    reporter: int
    reporter_name: str
    reported: int
    reported_name: str
    closed_at: datetime | None
    closed_by: int | None

    @property
    def why(self) -> str:
        """The reason in words."""
        return in_words("report.reason", self.reason)


@dataclass(frozen=True, slots=True)
class Said:
    """A line of the evidence; `theirs` tells that whom the report is about said it."""

    at: datetime
    name: str
    kind: str
    body: str
    theirs: bool


async def list_reports(session: AsyncSession, staff: Player, state: State, about: int | None) -> list[Told]:
    """Return the open ones, the oldest first, or those that were dealt with, the newest first."""
    query = _reports(staff).limit(MOST)
    if about is not None:
        query = query.where(Report.reported == about)
    if state == "open":
        query = query.where(Report.state == "open").order_by(Report.id)
    else:
        query = query.where(Report.state != "open").order_by(Report.id.desc())
    return [Told(*row) for row in await session.execute(query)]


async def read_report(session: AsyncSession, staff: Player, report: int) -> tuple[Told, Sequence[Said]]:
    """Return a report and the lines that its author saw. Raises NotFoundError, also for one about the reader."""
    row = (await session.execute(_reports(staff).where(Report.id == report))).one_or_none()
    if row is None:
        raise NotFoundError("not_found", "There is no such report.")
    told = Told(*row)
    evidence = await session.scalar(select(Report.evidence).where(Report.id == report))
    return told, [_said(line, told.reported) for line in evidence or ()]


def _reports(staff: Player) -> Select[*tuple[Any, ...]]:
    reporter, reported = aliased(Player), aliased(Player)
    return (
        select(
            Report.id, Report.made_at, Report.reason, Report.note, Report.state,
            TableRecord.code, Report.match, Report.seq,
            Report.reporter, reporter.name, Report.reported, reported.name,
            Report.closed_at, Report.closed_by,
        )
        .join(reporter, reporter.id == Report.reporter)
        .join(reported, reported.id == Report.reported)
        .outerjoin(TableRecord, TableRecord.id == Report.table_id)
        .where(Report.reported != staff.id)
    )  # fmt: skip


def _said(line: dict[str, Any], reported: int) -> Said:
    who = line["from"]
    at = datetime.fromtimestamp(line["at"] / 1000, UTC)
    kind, body = line["kind"], line["body"]
    words = body if kind == "text" else in_words(kind, body)
    return Said(at, who["name"], kind, words, who["id"] == reported)
