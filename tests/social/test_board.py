"""How friends are, told live, whichever workers their sockets are on."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from typing import Any

import orjson
import pytest
from sqlalchemy.ext.asyncio import AsyncSession
from websockets.asyncio.client import ClientConnection

from app.config import Settings
from app.social.people import board as boards
from app.social.people.board import Board
from tests.lobby.house import House, Person, open_house
from tests.social.test_friends import befriend
from tests.test_main import socket_of
from tests.web.door import answer, command, receive

pytestmark = pytest.mark.anyio
OFFLINE = {"state": "offline", "at": None}


@pytest.fixture
async def houses(settings: Settings) -> AsyncIterator[tuple[House, House]]:
    """Two workers on one database and one Redis, each of which hears the other."""
    async with open_house(settings) as one, open_house(settings) as two:
        async with asyncio.timeout(10):
            while not all(house.app.state.bus.linked for house in (one, two)):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        yield one, two


def of(house: House, person: Person) -> Person:
    """The same person's browser, at another worker."""
    return Person(person.id, house.browser(person.client.cookies["sobremesa"]))


async def until(client: ClientConnection, true: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """The next frame about friends of which something holds."""
    async with asyncio.timeout(10):
        while True:
            frame = await receive(client)
            if frame["type"] in ("friend", "friends") and true(frame):
                return frame


@contextlib.asynccontextmanager
async def looking(house: House, person: Person) -> AsyncIterator[ClientConnection]:
    """A socket with the news of friends turned on."""
    async with socket_of(house, person) as client:
        await client.send(command("friends", "friends-1", on=True))
        assert (await answer(client, "friends-1"))["type"] == "ack"
        yield client


async def test_how_a_friend_is_reaches_another_worker(houses: tuple[House, House]) -> None:
    home, away = houses
    ana, bo = await home.guests(2)
    await befriend(ana, bo)
    far = of(away, bo)
    async with looking(home, ana) as client:
        whole = await until(client, lambda frame: frame["type"] == "friends")
        [friend] = whole["friends"]
        assert friend.items() >= {"id": bo.id, **OFFLINE}.items()
        async with socket_of(away, far) as bos:
            assert (await until(client, lambda _: True)) == {
                "type": "friend", "id": bo.id, "state": "online", "at": None,
            }  # fmt: skip
            made = (await far.create(seats=3)).json()
            seen = await until(client, lambda frame: frame["at"] is not None)
            told = {"id": made["table"], "code": made["code"], "game": "toma2", "bet": 6_000}
            assert seen["at"] == {**told, "phase": "waiting", "free": True, "spectators": True}
            card = (await ana.ask("GET", f"/api/people/{bo.id}")).json()
            assert (card["state"], card["at"]) == ("online", seen["at"])

            for on, state in ((True, "away"), (False, "online")):
                await bos.send(command("away", f"away-{on!s:0>8}", on=on))
                assert (await until(client, lambda _: True))["state"] == state

            assert (await far.ask("PUT", "/api/me/visibility", {"invisible": True})).status_code == 204
            assert (await until(client, lambda _: True)) == {"type": "friend", "id": bo.id, **OFFLINE}
            assert (await ana.ask("GET", f"/api/people/{bo.id}")).json()["state"] == "offline"
            await far.ask("PUT", "/api/me/visibility", {"invisible": False})
            assert (await until(client, lambda _: True))["at"] == seen["at"]
        assert (await until(client, lambda _: True))["state"] == "offline"  # a seat alone is nobody


async def test_a_private_table_is_not_told(houses: tuple[House, House]) -> None:
    home, away = houses
    ana, bo = await home.guests(2)
    await befriend(ana, bo)
    far = of(away, bo)
    async with socket_of(away, far), looking(home, ana) as client:
        await until(client, lambda frame: frame["type"] == "friends")
        await far.create(seats=3, public=False)
        await far.ask("PUT", "/api/me/visibility", {"invisible": True})
        frames = [await until(client, lambda frame: frame["type"] == "friend")]
        while frames[-1]["state"] != "offline":
            frames.append(await until(client, lambda frame: frame["type"] == "friend"))
        assert [frame["at"] for frame in frames] == [None] * len(frames)


async def test_circles_that_change_are_told_to_both_on_whatever_worker(houses: tuple[House, House]) -> None:
    home, away = houses
    ana, bo = await home.guests(2)
    far = of(away, bo)
    async with looking(home, ana) as anas, looking(away, far) as bos:
        for client in (anas, bos):
            assert (await until(client, lambda _: True))["friends"] == []
        await ana.ask("POST", f"/api/friends/{bo.id}")
        assert [each["id"] for each in (await until(bos, lambda frame: bool(frame["asks"])))["asks"]] == [
            ana.id
        ]
        await far.ask("POST", f"/api/friends/{ana.id}/accept")
        for client, other in ((anas, bo), (bos, ana)):
            whole = await until(client, lambda frame: bool(frame.get("friends")))
            assert [(each["id"], each["state"]) for each in whole["friends"]] == [(other.id, "online")]
        await far.ask("POST", f"/api/blocks/{ana.id}")
        for client, blocked in ((anas, []), (bos, [ana.id])):
            whole = await until(client, lambda frame: frame.get("friends") == [])
            assert [each["id"] for each in whole["blocked"]] == blocked
        await far.ask("DELETE", f"/api/blocks/{ana.id}")
        await until(
            bos, lambda frame: [frame.get(what) for what in ("friends", "asks", "blocked")] == [[]] * 3
        )
        await far.ask("POST", f"/api/blocks/{ana.id}")
    async with looking(away, far) as client:  # blocked: neither hears of the other any more
        await until(client, lambda frame: frame["type"] == "friends")
        async with socket_of(home, ana):
            with pytest.raises(TimeoutError):
                await receive(client, 0.3)


@dataclass(eq=False)
class Looking:
    """Somebody who follows their friends, without a socket; `on_first` happens while they are told the first time."""

    player_id: int
    on_first: Callable[[], object] = lambda: None
    frames: list[Any] = field(default_factory=list)

    def send(self, frame: bytes) -> None:
        if not self.frames:
            self.on_first()
        self.frames.append(orjson.loads(frame))

    async def heard(self, count: int) -> Any:
        """The first frames, so many."""
        async with asyncio.timeout(2):
            while len(self.frames) < count:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        return self.frames[:count]


async def test_who_hides_while_friends_are_read_is_not_shown(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, bo = await house.guests(2)
    await befriend(ana, bo)
    board: Board = house.app.state.board
    house.app.state.rooms.presence.opened(bo.id)
    read, hidden = boards.find_invisible, list[int]()

    async def and_hide(session: AsyncSession, players: list[int]) -> set[int]:
        found = await read(session, players)
        if not hidden:
            hidden.append((await bo.ask("PUT", "/api/me/visibility", {"invisible": True})).status_code)
        return found

    monkeypatch.setattr(boards, "find_invisible", and_hide)
    looking = Looking(ana.id)
    board.add(looking)
    [circle] = await looking.heard(1)
    assert hidden == [204]
    assert [friend["state"] for friend in circle["friends"]] == ["offline"]
    board.remove(looking)


async def test_a_circle_that_changes_just_as_it_was_told_is_told_again(house: House) -> None:
    ana = await house.guest()
    board: Board = house.app.state.board
    soon = asyncio.get_running_loop().call_soon
    looking = Looking(ana.id, lambda: soon(board.changed, ana.id))
    board.add(looking)
    assert [frame["type"] for frame in await looking.heard(2)] == ["friends", "friends"]
    board.remove(looking)
