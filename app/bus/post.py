"""Letters between workers, over Redis: in order, sealed, each delivered at most once; what was lost is noticed."""

import asyncio
import logging
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

import orjson

from app.bus.client import Bus
from app.tasks import end

ALL = "*"
MOST_UNSENT = 20_000
BATCH = 200
STOP_S = 2.5
BEAT_S = 0.5
"""How soon a worker that may have missed something is told so, once Redis is back."""

Header = dict[str, Any]
Handler = Callable[[str, Header, bytes], None]
log = logging.getLogger(__name__)


class Box(Protocol):
    """Seals what passes through Redis: hands and commands are nobody's business there."""

    def seal(self, secret: bytes, place: str) -> bytes:
        """Return `secret` encrypted for `place` alone."""

    def open(self, sealed: bytes, place: str) -> bytes:
        """Return what was sealed for `place`; raise where anything differs."""


@dataclass(slots=True)
class Letter:
    """A message on its way out; `body` is handed over as it is."""

    to: str
    kind: str
    number: int
    header: Header
    body: bytes


class Post:
    """Sends to one worker or to all others, and hands over what they sent.

    Without a bus (one worker, alone) nothing is sent and nothing comes.
    """

    def __init__(self, bus: Bus | None, me: str, box: Box) -> None:
        self.me = me
        self.on_lost: list[Callable[[str], None]] = []
        """Hear that something which this worker sent us never came."""
        self.on_unheard: list[Callable[[str], None]] = []
        """Hear that a letter to this worker went nowhere: nobody listens under its name, or Redis is away."""
        self._bus, self._box = bus, box
        self._handlers: dict[str, Handler] = {}
        self._unsent: deque[Letter] = deque()
        self._sent: Counter[str] = Counter()
        self._seen: dict[tuple[str, str], int] = {}
        self._unsure: set[str] = set()
        self._wake = asyncio.Event()
        self._delivery: asyncio.Task[None] | None = None
        self._reassurance: asyncio.Task[None] | None = None
        self._stopping = False
        self._heard: dict[str, float] = {}
        self.on("beat", lambda sender, header, body: None)
        self.on("beat?", lambda sender, header, body: self.send(sender, "beat"))
        if bus is not None:
            bus.subscribe(_channel(ALL), lambda payload: self._hear(ALL, payload))
            bus.subscribe(_channel(me), lambda payload: self._hear(me, payload))

    def on(self, kind: str, handler: Handler) -> None:
        """Hand letters of this kind over as (sender, header, body); the handler must not block."""
        self._handlers[kind] = handler

    async def start(self) -> None:
        """Begin to send."""
        if self._bus is not None:
            self._delivery = asyncio.create_task(self._deliver())
            self._reassurance = asyncio.create_task(self._reassure())

    async def stop(self) -> None:
        """Send what waits, as far as Redis takes it at once, then nothing more."""
        self._stopping = True
        self._wake.set()
        if self._delivery is None or self._reassurance is None:
            return
        self._reassurance.cancel()
        # A batch on its way is not cut off: its connection would be left open.
        await asyncio.wait([self._delivery], timeout=STOP_S)
        await end(self._delivery, self._reassurance)

    @property
    def newest(self) -> Letter | None:
        """The last letter that has not left yet: its header may still be added to."""
        return self._unsent[-1] if self._unsent else None

    def send(self, to: str, kind: str, header: Header | None = None, body: bytes = b"") -> None:
        """Send a letter to one worker, or to all others (`ALL`); never waits, and may be lost."""
        if self._bus is None:
            return
        self._sent[to] += 1
        self._unsent.append(Letter(to, kind, self._sent[to], header or {}, body))
        if len(self._unsent) > MOST_UNSENT:
            self._unsure.add(self._unsent.popleft().to)
        self._wake.set()

    def silent_s(self, worker: str) -> float:
        """Return for how many seconds nothing came from a worker; counting begins with the first question."""
        return time.monotonic() - self._heard.setdefault(worker, time.monotonic())

    # ---- going out -------------------------------------------------------------------------------------------

    async def _deliver(self) -> None:
        while not self._stopping:
            await self._wake.wait()
            self._wake.clear()
            while self._unsent:
                try:
                    await self._send_batch()
                except Exception:  # a mistake of ours in one letter must not silence this worker for good
                    log.exception("some letters could not be sent")

    async def _send_batch(self) -> None:
        assert self._bus is not None
        batch = [self._unsent.popleft() for _ in range(min(BATCH, len(self._unsent)))]
        listeners = await self._bus.publish_all([(_channel(x.to), self._seal(x)) for x in batch])
        if listeners is None:
            nobody = {letter.to for letter in batch}
            self._unsure |= nobody
        else:
            nobody = {letter.to for letter, count in zip(batch, listeners, strict=True) if not count}
            self._unsure -= nobody
        for worker in nobody - {ALL}:
            for tell in self.on_unheard:
                tell(worker)

    async def _reassure(self) -> None:
        """Let those who may have missed something see the gap in the numbers, however quiet it is."""
        while True:
            await asyncio.sleep(BEAT_S)
            unsure, self._unsure = self._unsure, set()
            for worker in unsure:
                self.send(worker, "beat")

    def _seal(self, letter: Letter) -> bytes:
        envelope = {"from": self.me, "n": letter.number, "kind": letter.kind, **letter.header}
        return self._box.seal(orjson.dumps(envelope) + b"\n" + letter.body, _channel(letter.to))

    # ---- coming in -------------------------------------------------------------------------------------------

    def _hear(self, to: str, payload: bytes) -> None:
        head, _, body = self._box.open(payload, _channel(to)).partition(b"\n")
        header = orjson.loads(head)
        sender, number = header["from"], header["n"]
        if sender == self.me:
            return
        self._heard[sender] = time.monotonic()
        before = self._seen.get((sender, to), number - 1)
        if number <= before:
            return
        self._seen[sender, to] = number
        if number > before + 1:
            for tell in self.on_lost:
                tell(sender)
        if handler := self._handlers.get(header["kind"]):
            handler(sender, header, body)
        else:  # a newer version speaks beside us during an upgrade
            log.warning("a letter of an unknown kind: %s", header["kind"])

    def forget(self, worker: str) -> None:
        """Keep nothing of a worker that is gone."""
        for to in (ALL, self.me):
            self._seen.pop((worker, to), None)
        self._sent[worker] += 1  # should it live after all, it sees that it missed something, and asks anew
        self._heard.pop(worker, None)
        self._unsure.discard(worker)


def _channel(to: str) -> str:
    return f"to:{to}"
