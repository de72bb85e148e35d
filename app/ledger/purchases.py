"""Coins that buy things: paid at once, or held by a present until it is answered."""

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from app.ledger.service import SINK, Holder, Posted, post_transfer, wallet


def held(present_id: int) -> Holder:
    """Return the holder of the coins of a present that is on its way; zero before and after."""
    return Holder("held", present_id)


async def pay_for(
    session: AsyncSession, player_id: int, *, item: str, price: int, cause: str, request: bytes
) -> Posted:
    """Buy a thing for oneself, once for each cause. Raises NotEnoughCoinsError, CauseReusedError."""
    legs = {wallet(player_id): -price, SINK: price}
    facts = {"item": item}
    return await post_transfer(session, cause=cause, kind="purchase", legs=legs, facts=facts, request=request)


async def hold_for(
    session: AsyncSession, present_id: int, *, giver: int, receiver: int, item: str, price: int
) -> Posted:
    """Let a present hold its price, taken from the giver. Raises NotEnoughCoinsError."""
    return await post_transfer(
        session,
        cause=f"present:{present_id}",
        kind="present",
        legs={wallet(giver): -price, held(present_id): price},
        facts={"item": item, "present": present_id, "to": receiver},
    )


_HELD_OF = text("""
select coalesce(sum(h.balance), 0) from account w
    join posting p on p.account = w.id
    join transfer t on t.id = p.transfer and t.kind = 'present'
    join account h on h.kind = 'held' and h.owner = cast(t.facts ->> 'present' as bigint)
where w.kind = 'wallet' and w.owner = :player
""")


async def held_of(session: AsyncSession, player_id: int) -> int:
    """Return the coins of a player's that presents on their way hold: they may yet come back."""
    return int(await session.scalar(_HELD_OF, {"player": player_id}) or 0)


async def spend_held(
    session: AsyncSession, present_id: int, *, giver: int, item: str, price: int, cause: str
) -> Posted:
    """Pay for the thing with what its present held."""
    return await post_transfer(
        session,
        cause=cause,
        kind="present_taken",
        legs={held(present_id): -price, SINK: price},
        facts={"item": item, "present": present_id, "from": giver},
    )


async def give_held_back(
    session: AsyncSession, present_id: int, *, giver: int, receiver: int, item: str, price: int, why: str
) -> Posted:
    """Give the giver back what the present held; `why` stands in their statement."""
    return await post_transfer(
        session,
        cause=f"present:{present_id}:back",
        kind="present_back",
        legs={held(present_id): -price, wallet(giver): price},
        facts={"item": item, "present": present_id, "to": receiver, "why": why},
    )
