"""The tables of the people."""

from datetime import datetime

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Identity, Index, func, text
from sqlalchemy.orm import Mapped, mapped_column

from app.db import Base


class Player(Base):
    """A person with an account, guests too; whoever deleted theirs stays as a number, for the books."""

    __tablename__ = "player"
    __table_args__ = (
        CheckConstraint("guest = (password is null) or gone_at is not null", name="guest"),
        CheckConstraint("role in ('player', 'moderator', 'admin')", name="role"),
        Index("ix_player_role", "role", postgresql_where=text("role <> 'player'")),
    )

    id: Mapped[int] = mapped_column(Identity(always=True), primary_key=True)
    name: Mapped[str]
    folded: Mapped[str] = mapped_column(unique=True)
    skeleton: Mapped[str] = mapped_column(unique=True)
    guest: Mapped[bool]
    password: Mapped[str | None]
    avatar: Mapped[str]
    language: Mapped[str]
    made_at: Mapped[datetime] = mapped_column(server_default=func.now())
    relieved_at: Mapped[datetime | None]
    gone_at: Mapped[datetime | None]
    role: Mapped[str] = mapped_column(server_default="player")


class PlayerSession(Base):
    """A browser that is signed in; it ends after a time without use, and only a hash of its token is kept."""

    __tablename__ = "player_session"

    id: Mapped[int] = mapped_column(Identity(always=True), primary_key=True)
    player: Mapped[int] = mapped_column(ForeignKey("player.id"), index=True)
    token_hash: Mapped[bytes] = mapped_column(unique=True)
    agent: Mapped[str]
    made_at: Mapped[datetime] = mapped_column(server_default=func.now())
    seen_at: Mapped[datetime] = mapped_column(server_default=func.now())
    ends_at: Mapped[datetime]


class ApiToken(Base):
    """What a program of the player's shows instead of a cookie."""

    __tablename__ = "api_token"

    id: Mapped[int] = mapped_column(Identity(always=True), primary_key=True)
    player: Mapped[int] = mapped_column(ForeignKey("player.id"), index=True)
    token_hash: Mapped[bytes] = mapped_column(unique=True)
    name: Mapped[str]
    made_at: Mapped[datetime] = mapped_column(server_default=func.now())
    seen_at: Mapped[datetime | None]


class RecoveryCode(Base):
    """A way in without the password, for one time."""

    __tablename__ = "recovery_code"

    player: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    code_hash: Mapped[bytes] = mapped_column(primary_key=True)


class Block(Base):
    """`player` wants nothing to do with `blocked`; obeyed both ways."""

    __tablename__ = "block"
    __table_args__ = (
        CheckConstraint("player <> blocked", name="other"),
        Index("ix_block_blocked", "blocked"),
    )

    player: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    blocked: Mapped[int] = mapped_column(ForeignKey("player.id"), primary_key=True)
    made_at: Mapped[datetime] = mapped_column(server_default=func.now())


class Sanction(Base):
    """A mute or a ban; lifting it is ending it now."""

    __tablename__ = "sanction"
    __table_args__ = (CheckConstraint("kind in ('mute', 'ban')", name="kind"),)

    id: Mapped[int] = mapped_column(Identity(always=True), primary_key=True)
    player: Mapped[int] = mapped_column(ForeignKey("player.id"), index=True)
    kind: Mapped[str]
    reason: Mapped[str]
    by: Mapped[int] = mapped_column(ForeignKey("player.id"))
    made_at: Mapped[datetime]
    ends_at: Mapped[datetime]


class Standing(Base):
    """What a player's settled matches for coins came to, in one game or in all (""), in one span of time.

    No foreign key: settling a match never waits for somebody's row.
    """

    __tablename__ = "standing"

    player: Mapped[int] = mapped_column(BigInteger, primary_key=True, autoincrement=False)
    span: Mapped[str] = mapped_column(primary_key=True)
    game: Mapped[str] = mapped_column(primary_key=True)
    matches: Mapped[int] = mapped_column(BigInteger)
    finished: Mapped[int] = mapped_column(BigInteger)
    wins: Mapped[int] = mapped_column(BigInteger)
    coins: Mapped[int] = mapped_column(BigInteger)
    points: Mapped[int] = mapped_column(BigInteger)

    __table_args__ = (
        Index(
            "ix_standing_points",
            "span", "game", text("points desc"), "player",
            postgresql_where=text("points > 0"),
        ),
    )  # fmt: skip
