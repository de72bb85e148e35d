"""D-13: the wall clock of one worker jumps while people play, and nothing hangs on it."""

import asyncio
import os
import time
from collections.abc import Callable

import pytest
from sqlalchemy import text

from app.db import Sessions
from tests.program import Program
from tests.reliability.hurry import TURN_MS, hurry, jump
from tests.reliability.test_sessions import Person, in_mid_match
from tests.web.door import closing_code

JUMPS = (600, -600, 86_400, -86_400)
pytestmark = [pytest.mark.anyio, pytest.mark.timeout(90)]


@pytest.mark.parametrize("by", JUMPS if os.environ.get("SOBREMESA_LONG") == "1" else JUMPS[:1])
async def test_d13_a_clock_that_jumps_moves_no_deadline_and_ends_no_session(
    make_program: Callable[..., Program], sessions: Sessions, people: list[Person], by: int
) -> None:
    print(f"by {by} s")  # noqa: T201 - shown when the test fails
    begun = time.monotonic()
    here, there = make_program(jump, CLOCK_JUMP_S=str(by)), make_program(hurry)
    ana, bo, table = await in_mid_match(here.url, people)
    await asyncio.sleep(max(0, begun + 2.2 - time.monotonic()))  # it has jumped
    await bo.say("watch", "look-again", table=table)

    # a turn lasts as long as was promised, by the time of the database
    view = await bo.until_view(table, lambda view: view["clock"])
    promised = view["clock"]["bank_deadline"]
    async with sessions() as session:
        now = int(await session.scalar(text("select extract(epoch from clock_timestamp()) * 1000")) or 0)
    assert -1_000 < promised - now <= 2 * TURN_MS + 1_000
    await bo.until_view(table, lambda view: not view["clock"] or view["clock"]["bank_deadline"] != promised)
    async with sessions() as session:
        rung = await session.scalar(
            text("select min(at) from log where table_id = :table and kind = 'alarm' and at >= :promised"),
            {"table": table, "promised": promised},
        )
        early = await session.scalar(
            text("select clock_timestamp() < to_timestamp(:ms / 1000.0)"), {"ms": promised}
        )
    assert rung is not None
    assert not early
    assert rung - promised < 2_000

    # the session is as good as before, and the newest socket is the player's, whichever worker has it
    for url in (here.url, there.url):
        assert (await ana.http.get(f"{url}/api/me")).status_code == 200
    for ana.url in (there.url, here.url):
        older = ana.socket
        assert older is not None
        assert (await ana.open())["player"]["id"] == ana.me["id"]
        assert await closing_code(older, 5) == 4009
