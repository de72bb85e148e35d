"""Proving the books: each rule that the database enforces is asked again of everything ever written."""

import asyncio
import sys
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncSession

from app.db import make_engine

# One statement, so that all of it is of one moment, whatever is written meanwhile.
_AUDIT = text("""
with chained as (
    select account, amount, after,
        after <> amount + coalesce(lag(after) over (partition by account order by id), 0) as broken
    from posting
), per_account as (
    select a.id, a.kind, a.balance,
        coalesce(sum(c.amount), 0) as moved, count(*) filter (where c.broken) as breaks
    from account a left join chained c on c.account = a.id
    group by a.id
), per_transfer as (
    select t.id, t.legs, coalesce(sum(p.amount), 0) as total, count(p.id) as legs_found
    from transfer t left join posting p on p.transfer = t.id
    group by t.id
), per_bet as (
    select t.match, a.owner as player, -p.amount as amount
    from transfer t join posting p on p.transfer = t.id join account a on a.id = p.account
    where t.kind = 'bet' and a.kind = 'wallet'
        and not exists (select from transfer o where o.match = t.match and o.kind in ('settle', 'refund'))
), per_match as (
    select t.match, a.id as account, sum(p.amount) as in_escrow, bool_or(t.kind <> 'bet') as finished
    from transfer t join posting p on p.transfer = t.id join account a on a.id = p.account
    where t.match is not null and a.kind = 'escrow'
    group by t.match, a.id
), per_escrow as (
    select a.id, a.balance, coalesce(sum(m.in_escrow) filter (where not m.finished), 0) as open_bets
    from account a left join per_match m on m.account = a.id
    where a.kind = 'escrow'
    group by a.id
)
, per_pot as (
    select coalesce(a.balance, 0) as balance, coalesce(t.pot, 0) as told
    from (select owner, balance from account where kind = 'pot') a full join card_table t on t.id = a.owner
)
select
    (select coalesce(-sum(balance), 0) from account where kind = 'mint') as minted,
    (select coalesce(sum(balance), 0) from account where kind = 'sink') as sunk,
    (select coalesce(sum(balance), 0) from account where kind not in ('mint', 'sink')) as held,
    (select coalesce(sum(balance), 0) from account where kind = 'wallet') as wallets,
    (select coalesce(sum(balance), 0) from account where kind = 'escrow') as escrow,
    (select coalesce(sum(balance), 0) from account where kind = 'pot') as pots,
    (select count(*) from transfer) as transfers,
    (select count(*) from per_transfer where total <> 0 or legs <> legs_found) as unbalanced,
    (select count(*) from per_account where balance <> moved) as drifted,
    (select coalesce(sum(breaks), 0) from per_account) as broken_chains,
    (select count(*) from per_account where balance < 0 and kind <> 'mint') as negative,
    (select count(*) from per_match where finished and in_escrow <> 0) as unfinished_pots,
    (select count(*) from per_escrow where balance <> open_bets) as escrow_drifted,
    (select count(*) from per_pot where balance <> told) as pots_differing,
    (select count(*) from (
        (select match, player, amount from open_bet except select match, player, amount from per_bet)
        union all
        (select match, player, amount from per_bet except select match, player, amount from open_bet)
    ) differing) as bets_differing,
    clock_timestamp() as checked_at
""")


@dataclass(frozen=True, slots=True)
class AuditReport:
    """The books at one moment: coins made, destroyed and held, and how much is not as it must be."""

    minted: int
    sunk: int
    held: int
    wallets: int
    escrow: int
    pots: int
    transfers: int
    unbalanced: int
    drifted: int
    broken_chains: int
    negative: int
    unfinished_pots: int
    escrow_drifted: int
    pots_differing: int
    bets_differing: int
    checked_at: datetime

    @property
    def faults(self) -> tuple[str, ...]:
        """Return one sentence for each rule that doesn't hold."""
        claims = (
            (self.minted - self.sunk - self.held, "coins minted, less those sunk, are not the coins held"),
            (self.unbalanced, "transfers don't sum to zero or lack a leg"),
            (self.drifted, "accounts differ from the sum of their postings"),
            (self.broken_chains, "postings don't follow the one before"),
            (self.negative, "accounts are below zero"),
            (self.unfinished_pots, "finished matches left coins in escrow"),
            (self.escrow_drifted, "escrows differ from their open bets"),
            (self.pots_differing, "pots differ from what their tables' logs say"),
            (self.bets_differing, "open bets differ from the transfers"),
        )
        return tuple(f"{count} {sentence}" for count, sentence in claims if count)

    @property
    def sound(self) -> bool:
        """Tell whether every rule holds."""
        return not self.faults


async def audit(session: AsyncSession | AsyncConnection) -> AuditReport:
    """Check every account, transfer and posting there is; takes no lock that a writer could notice."""
    row = (await session.execute(_AUDIT)).one()
    return AuditReport(**{name: _plain(value) for name, value in row._mapping.items()})


def _plain(value: Any) -> Any:
    return int(value) if isinstance(value, Decimal) else value


async def _audit_alone(database_url: str) -> AuditReport:
    engine = make_engine(database_url, pool_size=1, patience_s=600)
    try:
        async with engine.connect() as connection:
            return await audit(connection)
    finally:
        await engine.dispose()


def run(database_url: str) -> int:
    """Write the report to standard output; return the exit code: 0 when the books are sound, 1 when not."""
    report = asyncio.run(_audit_alone(database_url))
    figures = {
        "minted": report.minted,
        "sunk": report.sunk,
        "held": report.held,
        "in wallets": report.wallets,
    }
    figures |= {"in escrow": report.escrow, "in pots": report.pots, "transfers": report.transfers}
    lines = [f"{name:<12}{figure:>20,}" for name, figure in figures.items()]
    lines += [f"UNSOUND: {fault}" for fault in report.faults] or ["sound"]
    sys.stdout.write("\n".join(lines) + "\n")
    return 0 if report.sound else 1
