"""What is said on one socket: frames come in, are measured, read and answered, in order and one at a time."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any

from starlette.websockets import WebSocket

from app.bus import Bucket
from app.errors import AppError, BusyError, TooManyError, UnauthorizedError
from app.lobby import Feed
from app.rooms.service import Rooms
from app.social.people.board import Board
from app.social.talk.speaking import Talk
from app.web import errors
from app.web.answers import Answers
from app.web.connection import POLICY, TOO_BIG, UNSUPPORTED, Connection
from app.wire import commands, frames

MOST_BYTES = 8 * 1024
MOST_BAD = 10
MOST_WAITING = 16
MOST_WATCHED = 8
FRAMES_A_SECOND, FRAMES_BURST = 10, 30
COSTLY_A_SECOND, COSTLY_BURST = 2, 10
"""For what reads the database or sends a whole list: watch, lobby and say."""

log = logging.getLogger(__name__)
_errands: set[asyncio.Task[None]] = set()


def spawn(errand: Coroutine[Any, Any, None]) -> None:
    """Let something be done that nobody waits for."""
    task = asyncio.create_task(errand)
    _errands.add(task)
    task.add_done_callback(_errands.discard)


class Conversation:
    """Answers each frame with ack or reject; bad manners close the socket (1003, 1008, 1009)."""

    def __init__(
        self,
        connection: Connection,
        rooms: Rooms,
        feed: Feed,
        board: Board,
        talk: Talk,
        answers: Answers,
        *,
        limited: bool,
    ) -> None:
        self._connection, self._rooms, self._feed, self._answers = connection, rooms, feed, answers
        self._board, self._talk = board, talk
        self._loop = asyncio.get_running_loop()
        now = self._loop.time()
        self._frames = Bucket(FRAMES_A_SECOND, FRAMES_BURST, now) if limited else None
        self._costly = Bucket(COSTLY_A_SECOND, COSTLY_BURST, now) if limited else None
        self._bad = 0
        self._over = False
        self._watched: set[int] = set()
        self._waiting: list[Any] = []
        self._worker: asyncio.Task[None] | None = None

    async def listen(self, websocket: WebSocket) -> None:
        """Read and answer until the socket is closed by either side."""
        try:
            while not self._connection.closed:
                message = await websocket.receive()
                if message["type"] == "websocket.disconnect":
                    return
                self._hear(message.get("text"))
        finally:
            self._stop()

    def _stop(self) -> None:
        # The command at work is not cut off: a room may have begun with it, and what it answers is remembered.
        self._over = True
        self._waiting.clear()
        self._feed.remove(self._connection)
        self._board.remove(self._connection)
        for table in self._watched:
            spawn(self._rooms.unwatch(table, self._connection))

    def _hear(self, text: str | None) -> None:
        if text is None:
            self._connection.close(UNSUPPORTED, "text frames only")
        elif len(text) > MOST_BYTES or len(text.encode()) > MOST_BYTES:
            self._connection.close(TOO_BIG, "frame too big")
        elif self._frames is not None and not self._frames.take(self._loop.time()):
            self._reject(None, TooManyError("too_many", "Too many messages."))
            self._connection.close(POLICY, "too many messages")
        else:
            self._read(text)

    def _read(self, text: str) -> None:
        try:
            command = commands.parse_command(text)
        except AppError as error:
            self._bad += 1
            command_id = error.facts.pop("id", None)
            self._reject(command_id if isinstance(command_id, str) else None, error)
            if self._bad > MOST_BAD:
                self._connection.close(POLICY, "too many malformed frames")
            return
        if isinstance(command, commands.Ping):  # answered at once, however slow a table is
            self._connection.send(frames.pong(self._rooms.now()))
            self._connection.send(frames.ack(command.id))
        elif len(self._waiting) >= MOST_WAITING:
            self._reject(command.id, BusyError("busy", "Earlier messages are still being worked on."))
        else:
            self._waiting.append(command)
            if self._worker is None or self._worker.done():
                self._worker = asyncio.create_task(self._work())

    async def _work(self) -> None:
        while self._waiting and not self._connection.closed:
            command = self._waiting.pop(0)
            try:
                frame = await self._answer(command)
            except Exception as error:
                self._reject(command.id, error)
            else:
                self._connection.send(frame)

    async def _answer(self, command: Any) -> bytes:
        match command:
            case commands.Lobby():
                self._count_costly()
                self._feed.add(self._connection) if command.on else self._feed.remove(self._connection)
            case commands.Friends():
                self._count_costly()
                self._board.add(self._connection) if command.on else self._board.remove(self._connection)
            case commands.Away():
                if self._connection.player_id is not None:
                    self._rooms.presence.rest(self._connection.player_id, on=command.on)
            case commands.Watch():
                await self._watch(command.table)
            case commands.Unwatch():
                self._watched.discard(command.table)
                await self._rooms.unwatch(command.table, self._connection)
            case commands.Say():
                self._count_costly()
                return await self._ask_once(command)
            case _:
                return await self._ask_once(command)
        return frames.ack(command.id)

    async def _watch(self, table: int) -> None:
        self._count_costly()
        if len(self._watched) >= MOST_WATCHED and table not in self._watched:
            raise TooManyError("watching_too_many", "You can't watch more tables at once.")
        await self._rooms.watch(table, self._connection)
        if self._over:
            await self._rooms.unwatch(table, self._connection)
        else:
            self._watched.add(table)

    def _count_costly(self) -> None:
        if self._costly is not None and not self._costly.take(self._loop.time()):
            raise TooManyError("too_many", "Too many requests. Please wait a moment.")

    async def _ask_once(self, command: Any) -> bytes:
        player = self._connection.player
        if player is None:
            raise UnauthorizedError("signed_out", "Sign in to play.")

        async def ask() -> bytes:
            try:
                if isinstance(command, commands.Say):
                    await self._talk.say(command, player)
                    return frames.ack(command.id)
                answer = await self._rooms.ask(command.table, command, player)
                return frames.ack(command.id, answer.seq)
            except Exception as error:
                refusal = as_app_error(error)
                if isinstance(refusal, BusyError | TooManyError):
                    self._answers.forget(player.id, command.id)
                return reject(command.id, refusal)

        return await self._answers.to(player.id, command.id, command, ask)

    def _reject(self, command_id: str | None, error: Exception) -> None:
        self._connection.send(reject(command_id, as_app_error(error)))


def reject(command_id: str | None, error: AppError) -> bytes:
    """Return the frame that refuses a command."""
    return frames.reject(command_id, error.code, error.text, error.facts)


def as_app_error(error: Exception) -> AppError:
    """Return what may be shown of any error; what nobody expected is logged and named `internal`."""
    if (told := errors.as_app_error(error)) is not None:
        return told
    log.error("a command failed", exc_info=error)
    return BusyError("internal", "Something went wrong on our side.")
