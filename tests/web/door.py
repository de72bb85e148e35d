"""A real server with the real front door and pretended rooms, for what is said on sockets."""

import asyncio
import contextlib
import json
import secrets
import time
from collections.abc import AsyncIterator, Callable, Collection
from dataclasses import dataclass, field
from typing import Any, cast

import uvicorn
from fastapi import FastAPI
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from app.bus import Bus, Limiter, Post, Presence
from app.config import Settings
from app.errors import ForbiddenError, NotFoundError
from app.lobby import Feed
from app.rooms.messages import Answer
from app.rooms.vault import Vault
from app.social.people.board import Board
from app.social.talk.speaking import Talk
from app.web import socket
from app.web.origin import Origins
from app.web.serving import bind, configure
from app.web.sockets import Sockets
from app.wire import frames

PROTOCOL = "sobremesa.v1"
TABLE = 7


@dataclass
class Person:
    id: int
    name: str = "Ana"
    avatar: str = "fig"
    guest: bool = False


@dataclass
class PretendedRooms:
    """One table, 7; players 1 to 9 sit there. Every accepted command is an entry."""

    entries: list[tuple[int, str, str]] = field(default_factory=list)
    viewers: list[Any] = field(default_factory=list)
    slow_s: float = 0
    failure: Exception | None = None

    async def ask(self, table_id: int, command: Any, player: Any) -> Answer:
        await asyncio.sleep(self.slow_s)
        if self.failure is not None:
            raise self.failure
        if table_id != TABLE:
            raise NotFoundError("gone", "There is no such table any more.")
        if player.id > 9:
            raise ForbiddenError("not_seated", "You don't sit at this table.")
        self.entries.append((player.id, command.type, command.id))
        self.tell(len(self.entries))
        return Answer(len(self.entries))

    async def watch(self, table_id: int, viewer: Any) -> None:
        await asyncio.sleep(self.slow_s)
        if table_id != TABLE:
            raise NotFoundError("gone", "There is no such table any more.")
        self.viewers.append(viewer)
        viewer.send(frames.update(TABLE, len(self.entries), 0, [], {"you": viewer.player_id}))

    async def unwatch(self, table_id: int, viewer: Any) -> None:
        if viewer in self.viewers:
            self.viewers.remove(viewer)

    async def seats_of(self, player_id: int) -> list[dict[str, Any]]:
        return [{"id": TABLE, "code": "K7F3", "phase": "playing"}] if player_id < 10 else []

    def now(self) -> int:
        return time.monotonic_ns() // 1_000_000

    def say(self, table: int, frame: bytes, *, skip: Collection[int] = ()) -> None:
        """Nobody speaks here."""

    def tell(self, seq: int, padding: str = "") -> None:
        for viewer in tuple(self.viewers):
            viewer.send(frames.update(TABLE, seq, 0, [], {"padding": padding}))


@dataclass
class House:
    """The running server; tokens are `t1` for player 1 and so on, until they are revoked."""

    port: int
    rooms: PretendedRooms
    sockets: Sockets
    feed: Feed
    server: uvicorn.Server
    revoked: set[str]
    linked: asyncio.Event
    presence: Presence

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @contextlib.asynccontextmanager
    async def sit(self, player: int | None, **more: Any) -> AsyncIterator[ClientConnection]:
        """A program's socket of this player (None: a stranger's), after hello."""
        headers = {"Authorization": f"Bearer t{player}"} if player else {"Origin": self.origin}
        async with self.connect(headers, **more) as client:
            hello = await receive(client)
            assert hello["type"] == "hello"
            yield client

    def connect(self, headers: Any, subprotocols: Any = (PROTOCOL,), **more: Any) -> connect:
        more.setdefault("max_size", None)
        url = f"ws://127.0.0.1:{self.port}/ws"
        return connect(url, additional_headers=headers, subprotocols=subprotocols, proxy=None, **more)


async def soon(true: Callable[[], Any], within_s: float = 20) -> None:
    """Wait until something holds: what follows from an answer comes a moment after it."""
    async with asyncio.timeout(within_s):
        while not true():  # noqa: ASYNC110
            await asyncio.sleep(0.01)


async def receive(client: ClientConnection, within_s: float = 20) -> dict[str, Any]:
    frame = await asyncio.wait_for(client.recv(), within_s)
    assert isinstance(frame, str)
    found: dict[str, Any] = json.loads(frame)
    return found


async def answer(client: ClientConnection, command_id: str | None) -> dict[str, Any]:
    """The next ack or reject of this command; other frames are passed over."""
    while True:
        frame = await receive(client)
        if frame["type"] in {"ack", "reject"} and frame["id"] == command_id:
            return frame


async def closing_code(client: ClientConnection, within_s: float = 20) -> int | None:
    """The code with which the server closes; what comes before is passed over."""
    try:
        async with asyncio.timeout(within_s):
            while True:
                await client.recv()
    except ConnectionClosed:
        return client.close_code


def command(kind: str, command_id: str, **fields: Any) -> str:
    return json.dumps({"type": kind, "id": command_id, **fields})


@contextlib.asynccontextmanager
async def open_house(redis_url: str, **chosen: Any) -> AsyncIterator[House]:
    settings = Settings(redis_url=redis_url, **chosen)
    bus, rooms, revoked, linked = Bus(redis_url), PretendedRooms(), set[str](), asyncio.Event()
    bus.on_linked.append(linked.set)

    async def identify(token: str) -> Any:
        if token in revoked or not token.removeprefix("t").isdecimal():
            return None
        return Person(int(token.removeprefix("t")))

    async def no_rows() -> list[Any]:
        return []

    feed = Feed(bus, no_rows, "worker")
    post = Post(bus, secrets.token_hex(8), Vault(b"k" * 32))
    presence = Presence(post, bus)
    sockets, board = Sockets(bus, post, presence, identify), Board(cast(Any, None), post, presence)
    app = FastAPI()
    app.state.settings, app.state.draining = settings, False
    talk = Talk(None, rooms.say, limited=False)  # type: ignore[arg-type] - it has no database
    door = socket.Door(settings, identify, Origins(settings), sockets, rooms, feed, board, talk, Limiter(bus))  # type: ignore[arg-type]
    socket.install(app, door)
    async with contextlib.AsyncExitStack() as stack:
        for part in (bus, post, feed, sockets):
            stack.push_async_callback(part.stop)
            await part.start()
        server, port = await stack.enter_async_context(serve(app))
        yield House(port, rooms, sockets, feed, server, revoked, linked, presence)


@contextlib.asynccontextmanager
async def serve(app: FastAPI) -> AsyncIterator[tuple[uvicorn.Server, int]]:
    """The application on a free port of this machine, in this loop, as in earnest; its life is the caller's."""
    listener = bind("127.0.0.1", 0)
    port = listener.getsockname()[1]
    server = uvicorn.Server(configure(app))
    running = asyncio.create_task(server._serve([listener]))
    while not server.started:  # noqa: ASYNC110
        await asyncio.sleep(0.01)
    try:
        yield server, port
    finally:
        server.should_exit = True
        await running
