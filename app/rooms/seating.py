"""What keeps a player from a seat: asked by the lobby to explain it, and by the rooms to decide."""

import secrets
from collections.abc import Collection, Mapping
from typing import Any

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from app.db import Sessions
from app.errors import AppError, ConflictError, ForbiddenError
from app.games.registry import GAMES
from app.ledger import service as ledger
from app.players import service as players
from app.rooms.invitations import may_enter
from app.rooms.models import TableRecord
from app.tables import Table
from app.wire import commands as c


def price_of(game: str, options: Mapping[str, Any], bet: int) -> int:
    """Return the coins that a match takes from each seat: the bet, and the ante where the game has one."""
    played = GAMES[game]
    return bet + played.ante(played.options.parse(options), bet)


async def why_not(
    session: AsyncSession, player_id: int, others: Collection[int], price: int
) -> AppError | None:
    """Return why this player can't sit down with these people for this price, or None."""
    if await players.are_blocked(session, player_id, others):
        return ForbiddenError("blocked", "You can't sit with somebody at this table.")
    return await too_poor(session, player_id, price)


async def too_poor(session: AsyncSession, player_id: int, price: int) -> ConflictError | None:
    """Return the refusal of somebody who can't pay (T1.5); the books check again when the match begins."""
    if not price:
        return None
    coins = (await ledger.funds_of(session, player_id)).coins
    if coins >= price:
        return None
    return ConflictError("not_enough_coins", f"A match takes {price} coins; you have {coins}.")


async def check_sit(sessions: Sessions, command: c.Sit, player: int, table: Table) -> None:
    """Raise what keeps this player from the table: no invitation, a block, too few coins."""
    if player in table.players:
        return
    async with sessions() as session:
        if not table.setup.public:
            link = await session.scalar(select(TableRecord.link).where(TableRecord.id == table.setup.id))
            shown = secrets.compare_digest((command.link or "").encode(), (link or "-").encode())
            if not shown and not await may_enter(session, table.setup.id, player):
                raise ForbiddenError("private", "This table is private: its link or an invitation leads in.")
        price = table.setup.bet + table.ante
        if refusal := await why_not(session, player, table.players, price):
            raise refusal
