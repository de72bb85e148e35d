"""The tables of the books as Python sees them; for the triggers see migrations/versions/0001_ledger.py."""

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Identity, Index, SmallInteger, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column

from app.db import Base


class Account(Base):
    """A holder of coins; `balance` equals its last posting's `after`, and only the mint's may be negative."""

    __tablename__ = "account"
    __table_args__ = (
        CheckConstraint("kind in ('mint', 'sink', 'wallet', 'escrow', 'held', 'pot')", name="kind"),
        CheckConstraint("(owner is null) = (kind in ('mint', 'sink'))", name="owner"),
        CheckConstraint("balance >= 0 or kind = 'mint'", name="not_negative"),
        UniqueConstraint("kind", "owner", postgresql_nulls_not_distinct=True),
    )

    id: Mapped[int] = mapped_column(Identity(always=True), primary_key=True)
    kind: Mapped[str]
    owner: Mapped[int | None]
    balance: Mapped[int] = mapped_column(server_default="0")


class Transfer(Base):
    """One atomic movement of coins, of one cause; its postings sum to zero and it is never changed."""

    __tablename__ = "transfer"
    __table_args__ = (
        CheckConstraint("char_length(cause) between 3 and 200", name="cause"),
        CheckConstraint("kind ~ '^[a-z_]{1,32}$'", name="kind"),
        CheckConstraint("legs >= 2", name="legs"),
        CheckConstraint("(match is not null) = (kind in ('bet', 'settle', 'refund'))", name="match"),
        Index("ux_transfer_bet_a_match", "match", unique=True, postgresql_where=text("kind = 'bet'")),
        Index(
            "ux_transfer_outcome_a_match",
            "match",
            unique=True,
            postgresql_where=text("kind in ('settle', 'refund')"),
        ),
    )

    id: Mapped[int] = mapped_column(Identity(always=True), primary_key=True)
    cause: Mapped[str] = mapped_column(unique=True)
    request: Mapped[bytes]
    kind: Mapped[str]
    match: Mapped[str | None]
    facts: Mapped[dict[str, Any]]
    legs: Mapped[int] = mapped_column(SmallInteger)
    at: Mapped[datetime] = mapped_column(server_default=text("clock_timestamp()"))


class Posting(Base):
    """One leg of a transfer; an account's postings are in the order of their ids, `after` running along."""

    __tablename__ = "posting"
    __table_args__ = (
        CheckConstraint("amount <> 0", name="amount"),
        UniqueConstraint("transfer", "account"),
        Index("ix_posting_account_id", "account", "id"),
    )

    id: Mapped[int] = mapped_column(Identity(always=True), primary_key=True)
    transfer: Mapped[int] = mapped_column(ForeignKey("transfer.id"))
    account: Mapped[int] = mapped_column(ForeignKey("account.id"))
    amount: Mapped[int]
    after: Mapped[int]


class OpenBet(Base):
    """What a player has in a match that has no outcome yet; follows from the transfers (audited)."""

    __tablename__ = "open_bet"
    __table_args__ = (CheckConstraint("amount > 0", name="amount"), Index("ix_open_bet_player", "player"))

    match: Mapped[str] = mapped_column(primary_key=True)
    player: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    amount: Mapped[int]
