"""C-06, C-07: a session that ends closes its socket wherever that is, and nothing else happens to the player."""

import time
from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import text
from websockets.exceptions import ConnectionClosed

from app.db import Sessions
from tests.clients import Client, Frame
from tests.program import Program
from tests.reliability.hurry import hurry, look_often
from tests.web.door import closing_code, command, receive

PASSWORD = "correct horse"
pytestmark = [pytest.mark.anyio, pytest.mark.timeout(90)]


class Person(Client):
    """A client that reads one frame after the other."""

    async def open(self) -> Frame:
        """Open a socket; return hello."""
        return await receive(await self.connect())

    async def until_view(self, table: int, holds: Callable[[Frame], Any]) -> Frame:
        assert self.socket is not None
        while not (table in self.views and holds(self.views[table])):
            self.take(await receive(self.socket))
        return self.views[table]

    async def say(self, kind: str, id_: str, **fields: Any) -> Frame:
        """Send a command, return its answer; updates on the way are noted."""
        assert self.socket is not None
        await self.socket.send(command(kind, id_, **fields))
        while (frame := await receive(self.socket)).get("id") != id_:
            self.take(frame)
        return frame

    async def also(self, url: str) -> "Person":
        """Another browser of the same account, signed in at this worker."""
        other = Person(url)
        answered = await other.http.post("/api/login", json={"name": self.me["name"], "password": PASSWORD})
        other.me = answered.raise_for_status().json()
        return other


async def in_mid_match(url: str, people: list[Person]) -> tuple[Person, Person, int]:
    """Ana, whose turn it is, and Bo at a table."""
    ana, bo = Person(url), Person(url)
    people += [ana, bo]
    await ana.register("Anastasia")
    await bo.sign_in()
    wish = {"game": "toma2", "options": {}, "seats": 2, "bet": 6000, "turn_ms": 10_000, "public": True}
    table = int((await ana.post("/api/tables", wish))["table"])
    for person in (ana, bo):
        await person.open()
    await bo.say("sit", "bo-sits-down", table=table)
    for person in (ana, bo):
        await person.say("watch", "look-at-it", table=table)
        await person.until_view(table, lambda view: view["round"])
        await person.say("salt", "salt-salt", table=table, round=1, salt="5a" * 32)
    view = await bo.until_view(table, lambda view: view["phase"] == "playing")
    for turn in range(20):
        if 0 in view["clock"]["seats"] or view["held"]:
            break
        await bo.say("act", f"bo-does-{turn:03}", table=table, action=bo.choose(view))
        view = bo.views[table]
    await ana.until_view(table, lambda view: view["phase"] == "playing" and 0 in view["clock"]["seats"])
    return ana, bo, table


async def entries(sessions: Sessions, table: int, kind: str) -> list[Any]:
    query = text("select at, body from log where table_id = :table and kind = :kind order by seq")
    async with sessions() as session:
        return list(await session.execute(query, {"table": table, "kind": kind}))


async def end_session_of(person: Person, by: Person) -> None:
    """End, from another browser, the session that is not the asker's own."""
    for session in (await by.http.get("/api/me/sessions")).json():
        if not session["current"]:
            (await by.http.delete(f"/api/me/sessions/{session['id']}")).raise_for_status()


async def test_c06_a_session_revoked_in_mid_match_ends_its_socket_and_not_its_seat(
    make_program: Callable[..., Program], sessions: Sessions, people: list[Person]
) -> None:
    here, there = make_program(hurry), make_program(hurry)
    ana, bo, table = await in_mid_match(here.url, people)
    again = await ana.also(there.url)
    people.append(again)
    acts, alarms = [len(await entries(sessions, table, kind)) for kind in ("act", "alarm")]

    begun = time.monotonic()
    await end_session_of(ana, by=again)  # asked of the other worker
    assert ana.socket is not None
    assert await closing_code(ana.socket, 2) == 4001
    print(f"closed {time.monotonic() - begun:.3f} s after the request")  # noqa: T201

    # nothing can be said with it any more, neither there nor over a new socket
    with pytest.raises(ConnectionClosed):
        await ana.say("act", "after-the-end", table=table, action={"type": "draw"})
    assert (await ana.open())["player"] is None
    assert (await ana.say("act", "after-the-end", table=table, action={"type": "draw"}))[
        "code"
    ] == "signed_out"

    # the turn runs out as any other, the seat is kept
    await bo.until_view(table, lambda view: view["seats"][0]["standin"] and view["clock"]["seats"] == [1])
    assert len(await entries(sessions, table, "alarm")) > alarms
    assert len(await entries(sessions, table, "act")) == acts
    async with sessions() as session:
        assert await session.scalar(text(f"select count(*) from seat where table_id = {table}")) == 2

    # who signs in again is back at the table
    again.http.base_url, again.url = here.url, here.url  # type: ignore[assignment]
    hello = await again.open()
    assert [seat["id"] for seat in hello["tables"]] == [table]
    await again.say("watch", "look-again", table=table)
    assert (await again.until_view(table, lambda view: view["game"]))["you"] == 0
    assert (await again.say("ready", "i-am-back", table=table))["type"] == "ack"


async def test_c06_a_session_that_ran_out_in_mid_match_is_found_by_the_next_look(
    make_program: Callable[..., Program], sessions: Sessions, people: list[Person]
) -> None:
    ana, _, table = await in_mid_match(make_program(look_often).url, people)
    async with sessions.begin() as session:
        await session.execute(
            text("update player_session set ends_at = clock_timestamp() where player = :player"),
            {"player": ana.me["id"]},
        )
    assert ana.socket is not None
    assert await closing_code(ana.socket, 4) == 4001  # one look a second, one sweep a second
    acts = len(await entries(sessions, table, "act"))
    assert (await ana.open())["player"] is None
    assert (await ana.say("act", "after-the-end", table=table, action={"type": "draw"}))[
        "code"
    ] == "signed_out"
    assert len(await entries(sessions, table, "act")) == acts


async def test_c07_a_new_password_signs_out_everywhere_else_on_every_worker(
    make_program: Callable[..., Program], people: list[Person]
) -> None:
    here, there = make_program(), make_program()
    ana = Person(here.url)
    people.append(ana)
    await ana.register("Anastasia")
    others = list[Person]()
    for place, url in ((here, there.url), (there, here.url), (there, there.url)):  # a player has one socket
        other = await ana.also(place.url)
        people.append(other)
        others.append(other)
        await other.open()
        begun = time.monotonic()
        body = {"old": PASSWORD, "new": PASSWORD}
        changed = await ana.http.post(url + "/api/me/password", json=body, headers={"Origin": url})
        assert changed.status_code == 204
        assert other.socket is not None
        assert await closing_code(other.socket, 2) == 4001
        print(f"closed {time.monotonic() - begun:.3f} s after the request")  # noqa: T201
    for url in (here.url, there.url):
        asked = [await person.http.get(url + "/api/me") for person in (ana, *others)]
        assert [found.status_code for found in asked] == [200, 401, 401, 401]
