"""The tables of things and presents; for their triggers see migrations/versions."""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, Identity, Index, UniqueConstraint, func, text
from sqlalchemy.orm import Mapped, mapped_column

from app.db import Base


class Thing(Base):
    """One thing, paid for by the transfer `cause`; its owner is null once the person is gone."""

    __tablename__ = "thing"
    __table_args__ = (
        CheckConstraint("not (worn and (owner is null or held_by is not null))", name="worn"),
        CheckConstraint("held_by is null or owner is not null", name="held"),
        Index("ix_thing_owner", "owner"),
        Index("ux_thing_worn", "owner", "slot", unique=True, postgresql_where=text("worn")),
    )

    id: Mapped[int] = mapped_column(Identity(always=True), primary_key=True)
    item: Mapped[str]
    slot: Mapped[str]
    owner: Mapped[int | None] = mapped_column(ForeignKey("player.id"))
    held_by: Mapped[int | None] = mapped_column(ForeignKey("present.id", use_alter=True), unique=True)
    worn: Mapped[bool] = mapped_column(server_default="false")
    cause: Mapped[str] = mapped_column(ForeignKey("transfer.cause"), unique=True)
    got_at: Mapped[datetime] = mapped_column(server_default=func.clock_timestamp())


class Present(Base):
    """Something given: a thing of the giver's, or one from the shop for `coins`, made when it is accepted."""

    __tablename__ = "present"
    __table_args__ = (
        CheckConstraint("giver <> receiver", name="other"),
        CheckConstraint("coins > 0 or (coins = 0 and thing is not null)", name="worth"),
        CheckConstraint(
            "state in ('sent', 'accepted', 'refused', 'withdrawn', 'expired', 'returned')", name="state"
        ),
        CheckConstraint("(state = 'sent') = (answered_at is null)", name="answered"),
        CheckConstraint("state not in ('accepted', 'returned') or thing is not null", name="made"),
        CheckConstraint("char_length(note) <= 140", name="note"),
        UniqueConstraint("giver", "key"),
        Index("ix_present_receiver", "receiver", "id"),
        Index("ix_present_giver", "giver", "id"),
        Index("ix_present_sent", "sent_at", postgresql_where=text("state = 'sent'")),
    )

    id: Mapped[int] = mapped_column(Identity(always=True), primary_key=True)
    giver: Mapped[int] = mapped_column(ForeignKey("player.id"))
    receiver: Mapped[int] = mapped_column(ForeignKey("player.id"))
    item: Mapped[str]
    coins: Mapped[int]
    thing: Mapped[int | None] = mapped_column(ForeignKey("thing.id"))
    note: Mapped[str]
    state: Mapped[str] = mapped_column(server_default="sent")
    key: Mapped[str]
    sent_at: Mapped[datetime] = mapped_column(server_default=func.clock_timestamp())
    answered_at: Mapped[datetime | None]


class Wardrobe(Base):
    """How a player wants accepted things: put on at once, or not; without a row: at once."""

    __tablename__ = "wardrobe"

    player: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    put_on: Mapped[bool]
