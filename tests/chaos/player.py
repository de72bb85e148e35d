"""A player who makes trouble: repeats commands, comes late with them, and goes to another worker after a loss."""

import asyncio
import hashlib
import json
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

import httpx
import orjson
from websockets.asyncio.client import ClientConnection

from tests.clients import Client, Frame

PATIENCE_S = 2.5
"""Silence for so long is answered by a ping, and for as long again by a new connection."""
PASSING = ("try_again", "busy")
LOST_S = 6.0
"""A table that nobody knows for so long has ended."""


def digest(game: Any) -> bytes:
    """Return what tells a view of a game from any other."""
    return hashlib.blake2b(orjson.dumps(game, option=orjson.OPT_SORT_KEYS), digest_size=8).digest()


@dataclass
class Wish:
    """A command: where, what, when it was first sent, and when its effect was seen."""

    table: int
    kind: str
    at: float
    copies: int = 1
    seen: float | None = None


@dataclass
class Story:
    """What a player wanted and was told; a wish neither acked nor refused is unknown."""

    wishes: dict[str, Wish] = field(default_factory=dict)
    acked: dict[str, int] = field(default_factory=dict)
    refused: Counter[str] = field(default_factory=Counter)
    told: dict[int, dict[int, bytes]] = field(default_factory=dict)
    wrong: list[str] = field(default_factory=list)


class Player(Client):
    """Plays as a robot does, on one of several workers."""

    def __init__(self, urls: list[str], seed: int) -> None:
        super().__init__(urls[seed % len(urls)], seed)
        self.urls, self.story = urls, Story()
        self._waiting: dict[str, tuple[int, int]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._lost_since: float | None = None
        self._over: set[int] = set()

    def move_on(self) -> None:
        """Go to the next worker, as a balancer without memory sends people."""
        self.url = self.urls[(self.urls.index(self.url) + 1) % len(self.urls)]

    async def post(self, path: str, body: Frame | None = None) -> Frame:
        headers = {"Idempotency-Key": f"k{self.chance.getrandbits(64):016x}"}
        while True:
            with suppress(httpx.TransportError):
                answer = await self.http.post(
                    self.url + path, json=body or {}, headers={**headers, "Origin": self.url}, timeout=4
                )
                if answer.is_success:
                    return dict(answer.json())
                self.story.refused[f"http {answer.status_code}"] += 1
                if answer.status_code != 503:
                    self.story.wrong.append(f"{path}: {answer.status_code} {answer.text[:200]}")
            self.move_on()
            await asyncio.sleep(0.2)

    async def connect(self) -> ClientConnection:
        try:
            return await super().connect()
        except BaseException:
            self.move_on()
            raise

    def remember(self, command: Frame) -> Frame:
        command = super().remember(command)
        if command["type"] not in ("watch", "ping"):
            self.story.wishes[command["id"]] = Wish(command["table"], command["type"], time.monotonic())
        return command

    def take(self, frame: Frame) -> None:
        """Note a frame; whatever contradicts an earlier one is wrong."""
        story, now = self.story, time.monotonic()
        match frame["type"]:
            case "ack":
                self.open_commands.pop(frame["id"], None)
                wish = story.wishes.get(frame["id"])
                if wish is None or "seq" not in frame:
                    return
                if story.acked.setdefault(frame["id"], frame["seq"]) != frame["seq"]:
                    story.wrong.append(f"{frame['id']} was answered with another place in the log")
                if wish.seen is None:
                    self._waiting[frame["id"]] = (wish.table, frame["seq"])
                    self._see(wish.table, max(story.told.get(wish.table, {0: b""})), now)
            case "reject":
                self._refused(frame["id"] or "", frame["code"])
            case "update":
                table, seq = frame["table"], frame["seq"]
                self.views[table] = frame["view"]
                self._lost_since = None
                story.told.setdefault(table, {})[seq] = digest(frame["view"]["game"])
                self._see(table, seq, now)
            case "gone" if frame["reason"] not in ("moved", "failed"):
                self._over.add(frame["table"])

    def _see(self, table: int, seq: int, now: float) -> None:
        for id_, (where, wanted) in list(self._waiting.items()):
            if where == table and wanted <= seq:
                del self._waiting[id_]
                self.story.wishes[id_].seen = now

    def _refused(self, id_: str, code: str) -> None:
        self.story.refused[code] += 1
        command = self.open_commands.get(id_)
        if code in PASSING or (command is not None and code == "gone" and command["type"] == "sit"):
            return
        self.open_commands.pop(id_, None)
        if code in ("id_reused", "internal") or (id_ in self.story.acked and code != "gone"):
            self.story.wrong.append(f"{id_} was refused: {code}")
        if command is not None and code == "gone":
            self._lost_since = self._lost_since or time.monotonic()

    async def _converse(self, table: int, done: Callable[[Frame], bool], watch: bool) -> None:
        socket = await self.connect()
        try:
            self.open_commands = {
                id_: c for id_, c in self.open_commands.items() if c["type"] not in ("watch", "ping")
            }
            for command in list(self.open_commands.values()):
                await socket.send(json.dumps(command))  # the same id: at most one effect
            if watch:
                await self.send({"type": "watch", "table": table})
            while watch or self.open_commands:
                frame = await self._hear(socket)
                self.take(frame)
                if frame["type"] in ("reject", "gone", "moving") and self._comes_again(frame):
                    raise TimeoutError
                if not watch:
                    continue
                view = self.views.get(table)
                if self._ended(table) or (view is not None and done(view)):
                    return
                if view is not None and not any(
                    c["type"] in ("act", "salt", "ready") for c in self.open_commands.values()
                ):
                    await self._move(table, view)
        except TimeoutError:
            self.move_on()
            raise
        finally:
            socket.transport.abort()

    def _comes_again(self, frame: Frame) -> bool:
        if frame["type"] == "reject":  # refused for the moment, or the table is not here yet
            return frame["id"] in self.open_commands or frame["code"] in ("gone", "not_started")
        return frame["type"] == "moving" or frame.get("reason") == "moved"

    def _ended(self, table: int) -> bool:
        lost = self._lost_since is not None and time.monotonic() - self._lost_since > LOST_S
        return table in self._over or lost

    async def _hear(self, socket: ClientConnection) -> Frame:
        try:
            text = await asyncio.wait_for(socket.recv(), PATIENCE_S)
        except TimeoutError:
            await socket.send(json.dumps(super().remember({"type": "ping"})))
            text = await asyncio.wait_for(socket.recv(), PATIENCE_S)
        return dict(orjson.loads(text))

    async def send(self, command: Frame) -> None:
        """Send a command, one in five twice, at once or a while later."""
        assert self.socket is not None
        if command["type"] == "act":
            await asyncio.sleep(self.chance.uniform(0.01, 0.05))
        command = self.remember(command)
        text = json.dumps(command)
        twice = command["type"] != "watch" and self.chance.random() < 0.2
        late_s = self.chance.choice((0.0, 0.0, self.chance.uniform(0.01, 1.5)))
        await self.socket.send(text)
        if twice:
            self.story.wishes[command["id"]].copies += 1
            task = asyncio.create_task(self._send_again(text, late_s))
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)

    async def _send_again(self, text: str, late_s: float) -> None:
        await asyncio.sleep(late_s)
        if self.socket is not None:
            with suppress(Exception):
                await self.socket.send(text)

    async def leave(self, table: int) -> None:
        self._lost_since = None
        await super().leave(table)
