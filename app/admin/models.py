"""The log of acts: only ever added to (a trigger refuses the rest, migrations/versions)."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Identity, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from app.db import Base
from app.players.models import Player
from app.rooms.models import TableRecord


class AdminAct(Base):
    """Who did what to whom, why and when; without an actor it was done at the server's console."""

    __tablename__ = "admin_act"
    __table_args__ = (Index("ix_admin_act_player", "player"),)

    id: Mapped[int] = mapped_column(Identity(always=True), primary_key=True)
    at: Mapped[datetime] = mapped_column(server_default=text("clock_timestamp()"))
    actor: Mapped[int | None] = mapped_column(ForeignKey(Player.id))
    act: Mapped[str]
    player: Mapped[int | None] = mapped_column(ForeignKey(Player.id))
    table_id: Mapped[int | None] = mapped_column(ForeignKey(TableRecord.id))
    report: Mapped[int | None]
    reason: Mapped[str]
    facts: Mapped[dict[str, Any]]
    key: Mapped[str] = mapped_column(unique=True)
