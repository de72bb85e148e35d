"""What of a table must last: the table with its fencing number, its log, its matches, who sits."""

from datetime import datetime
from typing import Any

from sqlalchemy import (
    BigInteger,
    CheckConstraint,
    DateTime,
    ForeignKey,
    Identity,
    Index,
    Integer,
    LargeBinary,
    Text,
    false,
    func,
    text,
)
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from app.db import Base


class Worker(Base):
    """A process that runs rooms; a restarted process is another worker."""

    __tablename__ = "worker"

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    number: Mapped[int] = mapped_column(Integer, Identity(always=True), unique=True)
    last_seen: Mapped[datetime] = mapped_column(
        DateTime(timezone=True), server_default=func.clock_timestamp()
    )
    draining: Mapped[bool] = mapped_column(server_default=false())
    left_at: Mapped[datetime | None] = mapped_column(DateTime(timezone=True))


class ServerKey(Base):
    """Fingerprint of the key that secrets in the log are encrypted with (decided 21)."""

    __tablename__ = "server_key"

    fingerprint: Mapped[str] = mapped_column(Text, primary_key=True)


class TableRecord(Base):
    """A table: what its creator chose, its state in a word, and its epoch, the number that fences its owners."""

    __tablename__ = "card_table"

    id: Mapped[int] = mapped_column(BigInteger, Identity(), primary_key=True)
    code: Mapped[str] = mapped_column(Text, unique=True)
    creator_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("player.id"))
    create_key: Mapped[str] = mapped_column(Text)
    create_hash: Mapped[bytes] = mapped_column(LargeBinary)
    link: Mapped[str] = mapped_column(Text, unique=True)
    setup: Mapped[dict[str, Any]] = mapped_column(JSONB)
    phase: Mapped[str] = mapped_column(Text, server_default="waiting")
    row: Mapped[dict[str, Any]] = mapped_column(JSONB)
    epoch: Mapped[int] = mapped_column(BigInteger, server_default="0")
    pot: Mapped[int] = mapped_column(BigInteger, server_default="0")
    owner: Mapped[str | None] = mapped_column(Text)
    created_at: Mapped[datetime] = mapped_column(
        DateTime(timezone=True), server_default=func.clock_timestamp()
    )

    __table_args__ = (
        CheckConstraint("pot >= 0 and (pot = 0 or phase <> 'closed')", name="pot"),
        Index("uq_card_table_creator_id_create_key", "creator_id", "create_key", unique=True),
        Index("ix_card_table_open", "phase", postgresql_where=text("phase <> 'closed'")),
    )


class SeatRecord(Base):
    """Who sits where; the database itself allows one coin seat a player (decided 11)."""

    __tablename__ = "seat"

    table_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("card_table.id"), primary_key=True)
    player_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("player.id"), primary_key=True)
    practice: Mapped[bool]

    __table_args__ = (
        Index("uq_seat_coin_player", "player_id", unique=True, postgresql_where=text("not practice")),
    )


class Invitation(Base):
    """A seat kept for somebody; `pending` after `until_at` is expired, without anybody writing so."""

    __tablename__ = "invitation"

    id: Mapped[int] = mapped_column(BigInteger, Identity(always=True), primary_key=True)
    table_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("card_table.id"))
    player_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("player.id"))
    by_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("player.id"))
    key: Mapped[str] = mapped_column(Text)
    state: Mapped[str] = mapped_column(Text, server_default="pending")
    made_at: Mapped[datetime] = mapped_column(DateTime(timezone=True), server_default=func.clock_timestamp())
    until_at: Mapped[datetime] = mapped_column(DateTime(timezone=True))

    __table_args__ = (
        CheckConstraint("state in ('pending', 'accepted', 'refused', 'withdrawn')", name="state"),
        Index("uq_invitation_by_id_key", "by_id", "key", unique=True),
        Index("ix_invitation_table_id", "table_id", "player_id"),
        Index("ix_invitation_player_id", "player_id", "id"),
    )


class LogRecord(Base):
    """One entry of a table's log; `epoch` is the owner's that wrote it."""

    __tablename__ = "log"

    table_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("card_table.id"), primary_key=True)
    seq: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    epoch: Mapped[int] = mapped_column(BigInteger)
    at: Mapped[int] = mapped_column(BigInteger)
    kind: Mapped[str] = mapped_column(Text)
    body: Mapped[dict[str, Any]] = mapped_column(JSONB)
    player_id: Mapped[int | None] = mapped_column(BigInteger)
    command_id: Mapped[str | None] = mapped_column(Text)
    command_hash: Mapped[bytes | None] = mapped_column(LargeBinary)

    __table_args__ = (
        Index(
            "uq_log_player_id_command_id",
            "player_id",
            "command_id",
            unique=True,
            postgresql_where=text("command_id is not null"),
        ),
    )


class MatchRecord(Base):
    """A match: who played for what, which part of the log it is, and how its money ended."""

    __tablename__ = "match"

    id: Mapped[str] = mapped_column(Text, primary_key=True)
    table_id: Mapped[int] = mapped_column(BigInteger, ForeignKey("card_table.id"), index=True)
    game: Mapped[str] = mapped_column(Text)
    options: Mapped[dict[str, Any]] = mapped_column(JSONB)
    bet: Mapped[int] = mapped_column(BigInteger)
    ante: Mapped[int] = mapped_column(BigInteger, server_default="0")
    players: Mapped[list[int]] = mapped_column(JSONB)
    first_seq: Mapped[int] = mapped_column(BigInteger)
    last_seq: Mapped[int | None] = mapped_column(BigInteger)
    started_at: Mapped[int] = mapped_column(BigInteger)
    ended_at: Mapped[int | None] = mapped_column(BigInteger)
    outcome: Mapped[str | None] = mapped_column(Text)
    payouts: Mapped[list[int] | None] = mapped_column(JSONB)
    points: Mapped[list[int] | None] = mapped_column(JSONB)
    leavers: Mapped[list[int] | None] = mapped_column(JSONB(none_as_null=True))
    """Who left a settled match or was taken as left; null where it was settled before this was kept."""

    __table_args__ = (
        Index(
            "ix_match_players",
            "players",
            postgresql_using="gin",
            postgresql_ops={"players": "jsonb_path_ops"},
        ),
    )
