"""Passwords: argon2id in two threads of their own, never on the event loop, never more than a few waiting."""

import asyncio
import unicodedata
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from app.errors import BusyError, InvalidError

SHORTEST, LONGEST = 8, 128
# OWASP's minimum: 19 MiB, two passes; some 16 ms, so that two threads do a hundred a second
_HASHER = PasswordHasher(time_cost=2, memory_cost=19_456, parallelism=1)
_THREADS = ThreadPoolExecutor(2, thread_name_prefix="passwords")
MOST_AT_ONCE = 22
# Of a password that nobody has: whoever asks for an unknown name waits as long as for a known one.
_NOBODYS = _HASHER.hash("nobody's")
# the most frequent ones that are long enough to pass otherwise
_COMMON = """
password password1 password12 password123 passw0rd p@ssw0rd 12345678 123456789 1234567890 0123456789
987654321 9876543210 87654321 11111111 00000000 88888888 12341234 11223344 123123123 12344321 147258369
1q2w3e4r 1q2w3e4r5t 1qaz2wsx q1w2e3r4 qwertyui qwertyuiop qwerty12 qwerty123 asdfghjk asdfghjkl zxcvbnm1
abcdefgh abcd1234 abc12345 aa123456 a1234567 iloveyou iloveyou1 sunshine princess football baseball superman
starwars trustno1 letmein1 welcome1 computer internet whatever michelle jennifer liverpool contraseña
sobremesa
"""
COMMON = frozenset(_COMMON.split())

Answer = TypeVar("Answer")

_at_work = 0


def check_new_password(password: str, name: str) -> None:
    """Refuse what can't be a password: wrong length (8-128), one of the most frequent, or the name itself.

    Raises InvalidError `bad_password`.
    """
    if not SHORTEST <= len(password) <= LONGEST:
        raise InvalidError("bad_password", "A password has 8 to 128 characters.")
    if password.casefold() in COMMON or password.casefold() == name.casefold():
        raise InvalidError("bad_password", "This password is too easy to guess.")


async def hash_password(password: str) -> str:
    """Return the password's hash, salted. Raises BusyError when too many are waiting."""
    return await _in_thread(lambda: _HASHER.hash(_normal(password)))


async def verify_password(stored: str | None, password: str) -> bool:
    """Tell whether it is the password; without a stored hash, no, after the same time. Raises BusyError."""

    def verify() -> bool:
        try:
            return _HASHER.verify(stored or _NOBODYS, _normal(password)) and stored is not None
        except (VerificationError, InvalidHashError):
            return False

    return await _in_thread(verify)


def needs_rehash(stored: str) -> bool:
    """Tell whether the hash was made with other costs than those of today."""
    return _HASHER.check_needs_rehash(stored)


def _normal(password: str) -> str:
    # the same letters typed on another system may come as other code points
    return unicodedata.normalize("NFC", password)


async def _in_thread(work: Callable[[], Answer]) -> Answer:
    global _at_work  # noqa: PLW0603 - a count of this process's one pair of threads
    if _at_work >= MOST_AT_ONCE:
        raise BusyError("busy", "Too many are signing in just now; try again in a moment.")
    _at_work += 1
    try:
        return await asyncio.get_running_loop().run_in_executor(_THREADS, work)
    finally:
        _at_work -= 1
