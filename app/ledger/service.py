"""Moving coins. `post_transfer` is the only way; the rest are its few uses, with their causes and legs.

Nothing here commits. What is refused with a ConflictError has changed nothing and leaves the caller's
transaction usable. One order of locks everywhere: rows of tables or players first, then accounts by id; so a
transaction makes one transfer, or several that start from accounts it has locked already.
"""

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, NamedTuple

import orjson
from sqlalchemy import func, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncSession

from app.db.faults import is_passing, sqlstate
from app.errors import BusyError, InvalidError, NotFoundError
from app.ledger.errors import CauseReusedError, MatchClosedError, NotEnoughCoinsError
from app.ledger.models import Account, OpenBet, Posting, Transfer

AMOUNT_LIMIT = 2**53  # what every client can still count exactly


class Holder(NamedTuple):
    """Whose account: `kind` as in the table `account`, `owner` a player or table; none for mint and sink."""

    kind: str
    owner: int | None


MINT = Holder("mint", None)
SINK = Holder("sink", None)


def wallet(player_id: int) -> Holder:
    """Return the holder of a player's own coins."""
    return Holder("wallet", player_id)


def escrow(table_id: int) -> Holder:
    """Return the holder of the bets of the match that is being played at a table; zero between matches."""
    return Holder("escrow", table_id)


def pot(table_id: int) -> Holder:
    """Return the holder of the antes that outlive a match at a table (decided 7)."""
    return Holder("pot", table_id)


@dataclass(frozen=True, slots=True)
class Posted:
    """What a transfer came to: each holder's coins right `after` it; `new` tells it from a repetition."""

    id: int
    after: Mapping[Holder, int]
    new: bool


@dataclass(frozen=True, slots=True)
class Funds:
    """A player's coins: in the wallet, and held in bets of matches that are still open."""

    coins: int
    held: int


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a statement: `amount` moved, `after` it there were so many."""

    id: int
    at: datetime
    amount: int
    after: int
    kind: str
    facts: Mapping[str, Any]


_POST = text(
    "select outcome, id, after, short from post_transfer(:cause, :kind, :match, :request,"
    " cast(:facts as jsonb), cast(:kinds as text[]), cast(:owners as bigint[]), cast(:amounts as bigint[]))"
)


async def post_transfer(
    session: AsyncSession,
    *,
    cause: str,
    kind: str,
    legs: Mapping[Holder, int],
    facts: Mapping[str, object],
    match: str | None = None,
    request: bytes = b"",
) -> Posted:
    """Move coins once for each cause, all legs or none; answer a repetition with what the first one came to.

    What counts as the same request is `request`, by default kind, match and legs. Accounts are made when they
    are first needed. Raises NotEnoughCoinsError, CauseReusedError, MatchClosedError, InvalidError, BusyError.
    """
    if len(legs) < 2 or sum(legs.values()) != 0:
        raise InvalidError("unbalanced", "The legs of a transfer sum to zero.")
    if any(amount == 0 or abs(amount) > AMOUNT_LIMIT for amount in legs.values()):
        raise InvalidError("amount_out_of_range", "This is not a possible number of coins.")
    asked = request or orjson.dumps([kind, match, sorted((*holder, legs[holder]) for holder in legs)])
    try:
        row = (
            await session.execute(
                _POST,
                {
                    "cause": cause,
                    "kind": kind,
                    "match": match,
                    "request": hashlib.sha256(asked).digest(),
                    "facts": orjson.dumps(facts).decode(),
                    "kinds": [holder.kind for holder in legs],
                    "owners": [holder.owner for holder in legs],
                    "amounts": list(legs.values()),
                },
            )
        ).one()
    except DBAPIError as error:
        if is_passing(error):
            raise BusyError("busy", "The books are busy; try again.") from error
        if sqlstate(error) == "22003":
            raise InvalidError("amount_out_of_range", "This is not a possible number of coins.") from error
        raise
    match row.outcome:
        case "short":
            raise NotEnoughCoinsError(row.short)
        case "reused":
            raise CauseReusedError
        case "closed":
            raise MatchClosedError
    return Posted(row.id, dict(zip(legs, row.after, strict=True)), row.outcome == "done")


async def mint_coins(
    session: AsyncSession, player_id: int, amount: int, *, cause: str, kind: str, request: bytes = b""
) -> Posted:
    """Make coins for a player's wallet (grants, bonus, relief)."""
    legs = {MINT: -amount, wallet(player_id): amount}
    return await post_transfer(session, cause=cause, kind=kind, legs=legs, facts={}, request=request)


async def burn_coins(session: AsyncSession, player_id: int, amount: int, *, cause: str, kind: str) -> Posted:
    """Take coins out of a player's wallet for good. Raises NotEnoughCoinsError."""
    legs = {wallet(player_id): -amount, SINK: amount}
    return await post_transfer(session, cause=cause, kind=kind, legs=legs, facts={})


async def correct_coins(
    session: AsyncSession, player_id: int, amount: int, *, cause: str, facts: Mapping[str, object]
) -> int:
    """Mend a mistake: make coins for a player, or take some for good where `amount` is negative.

    Return how many they have then. Raises NotEnoughCoinsError.
    """
    other = MINT if amount > 0 else SINK
    legs = {wallet(player_id): amount, other: -amount}
    posted = await post_transfer(session, cause=cause, kind="correction", legs=legs, facts=facts)
    return posted.after[wallet(player_id)]


async def take_bets(
    session: AsyncSession,
    *,
    match_id: str,
    table_id: int,
    table_code: str,
    game: str,
    players: Collection[int],
    bet: int,
    ante: int = 0,
) -> dict[int, int]:
    """Move every player's bet and ante into the table's escrow, all or none; return the coins each has left.

    Raises NotEnoughCoinsError with those who can't pay, CauseReusedError when the match began with others.
    """
    legs = {wallet(player): -bet - ante for player in players}
    legs[escrow(table_id)] = (bet + ante) * len(players)
    facts = {"table": table_code, "game": game, "match": match_id} | ({"ante": ante} if ante else {})
    return await _move_for_match(session, "bet", match_id, facts, legs)


async def settle(
    session: AsyncSession,
    *,
    match_id: str,
    table_id: int,
    table_code: str,
    game: str,
    payouts: Mapping[int, int],
    kept: int = 0,
) -> dict[int, int]:
    """Pay a match's pot out, whole; return the coins of those who got any (a payout of 0 is no line).

    `kept` goes to the pot that outlives the match, or comes out of it where it is negative. Escrow that isn't
    emptied to the last coin is refused at the commit. Raises MatchClosedError.
    """
    legs = {wallet(player): amount for player, amount in payouts.items() if amount}
    legs[escrow(table_id)] = -sum(payouts.values()) - kept
    if kept:
        legs[pot(table_id)] = kept
    facts = {"table": table_code, "game": game, "match": match_id}
    return await _move_for_match(session, "settle", match_id, facts, legs)


async def pay_back_pot(
    session: AsyncSession,
    *,
    match_id: str,
    table_id: int,
    table_code: str,
    game: str,
    parts: Mapping[int, int],
) -> dict[int, int]:
    """Give a table's pot back, once after the match that changed it last; return the coins of those who got any."""
    legs = {wallet(player): amount for player, amount in parts.items() if amount}
    legs[pot(table_id)] = -sum(parts.values())
    posted = await post_transfer(
        session, cause=f"pot:{match_id}", kind="pot", legs=legs, facts={"table": table_code, "game": game}
    )
    return _wallets(posted)


async def refund(session: AsyncSession, *, match_id: str) -> dict[int, int]:
    """Give everybody of a match the bet back; return the coins each has then.

    Raises NotFoundError when no bets were taken, MatchClosedError when it was settled.
    """
    bets = (
        select(Transfer.facts, Account.kind, Account.owner, Posting.amount)
        .join(Posting, Posting.transfer == Transfer.id)
        .join(Account, Account.id == Posting.account)
        .where(Transfer.match == match_id, Transfer.kind == "bet")
    )
    rows = (await session.execute(bets)).all()
    if not rows:
        raise NotFoundError("no_bets", "No bets were taken for this match.")
    legs = {Holder(row.kind, row.owner): -row.amount for row in rows}
    facts = rows[0].facts
    return await _move_for_match(session, "refund", match_id, facts, legs)


async def _move_for_match(
    session: AsyncSession, kind: str, match_id: str, facts: Mapping[str, object], legs: Mapping[Holder, int]
) -> dict[int, int]:
    cause = f"{kind}:{match_id}"
    posted = await post_transfer(session, cause=cause, kind=kind, legs=legs, facts=facts, match=match_id)
    return _wallets(posted)


def _wallets(posted: Posted) -> dict[int, int]:
    return {
        holder.owner: coins
        for holder, coins in posted.after.items()
        if holder.kind == "wallet" and holder.owner is not None
    }


async def find_legs(session: AsyncSession, cause: str) -> dict[Holder, tuple[int, int]]:
    """Return what a cause moved, and to what: (amount, after) for each holder; empty if it never came."""
    rows = await session.execute(
        select(Account.kind, Account.owner, Posting.amount, Posting.after)
        .join(Posting, Posting.account == Account.id)
        .join(Transfer, Transfer.id == Posting.transfer)
        .where(Transfer.cause == cause)
    )
    return {Holder(kind, owner): (amount, after) for kind, owner, amount, after in rows}


async def funds_of(session: AsyncSession, player_id: int) -> Funds:
    """Return a player's coins at this moment; what is decided on them, a constraint has to check again."""
    coins = select(Account.balance).where(Account.kind == "wallet", Account.owner == player_id)
    held = select(func.sum(OpenBet.amount)).where(OpenBet.player == player_id)
    row = (await session.execute(select(coins.scalar_subquery(), held.scalar_subquery()))).one()
    return Funds(int(row[0] or 0), int(row[1] or 0))


_LOCK = text(
    "select a.id from account a"
    " join unnest(cast(:kinds as text[]), cast(:owners as bigint[])) as h (kind, owner)"
    " on a.kind = h.kind and a.owner is not distinct from h.owner order by a.id for update of a"
)


async def lock_holders(session: AsyncSession, holders: Collection[Holder]) -> None:
    """Let nobody else move these holders' coins until the transaction ends; in the order of all locks."""
    kinds, owners = [holder.kind for holder in holders], [holder.owner for holder in holders]
    await session.execute(_LOCK, {"kinds": kinds, "owners": owners})


async def statement_lines(
    session: AsyncSession, player_id: int, *, before: int | None = None, limit: int = 50
) -> list[Line]:
    """Return a player's newest lines, newest first; with `before`, those older than that line."""
    lines = (
        select(Posting.id, Transfer.at, Posting.amount, Posting.after, Transfer.kind, Transfer.facts)
        .join(Transfer, Transfer.id == Posting.transfer)
        .join(Account, Account.id == Posting.account)
        .where(Account.kind == "wallet", Account.owner == player_id)
        .order_by(Posting.id.desc())
        .limit(limit)
    )
    if before is not None:
        lines = lines.where(Posting.id < before)
    return [Line(*row) for row in (await session.execute(lines)).all()]
