"""The tables of people among each other."""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Index, func
from sqlalchemy.orm import Mapped, mapped_column

from app.db import Base


class Friendship(Base):
    """Two players, one of whom asked the other to be friends; `since`: they are, None: it is asked."""

    __tablename__ = "friendship"
    __table_args__ = (
        CheckConstraint("low < high", name="order"),
        CheckConstraint("asked_by in (low, high)", name="asked_by"),
        Index("ix_friendship_high", "high"),
    )

    low: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    high: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    asked_by: Mapped[int]
    made_at: Mapped[datetime] = mapped_column(server_default=func.clock_timestamp())
    since: Mapped[datetime | None]


class Invisible(Base):
    """A player whom nobody sees online."""

    __tablename__ = "invisible"

    player: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
