"""The tables of the notices."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Identity, Index, func
from sqlalchemy.orm import Mapped, mapped_column

from app.db import Base


class Notice(Base):
    """Something a player should hear of; `quiet`: of a kind that they didn't want to be told when it came."""

    __tablename__ = "notice"
    __table_args__ = (
        Index("ix_notice_player", "player", "id"),
        Index("ix_notice_facts", "facts", postgresql_using="gin", postgresql_ops={"facts": "jsonb_path_ops"}),
    )

    id: Mapped[int] = mapped_column(Identity(always=True), primary_key=True)
    player: Mapped[int] = mapped_column(ForeignKey("player.id"))
    kind: Mapped[str]
    facts: Mapped[dict[str, Any]]
    quiet: Mapped[bool]
    made_at: Mapped[datetime] = mapped_column(server_default=func.clock_timestamp())
    read_at: Mapped[datetime | None]


class QuietKind(Base):
    """A kind of notice that only waits in a player's list: nothing sounds and nothing shows by itself."""

    __tablename__ = "quiet_kind"

    player: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    kind: Mapped[str] = mapped_column(primary_key=True)
