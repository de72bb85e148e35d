"""The server dies while somebody buys, gives or accepts; asked again it happened once, and nothing hangs between."""

import os
from collections.abc import Callable

import pytest
from sqlalchemy import text

from app.db import Sessions
from app.rooms.audit import audit_database
from app.social.presents.rules import QUESTIONS
from tests.clients import Client, Frame
from tests.program import Program
from tests.reliability import crash
from tests.reliability.test_crash_points import die_everywhere

LONG = os.environ.get("SOBREMESA_LONG") == "1"
pytestmark = [pytest.mark.anyio, pytest.mark.timeout(900 if LONG else 90)]
FOUND = text("""
select (select balance from account where kind = 'wallet' and owner = :player) as coins,
    (select count(*) from thing where owner = :player) as things,
    (select count(*) from present where giver = :player) as given
""")


@pytest.mark.parametrize("wish", ["give", "buy", "accept"] if LONG else ["give"])
async def test_l08_a_present_is_one_wherever_the_server_died(
    make_program: Callable[..., Program], sessions: Sessions, database_url: str, wish: str
) -> None:
    server = make_program(crash.prepare)
    expected = {"give": (27_500, 0, 1), "buy": (27_500, 1, 0), "accept": (30_000, 1, 0)}[wish]

    async def register(client: Client) -> Frame:
        me = await client.sign_in()
        async with sessions.begin() as session:  # of two days ago, without the time that a password takes
            await session.execute(
                text("update player set guest = false, password = '-', made_at = now() - interval '2 days'")
            )
        return me

    async with Client(server.url) as friend:
        their_id = (await register(friend))["id"]

        async def prepare(client: Client) -> tuple[str, Frame]:
            if wish == "give":
                return "/api/presents", {"to": their_id, "item": "basil"}
            if wish == "buy":
                return "/api/things", {"item": "basil"}
            sent = await friend.post("/api/presents", {"to": client.me["id"], "item": "espresso"})
            return f"/api/presents/{sent['present']['id']}/accept", {}

        async def check(player: int, answer: Frame) -> None:
            async with sessions() as session:
                assert tuple((await session.execute(FOUND, {"player": player})).one()) == expected
            assert answer.get("coins") == (None if wish == "accept" else 27_500)

        await die_everywhere(server, sessions, prepare, check, sign_up=register)
    assert (await audit_database(database_url, None, deep=False, also=[QUESTIONS])).sound
