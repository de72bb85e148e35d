"""How often one may try: a seam to whatever counts, and the limits of signing in and up."""

from typing import Protocol

from app.errors import TooManyError


class Limiter(Protocol):
    """Counts uses of a key in windows, over all workers as far as it can."""

    async def spend(self, key: str, *, limit: int, window_s: float) -> int:
        """Count one use; return 0 if it is within the limit, else the milliseconds to wait."""
        ...


class Limits:
    """Asks a limiter, if there is one; raises TooManyError `too_many` with `retry_ms`."""

    def __init__(self, limiter: Limiter | None) -> None:
        self._limiter = limiter

    async def try_password(self, account: str, address: str) -> None:
        """Count an attempt on an account from an address before anything is hashed.

        5 in 15 minutes; whoever owns the account comes in from elsewhere meanwhile. Many addresses together
        have 50, one address has 20 a minute on all accounts.
        """
        await self._spend(f"password:{address}", 20, 60)
        await self._spend(f"password:{address}:{account}", 5, 900)
        await self._spend(f"password::{account}", 50, 900)

    async def make_account(self, address: str) -> None:
        """Count an account or guest made from an address: 20 a minute, many phones may share one."""
        await self._spend(f"account:{address}", 20, 60)

    async def change(self, what: str, player_id: int, *, limit: int, window_s: float) -> None:
        """Count something that a player changes."""
        await self._spend(f"{what}:{player_id}", limit, window_s)

    async def _spend(self, key: str, limit: int, window_s: float) -> None:
        if self._limiter is None:
            return
        if retry_ms := await self._limiter.spend(key, limit=limit, window_s=window_s):
            raise TooManyError("too_many", "That was often. Please wait a moment.", retry_ms=retry_ms)
