"""What a room writes beside plain appends: steps that move seats or coins, and the ends of a table."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete, select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncSession

from app.db import Sessions
from app.db.faults import constraint_name
from app.errors import ConflictError
from app.ledger import service as ledger
from app.players import standing
from app.rooms.errors import FencedError, outcome_unknown
from app.rooms.invitations import take_kept_seats
from app.rooms.journal import Line, append
from app.rooms.models import MatchRecord, SeatRecord, TableRecord
from app.tables import Table
from app.tables.state import Pot

OUTCOMES = {"settle": "settled", "refund": "refunded", "close": "abandoned"}


@dataclass(frozen=True, slots=True)
class Money:
    """What a step does with coins; the amounts are those of the table's state.

    `kind` "pot" gives the pot that outlives matches back, in the parts that `payouts` says.
    """

    kind: str
    match_id: str
    players: tuple[int, ...]
    bet: int = 0
    ante: int = 0
    payouts: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    leavers: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Changes:
    """What a step changes beside the log."""

    phase: str
    row: dict[str, Any]
    sat: frozenset[int] = frozenset()
    stood: frozenset[int] = frozenset()
    money: Money | None = None
    pot: int = 0
    """Coins in the pot that outlives matches, by the table's state; the database compares the books with it."""


async def commit_step(sessions: Sessions, table: Table, line: Line, changes: Changes) -> dict[int, int]:
    """Write the line, seats and coins of one step in one transaction; return the wallets that changed.

    Raises FencedError, ConflictError (`already_seated`, `full`, `id_reused`), NotEnoughCoinsError, UnknownOutcomeError.
    """
    try:
        with outcome_unknown():
            async with sessions.begin() as session:
                # The table's row first, then accounts: one order of locks everywhere (decided 25).
                await _fence(
                    session, line.table_id, line.epoch, phase=changes.phase, row=changes.row, pot=changes.pot
                )
                if problem := (await append(await session.connection(), [line]))[line.table_id]:
                    raise problem
                await _move_seats(session, table, changes)
                return await _move_coins(session, table, line, changes.money) if changes.money else {}
    except IntegrityError as error:
        if constraint_name(error) == "uq_seat_coin_player":
            raise ConflictError("already_seated", "You sit at another table.") from None
        raise


async def _fence(session: AsyncSession, table_id: int, epoch: int, **values: Any) -> None:
    fenced = await session.execute(
        update(TableRecord)
        .where(TableRecord.id == table_id, TableRecord.epoch == epoch)
        .values(**values)
        .returning(TableRecord.id)
    )
    if fenced.one_or_none() is None:
        raise FencedError


async def release_table(sessions: Sessions, table_id: int, epoch: int) -> None:
    """Own the table no longer: whoever claims it next may have it. Raises FencedError, UnknownOutcomeError."""
    with outcome_unknown():
        async with sessions.begin() as session:
            await _fence(session, table_id, epoch, owner=None)


async def fail_table(sessions: Sessions, table_id: int, epoch: int) -> dict[int, int]:
    """Close a table that can't go on, refund its open match, give its pot back; return the wallets that changed."""
    async with sessions.begin() as session:
        record = await session.get_one(TableRecord, table_id)
        coins = record.pot
        await _fence(session, table_id, epoch, phase="closed", pot=0)
        await session.execute(delete(SeatRecord).where(SeatRecord.table_id == table_id))
        match = await session.scalar(
            update(MatchRecord)
            .where(MatchRecord.table_id == table_id, MatchRecord.outcome.is_(None))
            .values(outcome="refunded")
            .returning(MatchRecord)
        )
        wallets: dict[int, int] = {}
        filled = await _last_settled(session, table_id) if coins else None
        if filled is not None:  # a pot's players are those of the last match that was settled
            players = {*filled.players, *(match.players if match is not None else ())}
            await ledger.lock_holders(
                session,
                [*map(ledger.wallet, players), ledger.escrow(table_id), ledger.pot(table_id)],
            )
            pot = Pot(filled.id, tuple(filled.players), coins)
            wallets |= await _pay_back(
                session, record.setup, Money("pot", pot.match, pot.players, payouts=pot.parts)
            )
        if match is not None and match.bet:
            wallets |= await ledger.refund(session, match_id=match.id)
        return wallets


async def _last_settled(session: AsyncSession, table_id: int) -> MatchRecord | None:
    found: MatchRecord | None = await session.scalar(
        select(MatchRecord)
        .where(MatchRecord.table_id == table_id, MatchRecord.outcome == "settled")
        .order_by(MatchRecord.first_seq.desc())
        .limit(1)
    )
    return found


async def _pay_back(session: AsyncSession, setup: Mapping[str, Any], money: Money) -> dict[int, int]:
    return await ledger.pay_back_pot(
        session,
        match_id=money.match_id,
        table_id=setup["id"],
        table_code=setup["code"],
        game=setup["game"],
        parts=dict(zip(money.players, money.payouts, strict=True)),
    )


async def _move_seats(session: AsyncSession, table: Table, changes: Changes) -> None:
    if changes.stood:
        await session.execute(
            delete(SeatRecord).where(
                SeatRecord.table_id == table.setup.id, SeatRecord.player_id.in_(changes.stood)
            )
        )
    session.add_all(
        SeatRecord(table_id=table.setup.id, player_id=player, practice=table.setup.bet == 0)
        for player in sorted(changes.sat)
    )
    await session.flush()
    if changes.sat:  # after the seats, which lock the players: a block takes these first, too
        await take_kept_seats(session, table.setup.id, changes.sat, free=table.seats.count(None))


async def _move_coins(session: AsyncSession, table: Table, line: Line, money: Money) -> dict[int, int]:
    setup = table.setup
    if money.kind == "pot":
        return await _pay_back(session, {"id": setup.id, "code": setup.code, "game": setup.game}, money)
    if money.kind == "bet":
        session.add(
            MatchRecord(
                id=money.match_id,
                table_id=setup.id,
                game=setup.game,
                options=dict(setup.options),
                bet=money.bet,
                ante=money.ante,
                players=list(money.players),
                first_seq=line.seq,
                started_at=line.at,
            )
        )
        if not money.bet:
            return {}
        return await ledger.take_bets(
            session,
            match_id=money.match_id,
            table_id=setup.id,
            table_code=setup.code,
            game=setup.game,
            players=money.players,
            bet=money.bet,
            ante=money.ante,
        )
    ended = await session.scalar(
        update(MatchRecord)
        .where(MatchRecord.id == money.match_id, MatchRecord.outcome.is_(None))
        .values(
            last_seq=line.seq,
            ended_at=line.at,
            outcome=OUTCOMES[money.kind],
            payouts=list(money.payouts),
            points=list(money.points),
            leavers=list(money.leavers) if money.kind == "settle" else None,
        )
        .returning(MatchRecord.id)
    )
    if not money.bet:
        return {}
    if money.kind == "refund":
        return await ledger.refund(session, match_id=money.match_id)
    if ended is not None:  # standing has no causes as the books have: the match's one outcome makes it once
        await standing.add_match(
            session,
            game=setup.game,
            at=line.at,
            net={
                player: paid - money.bet - money.ante
                for player, paid in zip(money.players, money.payouts, strict=True)
            },
            leavers=money.leavers,
        )
    return await ledger.settle(
        session,
        match_id=money.match_id,
        table_id=setup.id,
        table_code=setup.code,
        game=setup.game,
        payouts=dict(zip(money.players, money.payouts, strict=True)),
        kept=(money.bet + money.ante) * len(money.players) - sum(money.payouts),
    )
