"""Sixteen tellers move coins as fast as they can: nobody ever sees a coin too many or too few, nor a deadlock."""

import asyncio
import random
import time

import pytest
from sqlalchemy import text

from app.db import Sessions
from app.errors import BusyError
from app.ledger.audit import audit
from app.ledger.errors import NotEnoughCoinsError
from app.ledger.service import post_transfer, wallet
from tests.ledger.people import people

pytestmark = pytest.mark.anyio

TELLERS = 16
COINS = 1_000
LASTING_S = 1.5

HELD = text("""
select coalesce(sum(balance), 0) as all, coalesce(sum(balance) filter (where owner = any(:players)), 0) as held
from account
""")


async def test_l01_two_readers_see_a_constant_sum_while_sixteen_transfer(sessions: Sessions) -> None:
    players = await people(sessions, 100, COINS)
    ended = asyncio.Event()
    readers = [asyncio.create_task(_read(sessions, players, ended)) for _ in range(2)]
    moved, deadlocks = await _bank(sessions, players)
    ended.set()
    seen = {sums for reader in readers for sums in await reader}
    assert seen == {(0, 100 * COINS)}
    assert deadlocks == 0
    assert moved > TELLERS


async def test_l02_six_accounts_in_all_directions_never_deadlock(sessions: Sessions) -> None:
    players = await people(sessions, 6, COINS)
    moved, deadlocks = await _bank(sessions, players)
    assert deadlocks == 0
    assert moved > TELLERS
    async with sessions() as session:
        assert (await audit(session)).sound


async def _bank(sessions: Sessions, players: list[int]) -> tuple[int, int]:
    """Let the tellers work; return how many transfers were made, and how many a deadlock ended."""
    until = time.monotonic() + LASTING_S
    counts = await asyncio.gather(*(_teller(sessions, players, n, until) for n in range(TELLERS)))
    return sum(moved for moved, _ in counts), sum(deadlocks for _, deadlocks in counts)


async def _teller(sessions: Sessions, players: list[int], number: int, until: float) -> tuple[int, int]:
    chance = random.Random(number)
    moved = deadlocks = 0
    while time.monotonic() < until:
        giver, taker = chance.sample(players, 2)
        cause = f"bank:{players[0]}:{number}:{moved}:{deadlocks}:{chance.random()}"
        try:
            await _move(sessions, cause, giver, taker, chance.randint(1, 200))
        except NotEnoughCoinsError:
            continue
        except BusyError:
            deadlocks += 1
        else:
            moved += 1
    return moved, deadlocks


async def _move(sessions: Sessions, cause: str, giver: int, taker: int, amount: int) -> None:
    legs = {wallet(giver): -amount, wallet(taker): amount}
    async with sessions.begin() as session:
        await post_transfer(session, cause=cause, kind="gift", legs=legs, facts={})


async def _read(sessions: Sessions, players: list[int], ended: asyncio.Event) -> list[tuple[int, int]]:
    seen = []
    while not ended.is_set():
        async with sessions() as session:
            sums = (await session.execute(HELD, {"players": players})).one()
        seen.append((int(sums.all), int(sums.held)))
        await asyncio.sleep(0.02)
    return seen
