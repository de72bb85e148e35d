"""Mutes and bans, each with a reason and an end.

Who may sanction whom is asked above (`app.admin`); what is written here counts everywhere at once: who is banned
shows no session and no token that is any good (`sessions.find_credential`).
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Literal

from sqlalchemy import func, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from app.errors import ForbiddenError
from app.players.allowances import to_ms
from app.players.models import Sanction
from app.players.service import lock_player
from app.players.sessions import end_sessions

Kind = Literal["mute", "ban"]

FOR_GOOD = timedelta(days=36_500)
"""How long what has no end lasts: every sanction has one, so that all are asked and lifted in one way."""


async def refuse_muted(session: AsyncSession, player_id: int) -> None:
    """Raise ForbiddenError `muted`, which says until when and why, for who may not write to others."""
    if found := await find_sanction(session, player_id, "mute"):
        raise _refusal(found, "muted", "You are muted")


async def refuse_banned(session: AsyncSession, player_id: int) -> None:
    """Raise ForbiddenError `banned`, which says until when and why, for who may not come in."""
    if found := await find_sanction(session, player_id, "ban"):
        raise _refusal(found, "banned", "This account is banned")


def _refusal(found: Sanction, code: str, what: str) -> ForbiddenError:
    end = "for good" if is_for_good(found) else f"until {found.ends_at:%Y-%m-%d %H:%M} UTC"
    return ForbiddenError(
        code, f"{what} {end}: {found.reason}", until=to_ms(found.ends_at), reason=found.reason
    )


def is_for_good(sanction: Sanction) -> bool:
    """Say whether nobody meant this sanction to end by itself."""
    return sanction.ends_at - sanction.made_at > FOR_GOOD / 2


async def find_sanction(session: AsyncSession, player_id: int, kind: Kind) -> Sanction | None:
    """Return the mute or ban that holds now; there is one of a kind at most."""
    found: Sanction | None = await session.scalar(
        select(Sanction).where(
            Sanction.player == player_id, Sanction.kind == kind, Sanction.ends_at > func.clock_timestamp()
        )
    )
    return found


async def list_sanctions(session: AsyncSession, player_id: int) -> Sequence[Sanction]:
    """Return all there ever was against a player, the newest first."""
    found = await session.scalars(
        select(Sanction).where(Sanction.player == player_id).order_by(Sanction.id.desc())
    )
    return found.all()


async def sanction_player(
    session: AsyncSession, player_id: int, kind: Kind, *, reason: str, lasts: timedelta, by: int
) -> None:
    """Mute or ban a player from now on, in the place of what held until now; a ban ends their sessions.

    Sockets close once the application is told to look again. A guest's session is only refused while the ban
    lasts: it is all that a guest can come back by.
    """
    player = await lock_player(session, player_id)
    await lift_sanction(session, player_id, kind)
    now = await session.scalar(select(func.clock_timestamp()))
    assert now is not None
    session.add(Sanction(player=player_id, kind=kind, reason=reason, by=by, made_at=now, ends_at=now + lasts))
    await session.flush()
    if kind == "ban" and not player.guest:
        await end_sessions(session, player_id)


async def lift_sanction(session: AsyncSession, player_id: int, kind: Kind) -> bool:
    """End what holds against a player now; say whether there was anything."""
    await lock_player(session, player_id)
    now = func.clock_timestamp()
    ended = await session.scalars(
        update(Sanction)
        .where(Sanction.player == player_id, Sanction.kind == kind, Sanction.ends_at > now)
        .values(ends_at=now)
        .returning(Sanction.id)
        .execution_options(synchronize_session=False)
    )
    return bool(ended.all())
