"""Proving the books: each rule that the database enforces is asked again of everything ever written."""

from dataclasses import dataclass
from datetime import datetime

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncSession

from app.ledger.checks import Check, Rule, faults, read, statement

_PARTS = {
    "chained": """
        select account, amount,
            after <> amount + coalesce(lag(after) over (partition by account order by id), 0) as broken
        from posting""",
    "per_account": """
        select concat_ws(' ', 'account', a.id, a.kind, a.owner) as name, a.kind, a.balance,
            coalesce(sum(c.amount), 0) as moved, count(*) filter (where c.broken) as breaks
        from account a left join chained c on c.account = a.id
        group by a.id""",
    "per_transfer": """
        select t.id, t.cause, t.legs, coalesce(sum(p.amount), 0) as total, count(p.id) as legs_found
        from transfer t left join posting p on p.transfer = t.id
        group by t.id""",
    "per_bet": """
        select t.match, a.owner as player, -p.amount as amount
        from transfer t join posting p on p.transfer = t.id join account a on a.id = p.account
        where t.kind = 'bet' and a.kind = 'wallet'
            and not exists (select from transfer o where o.match = t.match and o.kind in ('settle', 'refund'))""",
    "per_match": """
        select t.match, a.id as account, sum(p.amount) as in_escrow, bool_or(t.kind <> 'bet') as finished
        from transfer t join posting p on p.transfer = t.id join account a on a.id = p.account
        where t.match is not null and a.kind = 'escrow'
        group by t.match, a.id""",
    "per_escrow": """
        select a.id, a.owner, a.balance, coalesce(sum(m.in_escrow) filter (where not m.finished), 0) as open_bets
        from account a left join per_match m on m.account = a.id
        where a.kind = 'escrow'
        group by a.id""",
}
_FIGURES = {
    "minted": "select coalesce(-sum(balance), 0) from account where kind = 'mint'",
    "sunk": "select coalesce(sum(balance), 0) from account where kind = 'sink'",
    "held": "select coalesce(sum(balance), 0) from account where kind not in ('mint', 'sink')",
    "wallets": "select coalesce(sum(balance), 0) from account where kind = 'wallet'",
    "escrow": "select coalesce(sum(balance), 0) from account where kind = 'escrow'",
    "pots": "select coalesce(sum(balance), 0) from account where kind = 'pot'",
    "accounts": "select count(*) from account",
    "transfers": "select count(*) from transfer",
    "postings": "select count(*) from posting",
    "escrows": "select count(*) from account where kind = 'escrow'",
    "bets": "select count(*) from open_bet",
    "checked_at": "select clock_timestamp()",
}
_RULES = (
    Rule(
        "missing",
        "coins minted, less those sunk, are the coins held",
        "accounts",
        "select 'off by ' || sum(balance) from account having sum(balance) <> 0",
    ),
    Rule(
        "unbalanced",
        "transfers sum to zero and have all their legs",
        "transfers",
        "select 'transfer ' || cause from per_transfer where total <> 0 or legs <> legs_found",
    ),
    Rule(
        "drifted",
        "accounts hold the sum of their postings",
        "accounts",
        "select name from per_account where balance <> moved",
    ),
    Rule(
        "broken_chains",
        "each posting follows the one before",
        "postings",
        "select name from per_account where breaks > 0",
    ),
    Rule(
        "negative",
        "no account but the mint is below zero",
        "accounts",
        "select name from per_account where balance < 0 and kind <> 'mint'",
    ),
    Rule(
        "unfinished_pots",
        "finished matches left nothing in escrow",
        "transfers",
        "select 'match ' || match from per_match where finished and in_escrow <> 0",
    ),
    Rule(
        "escrow_drifted",
        "escrows hold their open bets",
        "escrows",
        "select 'escrow of table ' || owner from per_escrow where balance <> open_bets",
    ),
    Rule(
        "bets_differing",
        "open bets are those of the transfers",
        "bets",
        """select distinct 'match ' || match from (
            (select match, player, amount from open_bet except select match, player, amount from per_bet)
            union all
            (select match, player, amount from per_bet except select match, player, amount from open_bet)
        ) differing""",
    ),
)
# One statement, so that all of it is of one moment, whatever is written meanwhile.
_AUDIT = text(statement(_RULES, parts=_PARTS, figures=_FIGURES))


@dataclass(frozen=True, slots=True)
class AuditReport:
    """The books at one moment: coins made, destroyed and held, and what is not as it must be."""

    minted: int
    sunk: int
    held: int
    wallets: int
    escrow: int
    pots: int
    transfers: int
    checks: tuple[Check, ...]
    checked_at: datetime

    def wrong(self, key: str) -> int:
        """Return how often the rule of this key is broken."""
        return next(check.wrong for check in self.checks if check.key == key)

    @property
    def faults(self) -> tuple[str, ...]:
        """Return one sentence for each rule that doesn't hold."""
        return faults(self.checks)

    @property
    def sound(self) -> bool:
        """Tell whether every rule holds."""
        return not self.faults


async def audit(session: AsyncSession | AsyncConnection) -> AuditReport:
    """Check every account, transfer and posting there is; takes no lock that a writer could notice."""
    row = (await session.execute(_AUDIT)).one()._asdict()
    figures = {name: int(row[name]) for name in _COINS}
    return AuditReport(**figures, checks=read(_RULES, row), checked_at=row["checked_at"])


_COINS = ("minted", "sunk", "held", "wallets", "escrow", "pots", "transfers")
