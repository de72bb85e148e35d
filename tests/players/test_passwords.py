import asyncio
import statistics
import threading
import time

import pytest

from app.errors import BusyError, InvalidError
from app.players import passwords
from app.players.passwords import check_new_password, hash_password, needs_rehash, verify_password

pytestmark = [pytest.mark.anyio, pytest.mark.costly_passwords]


async def test_only_the_password_itself_opens() -> None:
    stored = await hash_password("correct horse")
    assert stored.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert await verify_password(stored, "correct horse")
    assert not await verify_password(stored, "correct horse ")
    assert not await verify_password(None, "nobody's")
    assert not await verify_password("no hash at all", "correct horse")
    assert await hash_password("correct horse") != stored
    assert not needs_rehash(stored)
    assert needs_rehash(stored.replace("t=2", "t=1"))


async def test_letters_composed_in_another_way_are_the_same() -> None:
    stored = await hash_password("contrasen\u0303a")
    assert await verify_password(stored, "contrase\u00f1a")


@pytest.mark.parametrize("password", ["short", "1234567", "x" * 129, "password1", "PASSWORD", "Ana Maria"])
def test_bad_passwords_are_refused(password: str) -> None:
    with pytest.raises(InvalidError):
        check_new_password(password, "ana maria")


@pytest.mark.parametrize("password", ["12345679", "x" * 128, "  spaces  ", "пароль-на-стол"])
def test_other_passwords_are_taken(password: str) -> None:
    check_new_password(password, "Ana")


async def test_the_loop_goes_on_and_few_may_wait() -> None:
    """A-05, A-06: hashing never holds the loop up, and beyond the queue everybody is told at once."""
    ticks = 0

    async def tick() -> None:
        nonlocal ticks
        while True:
            await asyncio.sleep(0.001)
            ticks += 1

    ticking = asyncio.create_task(tick())
    answers = await asyncio.gather(*(hash_password("x" * 8) for _ in range(60)), return_exceptions=True)
    ticking.cancel()
    hashed = [answer for answer in answers if isinstance(answer, str)]
    assert len(hashed) == passwords.MOST_AT_ONCE
    assert all(isinstance(answer, BusyError) for answer in answers if not isinstance(answer, str))
    assert ticks > 10
    assert len([t for t in threading.enumerate() if t.name.startswith("passwords")]) <= 2
    assert await hash_password("x" * 8)


async def test_a04_an_unknown_name_takes_as_long_as_a_known_one() -> None:
    stored = await hash_password("correct horse")
    times: dict[bool, list[float]] = {True: [], False: []}
    for turn in range(24):
        known = turn % 2 == 0
        begun = time.perf_counter()
        assert not await verify_password(stored if known else None, "wrong horse")
        times[known].append(time.perf_counter() - begun)
    with_hash, without = statistics.median(times[True]), statistics.median(times[False])
    assert 0.5 < without / with_hash < 2
