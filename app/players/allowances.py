"""What the house gives besides games: a bonus once a UTC day, and relief for whoever is out of coins."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

from sqlalchemy import func, select
from sqlalchemy.ext.asyncio import AsyncSession

from app.config import Settings
from app.errors import ConflictError
from app.ledger.errors import CauseReusedError
from app.ledger.purchases import held_of
from app.ledger.service import MINT, Funds, find_legs, funds_of, lock_holders, mint_coins, wallet
from app.players.models import Player
from app.players.service import granted, lock_player


@dataclass(frozen=True, slots=True)
class Allowance:
    """What may be had: so many coins, now or from `next_at` on."""

    amount: int
    available: bool
    next_at: datetime | None


@dataclass(frozen=True, slots=True)
class Purse:
    """A player's coins and what they may still get from the house."""

    coins: int
    held: int
    grant_due: int
    bonus: Allowance
    relief: Allowance


@dataclass(frozen=True, slots=True)
class Given:
    """What was given: `amount`, and the coins in the wallet right after it."""

    amount: int
    coins: int


async def time_now(session: AsyncSession) -> datetime:
    """Return the time by Postgres' clock, the only one that counts for money, in UTC."""
    now: datetime = (await session.execute(select(func.clock_timestamp()))).scalar_one()
    return now.astimezone(UTC)


def to_ms(moment: datetime) -> int:
    """Return a moment as the wire has it: milliseconds since 1970."""
    return int(moment.timestamp() * 1000)


def _bonus_cause(player_id: int, day: date) -> str:
    return f"bonus:{player_id}:{day.isoformat()}"


def _midnight_after(now: datetime) -> datetime:
    return datetime.combine(now.date() + timedelta(days=1), time(), UTC)


async def take_bonus(session: AsyncSession, settings: Settings, player_id: int, *, key: str) -> Given:
    """Give the bonus of this UTC day, once; the same key gets the same answer.

    Raises ConflictError `bonus_taken` (fact `next_at`, ms), `no_bonus`.
    """
    await lock_player(session, player_id)
    now = await time_now(session)
    if not settings.daily_bonus:
        raise ConflictError("no_bonus", "There is no daily bonus here.")
    try:
        posted = await mint_coins(
            session,
            player_id,
            settings.daily_bonus,
            cause=_bonus_cause(player_id, now.date()),
            kind="bonus",
            request=key.encode(),
        )
    except CauseReusedError:
        raise ConflictError(
            "bonus_taken",
            "You had today's bonus; the next is at midnight (UTC).",
            next_at=to_ms(_midnight_after(now)),
        ) from None
    return Given(settings.daily_bonus, posted.after[wallet(player_id)])


async def take_relief(session: AsyncSession, settings: Settings, player_id: int, *, key: str) -> Given:
    """Top wallet, bets and presents on their way together up to the floor, once in `relief_hours`.

    The same key, the same answer.
    Raises ConflictError `relief_not_due` (too much left), `relief_taken` (fact `next_at`, ms).
    """
    player = await lock_player(session, player_id)
    cause = f"relief:{player_id}:{key}"
    if before := (await find_legs(session, cause)).get(wallet(player_id)):
        return Given(*before)
    now = await time_now(session)
    next_at = _relief_from(player, settings)
    if next_at is not None and now < next_at:
        raise ConflictError("relief_taken", "You had help a short while ago.", next_at=to_ms(next_at))
    # what is looked at below stays so until the coins are there
    await lock_holders(session, [MINT, wallet(player_id)])
    funds = await funds_of(session, player_id)
    missing = await _missing(session, settings, player_id, funds)
    if not missing:
        raise ConflictError(
            "relief_not_due", f"Help is for those with less than {settings.relief_floor:,} coins."
        )
    posted = await mint_coins(session, player_id, missing, cause=cause, kind="relief")
    player.relieved_at = now
    return Given(missing, posted.after[wallet(player_id)])


async def _missing(session: AsyncSession, settings: Settings, player_id: int, funds: Funds) -> int:
    """Return what is missing to the floor; what a present holds may be taken back after the help."""
    missing = settings.relief_floor - funds.coins - funds.held
    return max(0, missing - await held_of(session, player_id)) if missing > 0 else 0


def _relief_from(player: Player, settings: Settings) -> datetime | None:
    return player.relieved_at and player.relieved_at + timedelta(hours=settings.relief_hours)


async def describe_purse(session: AsyncSession, settings: Settings, player: Player) -> Purse:
    """Return a player's coins and what may be had when."""
    now = await time_now(session)
    funds = await funds_of(session, player.id)
    had_bonus = bool(await find_legs(session, _bonus_cause(player.id, now.date())))
    due = max(0, settings.account_grant - await granted(session, player.id)) if player.guest else 0
    missing = await _missing(session, settings, player.id, funds)
    relief_from = _relief_from(player, settings)
    waits = relief_from is not None and now < relief_from
    return Purse(
        coins=funds.coins,
        held=funds.held,
        grant_due=due,
        bonus=Allowance(
            settings.daily_bonus,
            available=settings.daily_bonus > 0 and not had_bonus,
            next_at=_midnight_after(now) if had_bonus else None,
        ),
        relief=Allowance(
            missing, available=missing > 0 and not waits, next_at=relief_from if waits else None
        ),
    )
