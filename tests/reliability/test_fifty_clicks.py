"""L-04, L-06, L-15: fifty identical requests at the same moment, at two workers; one effect, fifty equal answers."""

import asyncio
import json
import os
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import pytest
from sqlalchemy import text

from app.db import Sessions
from app.embedded.valkey import Valkey
from app.ledger.service import burn_coins
from app.rooms.audit import audit_database
from app.social.presents.rules import QUESTIONS
from tests.clients import Client, Frame, command_id
from tests.databases import Databases
from tests.program import Program
from tests.web.door import command, receive

ROUNDS = 20 if os.environ.get("SOBREMESA_LONG") == "1" else 1
CLICKS = 50
TABLE = {"game": "toma2", "options": {}, "seats": 3, "bet": 6000, "turn_ms": 40000, "public": True}
pytestmark = [pytest.mark.anyio, pytest.mark.timeout(60 + 40 * ROUNDS)]


@dataclass
class Given:
    """An answer: its status and what it says."""

    status: int
    body: Frame


async def click(
    person: Client, urls: list[str], path: str, bodies: list[Frame], keys: list[str]
) -> list[Given]:
    """Ask fifty times, each over a connection of its own; the last byte of all is held back until all are there."""

    async def open_one(n: int) -> tuple[asyncio.StreamReader, asyncio.StreamWriter, bytes]:
        place = urlsplit(urls[n % len(urls)])
        body = json.dumps(bodies[n % len(bodies)]).encode()
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {place.netloc}\r\nOrigin: http://{place.netloc}\r\n"
            f"Cookie: {person.cookies()}\r\nIdempotency-Key: {keys[n % len(keys)]}\r\nConnection: close\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        reader, writer = await asyncio.open_connection(place.hostname, place.port)
        writer.write(head.encode() + body[:-1])
        await writer.drain()
        return reader, writer, body[-1:]

    opened = await asyncio.gather(*(open_one(n) for n in range(CLICKS)))
    for _, writer, last in opened:
        writer.write(last)

    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Given:
        head, _, said = (await asyncio.wait_for(reader.read(), 30)).partition(b"\r\n\r\n")
        writer.close()
        return Given(int(head.split()[1]), json.loads(said))

    return await asyncio.gather(*(answer(reader, writer) for reader, writer, _ in opened))


class House:
    """Two workers, and what their database says."""

    def __init__(self, urls: list[str], sessions: Sessions) -> None:
        self.urls, self.sessions = urls, sessions
        self.people: list[Client] = []

    async def guest(self) -> Client:
        client = Client(self.urls[0])
        self.people.append(client)
        await client.sign_in()
        return client

    async def ask(self, query: str) -> int:
        async with self.sessions() as session:
            return int(await session.scalar(text(query)) or 0)

    async def coins(self, person: Client) -> int:
        return await self.ask(
            f"select balance from account where kind = 'wallet' and owner = {person.me['id']}"
        )

    async def given(self, person: Client, kind: str) -> int:
        """How often a player got coins of this kind."""
        return await self.ask(
            "select count(*) from posting p join transfer t on t.id = p.transfer join account a on a.id = p.account"
            f" where t.kind = '{kind}' and a.owner = {person.me['id']}"
        )


@pytest.fixture(scope="module")
def database_url(databases: Databases) -> Iterator[str]:
    """One database for all tests of this file: each has players of its own."""
    url, name = databases.make()
    yield url
    databases.drop(name)


@pytest.fixture(scope="module")
def workers(
    database_url: str, valkey: Valkey, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[list[Program]]:
    """Two servers for all tests of this file; the key in their folder is shared."""
    folder = tmp_path_factory.mktemp("workers")
    programs = [
        Program(folder, {
            "DATABASE_URL": database_url, "REDIS_URL": valkey.url, "DATA_DIR": str(folder), "RATE_LIMITS": "off",
        })
        for _ in range(2)
    ]  # fmt: skip
    for program in programs:
        program.start()
    yield programs
    for program in programs:
        program.stop()


@pytest.fixture
async def house(workers: list[Program], sessions: Sessions, database_url: str) -> AsyncIterator[House]:
    house = House([program.url for program in workers], sessions)
    yield house
    for person in house.people:
        await person.__aexit__()
    assert (await audit_database(database_url, None, deep=False, also=[QUESTIONS])).sound


def equal(answers: list[Given]) -> Frame:
    """The one answer that all got; who was asked to come again may be among them, but not everybody."""
    heard = [answer for answer in answers if answer.status != 503]
    assert len(heard) > 0
    assert {answer.status for answer in heard} <= {200, 201}, answers
    assert all(answer.body == heard[0].body for answer in heard), answers
    return heard[0].body


async def test_l04_l15_one_bonus(house: House) -> None:
    for _ in range(ROUNDS):
        ana, bo = await house.guest(), await house.guest()
        answers = await click(ana, house.urls, "/api/me/bonus", [{}], [command_id()])
        assert equal(answers) == {"coins": 40_000, "amount": 10_000}
        answers = await click(bo, house.urls, "/api/me/bonus", [{}], [command_id() for _ in range(CLICKS)])
        assert Counter(answer.status for answer in answers if answer.status != 503)[200] == 1
        assert {answer.body["code"] for answer in answers if answer.status == 409} == {"bonus_taken"}
        for person in (ana, bo):
            assert (await house.coins(person), await house.given(person, "bonus")) == (40_000, 1)


async def test_l04_one_purchase_and_one_present(house: House) -> None:
    for _ in range(ROUNDS):
        ana, bo = await house.guest(), await house.guest()
        bought = equal(await click(ana, house.urls, "/api/things", [{"item": "espresso"}], [command_id()]))
        assert bought["coins"] == await house.coins(ana) == 29_500
        assert await house.ask(f"select id from thing where owner = {ana.me['id']}") == bought["thing"]
        async with house.sessions.begin() as session:
            await session.execute(text("update player set guest = false, password = '-'"))
        wish = {"to": bo.me["id"], "item": "cake"}
        given = equal(await click(ana, house.urls, "/api/presents", [wish], [command_id()]))
        assert given["coins"] == await house.coins(ana) == 28_500
        path = f"/api/presents/{given['present']['id']}/accept"
        assert (
            equal(await click(bo, house.urls, path, [{}], [command_id()]))["present"]["state"] == "accepted"
        )
        assert await house.ask(f"select count(*) from thing where owner = {bo.me['id']}") == 1


async def test_l04_one_relief(house: House) -> None:
    for _ in range(ROUNDS):
        ana = await house.guest()
        async with house.sessions.begin() as session:
            await burn_coins(session, ana.me["id"], 29_000, cause=f"spent:{ana.me['id']}", kind="spent")
        answers = await click(ana, house.urls, "/api/me/relief", [{}], [command_id()])
        assert equal(answers) == {"coins": 6_000, "amount": 5_000}
        assert (await house.coins(ana), await house.given(ana, "relief")) == (6_000, 1)


async def test_l04_l06_one_table_and_never_another_under_its_key(house: House) -> None:
    for _ in range(ROUNDS):
        ana, bo = await house.guest(), await house.guest()
        answers = await click(ana, house.urls, "/api/tables", [TABLE], [command_id()])
        made = equal(answers)
        assert (
            await house.ask(f"select id from card_table where creator_id = {ana.me['id']}") == made["table"]
        )
        # the same key with another bet: one of both wishes is granted, the other one refused
        other = {**TABLE, "bet": 6_001}
        answers = await click(bo, house.urls[:1], "/api/tables", [TABLE, other], [command_id()])
        statuses = [{answer.status for answer in answers[n::2]} - {503} for n in (0, 1)]
        assert sorted(map(sorted, statuses)) in ([[200], [409]], [[201], [409]]), answers
        assert {answer.body["code"] for answer in answers if answer.status == 409} == {"id_reused"}
        for person in (ana, bo):
            assert (
                await house.ask(f"select count(*) from card_table where creator_id = {person.me['id']}") == 1
            )
            assert await house.ask(f"select count(*) from seat where player_id = {person.me['id']}") == 1


async def test_l04_one_seat_by_play_now(house: House) -> None:
    for _ in range(ROUNDS):
        ana = await house.guest()
        place = equal(await click(ana, house.urls, "/api/play-now", [{"game": "tongits"}], [command_id()]))
        assert await house.ask(f"select count(*) from seat where player_id = {ana.me['id']}") == 1
        assert (
            await house.ask(f"select table_id from seat where player_id = {ana.me['id']}") == place["table"]
        )
        await ana.leave(place["table"])


async def test_l04_one_upgrade_of_a_guest(house: House) -> None:
    for number in range(ROUNDS):
        ana = await house.guest()
        wish = {"name": f"Anastasia{number}", "password": "correct horse"}
        answers = await click(ana, house.urls, "/api/register", [wish], [command_id()])
        statuses = Counter(answer.status for answer in answers)
        assert statuses[201] >= 1
        assert set(statuses) <= {201, 409, 503}, answers
        assert (await house.coins(ana), await house.given(ana, "grant")) == (60_000, 2)


async def test_l04_one_seat_one_vote_one_start_over_a_socket(house: House) -> None:
    for _ in range(ROUNDS):
        ana, bo = await house.guest(), await house.guest()
        table = int((await ana.post("/api/tables", TABLE))["table"])
        for person in (ana, bo):
            await receive(await person.connect())
        for person, kind, more in ((bo, "sit", {}), (ana, "start", {}), (bo, "vote", {"accept": True})):
            answers = await say_fifty_times(person, kind, table=table, **more)
            assert all(answer == answers[0] for answer in answers), answers
            assert answers[0]["type"] == "ack"
            written = "answer" if kind == "vote" else kind
            lines = f"table_id = {table} and kind = '{written}' and command_id is not null"
            assert await house.ask(f"select count(*) from log where {lines}") == 1
        async with asyncio.timeout(20):
            while await house.coins(bo) == 30_000:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        assert [await house.coins(person) for person in (ana, bo)] == [24_000, 24_000]


async def say_fifty_times(person: Client, kind: str, **fields: Any) -> list[Frame]:
    """Send one command fifty times without waiting; return its fifty answers."""
    id_, answers = command_id(), list[Frame]()
    assert person.socket is not None
    waves = [CLICKS // 5] * 5  # sixteen may wait at once
    for wave in waves:
        for _ in range(wave):
            await person.socket.send(command(kind, id_, **fields))
        seen = 0
        while seen < wave:
            frame = await receive(person.socket)
            if frame.get("id") == id_:
                answers.append(frame)
                seen += 1
    return answers
