"""What the pages show: people and tables as the services know them, column by column, so that no secret comes along."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from app.admin.models import AdminAct
from app.errors import NotFoundError
from app.ledger.service import Funds, Line, funds_of, statement_lines
from app.players.confusables import fold
from app.players.models import ApiToken, Player, PlayerSession, Sanction
from app.players.sanctions import list_sanctions
from app.rooms.models import TableRecord

MOST = 50
LINES = 20


@dataclass(frozen=True, slots=True)
class Found:
    """A player in the list; `held` are the sanctions that hold now."""

    id: int
    name: str
    guest: bool
    role: str
    since: datetime
    held: frozenset[str]


@dataclass(frozen=True, slots=True)
class Facts:
    """All that staff may know of a player; coins and lines are for admins alone."""

    id: int
    name: str
    guest: bool
    role: str
    language: str
    since: datetime
    gone: datetime | None
    seen: datetime | None
    sessions: int
    tokens: int
    sanctions: Sequence[Sanction]
    held: frozenset[str]
    funds: Funds | None
    lines: Sequence[Line]
    acts: Sequence[AdminAct]


async def find_players(session: AsyncSession, typed: str) -> list[Found]:
    """Return those whose name has this in it (`#7`: of this number), else the newest; fifty at most."""
    query = select(Player.id, Player.name, Player.guest, Player.role, Player.made_at)
    query = query.where(Player.gone_at.is_(None)).limit(MOST)
    typed = " ".join(typed.split())[:80]
    number = read_number(typed[1:]) if typed.startswith("#") else None
    if number is not None:
        query = query.where(Player.id == number)
    elif typed:
        wanted = fold(typed)
        query = query.where(Player.folded.contains(wanted, autoescape=True))
        query = query.order_by(Player.folded != wanted, Player.folded)
    else:
        query = query.order_by(Player.id.desc())
    rows = (await session.execute(query)).all()
    held = await _held(session, [row.id for row in rows])
    return [Found(*row, held.get(row.id, frozenset())) for row in rows]


def read_number(typed: str) -> int | None:
    """Return the number that somebody typed, None for what is none or could be nothing's."""
    return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 19 else None


async def _held(session: AsyncSession, players: Sequence[int]) -> dict[int, frozenset[str]]:
    rows = await session.execute(
        select(Sanction.player, func.array_agg(Sanction.kind))
        .where(Sanction.player.in_(players), Sanction.ends_at > func.clock_timestamp())
        .group_by(Sanction.player)
    )
    return {player: frozenset(kinds) for player, kinds in rows}


async def describe_player(session: AsyncSession, player_id: int, *, coins: bool) -> Facts:
    """Return what staff may know of a player, also of who is gone; coins only where asked for. Raises NotFoundError."""
    query = select(
        Player.id, Player.name, Player.guest, Player.role, Player.language, Player.made_at, Player.gone_at
    )
    row = (await session.execute(query.where(Player.id == player_id))).one_or_none()
    if row is None:
        raise NotFoundError("not_found", "There is no such player.")
    of_player = PlayerSession.player == player_id
    seen = await session.scalar(select(func.max(PlayerSession.seen_at)).where(of_player))
    alive = PlayerSession.ends_at > func.clock_timestamp()
    count = await session.scalar(select(func.count(PlayerSession.id)).where(of_player, alive))
    tokens = await session.scalar(select(func.count(ApiToken.id)).where(ApiToken.player == player_id))
    acts = await session.scalars(
        select(AdminAct)
        .where(AdminAct.player == player_id)
        .order_by(AdminAct.id.desc())
        .limit(LINES if coins else 0)
    )
    return Facts(
        *row,
        seen,
        count or 0,
        tokens or 0,
        await list_sanctions(session, player_id),
        (await _held(session, [player_id])).get(player_id, frozenset()),
        await funds_of(session, player_id) if coins else None,
        await statement_lines(session, player_id, limit=LINES) if coins else (),
        acts.all(),
    )


async def open_tables(session: AsyncSession) -> list[dict[str, Any]]:
    """Return the lobby's row of every open table, private ones too; nothing of a hand is in it."""
    rows = await session.scalars(
        select(TableRecord.row).where(TableRecord.phase != "closed").order_by(TableRecord.id)
    )
    return [dict(row) for row in rows]
