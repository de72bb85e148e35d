"""Things people own: bought, put on, taken off, seen by others."""

from collections import defaultdict
from collections.abc import Collection, Sequence
from typing import Any

from sqlalchemy import select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from app.db.locking import locked
from app.errors import ConflictError, NotFoundError
from app.ledger.purchases import pay_for
from app.ledger.service import wallet
from app.players.service import lock_player
from app.social.presents.catalogue import CATALOGUE, SLOTS, Item
from app.social.presents.models import Thing, Wardrobe


def item_of(key: str) -> Item:
    """Return what the shop has under this key. Raises NotFoundError."""
    if (item := CATALOGUE.get(key)) is None:
        raise NotFoundError("not_found", "The shop has no such thing.")
    return item


async def buy_thing(session: AsyncSession, player_id: int, item: Item, key: str) -> tuple[Thing, int]:
    """Buy a thing, once for each key; return it and the coins that were left.

    Raises NotEnoughCoinsError, CauseReusedError.
    """
    await lock_player(session, player_id)
    cause = f"purchase:{player_id}:{key}"
    posted = await pay_for(
        session, player_id, item=item.key, price=item.price, cause=cause, request=item.key.encode()
    )
    if posted.new:
        thing = await make_thing(session, player_id, item, cause)
    else:
        thing = (await session.scalars(select(Thing).where(Thing.cause == cause))).one()
    return thing, posted.after[wallet(player_id)]


async def make_thing(session: AsyncSession, owner: int, item: Item, cause: str) -> Thing:
    """Make the thing that the transfer of this cause paid for."""
    thing = Thing(item=item.key, slot=item.slot, owner=owner, held_by=None, worn=False, cause=cause)
    session.add(thing)
    await session.flush()
    return thing


async def list_things(session: AsyncSession, player_id: int) -> Sequence[Thing]:
    """Return what a player owns and has not sent away, the newest first."""
    found = await session.scalars(
        select(Thing)
        .where(Thing.owner == player_id, Thing.held_by.is_(None))
        .order_by(Thing.got_at.desc(), Thing.id.desc())
    )
    return found.all()


async def lock_thing(session: AsyncSession, player_id: int, thing_id: int) -> Thing:
    """Return a thing of the player's, which nobody moves until the transaction ends.

    Raises NotFoundError, and ConflictError `thing_on_its_way`.
    """
    thing = await session.scalar(locked(select(Thing).where(Thing.id == thing_id, Thing.owner == player_id)))
    if thing is None:
        raise NotFoundError("not_found", "You have no such thing.")
    if thing.held_by is not None:
        raise ConflictError("thing_on_its_way", "You have given this away; it waits to be opened.")
    return thing


async def wear_thing(session: AsyncSession, player_id: int, thing_id: int, *, worn: bool) -> None:
    """Put a thing of one's own on, in the place of what was there, or take it off."""
    await lock_player(session, player_id)
    thing = await lock_thing(session, player_id, thing_id)
    if worn:
        await put_on(session, thing)
    thing.worn = worn
    await session.flush()


async def put_on(session: AsyncSession, thing: Thing) -> None:
    """Let its owner, who is locked, wear a thing in the place of what was there."""
    await session.execute(
        update(Thing)
        .where(Thing.owner == thing.owner, Thing.slot == thing.slot, Thing.worn, Thing.id != thing.id)
        .values(worn=False)
        .execution_options(synchronize_session="fetch")
    )
    thing.worn = True
    await session.flush()


async def puts_on(session: AsyncSession, player_id: int) -> bool:
    """Tell whether a player wants accepted things put on at once."""
    chosen = await session.scalar(select(Wardrobe.put_on).where(Wardrobe.player == player_id))
    return chosen is not False


async def choose_put_on(session: AsyncSession, player_id: int, put_on: bool) -> None:
    """Note whether a player wants accepted things put on at once."""
    await lock_player(session, player_id)
    wish = insert(Wardrobe).values(player=player_id, put_on=put_on)
    await session.execute(wish.on_conflict_do_update(index_elements=["player"], set_={"put_on": put_on}))


async def read_looks(session: AsyncSession, players: Collection[int]) -> list[dict[str, Any]]:
    """Return what each of the players wears, by slot."""
    worn = defaultdict[int | None, dict[str, str]](dict)
    for owner, slot, item in await session.execute(
        select(Thing.owner, Thing.slot, Thing.item).where(Thing.owner.in_(players), Thing.worn)
    ):
        worn[owner][slot] = item
    return [
        {"player": player, **{slot: worn[player].get(slot) for slot in SLOTS}} for player in sorted(players)
    ]
