"""What can't be: refused by the database itself, found by the audit where every trigger was off."""

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from app.db.faults import constraint_name
from app.social.presents.rules import QUESTIONS
from tests.social.presents.counter import Counter, answer, buy, sent

pytestmark = pytest.mark.anyio


async def stock(counter: Counter) -> None:
    """A thing worn, one bought, one on its way; a present from the shop on its way, and one accepted."""
    ana, bo = await counter.accounts(2)
    await answer(bo, await sent(ana, bo, item="cake"), "accept")
    await buy(ana, "wine")
    await sent(ana, bo, thing=(await buy(ana, "snail"))["thing"])
    await sent(ana, bo, item="tulip")


DAMAGE = {
    "held_differing": "update account set balance = balance + 1 where kind = 'held' and balance > 0",
    "things_held": "update thing set held_by = null where held_by is not null",
    "things_unpaid": "update thing set item = 'cat' where item = 'wine'",
    "worn_wrongly": "alter table thing drop constraint ck_thing_worn; update thing set owner = null where worn",
    "presents_paid": "update present set state = 'refused', answered_at = now() where state = 'accepted'",
}


async def test_each_damage_is_found(counter: Counter) -> None:
    await stock(counter)
    for key, damage in DAMAGE.items():
        async with counter.sessions() as session:
            for table in ("account", "thing", "present"):
                await session.execute(text(f"alter table {table} disable trigger user"))
            for statement in damage.split("; "):
                await session.execute(text(statement))
            checks = await QUESTIONS.ask(await session.connection())
            await session.rollback()
        assert [check.wrong for check in checks if check.key == key] == [1], key


@pytest.mark.parametrize(
    "statement",
    [
        "update present set state = 'refused', answered_at = now() where state = 'sent' and coins > 0",
        "update present set state = 'refused', answered_at = now() where state = 'sent' and coins = 0",
        "update present set coins = coins + 1 where state = 'sent' and coins > 0",
        "update thing set held_by = null where held_by is not null",
        "update thing set held_by = (select min(id) from present) where item = 'wine'",
    ],
)
async def test_the_database_refuses_what_would_be_in_two_places_or_none(
    counter: Counter, statement: str
) -> None:
    await stock(counter)

    async def write() -> None:
        async with counter.sessions.begin() as session:
            await session.execute(text(statement))

    with pytest.raises(DBAPIError) as caught:
        await write()
    assert constraint_name(caught.value) == "present_backed"
