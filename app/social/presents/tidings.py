"""What both people hear of a present: written with what happened, pushed once that is committed."""

from collections.abc import Mapping
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from app.players.call import Call
from app.players.models import Player
from app.players.service import plain
from app.rooms.service import Rooms
from app.social.notices.service import add_notice, forget_notices, frame_of
from app.social.presents.models import Present
from app.social.presents.service import Outcome, count_waiting
from app.wire import frames

Frames = list[tuple[int, bytes]]
"""Whom to push what."""


async def tell_sent(session: AsyncSession, outcome: Outcome) -> Frames:
    """Return what is to be pushed when a present was sent."""
    present = outcome.present
    facts = {"present": present.id, "item": present.item, "from": await _person(session, present.giver)}
    notice = await add_notice(session, present.receiver, "present", facts)
    told = [(present.receiver, frame_of(notice)), await _count(session, present)]
    return told + _wallet(outcome)


async def tell_answered(session: AsyncSession, outcome: Outcome) -> Frames:
    """Return what is to be pushed when a present was answered, or came back after its time."""
    present = outcome.present
    told = await tell_gone(session, outcome)
    if present.state != "withdrawn":
        by = await _person(session, present.receiver)
        facts = {"present": present.id, "answer": present.state, "item": present.item, "by": by}
        notice = await add_notice(session, present.giver, "present_answer", facts)
        told.append((present.giver, frame_of(notice)))
    return told


async def tell_gone(session: AsyncSession, outcome: Outcome) -> Frames:
    """Return what is to be pushed when a present is no longer on its way, without a word why."""
    present = outcome.present
    gone = await forget_notices(session, present.receiver, "present", {"present": present.id})
    told = [await _count(session, present), *_wallet(outcome)]
    return [*told, (present.receiver, frames.notices_gone(gone))] if gone else told


def push(call: Call, told: Frames) -> None:
    """Push all that once the call's transaction is committed."""
    for player_id, frame in told:
        call.tell("push", player_id, frame)


async def say_of(rooms: Rooms, player_id: int, frame: bytes) -> None:
    """Send a frame to everybody else who sees a table where this player sits."""
    for table in await rooms.seats_of(player_id):
        rooms.say(table["id"], frame, skip=[player_id])


def _wallet(outcome: Outcome) -> Frames:
    return [] if outcome.coins is None else [(outcome.present.giver, frames.wallet(outcome.coins))]


async def _count(session: AsyncSession, present: Present) -> tuple[int, bytes]:
    return present.receiver, frames.presents(await count_waiting(session, present.receiver))


async def _person(session: AsyncSession, player_id: int) -> Mapping[str, Any]:
    player = await session.get_one(Player, player_id)
    return plain(player)
