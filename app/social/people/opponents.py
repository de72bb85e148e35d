"""With whom a player played lately."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.sql.expression import cast

from app.players import service as players
from app.players.models import Player
from app.rooms.models import MatchRecord

MATCHES, MOST = 30, 12


@dataclass(frozen=True, slots=True)
class Opponent:
    """Somebody, and the last match together."""

    player: Player
    game: str
    at: int


async def recent_opponents(session: AsyncSession, player_id: int) -> Sequence[Opponent]:
    """Return with whom a player played in their last matches for coins, the last first; nobody of a block."""
    found = await session.execute(
        select(MatchRecord.players, MatchRecord.game, MatchRecord.started_at)
        .where(MatchRecord.players.contains(cast([player_id], JSONB)), MatchRecord.bet > 0)
        .order_by(MatchRecord.started_at.desc())
        .limit(MATCHES)
    )
    met = dict[int, tuple[str, int]]()
    for others, game, at in found:
        for other in others:
            if other > 0 and other != player_id:
                met.setdefault(other, (game, at))
    apart = await players.are_blocked(session, player_id, met)
    people = await session.scalars(
        select(Player).where(Player.id.in_(met.keys() - apart), Player.gone_at.is_(None))
    )
    known = {person.id: person for person in people}
    return [Opponent(known[other], *last) for other, last in met.items() if other in known][:MOST]
