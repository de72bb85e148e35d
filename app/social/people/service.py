"""What two players are to each other: nothing, one asks the other, or friends.

Each step locks both players first, as blocking does: what two do with each other happens in one order.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Literal

from sqlalchemy import ColumnElement, and_, delete, func, or_, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from app.errors import ConflictError, ForbiddenError, InvalidError, NotFoundError
from app.players import service as players
from app.players.models import Player
from app.social.notices.models import Notice
from app.social.notices.service import add_notice, forget_notices
from app.social.people.models import Friendship, Invisible

MOST_FRIENDS = 500
"""Friends, and people who were asked, for each player."""
SHOWN = 100
"""Requests that are shown, the newest first."""

Relation = Literal["none", "asked", "asks", "friends"]
"""What somebody is to a player: `asked` by the player, or one who `asks` the player."""


@dataclass(frozen=True, slots=True)
class Change:
    """What somebody is to the player now, what they should hear of, and the player's notices that hold no longer."""

    relation: Relation
    notice: Notice | None = None
    gone: Sequence[int] = ()


@dataclass(frozen=True, slots=True)
class Circle:
    """The people of a player; those who ask and were asked with the newest first."""

    friends: Sequence[Player]
    asks: Sequence[Player]
    asked: Sequence[Player]
    blocked: Sequence[Player]


async def find_relation(session: AsyncSession, player_id: int, other: int) -> Relation:
    """Return what somebody is to a player."""
    return _relation(await session.get(Friendship, _key(player_id, other)), player_id)


async def ask_friend(session: AsyncSession, player: Player, other: int) -> Change:
    """Ask somebody to be friends; who asked the player is their friend at once. Asked again, nothing happens.

    Raises InvalidError, NotFoundError, ForbiddenError `blocked`, ConflictError `too_many_friends`.
    """
    await _lock_both(session, player.id, other)
    pair = await session.get(Friendship, _key(player.id, other), populate_existing=True)
    relation = _relation(pair, player.id)
    if relation == "asks":
        return await accept_friend(session, player, other)
    if relation != "none":
        return Change(relation)
    await _check_room(session, player.id)
    low, high = _key(player.id, other)
    session.add(Friendship(low=low, high=high, asked_by=player.id, since=None))
    return Change(
        "asked", await add_notice(session, other, "friend_request", {"from": players.plain(player)})
    )


async def accept_friend(session: AsyncSession, player: Player, other: int) -> Change:
    """Be friends with somebody who asks; accepted again, nothing happens.

    Raises ConflictError `no_request` where they don't ask (any more), and as `ask_friend`.
    """
    await _lock_both(session, player.id, other)
    pair = await session.get(Friendship, _key(player.id, other), populate_existing=True)
    relation = _relation(pair, player.id)
    if relation == "friends":
        return Change("friends")
    if pair is None or relation != "asks":
        raise ConflictError("no_request", "They don't ask any more.")
    await _check_room(session, player.id)
    pair.since = await session.scalar(select(func.clock_timestamp()))
    await session.flush()
    gone = await forget_notices(session, player.id, "friend_request", {"from": {"id": other}})
    return Change(
        "friends", await add_notice(session, other, "friend", {"from": players.plain(player)}), gone
    )


async def drop_friend(session: AsyncSession, player_id: int, other: int) -> dict[int, list[int]]:
    """Be nothing to each other: a friend is removed, a request refused or taken back; nobody is told.

    Return the notices of each that hold no longer.
    """
    await players.lock_players(session, {player_id, other})
    low, high = _key(player_id, other)
    await session.execute(delete(Friendship).where(Friendship.low == low, Friendship.high == high))
    gone: dict[int, list[int]] = {player_id: [], other: []}
    for here, there in ((player_id, other), (other, player_id)):
        for kind in ("friend_request", "friend"):
            gone[here] += await forget_notices(session, here, kind, {"from": {"id": there}})
    return gone


async def leave_everybody(session: AsyncSession, player_id: int) -> None:
    """Take a player who goes out of all circles."""
    await session.execute(delete(Friendship).where(_of(player_id)))
    await session.execute(delete(Invisible).where(Invisible.player == player_id))


async def read_circle(session: AsyncSession, player_id: int) -> Circle:
    """Return the people of a player."""
    found = await session.execute(
        select(Player, Friendship)
        .join(Friendship, or_(Friendship.low == Player.id, Friendship.high == Player.id))
        .where(_of(player_id), Player.id != player_id)
        .order_by(Friendship.made_at.desc())
    )
    circle: dict[Relation, list[Player]] = {"friends": [], "asks": [], "asked": []}
    for person, pair in found:
        circle[_relation(pair, player_id)].append(person)
    friends = sorted(circle["friends"], key=lambda person: person.folded)
    blocked = await players.list_blocked(session, player_id)
    return Circle(friends, circle["asks"][:SHOWN], circle["asked"][:SHOWN], blocked)


async def set_invisible(session: AsyncSession, player_id: int, on: bool) -> None:
    """Let nobody see that a player is here, or let friends see it again."""
    if on:
        await session.execute(insert(Invisible).values(player=player_id).on_conflict_do_nothing())
    else:
        await session.execute(delete(Invisible).where(Invisible.player == player_id))


async def find_invisible(session: AsyncSession, player_ids: Collection[int]) -> set[int]:
    """Return those of the players whom nobody sees."""
    found = await session.scalars(select(Invisible.player).where(Invisible.player.in_(player_ids)))
    return set(found)


def _key(player_id: int, other: int) -> tuple[int, int]:
    return min(player_id, other), max(player_id, other)


def _of(player_id: int) -> ColumnElement[bool]:
    return or_(Friendship.low == player_id, Friendship.high == player_id)


def _relation(pair: Friendship | None, player_id: int) -> Relation:
    if pair is None:
        return "none"
    if pair.since is not None:
        return "friends"
    return "asked" if pair.asked_by == player_id else "asks"


async def _lock_both(session: AsyncSession, player_id: int, other: int) -> None:
    if player_id == other:
        raise InvalidError("not_yourself", "You can't be your own friend.")
    if len(await players.lock_players(session, {player_id, other})) < 2:
        raise NotFoundError("not_found", "There is no such player.")
    if await players.are_blocked(session, player_id, [other]):
        raise ForbiddenError("blocked", "You and they have nothing to do with each other.")


async def _check_room(session: AsyncSession, player_id: int) -> None:
    mine = or_(Friendship.since.is_not(None), Friendship.asked_by == player_id)
    count = await session.scalar(select(func.count()).where(and_(_of(player_id), mine)))
    if (count or 0) >= MOST_FRIENDS:
        raise ConflictError("too_many_friends", "You can't have more friends.")
