import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from app.db import Sessions
from app.ledger.audit import AuditReport, audit
from app.ledger.service import settle, take_bets
from tests.ledger.people import new_id, people

pytestmark = pytest.mark.anyio


async def without_triggers(session: AsyncSession) -> None:
    for table in ("account", "transfer", "posting"):
        await session.execute(text(f"alter table {table} disable trigger user"))


async def after_damage(sessions: Sessions, *statements: str) -> AuditReport:
    """What the audit finds when someone with every right went at the books; nothing of it stays."""
    async with sessions() as session:
        await without_triggers(session)
        for statement in statements:
            await session.execute(text(statement))
        report = await audit(session)
        await session.rollback()
    return report


async def test_sound_books_say_what_was_made_and_where_it_is(sessions: Sessions) -> None:
    async with sessions() as session:
        before = await audit(session)
    (ana, bo) = await people(sessions, 2, 500)
    async with sessions.begin() as session:
        await take_bets(
            session,
            match_id=f"m{ana}",
            table_id=new_id(),
            table_code="K7F3",
            game="uno",
            players=[ana, bo],
            bet=200,
        )
        report = await audit(session)
    assert report.sound
    assert report.faults == ()
    assert report.minted - before.minted == 1_000
    assert report.wallets - before.wallets == 600
    assert report.escrow - before.escrow == 400
    assert report.held - before.held == 1_000
    assert report.transfers - before.transfers == 3


@pytest.mark.parametrize(
    ("field", "damage"),
    [
        ("missing", "update account set balance = balance + 1 where kind = 'mint'"),
        ("drifted", "update account set balance = balance + 1 where kind = 'wallet' and owner = {ana}"),
        ("unbalanced", "update posting set amount = amount + 1, after = after + 1 where id = {last}"),
        (
            "unbalanced",
            "delete from posting where transfer = (select transfer from posting where id = {last})",
        ),
        ("broken_chains", "update posting set after = after + 1 where id = {last}"),
        ("negative", "update account set balance = 0 where kind = 'mint'"),
        ("bets_differing", "delete from open_bet where player = {ana}"),
        ("bets_differing", "update open_bet set amount = amount + 1 where player = {ana}"),
        (
            "escrow_drifted",
            "update account set balance = balance - 1 where kind = 'escrow' and owner = {table}",
        ),
    ],
)
async def test_each_damage_is_found(sessions: Sessions, field: str, damage: str) -> None:
    (ana, bo) = await people(sessions, 2, 500)
    table = new_id()
    async with sessions.begin() as session:
        await take_bets(
            session,
            match_id=f"m{ana}",
            table_id=table,
            table_code="K7F3",
            game="uno",
            players=[ana, bo],
            bet=200,
        )
        last = await session.scalar(text("select max(id) from posting"))
    if field == "negative":
        damage = "alter table account drop constraint ck_account_not_negative; " + damage
        damage += "; update account set balance = -1 where kind = 'wallet' and owner = {ana}"
    report = await after_damage(sessions, *damage.format(ana=ana, table=table, last=last).split("; "))
    assert report.wrong(field) > 0
    assert not report.sound
    assert report.faults


async def test_a_pot_with_something_left_is_found(sessions: Sessions) -> None:
    (ana,) = await people(sessions, 1, 500)
    table = new_id()
    match = {"match_id": f"m{ana}", "table_id": table, "table_code": "K7F3", "game": "uno"}
    async with sessions() as session:
        await without_triggers(session)
        await take_bets(session, **match, players=[ana], bet=200)  # type: ignore[arg-type]
        await settle(session, **match, payouts={ana: 199})  # type: ignore[arg-type]
        report = await audit(session)
        await session.rollback()
    assert report.wrong("unfinished_pots") == 1
    assert report.wrong("escrow_drifted") == 1
