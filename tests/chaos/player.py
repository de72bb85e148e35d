"""A person at a table: a link like that of static/js/socket.js, and mischief from the seed."""

import asyncio
import itertools
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import httpx
import orjson
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, WebSocketException

from app.games.registry import parse_action
from tests.chaos.choices import Sitting
from tests.chaos.draws import Plan
from tests.chaos.history import Blind, Command, History, now

Frame = dict[str, Any]
# As the page has them (static/js/socket.js, asked.js), for somebody at a table.
BACKOFF_S, MOST_BACKOFF_S = 0.25, 2
GREETING_S = 3
PING_S = DEAD_S = 2.5
DOUBT_S, OVERDUE_S = 1.5, 5
PASSING = ("try_again", "busy", "unreachable", "internal", "too_many")
GONE = ("gone", "not_seated")
"""The table is no more, or we are no longer there: whether an unanswered command did that, the log knows."""
AGAIN_S = 1.0
AWAY = (502, 503, 504)
THINK_S = (0.02, 0.08)


class Player:
    """One account; `play` brings it to a table and returns when it has got up, whatever happens to its sockets."""

    def __init__(self, url: str, seed: int, number: int, history: History) -> None:
        self.url, self.history = url, history
        self.chance = random.Random(f"{seed}/player/{number}")
        self.http = httpx.AsyncClient(base_url=url, headers={"Origin": url}, timeout=5, verify=False)
        self.id = 0
        self._ids = (f"p{number}-{seed:x}-{n}" for n in itertools.count(10_000))
        self._open: dict[str, bytes] = {}
        self._waits: set[str] = set()
        self._errands: set[asyncio.Task[None]] = set()
        self._socket: ClientConnection | None = None
        self._heard = 0.0
        self._line: asyncio.Timeout | None = None
        self._pinged = False
        self._moving_s = BACKOFF_S
        self._told_to_move = False
        self._attempt = 0
        self._forget()

    def _forget(self) -> None:
        self._table = 0
        self._sitting: Sitting | None = None
        self._seated = self._ended = False
        self._view: Frame | None = None
        self._seq = 0
        self._last_seq = -1
        self._wish: str | None = None
        self._tried: tuple[int, float] = (-1, 0)
        self._blind_since: float | None = None
        self._turn: asyncio.Task[None] | None = None

    async def sign_in(self) -> None:
        """Become a guest, however slow the machine is."""
        while True:
            self.history.guests_asked += 1
            with suppress(httpx.TransportError):
                answer = await self.http.post("/api/guest")
                if answer.status_code not in AWAY:
                    break
            await asyncio.sleep(0.2)
        answer.raise_for_status()
        self.id = answer.json()["id"]

    async def stop(self) -> None:
        for task in tuple(self._errands):
            task.cancel()
        await self._drop()
        await self.http.aclose()

    async def create(self, plan: Plan) -> int | None:
        """Make the table, asking until there is an answer, twice at once now and then; None where it is refused."""
        key = next(self._ids)
        headers = {"Idempotency-Key": key}
        for _ in range(200):
            times = 2 if self.chance.random() < 0.3 else 1
            self.history.copies += times - 1
            asked = (self.http.post("/api/tables", json=plan.body, headers=headers) for _ in range(times))
            tables = set[int]()
            for answer in await asyncio.gather(*asked, return_exceptions=True):
                if isinstance(answer, httpx.Response) and answer.is_success:
                    tables.add(int(answer.json()["table"]))
                elif isinstance(answer, httpx.Response) and answer.status_code not in AWAY:
                    self.history.wrong(f"a table was refused: {answer.text[:200]}")
                    return None
                elif isinstance(answer, BaseException) and not isinstance(answer, httpx.TransportError):
                    raise answer
            tables |= {self.history.posts[key]} if key in self.history.posts else set()
            if len(tables) > 1:
                self.history.wrong(f"one key made two tables: {tables}")
            if tables:
                self.history.posts[key] = min(tables)
                return min(tables)
            await asyncio.sleep(0.2)
        self.history.wrong("no table could be made in a long time")
        return None

    @property
    def calm(self) -> bool:
        """Whether there is nothing to wait for: an open socket, and a view that came over it."""
        return self._ended or (self._socket is not None and self._last_seq >= 0)

    def describe(self) -> str:
        """Say where it sits and what it waits for."""
        phase = self._view and self._view["phase"]
        waits = [frame.decode() for frame in self._open.values()]
        return f"player {self.id} sits at table {self._table} ({phase}, {self._seq}) and waits for {waits}"

    def hurry_up(self) -> None:
        """Get up soon, whatever the bet."""
        if self._sitting is not None and not self._sitting.hurry:
            self._sitting.hurry, self._tried = True, (-1, 0)
            self._wake()

    async def play(self, table: int, plan: Plan, *, host: bool, leaves: bool) -> None:
        """Sit down (the host sits already), play as planned, get up."""
        self._forget()
        self._table, self._seated = table, host
        self._sitting = Sitting(plan, self.chance, host=host, leaves=leaves)
        if not host:
            self._say("sit")
        while not self._ended:
            with suppress(OSError, WebSocketException, TimeoutError, EOFError):
                await self._converse()
            if self._ended:
                break
            await asyncio.sleep(self._pause_s())
        if self._turn:
            self._turn.cancel()
        self._open.clear()
        await self._drop()

    def _end(self, why: str) -> None:
        self._ended = True
        self.history.ends.append((now(), self.id, self._table, why))

    # ---- the link

    def _pause_s(self) -> float:
        """How long to wait before the next attempt: at once when the worker moves, growing and jittered else."""
        code = self._socket.close_code if self._socket else None
        if code in (4012, 1012) and self._attempt == 0:
            self._attempt = 1
            return self.chance.uniform(0, self._moving_s)
        self._attempt += 1
        return self.chance.uniform(0, min(MOST_BACKOFF_S, BACKOFF_S * 2 ** (self._attempt - 1)))

    async def _greet(self) -> ClientConnection:
        async with asyncio.timeout(GREETING_S):
            socket = await connect(
                self.url.replace("http", "ws") + "/ws",
                subprotocols=["sobremesa.v1"],  # type: ignore[list-item]
                additional_headers={
                    "Cookie": "; ".join(f"{c.name}={c.value}" for c in self.http.cookies.jar)
                },
                origin=self.url,  # type: ignore[arg-type]
                compression=None,
                ping_interval=None,
                close_timeout=0.2,
                open_timeout=None,
            )
            try:
                await socket.recv()  # hello
            except BaseException:
                socket.transport.abort()
                raise
            return socket

    async def _drop(self) -> None:
        if self._socket is not None:
            self._socket.transport.abort()
            with suppress(Exception):
                await self._socket.wait_closed()
            self._socket = None

    async def _converse(self) -> None:
        socket = self._socket = await self._greet()
        self._heard = now()
        self._last_seq = -1
        try:
            if self._seated:
                self._look()
            for id_ in tuple(self._open):
                await self._send(id_)
            await self._listen(socket)
        finally:
            if not self._ended:
                self.history.lost_sockets += 1
                if self._seated and self._blind_since is None:
                    self._blind_since = self._heard
            self._last_seq = -1
            if self._socket is not None:
                self._socket.transport.abort()

    async def _listen(self, socket: ClientConnection) -> None:
        self._pinged = self._told_to_move = False
        while not self._ended:
            try:
                async with asyncio.timeout(DEAD_S if self._pinged else PING_S) as self._line:
                    text = await socket.recv()
            except TimeoutError:
                if self._pinged:
                    raise
                await self._ping(socket)
                continue
            except ConnectionClosed:
                if socket.close_code == 4012 and not self._told_to_move:
                    self.history.wrong("a socket was closed for a move without a word before")
                if self._socket in (socket, None):
                    raise
                socket, self._pinged = self._socket, False  # another one of ours has taken over
                continue
            finally:
                self._line = None
            self._pinged, self._heard = False, now()
            frame = orjson.loads(text)
            if self._socket is socket or frame["type"] in ("ack", "reject"):
                self._hear(frame)

    async def _ping(self, socket: ClientConnection) -> None:
        self._pinged = True
        with suppress(ConnectionClosed):
            await socket.send(orjson.dumps({"type": "ping", "id": next(self._ids)}).decode())

    async def _doubt(self, id_: str, socket: ClientConnection | None) -> None:
        """Ask whether anybody is there: an answer is long in coming."""
        if id_ not in self._open or socket is None or self._socket is not socket or self._pinged:
            return
        await self._ping(socket)
        if self._line is not None:
            self._line.reschedule(asyncio.get_running_loop().time() + DEAD_S)

    def _hear(self, frame: Frame) -> None:
        match frame["type"]:
            case "ack" if frame["id"] in self._open:
                self._attempt = 0
                self._accepted(frame["id"], frame.get("seq"))
            case "reject" if frame["id"] in self._open:
                self._refused(frame["id"], frame["code"])
            case "ack":
                self._compare(frame)
            case "update" if frame["table"] == self._table:
                self._update(frame["seq"], frame["view"])
            case "moving":
                self._moving_s, self._told_to_move = frame["retry_ms"] / 1000, True
            case "gone" if frame["table"] == self._table:
                if frame["reason"] == "moved":
                    self._later(0.05, self._watch)
                else:
                    self._end(f"gone: {frame['reason']}")

    # ---- commands

    def _say(self, type_: str, **fields: Any) -> str:
        """Wish for something: it is sent, and sent again under the same id, until it has its last word."""
        id_ = next(self._ids)
        frame = {"id": id_, "type": type_, "table": self._table, **fields}
        self._open[id_] = orjson.dumps(frame)
        if type_ != "watch":
            self.history.commands[id_] = Command(self.id, self._table, type_, now(), frame)
            self._wish = id_ if type_ not in ("sit", "leave") else self._wish
        self._later(0, self._first, id_, type_ != "watch")
        return id_

    async def _first(self, id_: str, mischief: bool) -> None:
        """Send a command as a bad network would: late, twice, over two sockets, or cut off behind it."""
        dice = self.chance.random() if mischief else 1.0
        late = self.chance.uniform(0.05, 1.0)
        if dice < 0.1:
            self.history.copies += 1
            await self._send(id_)
            await self._send(id_)
        elif dice < 0.2:
            self.history.copies += 1
            frame = self._open.get(id_)
            await self._send(id_)
            await asyncio.sleep(late)
            await self._post(frame, id_)
        elif dice < 0.22:
            await self._over_two(id_)
        elif dice < 0.23:
            await self._send(id_)
            if self._socket:
                self._socket.transport.abort()
        else:
            await self._send(id_)

    async def _send(self, id_: str) -> None:
        if await self._post(self._open.get(id_), id_):
            self._later(DOUBT_S, self._doubt, id_, self._socket)
            self._later(OVERDUE_S, self._again, id_, self._socket)

    async def _again(self, id_: str, socket: ClientConnection | None) -> None:
        if self._socket is socket:  # else it was sent anew over the new one
            await self._send(id_)

    async def _post(self, frame: bytes | None, id_: str) -> bool:
        if frame is None or self._socket is None:
            return False
        with suppress(OSError, WebSocketException):
            await self._socket.send(frame.decode())
            if id_ in self.history.commands:
                self.history.commands[id_].sent += 1
            return True
        return False

    async def _over_two(self, id_: str) -> None:
        """Open a second socket, send over both; the older one is told that it is replaced."""
        frame, older = self._open.get(id_), self._socket
        await self._send(id_)
        if frame is None or older is None:
            return
        with suppress(OSError, WebSocketException, TimeoutError):
            newer = await self._greet()
            if self._socket is not older or self._ended:
                newer.transport.abort()
                return
            self.history.copies += 1
            self.history.two_sockets += 1
            self._socket, self._last_seq = newer, -1
            await newer.send(frame.decode())
            with suppress(ConnectionClosed):
                await older.send(frame.decode())
            for other in tuple(self._open):
                if other != id_:
                    await self._send(other)
            if self._seated:
                self._look()

    def _look(self) -> None:
        for id_ in [i for i, frame in self._open.items() if b'"watch"' in frame]:
            del self._open[id_]
        self._say("watch")

    async def _watch(self) -> None:
        if self._seated and not self._ended:
            self._look()

    def _accepted(self, id_: str, seq: int | None) -> None:
        del self._open[id_]
        command = self.history.commands.get(id_)
        if command is None:
            return
        if command.code is not None:
            self.history.wrong(f"{id_} was refused ({command.code}), then accepted")
        command.seq = seq
        if command.type == "sit":
            self._seated = True
            self._look()
        elif command.type == "leave":
            self._end("left")
        if id_ == self._wish and (self._seq >= (seq or 0) or _says_nothing(command)):
            self._fulfilled(command)

    def _compare(self, frame: Frame) -> None:
        command = self.history.commands.get(frame["id"])
        first, then = command and command.seq, frame.get("seq")
        if command and first not in (None, then) and command.type in ("act", "salt", "sit", "leave"):
            self.history.wrong(f"{frame['id']} was answered {first}, then {then}")

    def _fulfilled(self, command: Command) -> None:
        command.ended = now()
        self._wish = None
        self._wake()

    def _refused(self, id_: str, code: str) -> None:
        if code in PASSING:
            self._later(self.chance.uniform(0.1, 0.3), self._send, id_)
            return
        del self._open[id_]
        command = self.history.commands.get(id_)
        if command is None:
            if code == "gone":
                self._end("a look was refused: gone")
            else:  # a watch: not yet seated there, perhaps
                self._later(0.3, self._watch)
            return
        command.code, command.ended = code, now()
        if id_ == self._wish:
            self._wish = None
        if command.type == "sit" and code not in GONE:
            self.history.wrong(f"player {self.id}: a seat at table {self._table} was refused: {code}")
        if command.type in ("leave", "sit") or code in GONE:
            self._end(f"{command.type} was refused: {code}")
        self._wake()

    # ---- play

    def _update(self, seq: int, view: Frame) -> None:
        if self._last_seq >= 0 and seq != self._last_seq + 1:
            if seq < self._last_seq:
                self.history.wrong(f"table {self._table} told {seq} after {self._last_seq}")
            self.history.gaps += seq > self._last_seq + 1
        self._last_seq = seq
        self.history.tell(self._table, seq, self.id, view)
        if self._blind_since is not None:
            self.history.blind.append(Blind(self.id, self._table, self._blind_since, now()))
            self._blind_since = None
        self._seq, self._view = seq, view
        command = self.history.commands.get(self._wish or "")
        if command and command.seq is not None and seq >= command.seq:
            self._fulfilled(command)
        self._wake()

    def _wake(self) -> None:
        if self._turn is None or self._turn.done():
            self._turn = self._later(self.chance.uniform(*THINK_S), self._move)

    async def _move(self) -> None:
        """Do what the newest view asks for, unless something is on its way."""
        view = self._view
        if view is None or self._ended or self._wish in self._open or self._leaving:
            return
        if self._wish is not None:  # accepted, and its update is yet to come
            self._later(0.5, self._awake)
        if self._tried[0] == self._seq and now() - self._tried[1] < AGAIN_S:
            self._later(AGAIN_S, self._awake)
            return
        assert self._sitting is not None
        if view["you"] is None:
            self._end("removed, or left")
        elif (wish := self._sitting.wants(view)) is not None:
            self._tried = (self._seq, now())
            type_, fields = wish
            self._sitting.acts += type_ == "act"
            self._say(type_, **fields)
        elif view["phase"] == "waiting":
            self._later(1, self._awake)

    async def _awake(self) -> None:
        self._wake()

    @property
    def _leaving(self) -> bool:
        return any(b'"leave"' in frame for frame in self._open.values())

    def _later(
        self, after_s: float, what: Callable[..., Awaitable[object]], *words: Any
    ) -> asyncio.Task[None]:
        """Do something after a while, if we are still at the same table then."""
        table = self._table

        async def run() -> None:
            if after_s:
                await asyncio.sleep(after_s)
            if self._table == table and not self._ended:
                await what(*words)

        task = asyncio.create_task(run())
        self._errands.add(task)
        task.add_done_callback(self._errand_ended)
        return task

    def _errand_ended(self, task: asyncio.Task[None]) -> None:
        self._errands.discard(task)
        if not task.cancelled() and (error := task.exception()):
            self.history.wrong(f"a client failed: {error!r}")


def _says_nothing(command: Command) -> bool:
    """Whether nobody may be told that it was done, so that no update is sure to follow soon (TAKI 12.5)."""
    if command.type != "act":
        return False
    return command.body["action"]["type"] == "accept" or parse_action(command.body["action"]).secret
