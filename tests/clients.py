"""A player at a socket of the real server: signs in, plays as a robot does, comes back after every loss."""

import asyncio
import itertools
import json
import random
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from app.bots.registry import ROBOTS

_ids = itertools.count(1)
Frame = dict[str, Any]


def command_id() -> str:
    return f"c{secrets.token_hex(4)}-{next(_ids)}"


@dataclass
class History:
    """What a client sent and was told; an answer that never came is in neither."""

    acked: dict[str, int] = field(default_factory=dict)
    rejected: dict[str, str] = field(default_factory=dict)
    updates: dict[int, list[Frame]] = field(default_factory=dict)


class Client:
    """One player; `play(table)` plays there until the match is over."""

    def __init__(self, url: str, seed: int = 0) -> None:
        self.url = url
        self.http = httpx.AsyncClient(base_url=url, headers={"Origin": url}, timeout=10)
        self.history = History()
        self.chance = random.Random(seed)
        self.me: Frame = {}
        self.views: dict[int, Frame] = {}
        self.frames: list[Frame] = []
        self.open_commands: dict[str, Frame] = {}
        self.socket: ClientConnection | None = None

    async def __aenter__(self) -> "Client":
        return self

    async def __aexit__(self, *_: object) -> None:
        if self.socket is not None:
            with suppress(Exception):
                await self.socket.close()
        await self.http.aclose()

    async def sign_in(self) -> Frame:
        """Become a guest."""
        answer = await self.http.post("/api/guest")
        answer.raise_for_status()
        self.me = answer.json()
        return self.me

    async def register(self, name: str) -> Frame:
        """Become an account."""
        answer = await self.http.post("/api/register", json={"name": name, "password": "correct horse"})
        answer.raise_for_status()
        self.me = answer.json()
        return self.me

    async def post(self, path: str, body: Frame | None = None) -> Frame:
        """Ask with an idempotency key, again and again while the server is away."""
        headers = {"Idempotency-Key": command_id()}
        while True:
            with suppress(httpx.TransportError):
                answer = await self.http.post(path, json=body or {}, headers=headers)
                if answer.status_code != 503:
                    assert answer.is_success, answer.text
                    return dict(answer.json())
            await asyncio.sleep(0.2)

    def cookies(self) -> str:
        return "; ".join(f"{cookie.name}={cookie.value}" for cookie in self.http.cookies.jar)

    async def connect(self) -> ClientConnection:
        """Open the socket, as a browser does."""
        self.socket = await connect(
            self.url.replace("http", "ws") + "/ws",
            subprotocols=["sobremesa.v1"],  # type: ignore[list-item]
            additional_headers={"Cookie": self.cookies()},
            origin=self.url,  # type: ignore[arg-type]
            compression=None,
            open_timeout=3,
        )
        return self.socket

    async def leave(self, table: int) -> None:
        """Get up, whatever the server goes through meanwhile."""
        self.remember({"type": "leave", "table": table})
        await self.play(table, watch=False)

    def remember(self, command: Frame) -> Frame:
        """Give a command its id; it is sent, and sent again, until it is answered."""
        command = {"id": command_id(), **command}
        self.open_commands[command["id"]] = command
        return command

    async def send(self, command: Frame) -> None:
        """Send a command; it is remembered until it is answered."""
        assert self.socket is not None
        await self.socket.send(json.dumps(self.remember(command)))

    def take(self, frame: Frame) -> None:
        """Note a frame of the server."""
        self.frames.append(frame)
        match frame["type"]:
            case "ack":
                command = self.open_commands.pop(frame["id"], None)
                if command is not None and "seq" in frame:
                    before = self.history.acked.setdefault(frame["id"], frame["seq"])
                    assert before == frame["seq"], "the same id was answered differently"
            case "reject":
                if frame["code"] not in ("try_again", "busy"):
                    command = self.open_commands.pop(frame["id"], None)
                    self.history.rejected[frame["id"] or ""] = frame["code"]
            case "update":
                self.views[frame["table"]] = frame["view"]
                self.history.updates.setdefault(frame["table"], []).append(frame)

    async def play(
        self,
        table: int,
        done: Callable[[Frame], bool] = lambda view: view["settled"] is not None,
        sit: bool = False,
        watch: bool = True,
    ) -> Frame:
        """Play at the table until `done`, through every loss of the connection; take a seat first if asked."""
        if sit:
            self.remember({"type": "sit", "table": table})
        while True:
            try:
                await self._converse(table, done, watch)
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(self.chance.uniform(0.02, 0.2))
            else:
                return self.views.get(table, {})

    async def _converse(self, table: int, done: Callable[[Frame], bool], watch: bool) -> None:
        socket = await self.connect()
        try:
            self.open_commands = {id_: c for id_, c in self.open_commands.items() if c["type"] != "watch"}
            for command in list(self.open_commands.values()):
                await socket.send(json.dumps(command))  # the same id: at most one effect
            if watch:
                await self.send({"type": "watch", "table": table})
            while watch or self.open_commands:
                frame = json.loads(await asyncio.wait_for(socket.recv(), 10))
                self.take(frame)
                if frame["type"] == "reject" and frame["id"] in self.open_commands:
                    raise TimeoutError  # refused for the moment: come again
                if frame["type"] == "gone" and frame["reason"] == "moved":
                    raise TimeoutError
                view = self.views.get(table)
                if view is None or not watch:
                    continue
                if done(view):
                    return
                if not any(c["type"] in ("act", "salt", "ready") for c in self.open_commands.values()):
                    await self._move(table, view)
        finally:
            await socket.close()

    async def _move(self, table: int, view: Frame) -> None:
        seat, round_, game = view["you"], view["round"], view["game"]
        if seat is None:
            return
        if view["phase"] == "salting" and round_ and seat not in round_["salted"]:
            salt = self.chance.randbytes(32).hex()
            await self.send({"type": "salt", "table": table, "round": round_["number"], "salt": salt})
        elif view["phase"] == "pause" and seat not in view["pause"]["ready"]:
            await self.send({"type": "ready", "table": table})
        elif view["phase"] == "playing" and not view["held"]:
            action = self.choose(view) if game["legal"] else None
            if action is not None:
                await self.send({"type": "act", "table": table, "action": action})

    def choose(self, view: Frame) -> Frame | None:
        """Do what a robot would."""
        robot = ROBOTS[view["table"]["game"]]["normal"]
        seen = {**view["game"], "options": view["table"]["options"]}
        return robot.choose(seen, view["you"], self.chance.getrandbits(32))
