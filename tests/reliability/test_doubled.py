"""Every command comes two to five times, over sockets old and new or in parallel requests: one effect each."""

import asyncio
import json
import os
import random
from collections import Counter
from collections.abc import Callable
from contextlib import suppress

import httpx
import pytest
from sqlalchemy import text
from websockets.exceptions import WebSocketException

from app.db import Sessions
from app.ledger.audit import audit
from tests.clients import Client, Frame, command_id
from tests.program import Program

COMMANDS = int(os.environ.get("SOBREMESA_DOUBLED", "120"))
PAIRS = (
    4 if COMMANDS < 1_000 else 16
)  # a match waits for its players now and then, another one meanwhile does not
pytestmark = [pytest.mark.anyio, pytest.mark.timeout(60 + COMMANDS // 10)]

TABLE = {"game": "toma2", "options": {}, "seats": 3, "bet": 6000, "turn_ms": 40000, "public": True}
DOUBLED = text("""
select
  (select count(*) - count(distinct (player_id, command_id)) from log where command_id is not null) as commands,
  (select count(*) - count(distinct (table_id, player_id)) from log where kind = 'sit') as sits,
  (select count(*) - count(distinct table_id) from log where kind = 'start') as starts,
  (select count(*) - count(distinct table_id) from log where kind = 'answer') as votes,
  (select count(*) - count(distinct (creator_id, create_key)) from card_table) as tables,
  (select count(*) - count(distinct t.match) from transfer t where t.kind = 'bet') as bets,
  (select count(*) - count(distinct p.account) from posting p join transfer t on t.id = p.transfer
     join account a on a.id = p.account where t.kind = 'bonus' and a.kind = 'wallet') as bonuses
""")
BOUGHT = text("select count(*) from transfer where kind = 'purchase'")
GIVEN = text("select count(*), count(*) filter (where state = 'accepted') from present")
GROWN_UP = text("update player set made_at = made_at - interval '2 days'")
"""On its first day an account gives three presents only."""
LOGGED = text("select command_id, seq from log where command_id is not null")


class Tally:
    """How many commands of each kind were sent, and how often in all."""

    def __init__(self) -> None:
        self.commands: Counter[str] = Counter()
        self.copies = 0

    @property
    def enough(self) -> bool:
        """Tell whether this will do."""
        return self.commands.total() >= COMMANDS

    def count(self, kind: str, copies: int) -> None:
        """Take note of one command."""
        self.commands[kind] += 1
        self.copies += copies


class Stutterer(Client):
    """A player who sends everything two to five times, now and then over a second socket as well."""

    def __init__(self, url: str, seed: int, tally: Tally) -> None:
        super().__init__(url, seed)
        self.http.timeout = 60  # a crowd that asks everything five times over waits for itself
        self.tally, self.number = tally, seed
        self.answers: dict[str, int] = {}

    async def post(self, path: str, body: Frame | None = None) -> Frame:
        """Ask in parallel with one key; every answer is the same."""
        copies, headers = self._copies(path), {"Idempotency-Key": command_id()}
        answers: list[httpx.Response] = []
        while not answers:  # one that never came is unknown: asked again with the same key
            asked = [self.http.post(path, json=body or {}, headers=headers) for _ in range(copies)]
            came = await asyncio.gather(*asked, return_exceptions=True)
            answers = [answer for answer in came if isinstance(answer, httpx.Response)]
        assert {(answer.status_code, answer.text) for answer in answers} == {
            (answers[0].status_code, answers[0].text)
        }
        assert answers[0].is_success, answers[0].text
        return dict(answers[0].json())

    async def send(self, command: Frame) -> None:
        """Send it a few times; now and then from a second tab too, which closes the first."""
        first, command = self.socket, self.remember(command)
        assert first is not None
        copies = [json.dumps(command)] * self._copies(command["type"])
        if command["type"] != "watch" and self.chance.random() < 0.1:
            second = await self.connect()
            for copy in copies:
                await second.send(copy)
            with suppress(WebSocketException):
                for copy in copies:
                    await first.send(copy)
            await first.close()
            raise TimeoutError  # comes back over a third one, with the same ids
        for copy in copies:
            await first.send(copy)

    def take(self, frame: Frame) -> None:
        """Note a frame; an answer is what it was the first time."""
        super().take(frame)
        if frame["type"] == "ack" and "seq" in frame:
            assert self.answers.setdefault(frame["id"], frame["seq"]) == frame["seq"]

    async def leave(self, table: int) -> None:
        """Get up, over two sockets; the second one hears of it."""
        command = self.remember({"type": "leave", "table": table})
        copies = [json.dumps(command)] * self._copies("leave")
        for socket in (await self.connect(), await self.connect()):
            with suppress(WebSocketException):  # the first one may be closed by now
                for copy in copies:
                    await socket.send(copy)
        async with asyncio.timeout(10), socket:
            while command["id"] in self.open_commands:
                self.take(json.loads(await socket.recv()))

    async def _move(self, table: int, view: Frame) -> None:
        host, vote = view["table"]["host"] == view["you"], view["vote"]
        if view["phase"] == "waiting" and host and None not in view["seats"][:2] and not self._asked("start"):
            await self.send({"type": "start", "table": table})
        elif vote and view["you"] not in vote["accepted"] and not self._asked("vote"):
            await self.send({"type": "vote", "table": table, "accept": True})
        else:
            await super()._move(table, view)

    def _asked(self, kind: str) -> bool:
        return any(command["type"] == kind for command in self.open_commands.values())

    def _copies(self, kind: str) -> int:
        copies = self.chance.randint(2, 5)
        if kind != "watch":
            self.tally.count(kind.rsplit("/", 1)[-1], copies)
        return copies


async def test_j12_commands_that_come_twice_to_five_times_have_one_effect(
    make_program: Callable[..., Program], sessions: Sessions
) -> None:
    seed, tally = random.randrange(2**32), Tally()
    print(f"seed {seed}")  # noqa: T201 - shown when the test fails
    server = make_program(ACCOUNT_GRANT="10000000", DAILY_BONUS="700")
    clients = [Stutterer(server.url, seed + n, tally) for n in range(2 * PAIRS)]
    try:
        for client in clients:
            await client.register(f"Stutter {client.number}")  # "Player" and a number is the house's
            await client.post("/api/me/bonus")
        async with sessions.begin() as session:
            await session.execute(GROWN_UP)
        await asyncio.gather(*map(_pair, clients[::2], clients[1::2]))
    finally:
        for client in clients:
            await client.__aexit__()
    print(f"{tally.commands.total()} commands, sent {tally.copies} times: {dict(tally.commands)}")  # noqa: T201
    await _check(sessions, clients, tally)


async def _pair(host: Stutterer, guest: Stutterer) -> None:
    while not host.tally.enough:
        place = await host.post("/api/play-now", {"game": "toma2"})
        await host.leave(place["table"])
        await host.post("/api/things", {"item": "espresso"})
        present = await host.post("/api/presents", {"to": guest.me["id"], "item": "lemonade"})
        await guest.post(f"/api/presents/{present['present']['id']}/accept")
        table = (await host.post("/api/tables", TABLE))["table"]
        await asyncio.gather(_play(host, table), _play(guest, table, sit=True))


async def _play(client: Stutterer, table: int, *, sit: bool = False) -> None:
    """Play until the match is over, or there was enough of it, which leaves it to the other."""

    def over(view: Frame) -> bool:
        return view["settled"] is not None or (view["phase"] == "playing" and client.tally.enough)

    await client.play(table, over, sit=sit)
    await client.leave(table)


async def _check(sessions: Sessions, clients: list[Stutterer], tally: Tally) -> None:
    async with sessions() as session:
        assert (await audit(session)).sound
        assert not any((await session.execute(DOUBLED)).one())
        assert await session.scalar(BOUGHT) == tally.commands["things"]
        assert (await session.execute(GIVEN)).one() == (tally.commands["presents"], tally.commands["accept"])
        logged = {row.command_id: row.seq for row in await session.execute(LOGGED)}
    answers = {id_: seq for client in clients for id_, seq in client.answers.items()}
    assert answers
    assert {id_: logged.get(id_) for id_ in answers} == answers
