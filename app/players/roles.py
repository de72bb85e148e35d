"""Who may do more than play: moderators and admins."""

from collections.abc import Sequence
from typing import Literal

from sqlalchemy import or_, select
from sqlalchemy.ext.asyncio import AsyncSession

from app.db.locking import locked
from app.errors import ConflictError, ForbiddenError, NotFoundError
from app.players.models import Player

Role = Literal["player", "moderator", "admin"]


async def set_role(session: AsyncSession, player_id: int, role: Role) -> None:
    """Give a registered player a role; `player` takes it from them. Raises ForbiddenError, ConflictError."""
    known = await _lock_with_admins(session, player_id)
    player = next((found for found in known if found.id == player_id), None)
    if player is None or player.gone_at is not None:
        raise NotFoundError("not_found", "There is no such player.")
    if player.guest:
        raise ForbiddenError("guests_cannot", "A guest can't have a role; they register first.")
    if role != "admin":
        _keep_an_admin(known, player_id)
    player.role = role


async def let_go(session: AsyncSession, player_id: int) -> None:
    """Raise ConflictError `last_admin` where this player, who wants to go, is the only admin."""
    _keep_an_admin(await _lock_with_admins(session, player_id), player_id)


async def list_roles(session: AsyncSession) -> Sequence[Player]:
    """Return everybody who has a role, admins first."""
    found = await session.scalars(
        select(Player).where(Player.role != "player").order_by(Player.role, Player.folded)
    )
    return found.all()


async def _lock_with_admins(session: AsyncSession, player_id: int) -> Sequence[Player]:
    """Return a player and all admins; nobody else becomes one or stops meanwhile."""
    admins = select(Player).where(or_(Player.role == "admin", Player.id == player_id))
    return (await session.scalars(locked(admins.order_by(Player.id)))).all()


def _keep_an_admin(known: Sequence[Player], player_id: int) -> None:
    if [player.id for player in known if player.role == "admin"] == [player_id]:
        raise ConflictError("last_admin", "This is the only admin; make another one first.")
