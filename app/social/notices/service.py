"""Notices: made by whoever has something to tell, read by whom it is for."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from sqlalchemy import delete, exists, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from app.players.allowances import to_ms
from app.social.notices.models import Notice, QuietKind
from app.wire import frames

KEPT = 100
"""So many notices a player are kept; older ones are forgotten when the list is read."""


async def add_notice(session: AsyncSession, player_id: int, kind: str, facts: Mapping[str, Any]) -> Notice:
    """Store what a player should hear of; once committed, push its `frame_of` to them.

    Kinds and their facts are in `wire.social`; `from` and `by` are {id, name, avatar}.
    """
    quiet = await session.scalar(
        select(exists().where(QuietKind.player == player_id, QuietKind.kind == kind))
    )
    notice = Notice(player=player_id, kind=kind, facts=dict(facts), quiet=bool(quiet), read_at=None)
    session.add(notice)
    await session.flush()
    return notice


async def forget_notices(
    session: AsyncSession, player_id: int, kind: str, facts: Mapping[str, Any]
) -> Sequence[int]:
    """Take a player's notices of a kind back that have these facts (among others): they hold no longer.

    Return their ids: once committed, push `frames.notices_gone` where there are any.
    """
    gone = await session.scalars(
        delete(Notice)
        .where(Notice.player == player_id, Notice.kind == kind, Notice.facts.contains(dict(facts)))
        .returning(Notice.id)
        .execution_options(synchronize_session=False)
    )
    return gone.all()


async def forget_person(session: AsyncSession, player_id: int) -> dict[int, list[int]]:
    """Forget all notices to somebody who leaves for good, and all that name them.

    Return the notices of each other player that are gone: once committed, push `frames.notices_gone`.
    """
    named = or_(*(Notice.facts.contains({key: {"id": player_id}}) for key in ("from", "by")))
    forgotten = await session.execute(
        delete(Notice)
        .where(or_(Notice.player == player_id, named))
        .returning(Notice.player, Notice.id)
        .execution_options(synchronize_session=False)
    )
    await session.execute(delete(QuietKind).where(QuietKind.player == player_id))
    gone = defaultdict[int, list[int]](list)
    for whose, notice in forgotten:
        gone[whose].append(notice)
    gone.pop(player_id, None)
    return gone


def plain(notice: Notice) -> dict[str, Any]:
    """Return a notice as it is told."""
    return {
        "id": notice.id,
        "kind": notice.kind,
        "facts": notice.facts,
        "at": to_ms(notice.made_at),
        "read": notice.read_at is not None,
        "quiet": notice.quiet,
    }


def frame_of(notice: Notice) -> bytes:
    """Return the frame that tells a notice live."""
    return frames.notice(plain(notice))


async def list_notices(session: AsyncSession, player_id: int) -> Sequence[Notice]:
    """Return a player's newest notices, the newest first."""
    found = await session.scalars(
        select(Notice).where(Notice.player == player_id).order_by(Notice.id.desc()).limit(KEPT)
    )
    return found.all()


async def count_unread(session: AsyncSession, player_id: int) -> int:
    """Return how many of a player's notices are unread."""
    unread = select(func.count()).where(Notice.player == player_id, Notice.read_at.is_(None))
    return await session.scalar(unread) or 0


async def read_notices(session: AsyncSession, player_id: int, up_to: int) -> None:
    """Note that a player has seen their notices up to this one, and forget those beyond the newest hundred."""
    await session.execute(
        update(Notice)
        .where(Notice.player == player_id, Notice.id <= up_to, Notice.read_at.is_(None))
        .values(read_at=func.clock_timestamp())
        .execution_options(synchronize_session=False)
    )
    oldest = (
        select(Notice.id).where(Notice.player == player_id).order_by(Notice.id.desc()).offset(KEPT).limit(1)
    )
    await session.execute(
        delete(Notice)
        .where(Notice.player == player_id, Notice.id <= oldest.scalar_subquery())
        .execution_options(synchronize_session=False)
    )


async def list_quiet(session: AsyncSession, player_id: int) -> Sequence[str]:
    """Return the kinds of notices that only wait in a player's list."""
    found = await session.scalars(
        select(QuietKind.kind).where(QuietKind.player == player_id).order_by(QuietKind.kind)
    )
    return found.all()


async def set_quiet(session: AsyncSession, player_id: int, kinds: Collection[str]) -> None:
    """Let these kinds, and no others, only wait in a player's list."""
    await session.execute(delete(QuietKind).where(QuietKind.player == player_id))
    session.add_all(QuietKind(player=player_id, kind=kind) for kind in sorted(set(kinds)))
    await session.flush()
