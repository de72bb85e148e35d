"""Invitations to a table: each keeps a seat for ten minutes (decided 15), until it is answered or taken back.

A private table lets in and shows itself to whom it was offered. Sitting down accepts, in the step that moves the seat.
"""

from collections.abc import Collection, Sequence
from datetime import timedelta
from typing import Any, Literal

from sqlalchemy import (
    ColumnElement,
    Float,
    ScalarSelect,
    SQLColumnExpression,
    and_,
    case,
    cast,
    exists,
    func,
    or_,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from app.errors import (
    AppError,
    ConflictError,
    ForbiddenError,
    InvalidError,
    NotFoundError,
    UnauthorizedError,
)
from app.players import service as players
from app.rooms.models import Invitation, SeatRecord, TableRecord

KEPT_S = 600
Answer = Literal["refused", "withdrawn"]

LIVE = and_(Invitation.state == "pending", Invitation.until_at > func.clock_timestamp())
"""Invitations that keep a seat now: time alone ends them, nobody has to."""
STATE: ColumnElement[str] = case(
    (and_(Invitation.state == "pending", Invitation.until_at <= func.clock_timestamp()), "expired"),
    else_=Invitation.state,
)


async def invite(
    session: AsyncSession, table_id: int, by: int, player_id: int, key: str
) -> tuple[Invitation, bool]:
    """Keep a seat for a player in the name of the host; return the invitation, and whether it is new.

    The same key, or another one while a seat is kept, makes no second one.

    Raises NotFoundError, InvalidError `not_yourself`, ForbiddenError (`not_host`, `blocked`), ConflictError
    (`started`, `seated_here`, `said_no`, `full` with fact `held`, `id_reused`).
    """
    # The table's row first (decided 25): who sits down meanwhile comes before this or after it.
    record = await session.scalar(select(TableRecord).where(TableRecord.id == table_id).with_for_update())
    known = await session.scalar(select(Invitation).where(Invitation.by_id == by, Invitation.key == key))
    if known is not None:
        if (known.table_id, known.player_id) != (table_id, player_id):
            raise _id_reused()
        return known, False
    if record is None or record.phase == "closed":
        raise _gone()
    check_shown(record, by)
    if refusal := await _why_not(session, record, by, player_id):
        raise refusal
    here = and_(Invitation.table_id == table_id, LIVE)
    live = await session.scalar(select(Invitation).where(here, Invitation.player_id == player_id))
    if live is not None:
        return live, False
    held = await count_held(session, table_id, None)
    row = record.row
    if held >= row["seats"] - row["robots"] - len(row["players"]):
        raise ConflictError("full", "No seat is left that could be kept.", held=held)
    made: Invitation | None = await session.scalar(
        insert(Invitation)
        .values(
            table_id=table_id,
            player_id=player_id,
            by_id=by,
            key=key,
            until_at=func.clock_timestamp() + timedelta(seconds=KEPT_S),
        )
        .on_conflict_do_nothing()
        .returning(Invitation)
    )
    if made is None:  # the key was used for another table at the same moment
        raise _id_reused()
    return made, True


def check_shown(record: TableRecord, player_id: int) -> None:
    """Raise NotFoundError for a private table that this player doesn't sit at: whose it is, is not theirs to ask."""
    if not record.row["public"] and player_id not in {person["id"] for person in record.row["players"]}:
        raise _gone()


def _gone() -> NotFoundError:
    return NotFoundError("gone", "There is no such table any more.")


def _id_reused() -> ConflictError:
    return ConflictError("id_reused", "This request id was used for another invitation.")


async def _why_not(session: AsyncSession, record: TableRecord, by: int, player_id: int) -> AppError | None:
    """Return why the player can't be invited, or None; both are locked: a block comes before this or after it."""
    row = record.row
    if by == player_id:
        return InvalidError("not_yourself", "You can't invite yourself.")
    if row["host"] != by:
        return ForbiddenError("not_host", "Only the host of the table can invite.")
    if record.phase != "waiting":
        return ConflictError("started", "The match has begun.")
    there = await players.lock_players(session, {by, player_id})
    if by not in there:  # gone since they were asked who they are; their seat is empty soon
        return UnauthorizedError("unauthorized", "This account is gone.")
    if player_id not in there:
        return NotFoundError("not_found", "There is no such player.")
    seated = [person["id"] for person in row["players"]]
    if player_id in seated:
        return ConflictError("seated_here", "They sit at this table already.")
    if await players.are_blocked(session, player_id, seated):
        return ForbiddenError("blocked", "You can't invite this player to this table.")
    refused = and_(
        Invitation.table_id == record.id, Invitation.player_id == player_id, Invitation.state == "refused"
    )
    if await session.scalar(select(exists().where(refused))):
        return ConflictError("said_no", "They said no to this table already.")
    return None


async def answer(session: AsyncSession, invitation_id: int, player_id: int, state: Answer) -> Invitation:
    """Refuse as the one invited, or withdraw as the host or who invited; done again, nothing changes.

    Raises NotFoundError where it is not theirs, ConflictError `invitation_over` (fact `state`) where it is over.
    """
    mine = Invitation.player_id == player_id
    if state == "withdrawn":
        host = TableRecord.row["host"].as_integer() == player_id
        hosted = exists().where(TableRecord.id == Invitation.table_id, host)
        mine = or_(Invitation.by_id == player_id, hosted)
    changed = await session.scalar(
        update(Invitation)
        .where(Invitation.id == invitation_id, mine, LIVE)
        .values(state=state)
        .returning(Invitation)
        .execution_options(synchronize_session=False)
    )
    if changed is not None:
        return changed
    found = (
        await session.execute(select(Invitation, STATE).where(Invitation.id == invitation_id, mine))
    ).one_or_none()
    if found is None:
        raise NotFoundError("gone", "There is no such invitation any more.")
    if found[1] != state:
        raise ConflictError("invitation_over", "This invitation is over.", state=found[1])
    return found[0]


async def withdraw_between(session: AsyncSession, one: int, other: int) -> Sequence[Invitation]:
    """Take the invitations between two players back, and of each to where the other sits; return them."""
    between = Invitation.player_id.in_([one, other]) & Invitation.by_id.in_([one, other])
    return await _withdraw(session, or_(between, _to_seat_of(other, one), _to_seat_of(one, other)))


def _to_seat_of(seated: int, invited: int) -> ColumnElement[bool]:
    here = and_(SeatRecord.table_id == Invitation.table_id, SeatRecord.player_id == seated)
    return and_(Invitation.player_id == invited, exists().where(here))


async def withdraw_all(session: AsyncSession, player_id: int) -> Sequence[Invitation]:
    """Take all invitations of a player and to them back; return them."""
    return await _withdraw(session, or_(Invitation.player_id == player_id, Invitation.by_id == player_id))


async def _withdraw(session: AsyncSession, which: ColumnElement[bool]) -> Sequence[Invitation]:
    found = await session.scalars(
        update(Invitation)
        .where(which, LIVE)
        .values(state="withdrawn")
        .returning(Invitation)
        .execution_options(synchronize_session=False)
    )
    return found.all()


# ---- what invitations decide ---------------------------------------------------------------------------------


async def take_kept_seats(session: AsyncSession, table_id: int, sat: Collection[int], free: int) -> None:
    """Accept the invitations of those who sit down now, leaving so many seats `free`.

    For a step that has locked the table's row. Raises ConflictError `full`, fact `held`, where somebody without an
    invitation would take a seat that is kept for others.
    """
    accepted = await session.scalars(
        update(Invitation)
        .where(Invitation.table_id == table_id, Invitation.player_id.in_(sat), LIVE)
        .values(state="accepted")
        .returning(Invitation.player_id)
        .execution_options(synchronize_session=False)
    )
    if set(sat) <= set(accepted):
        return
    held = await count_held(session, table_id, None)
    if held > free:
        raise ConflictError("full", "The seats that are left are kept for invited people.", held=held)


async def count_held(session: AsyncSession, table_id: int, player_id: int | None) -> int:
    """Return how many seats of a table are kept for others than this player."""
    return await session.scalar(select(seats_held(table_id, player_id))) or 0


def seats_held(table_id: int | SQLColumnExpression[int], player_id: int | None = None) -> ScalarSelect[int]:
    """Return the question how many seats of a table are kept for others than this player."""
    others = and_(Invitation.table_id == table_id, LIVE)
    if player_id is not None:
        others &= Invitation.player_id != player_id
    return select(func.count()).where(others).scalar_subquery()


async def read_live(session: AsyncSession, tables: Collection[int]) -> Sequence[Any]:
    """Return (table, player, seconds that are left) of each seat that is kept at these tables now."""
    left_s = cast(func.extract("epoch", Invitation.until_at - func.clock_timestamp()), Float)
    found = await session.execute(
        select(Invitation.table_id, Invitation.player_id, left_s).where(Invitation.table_id.in_(tables), LIVE)
    )
    return found.all()


async def may_enter(session: AsyncSession, table_id: int, player_id: int) -> bool:
    """Tell whether an invitation leads this player to a seat of a private table: a live one, or one taken before."""
    leads_in = or_(LIVE, Invitation.state == "accepted")
    mine = exists().where(Invitation.table_id == table_id, Invitation.player_id == player_id, leads_in)
    return bool(await session.scalar(select(mine)))


async def may_see(session: AsyncSession, table_id: int, player_id: int) -> bool:
    """Tell whether a private table shows itself to this player: their last invitation stands, no block since then."""
    last = (
        select(Invitation.state)
        .where(Invitation.table_id == table_id, Invitation.player_id == player_id)
        .order_by(Invitation.id.desc())
        .limit(1)
    )
    if await session.scalar(last) not in ("pending", "accepted"):
        return False
    row = await session.scalar(select(TableRecord.row).where(TableRecord.id == table_id))
    seated = [person["id"] for person in row["players"]] if row else []
    return not await players.are_blocked(session, player_id, seated)


# ---- lists ---------------------------------------------------------------------------------------------------


async def list_of_table(session: AsyncSession, table_id: int) -> Sequence[Any]:
    """Return (invitation, state) of a table, the newest for each player, in the order they were made."""
    newest = (
        select(func.max(Invitation.id)).where(Invitation.table_id == table_id).group_by(Invitation.player_id)
    )
    found = await session.execute(
        select(Invitation, STATE).where(Invitation.id.in_(newest)).order_by(Invitation.id)
    )
    return found.all()


async def list_received(session: AsyncSession, player_id: int, most: int = 50) -> Sequence[Any]:
    """Return (invitation, state, table) of a player's invitations of open tables, the newest first; none of a block."""
    found = await session.execute(
        select(Invitation, STATE, TableRecord)
        .join(TableRecord, TableRecord.id == Invitation.table_id)
        .where(Invitation.player_id == player_id, TableRecord.phase != "closed")
        .order_by(Invitation.id.desc())
        .limit(most)
    )
    rows = found.all()
    apart = await players.are_blocked(session, player_id, {invitation.by_id for invitation, _, _ in rows})
    return [row for row in rows if row[0].by_id not in apart]
