"""What the database itself refuses, to whoever writes and however."""

import asyncpg
import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from app.db import Sessions
from app.db.faults import constraint_name
from app.ledger.audit import audit
from tests.ledger.people import new_id, people

pytestmark = pytest.mark.anyio


async def refused(sessions: Sessions, *statements: str) -> str | None:
    """The name of the constraint that refused the statements or their commit."""

    async def write() -> None:
        async with sessions.begin() as session:
            for statement in statements:
                await session.execute(text(statement))

    with pytest.raises(DBAPIError) as caught:
        await write()
    async with sessions() as session:
        assert (await audit(session)).sound
    return constraint_name(caught.value)


def head(cause: str, legs: int = 2) -> str:
    return (
        "insert into transfer (cause, request, kind, facts, legs)"
        f" values ('{cause}', '', 'grant', '{{}}', {legs})"
    )


def leg(cause: str, holder: str, amount: int, *, moved: int | None = None, off: int = 0) -> str:
    """One leg by hand; the balance really moves by `moved`, the posting's `after` is wrong by `off`."""
    return (
        f"with a as (update account set balance = balance + ({amount if moved is None else moved})"
        f" where {holder} returning balance, id) insert into posting (transfer, account, amount, after)"
        f" select t.id, a.id, {amount}, a.balance + {off} from transfer t, a where t.cause = '{cause}'"
    )


def of(player: int) -> str:
    return f"kind = 'wallet' and owner = {player}"


def grant(player: int, taken: int, given: int, legs: int = 2) -> list[str]:
    """A whole transfer by hand."""
    cause = f"hand:{new_id()}"
    return [head(cause, legs), leg(cause, "kind = 'mint'", taken), leg(cause, of(player), given)]


async def test_what_is_written_by_hand_and_right_is_taken(sessions: Sessions) -> None:
    (ana,) = await people(sessions, 1, 100)
    async with sessions.begin() as session:
        for statement in grant(ana, -5, 5):
            await session.execute(text(statement))
    async with sessions() as session:
        assert (await audit(session)).sound


@pytest.mark.parametrize("amounts", [(-5, 6), (-6, 5), (5, 5)], ids=str)
async def test_l07_a_transfer_that_does_not_sum_to_zero(sessions: Sessions, amounts: tuple[int, int]) -> None:
    (ana,) = await people(sessions, 1, 100)
    assert await refused(sessions, *grant(ana, *amounts)) == "transfer_zero_sum"


async def test_l07_a_leg_of_nothing(sessions: Sessions) -> None:
    (ana,) = await people(sessions, 1, 100)
    assert await refused(sessions, *grant(ana, 0, 0)) == "ck_posting_amount"


async def test_l07_two_legs_of_one_account(sessions: Sessions) -> None:
    (ana,) = await people(sessions, 1, 100)
    statements = grant(ana, -5, 5)
    assert await refused(sessions, *statements, statements[-1]) == "uq_posting_transfer_account"


async def test_a_transfer_without_its_legs(sessions: Sessions) -> None:
    (ana,) = await people(sessions, 1, 100)
    assert await refused(sessions, head(f"hand:{new_id()}")) == "transfer_whole"
    assert await refused(sessions, *grant(ana, -5, 5, legs=3)) == "transfer_whole"
    assert await refused(sessions, head(f"hand:{new_id()}", legs=0)) == "ck_transfer_legs"


async def test_legs_that_come_late(sessions: Sessions) -> None:
    (ana, bo) = await people(sessions, 2, 100)
    long_ago = f"grant:{ana}"
    late = leg(long_ago, "kind = 'sink'", 5), leg(long_ago, of(bo), -5)
    assert await refused(sessions, *late) == "transfer_whole"


async def test_a_balance_that_no_posting_stands_for(sessions: Sessions) -> None:
    (ana,) = await people(sessions, 1, 100)
    change = f"update account set balance = balance + 1 where kind = 'wallet' and owner = {ana}"
    assert await refused(sessions, change) == "account_backed"
    assert await refused(sessions, *grant(ana, -5, 5), change) == "account_backed"
    rich = f"insert into account (kind, owner, balance) values ('wallet', {new_id()}, 5)"
    assert await refused(sessions, rich) == "account_backed"


async def test_a_posting_that_no_balance_stands_for(sessions: Sessions) -> None:
    (ana,) = await people(sessions, 1, 100)
    cause = f"hand:{new_id()}"
    mint = head(cause), leg(cause, "kind = 'mint'", -5)
    assert await refused(sessions, *mint, leg(cause, of(ana), 5, moved=0)) == "posting_chain"
    assert await refused(sessions, *mint, leg(cause, of(ana), 5, moved=0, off=5)) == "account_backed"
    assert await refused(sessions, *mint, leg(cause, of(ana), 5, moved=6, off=-1)) == "account_backed"
    assert await refused(sessions, *mint, leg(cause, of(ana), 5, moved=6)) == "posting_chain"


async def test_a_wallet_or_an_escrow_below_zero(sessions: Sessions) -> None:
    (ana,) = await people(sessions, 1, 100)
    assert await refused(sessions, *grant(ana, 101, -101)) == "ck_account_not_negative"
    for kind in ("escrow", "held", "pot", "sink"):
        owner = "null" if kind == "sink" else new_id()
        below = f"insert into account (kind, owner, balance) values ('{kind}', {owner}, -1)"
        assert await refused(sessions, below) == "ck_account_not_negative"


async def test_a_second_account_of_a_holder(sessions: Sessions) -> None:
    (ana,) = await people(sessions, 1, 100)
    for kind, owner in (("wallet", ana), ("mint", "null")):
        second = f"insert into account (kind, owner) values ('{kind}', {owner})"
        assert await refused(sessions, second) == "uq_account_kind_owner"
    for kind, owner in (("wallet", "null"), ("mint", 7)):
        assert await refused(sessions, f"insert into account (kind, owner) values ('{kind}', {owner})") == (
            "ck_account_owner"
        )
    assert (
        await refused(sessions, f"insert into account (kind, owner) values ('purse', {ana})")
        == "ck_account_kind"
    )


@pytest.mark.parametrize(
    "statement",
    [
        "update posting set amount = amount where false",
        "update posting set amount = amount + 1",
        "delete from posting",
        "truncate posting",
        "update transfer set kind = 'gift'",
        "delete from transfer",
        "truncate transfer cascade",
        "delete from account where balance = 0",
        "truncate account cascade",
        "update account set owner = owner + 1 where owner is not null",
        "update account set kind = 'pot' where kind = 'wallet'",
        "update account set kind = 'escrow', balance = 0 where kind = 'wallet'",
    ],
)
async def test_l12_what_is_written_stays(sessions: Sessions, statement: str) -> None:
    await people(sessions, 1, 100)
    assert await refused(sessions, statement) == "books_immutable"


async def test_l12_the_owner_of_the_tables_is_bound_too(database_url: str, sessions: Sessions) -> None:
    await people(sessions, 1, 100)
    connection = await asyncpg.connect(database_url)
    try:
        assert await connection.fetchval(
            "select pg_get_userbyid(relowner) = current_user from pg_class where relname = 'posting'"
        )
        with pytest.raises(asyncpg.RestrictViolationError):
            await connection.execute("delete from posting")
    finally:
        await connection.close()


async def test_a_pot_that_is_not_paid_to_the_last_coin(sessions: Sessions) -> None:
    from app.ledger.service import settle, take_bets

    (ana, bo) = await people(sessions, 2, 100)
    match, table = f"m{new_id()}", new_id()
    async with sessions.begin() as session:
        await take_bets(
            session, match_id=match, table_id=table, table_code="K7F3", game="uno", players=[ana, bo], bet=50
        )
    with pytest.raises(DBAPIError) as caught:
        async with sessions.begin() as session:
            await settle(
                session, match_id=match, table_id=table, table_code="K7F3", game="uno", payouts={ana: 99}
            )
    assert constraint_name(caught.value) == "transfer_empties_match"
    with pytest.raises(DBAPIError) as caught:
        async with sessions.begin() as session:
            await settle(
                session, match_id=match, table_id=table, table_code="K7F3", game="uno", payouts={ana: 101}
            )
    assert constraint_name(caught.value) == "ck_account_not_negative"
    async with sessions.begin() as session:
        assert await settle(
            session, match_id=match, table_id=table, table_code="K7F3", game="uno", payouts={ana: 100}
        ) == {ana: 150}
