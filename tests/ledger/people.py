"""Players as the books know them: a number with a wallet."""

import itertools
import secrets

from app.db import Sessions
from app.ledger.service import mint_coins

_numbers = itertools.count(secrets.randbelow(2**40))


def new_id() -> int:
    """A number that no other test has used: the books are never emptied."""
    return next(_numbers)


async def people(sessions: Sessions, count: int, coins: int) -> list[int]:
    players = [new_id() for _ in range(count)]
    async with sessions.begin() as session:
        for player in players:
            if coins:
                await mint_coins(session, player, coins, cause=f"grant:{player}", kind="grant")
    return players
