"""What shows who is asking: sessions of browsers and tokens of programs. Only hashes of either are kept."""

import hashlib
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy import ColumnElement, and_, delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from app.errors import ConflictError, NotFoundError
from app.players.models import ApiToken, Player, PlayerSession, Sanction

TOKEN_MARK = "smt_"  # noqa: S105 - the beginning of every token of a program, so that it is known when found
MOST_SESSIONS = 30
MOST_TOKENS = 10
TOUCH = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Credential:
    """Who is asking, and by what: a session or a token."""

    player: Player
    session_id: int | None = None
    token_id: int | None = None


def _hash(token: str) -> bytes:
    # 256 random bits need no salt and no slow hash
    return hashlib.sha256(token.encode()).digest()


async def open_session(session: AsyncSession, player_id: int, *, days: int, agent: str) -> str:
    """Sign a player in; return the token for the cookie. It ends after `days` without use.

    The oldest go when a player has more than 30.
    """
    token = secrets.token_urlsafe(32)
    now = func.clock_timestamp()
    session.add(
        PlayerSession(
            player=player_id, token_hash=_hash(token), agent=agent[:200], ends_at=now + timedelta(days=days)
        )
    )
    await session.flush()
    kept = (
        select(PlayerSession.id)
        .where(PlayerSession.player == player_id, PlayerSession.ends_at > now)
        .order_by(PlayerSession.seen_at.desc(), PlayerSession.id.desc())
        .limit(MOST_SESSIONS)
    )
    await session.execute(
        delete(PlayerSession).where(PlayerSession.player == player_id, PlayerSession.id.not_in(kept))
    )
    return token


async def find_credential(session: AsyncSession, token: str) -> Credential | None:
    """Return who shows this token, None if it is no good or its player banned; note once a minute that it was used."""
    if token.startswith(TOKEN_MARK):
        return await _find_by_token(session, token)
    stale = PlayerSession.seen_at < func.clock_timestamp() - TOUCH
    row = (
        await session.execute(
            select(Player, PlayerSession.id, stale)
            .join(PlayerSession, PlayerSession.player == Player.id)
            .where(
                PlayerSession.token_hash == _hash(token),
                PlayerSession.ends_at > func.clock_timestamp(),
                Player.gone_at.is_(None),
                _not_banned(),
            )
        )
    ).one_or_none()
    if row is None:
        return None
    player, session_id, is_stale = row
    if is_stale:
        now = func.clock_timestamp()
        # a session lasts as long again as it lasted from its last use
        await session.execute(
            update(PlayerSession)
            .where(PlayerSession.id == session_id, stale)
            .values(seen_at=now, ends_at=now + (PlayerSession.ends_at - PlayerSession.seen_at))
            .execution_options(synchronize_session=False)
        )
    return Credential(player, session_id=session_id)


async def _find_by_token(session: AsyncSession, token: str) -> Credential | None:
    row = (
        await session.execute(
            select(Player, ApiToken.id)
            .join(ApiToken, ApiToken.player == Player.id)
            .where(ApiToken.token_hash == _hash(token), Player.gone_at.is_(None), _not_banned())
        )
    ).one_or_none()
    if row is None:
        return None
    player, token_id = row
    now = func.clock_timestamp()
    unseen = ApiToken.seen_at.is_(None) | (ApiToken.seen_at < now - TOUCH)
    await session.execute(
        update(ApiToken)
        .where(ApiToken.id == token_id, unseen)
        .values(seen_at=now)
        .execution_options(synchronize_session=False)
    )
    return Credential(player, token_id=token_id)


def _not_banned() -> ColumnElement[bool]:
    held = select(Sanction.id).where(
        Sanction.player == Player.id, Sanction.kind == "ban", Sanction.ends_at > func.clock_timestamp()
    )
    return ~held.exists()


async def find_owner(session: AsyncSession, token: str) -> int | None:
    """Return whose session this token opened, also where a ban makes it no good; None for any other token."""
    owner: int | None = await session.scalar(
        select(PlayerSession.player).where(
            PlayerSession.token_hash == _hash(token), PlayerSession.ends_at > func.clock_timestamp()
        )
    )
    return owner


async def list_sessions(session: AsyncSession, player_id: int) -> Sequence[PlayerSession]:
    """Return a player's sessions that haven't ended, the last used first."""
    found = await session.scalars(
        select(PlayerSession)
        .where(PlayerSession.player == player_id, PlayerSession.ends_at > func.clock_timestamp())
        .order_by(PlayerSession.seen_at.desc(), PlayerSession.id.desc())
    )
    return found.all()


async def end_session(session: AsyncSession, player_id: int, session_id: int) -> None:
    """End one of a player's own sessions. Raises NotFoundError."""
    ended = await session.execute(
        delete(PlayerSession)
        .where(PlayerSession.id == session_id, PlayerSession.player == player_id)
        .returning(PlayerSession.id)
    )
    if ended.one_or_none() is None:
        raise NotFoundError("not_found", "There is no such session.")


async def end_sessions(session: AsyncSession, player_id: int, *, but: int | None = None) -> None:
    """End all of a player's sessions, `but` one."""
    sessions = PlayerSession.player == player_id
    if but is not None:
        sessions = and_(sessions, PlayerSession.id != but)
    await session.execute(delete(PlayerSession).where(sessions))


async def make_token(session: AsyncSession, player_id: int, name: str) -> tuple[ApiToken, str]:
    """Make a token for a program; it is shown this once. Raises ConflictError at more than 10."""
    await session.execute(select(Player.id).where(Player.id == player_id).with_for_update())
    count = await session.scalar(select(func.count()).where(ApiToken.player == player_id))
    if (count or 0) >= MOST_TOKENS:
        raise ConflictError("too_many_tokens", "Ten tokens are the most; end one first.")
    shown = TOKEN_MARK + secrets.token_urlsafe(32)
    token = ApiToken(player=player_id, token_hash=_hash(shown), name=name)
    session.add(token)
    await session.flush()
    return token, shown


async def list_tokens(session: AsyncSession, player_id: int) -> Sequence[ApiToken]:
    """Return a player's tokens, the newest first."""
    found = await session.scalars(
        select(ApiToken).where(ApiToken.player == player_id).order_by(ApiToken.id.desc())
    )
    return found.all()


async def end_token(session: AsyncSession, player_id: int, token_id: int) -> None:
    """End one of a player's own tokens. Raises NotFoundError."""
    ended = await session.execute(
        delete(ApiToken).where(ApiToken.id == token_id, ApiToken.player == player_id).returning(ApiToken.id)
    )
    if ended.one_or_none() is None:
        raise NotFoundError("not_found", "There is no such token.")


async def end_tokens(session: AsyncSession, player_id: int) -> None:
    """End all of a player's tokens."""
    await session.execute(delete(ApiToken).where(ApiToken.player == player_id))
