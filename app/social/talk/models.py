"""The tables of talk: what was said, and what was reported of it."""

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Identity, Index, UniqueConstraint, func, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.db import Base


class TalkLine(Base):
    """Something that was said at a table when its log had come to `seq`; one line a command id.

    No foreign keys: they would lock the table's row and the player's, for which rooms would wait.
    """

    __tablename__ = "talk_line"
    __table_args__ = (
        CheckConstraint("kind in ('phrase', 'reaction', 'text')", name="kind"),
        UniqueConstraint("player", "command_id"),
        Index("ix_talk_line_table_id_id", "table_id", "id"),
        Index("ix_talk_line_player_at", "player", "at"),
        Index("ix_talk_line_at", "at"),
    )

    id: Mapped[int] = mapped_column(Identity(always=True), primary_key=True)
    table_id: Mapped[int]
    seq: Mapped[int]
    player: Mapped[int]
    kind: Mapped[str]
    body: Mapped[str]
    command_id: Mapped[str]
    at: Mapped[datetime]


class Report(Base):
    """What a player told of another, with the lines that they saw; a moderator acts on it or dismisses it."""

    __tablename__ = "report"
    __table_args__ = (
        CheckConstraint("state in ('open', 'acted', 'dismissed')", name="state"),
        CheckConstraint("reporter <> reported", name="other"),
        UniqueConstraint("reporter", "request"),
        Index(
            "uq_report_open", "reporter", "reported", "match", unique=True,
            postgresql_where=text("state = 'open'"), postgresql_nulls_not_distinct=True,
        ),
        Index("ix_report_reported", "reported"),
        Index("ix_report_state_id", "state", "id"),
    )  # fmt: skip

    id: Mapped[int] = mapped_column(Identity(always=True), primary_key=True)
    reporter: Mapped[int] = mapped_column(ForeignKey("player.id"))
    reported: Mapped[int] = mapped_column(ForeignKey("player.id"))
    reason: Mapped[str]
    note: Mapped[str]
    table_id: Mapped[int | None]
    match: Mapped[str | None]
    seq: Mapped[int | None]
    evidence: Mapped[list[dict[str, Any]]] = mapped_column(JSONB)
    state: Mapped[str] = mapped_column(server_default="open")
    request: Mapped[str]
    made_at: Mapped[datetime] = mapped_column(server_default=func.clock_timestamp())
    closed_at: Mapped[datetime | None]
    closed_by: Mapped[int | None] = mapped_column(ForeignKey("player.id"))
