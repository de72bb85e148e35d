"""Presents: sent once, answered once. Whatever changes one locks both people, then it, then things, then coins."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Literal, get_args

from sqlalchemy import ColumnElement, func, or_, select, update
from sqlalchemy.ext.asyncio import AsyncSession

from app.db.locking import locked
from app.errors import (
    ConflictError,
    ForbiddenError,
    InvalidError,
    NotFoundError,
    TooManyError,
    UnauthorizedError,
)
from app.ledger.errors import CauseReusedError
from app.ledger.purchases import give_held_back, held, hold_for, spend_held
from app.ledger.service import SINK, Holder, lock_holders, wallet
from app.players.allowances import time_now, to_ms
from app.players.models import Player
from app.players.sanctions import refuse_muted
from app.players.service import are_blocked, lock_players
from app.players.writing import tidy_text
from app.social.presents.catalogue import CATALOGUE, Item
from app.social.presents.models import Present, Thing
from app.social.presents.things import item_of, lock_thing, make_thing, put_on, puts_on

LASTS = timedelta(days=14)
"""An unanswered present goes back after it; so long an accepted one can be given back."""
YOUNG, MOST_OF_YOUNG = timedelta(hours=24), 3
NOTE = 140
SHOWN = 100

Answer = Literal["accept", "refuse", "withdraw", "return"]
Back = Literal["refused", "withdrawn", "expired"]
BACK = get_args(Back)
STATES: dict[Answer, str] = {
    "accept": "accepted",
    "refuse": "refused",
    "withdraw": "withdrawn",
    "return": "returned",
}


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of a present: `new` tells it from a repetition; `coins` are the giver's, where they moved.

    `looks`: the receiver wears the thing now, or wore it until now.
    """

    present: Present
    new: bool
    coins: int | None = None
    looks: bool = False


@dataclass(frozen=True, slots=True)
class Gift:
    """What is to be given: from the shop, or a thing of one's own."""

    item: str | None
    thing: int | None
    note: str


async def give_present(
    session: AsyncSession, giver_id: int, receiver_id: int, gift: Gift, key: str
) -> Outcome:
    """Send a present, once for each key: the coins or the thing leave the giver now.

    Raises ForbiddenError (`guests_cannot`, `blocked`, `muted` with a note), TooManyError, NotEnoughCoinsError,
    CauseReusedError, NotFoundError, InvalidError, ConflictError (`thing_worn`, `thing_on_its_way`).
    """
    if giver_id == receiver_id:
        raise InvalidError("not_yourself", "A present is for somebody else.")
    people = await lock_players(session, {giver_id, receiver_id})
    note = tidy_text(gift.note)
    if len(note) > NOTE:
        raise InvalidError("invalid", "A note has at most 140 characters.", where="note")
    before = await session.scalar(select(Present).where(Present.giver == giver_id, Present.key == key))
    if before is not None:
        return await _sent_again(session, before, receiver_id, gift, note)
    if giver_id not in people:  # gone since they were asked who they are
        raise UnauthorizedError("unauthorized", "This account is gone.")
    if receiver_id not in people:
        raise NotFoundError("not_found", "There is no such player.")
    await _check_giver(session, people[giver_id])
    if note:
        await refuse_muted(session, giver_id)
    await _refuse_blocked(session, giver_id, receiver_id)
    present = Present(
        giver=giver_id, receiver=receiver_id, note=note, key=key, state="sent", answered_at=None, coins=0
    )
    if gift.thing is not None:
        return await _send_thing(session, present, gift.thing)
    return await _send_from_shop(session, present, item_of(gift.item or ""))


async def _sent_again(
    session: AsyncSession, present: Present, receiver: int, gift: Gift, note: str
) -> Outcome:
    if gift.thing is None:
        same = present.coins > 0 and present.item == gift.item
    else:
        same = present.coins == 0 and present.thing == gift.thing
    if not same or (present.receiver, present.note) != (receiver, note):
        raise CauseReusedError
    return Outcome(present, new=False, coins=await _hold(session, present))


async def _refuse_blocked(session: AsyncSession, giver: int, receiver: int) -> None:
    if await are_blocked(session, giver, [receiver]):
        raise ForbiddenError("blocked", "Presents can't go between the two of you.")


async def _check_giver(session: AsyncSession, giver: Player) -> None:
    """Guests give nothing, young accounts three a day (decided 17)."""
    if giver.guest:
        raise ForbiddenError("guests_cannot", "A guest can't give presents; register first, that is free.")
    now = await time_now(session)
    if now - giver.made_at >= YOUNG:
        return
    sent = await session.scalar(select(func.count()).where(Present.giver == giver.id))
    if (sent or 0) >= MOST_OF_YOUNG:
        raise TooManyError(
            "young_account",
            "On its first day an account can give three presents.",
            retry_ms=max(1, to_ms(giver.made_at + YOUNG) - to_ms(now)),
        )


async def _send_thing(session: AsyncSession, present: Present, thing_id: int) -> Outcome:
    thing = await lock_thing(session, present.giver, thing_id)
    if thing.worn:
        raise ConflictError("thing_worn", "You are wearing this; take it off first.")
    present.item, present.thing = thing.item, thing.id
    session.add(present)
    await session.flush()
    thing.held_by = present.id
    await session.flush()
    return Outcome(present, new=True)


async def _send_from_shop(session: AsyncSession, present: Present, item: Item) -> Outcome:
    present.item, present.coins, present.thing = item.key, item.price, None
    session.add(present)
    await session.flush()
    return Outcome(present, new=True, coins=await _hold(session, present))


async def _hold(session: AsyncSession, present: Present) -> int | None:
    """Let the present hold its coins, if it is to; return what was left in the wallet, asked again the same."""
    if not present.coins:
        return None
    posted = await hold_for(
        session,
        present.id,
        giver=present.giver,
        receiver=present.receiver,
        item=present.item,
        price=present.coins,
    )
    return posted.after[wallet(present.giver)]


async def answer_present(session: AsyncSession, player_id: int, present_id: int, answer: Answer) -> Outcome:
    """Accept, refuse or give back what was given to one, or withdraw what one gave; once, asked again the same.

    Raises NotFoundError, ConflictError `present_answered` (fact `state`), `thing_elsewhere`, ForbiddenError.
    """
    present = await _open(session, player_id, present_id, answer)
    if present.state == STATES[answer]:
        coins, looks = await _give_back(session, present), await _is_worn(session, present)
        return Outcome(present, new=False, coins=coins, looks=looks)
    now = await time_now(session)
    due = "accepted" if answer == "return" else "sent"
    since = present.sent_at if present.answered_at is None else present.answered_at
    if present.state != due or now >= since + LASTS:
        state = "expired" if present.state == "sent" else present.state
        raise ConflictError("present_answered", _ANSWERED[state], state=state)
    if answer == "return":
        return await _return(session, present, now)
    if answer == "accept":
        return await _accept(session, present, now)
    return await _send_back(session, present, "refused" if answer == "refuse" else "withdrawn", now)


_ANSWERED = {
    "accepted": "This present was accepted.",
    "refused": "This present was refused.",
    "withdrawn": "This present was taken back.",
    "expired": "This present waited too long and went back.",
    "returned": "This present was given back.",
}


async def _open(session: AsyncSession, player_id: int, present_id: int, answer: Answer) -> Present:
    """Return the present, locked with both people, if it is for this player to answer so."""
    mine = Present.giver if answer == "withdraw" else Present.receiver
    pair = (
        await session.execute(
            select(Present.giver, Present.receiver).where(Present.id == present_id, mine == player_id)
        )
    ).one_or_none()
    if pair is None:
        raise NotFoundError("not_found", "There is no such present.")
    await lock_players(session, set(pair))
    return await _lock(session, present_id)


async def _lock(session: AsyncSession, present_id: int) -> Present:
    return (await session.scalars(locked(select(Present).where(Present.id == present_id)))).one()


async def _accept(session: AsyncSession, present: Present, now: datetime) -> Outcome:
    await _refuse_blocked(session, present.giver, present.receiver)
    if present.coins:
        cause = f"present:{present.id}:taken"
        await spend_held(
            session, present.id, giver=present.giver, item=present.item, price=present.coins, cause=cause
        )
        thing = await make_thing(session, present.receiver, CATALOGUE[present.item], cause)
        present.thing = thing.id
    else:
        thing = await _take_held(session, present)
        thing.owner, thing.got_at = present.receiver, now
    present.state, present.answered_at = "accepted", now
    await session.flush()
    if looks := await puts_on(session, present.receiver):
        await put_on(session, thing)
    return Outcome(present, new=True, looks=looks)


async def _is_worn(session: AsyncSession, present: Present) -> bool:
    worn = select(Thing.worn).where(Thing.id == present.thing, Thing.owner == present.receiver)
    return bool(await session.scalar(worn))


async def _take_held(session: AsyncSession, present: Present) -> Thing:
    """Return the thing that a present held, and holds no longer."""
    thing = (await session.scalars(locked(select(Thing).where(Thing.held_by == present.id)))).one()
    thing.held_by = None
    return thing


async def _send_back(session: AsyncSession, present: Present, state: Back, now: datetime) -> Outcome:
    if not present.coins:
        await _take_held(session, present)
    present.state, present.answered_at = state, now
    await session.flush()
    return Outcome(present, new=True, coins=await _give_back(session, present))


async def _give_back(session: AsyncSession, present: Present) -> int | None:
    """Give the giver back what a present held that nobody took; return their coins then, asked again the same."""
    if not present.coins or present.state not in BACK:
        return None
    posted = await give_held_back(
        session,
        present.id,
        giver=present.giver,
        receiver=present.receiver,
        item=present.item,
        price=present.coins,
        why=present.state,
    )
    return posted.after[wallet(present.giver)]


async def _return(session: AsyncSession, present: Present, now: datetime) -> Outcome:
    """Give the thing itself back to whom it came from; it lies in their stuff again."""
    await _refuse_blocked(session, present.giver, present.receiver)
    giver = await session.get_one(Player, present.giver)
    if giver.gone_at is not None:
        raise ConflictError("giver_gone", "Whoever gave you this is no longer here.")
    mine = select(Thing).where(
        Thing.id == present.thing, Thing.owner == present.receiver, Thing.held_by.is_(None)
    )
    thing = await session.scalar(locked(mine))
    if thing is None:
        raise ConflictError("thing_elsewhere", "You don't have this thing any more.")
    looks = thing.worn
    thing.owner, thing.worn, thing.got_at = present.giver, False, now
    present.state, present.answered_at = "returned", now
    await session.flush()
    return Outcome(present, new=True, looks=looks)


async def expire_present(session: AsyncSession, present_id: int) -> Outcome | None:
    """Send a present back that waited for 14 days; None where there is nothing to do any more."""
    pair = (
        await session.execute(select(Present.giver, Present.receiver).where(Present.id == present_id))
    ).one()
    await lock_players(session, set(pair))
    present = await _lock(session, present_id)
    now = await time_now(session)
    if present.state != "sent" or now < present.sent_at + LASTS:
        return None
    return await _send_back(session, present, "expired", now)


async def list_overdue(session: AsyncSession, player_id: int | None = None) -> Sequence[int]:
    """Return presents that waited for 14 days, a player's own or anybody's, the oldest first."""
    overdue = (
        select(Present.id)
        .where(Present.state == "sent", Present.sent_at <= func.clock_timestamp() - LASTS)
        .order_by(Present.sent_at)
        .limit(SHOWN)
    )
    if player_id is not None:
        overdue = overdue.where(or_(Present.giver == player_id, Present.receiver == player_id))
    return (await session.scalars(overdue)).all()


async def send_back_between(session: AsyncSession, player_id: int, other: int) -> list[Outcome]:
    """Take back what is on its way between two people, who are locked: they have nothing to do with each other."""
    between = or_(
        (Present.giver == player_id) & (Present.receiver == other),
        (Present.giver == other) & (Present.receiver == player_id),
    )
    return await _send_all_back(session, between)


async def clear_away(session: AsyncSession, player_id: int) -> list[Outcome]:
    """Take back what is on its way from and to a player, who is locked and about to go, with their things and words."""
    mine = or_(Present.giver == player_id, Present.receiver == player_id)
    sent_back = await _send_all_back(session, mine, wallet(player_id))
    await session.execute(
        update(Present)
        .where(Present.giver == player_id)
        .values(note="")
        .execution_options(synchronize_session="fetch")
    )
    await session.execute(
        update(Thing)
        .where(Thing.owner == player_id)
        .values(owner=None, worn=False)
        .execution_options(synchronize_session="fetch")
    )
    return sent_back


async def _send_all_back(session: AsyncSession, which: ColumnElement[bool], *more: Holder) -> list[Outcome]:
    sent = select(Present).where(Present.state == "sent", which).order_by(Present.id)
    presents = (await session.scalars(locked(sent))).all()
    # all accounts before the first transfer, in the order of all locks
    holders = {SINK} | {held(p.id) for p in presents} | {wallet(p.giver) for p in presents}
    await lock_holders(session, holders | set(more))
    now = await time_now(session)
    return [await _send_back(session, present, "withdrawn", now) for present in presents]


async def list_presents(session: AsyncSession, player_id: int) -> Sequence[Present]:
    """Return what waits for a player, what they sent that waits, and what they were given lately; newest first."""
    lately = Present.answered_at > func.clock_timestamp() - LASTS
    received = (Present.receiver == player_id) & (
        (Present.state == "sent") | ((Present.state == "accepted") & lately)
    )
    sent = (Present.giver == player_id) & (Present.state == "sent")
    found = await session.scalars(
        select(Present).where(or_(received, sent)).order_by(Present.id.desc()).limit(SHOWN)
    )
    return found.all()


async def count_waiting(session: AsyncSession, player_id: int) -> int:
    """Return how many presents wait for a player's answer."""
    waiting = select(func.count()).where(
        Present.receiver == player_id,
        Present.state == "sent",
        Present.sent_at > func.clock_timestamp() - LASTS,
    )
    return await session.scalar(waiting) or 0
