"""What is asked of rooms on other workers, and what their viewers here are sent."""

import asyncio
import itertools
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Protocol

from app import errors
from app.bus import Post
from app.bus.post import Header
from app.errors import AppError, BusyError
from app.rooms.errors import ElsewhereError
from app.rooms.messages import Answer
from app.tables import Person
from app.wire import commands as c

PATIENCE_S = 3.0
"""How long an owner may take to answer; then the command is asked again, under the same id."""

KINDS: dict[str, type[AppError]] = {
    kind.__name__: kind for kind in vars(errors).values() if isinstance(kind, type)
}
log = logging.getLogger(__name__)


class Here(Protocol):
    """The rooms of this worker; both raise ElsewhereError for a table that runs somewhere else."""

    async def ask_here(self, table: int, command: c.RoomCommand, person: Person) -> Answer:
        """Return once the command is durable."""

    async def look_here(self, table: int, viewer: Any, on: bool) -> None:
        """Begin or end to send a viewer what happens."""


@dataclass(frozen=True, slots=True)
class Distant:
    """A viewer whose socket another worker holds; equal to itself however often it is asked for."""

    post: Post
    worker: str
    number: int
    player_id: int | None

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Distant) and (other.worker, other.number) == (self.worker, self.number)

    def __hash__(self) -> int:
        return hash((self.worker, self.number))

    def send(self, frame: bytes) -> None:
        """Send a frame; neighbours who see the same share one letter."""
        newest = self.post.newest
        shared = newest is not None and newest.kind == "frame" and newest.to == self.worker
        if shared and newest is not None and newest.body is frame:
            newest.header["viewers"].append(self.number)
        else:
            self.post.send(self.worker, "frame", {"viewers": [self.number]}, frame)

    def end(self, frame: bytes) -> None:
        """Send the last frame of this table."""
        self.post.send(self.worker, "end", {"viewers": [self.number]}, frame)


class Relay:
    """Carries commands to the worker that runs a table, and frames back."""

    def __init__(self, post: Post, here: Here, deliver: Callable[[int, bytes, bool], bool]) -> None:
        """`deliver` takes the number of a viewer of this worker, a frame, and whether it is the last one.

        It says whether there is such a viewer.
        """
        self._post, self._here, self._deliver = post, here, deliver
        self._calls: dict[int, tuple[str, asyncio.Future[Header]]] = {}
        self._numbers = itertools.count(1)
        self._tasks: set[asyncio.Task[None]] = set()
        post.on("ask", self._hear_ask)
        post.on("look", self._hear_look)
        post.on("answer", self._hear_answer)
        post.on("frame", lambda sender, header, frame: self._hear_frame(sender, header, frame, last=False))
        post.on("end", lambda sender, header, frame: self._hear_frame(sender, header, frame, last=True))
        # A lost letter may have been the answer: asked again at once, under the same id, it comes twice at worst.
        for trouble in (post.on_unheard, post.on_lost):
            trouble.append(self.give_up)

    # ---- asking ----------------------------------------------------------------------------------------------

    async def ask(self, worker: str, table: int, command: c.RoomCommand, person: Person) -> Answer:
        """Return once the command is durable there; raise ElsewhereError when that can't be had from this worker."""
        who = {"id": person.id, "name": person.name, "avatar": person.avatar, "guest": person.guest}
        header = {"table": table, "person": who}
        answer = await self.call(worker, "ask", header, c.write_command(command))
        return Answer(answer["seq"], answer["seat"])

    async def look(self, worker: str, table: int, viewer: int, player: int | None, *, on: bool) -> None:
        """Begin or end to watch a table there; frames come as `deliver` is called."""
        await self.call(worker, "look", {"table": table, "viewer": viewer, "player": player, "on": on})

    async def call(self, worker: str, kind: str, header: Header, body: bytes = b"") -> Header:
        """Return what a worker answers to a question of this kind; raise what it refuses it with."""
        number = next(self._numbers)
        answered: asyncio.Future[Header] = asyncio.get_running_loop().create_future()
        self._calls[number] = (worker, answered)
        self._post.send(worker, kind, {"call": number, **header}, body)
        try:
            async with asyncio.timeout(PATIENCE_S):
                answer = await answered
        except TimeoutError:
            raise ElsewhereError from None
        finally:
            del self._calls[number]
        if "error" in answer:
            name, code, text, facts = answer["error"]
            raise KINDS[name](code, text, **facts) if name in KINDS else ElsewhereError()
        return answer

    def give_up(self, worker: str) -> None:
        """Wait for no answer of this worker any more."""
        for asked, answered in self._calls.values():
            if asked == worker and not answered.done():
                answered.set_exception(ElsewhereError())

    def _hear_answer(self, _: str, header: Header, __: bytes) -> None:
        asked = self._calls.get(header["call"])
        if asked is not None and not asked[1].done():
            asked[1].set_result(header)

    def serve(self, kind: str, do: Callable[[Header], Awaitable[Header]]) -> None:
        """Answer the questions of this kind that other workers ask, or refuse them with what `do` raises."""
        self._post.on(
            kind, lambda sender, header, _: self._answer(sender, header["call"], lambda: do(header))
        )

    # ---- being asked -----------------------------------------------------------------------------------------

    def _hear_ask(self, sender: str, header: Header, body: bytes) -> None:
        async def answer() -> Header:
            command = c.parse_command(body)
            done = await self._here.ask_here(header["table"], command, Person(**header["person"]))
            return {"seq": done.seq, "seat": done.seat}

        self._answer(sender, header["call"], answer)

    def _hear_look(self, sender: str, header: Header, _: bytes) -> None:
        async def answer() -> Header:
            viewer = Distant(self._post, sender, header["viewer"], header["player"])
            await self._here.look_here(header["table"], viewer, header["on"])
            return {}

        self._answer(sender, header["call"], answer)

    def _answer(self, sender: str, call: int, answer: Callable[[], Awaitable[Header]]) -> None:
        async def run() -> None:
            try:
                told = await answer()
            except AppError as error:
                told = {"error": [_kind(error), error.code, error.text, error.facts]}
            except Exception:
                log.exception("a command from another worker failed")
                told = {"error": [BusyError.__name__, "internal", "Something went wrong on our side.", {}]}
            self._post.send(sender, "answer", {"call": call, **told})

        task = asyncio.create_task(run())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _hear_frame(self, sender: str, header: Header, frame: bytes, *, last: bool) -> None:
        gone = [number for number in header["viewers"] if not self._deliver(number, frame, last)]
        if gone and not last:  # that they went was said when this worker could not be heard
            self._post.send(sender, "unseen", {"viewers": gone})


def _kind(error: AppError) -> str:
    """Return the class that the other side knows; what is elsewhere stays elsewhere."""
    if isinstance(error, ElsewhereError):
        return ElsewhereError.__name__
    return next(kind.__name__ for kind in type(error).__mro__ if kind.__name__ in KINDS)
