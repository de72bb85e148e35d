"""All open sockets of this worker: a player has one, the newest; each is looked after and let go here."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Coroutine, Iterable
from typing import Any

import orjson

from app.bus import Bus, Crowd, Post, Presence
from app.players.models import Player
from app.tasks import end
from app.web.connection import MOVING, REPLACED, SESSION_ENDED, SLOW, Connection
from app.wire import frames

SWEEP_S = 1.0
RECHECK_S = 60.0
MOVE_MS = 100
"""They are asked one after the other: each may come back at once."""
AT_ONCE = 4
OPENED, LOOK_AGAIN = "socket-opened", "sessions"

Identify = Callable[[str], Awaitable[Player | None]]
log = logging.getLogger(__name__)


class Sockets:
    """Knows every connection of this worker; the newest of a player wins, on all workers.

    A session that has ended closes its socket within 60 s, and at once after `look_again`.
    """

    def __init__(self, bus: Bus, post: Post, presence: Presence, identify: Identify) -> None:
        self._bus, self._post, self._presence = bus, post, presence
        self._identify = identify
        self._worker = post.me
        self.looks = 0
        """How often sessions had to be looked at again: one may have ended while its socket was being let in."""
        self._all: set[Connection] = set()
        self._players: dict[int, Connection] = {}
        self._crowd = Crowd(bus, "sockets", post.me, lambda: presence.workers)
        self._sweeper: asyncio.Task[None] | None = None
        self._errands: set[asyncio.Task[None]] = set()
        bus.subscribe(OPENED, self._hear_opened)
        bus.subscribe(LOOK_AGAIN, self._hear_look_again)
        post.on("tell", lambda sender, header, frame: self._tell_here(header["player"], frame))

    async def start(self) -> None:
        """Begin to look after the connections."""
        await self._crowd.start()
        self._sweeper = asyncio.create_task(self._sweep(), name="sockets")

    async def stop(self) -> None:
        """Stop looking after them; the server closes them."""
        await self._crowd.stop()
        await end(self._sweeper, *self._errands)

    def open(self, connection: Connection, looks: int) -> None:
        """Let a connection in; its session was good at so many `looks`. An older one of the player is closed (4009)."""
        self._all.add(connection)
        if looks != self.looks:
            self._run(self._check([connection]))
        self._run(self._crowd.add(connection.address, 1))
        player = connection.player_id
        if player is None:
            return
        self._presence.opened(player)
        if older := self._players.get(player):
            replace(older)
        self._players[player] = connection
        news = {"player": player, "worker": self._worker, "at": connection.opened_ns}
        self._run(self._bus.publish(OPENED, orjson.dumps(news)))

    def leave(self, connection: Connection) -> None:
        """Let a connection go; a player is absent when it was their newest."""
        if connection not in self._all:
            return
        self._all.discard(connection)
        self._run(self._crowd.add(connection.address, -1))
        player = connection.player_id
        if player is None:
            return
        self._presence.closed(player)
        if self._players.get(player) is connection:
            del self._players[player]

    def tell(self, player: int, frame: bytes) -> None:
        """Send a frame to a player's socket, on whatever worker it is."""
        self._tell_here(player, frame)
        for worker in self._presence.where(player):
            self._post.send(worker, "tell", {"player": player}, frame)

    async def move_all(self, within_s: float) -> None:
        """Ask every connection to come back to another worker, one after the other within so many seconds."""
        loop, connections = asyncio.get_running_loop(), list(self._all)
        begun = loop.time()
        for n, connection in enumerate(connections, 1):
            move(connection)
            # Until its time, not for its share: the shortest sleep there is takes a millisecond.
            await asyncio.sleep(begun + within_s * n / len(connections) - loop.time())

    def _tell_here(self, player: int, frame: bytes) -> None:
        if connection := self._players.get(player):
            connection.send(frame)

    async def count(self, address: str) -> int:
        """Return how many sockets an address has open, on all workers."""
        return await self._crowd.count(address)

    def look_again(self, player: int) -> None:
        """Check the session of a player's sockets now, on all workers: one may have been revoked."""
        self._look_again(player)
        self._run(self._bus.publish(LOOK_AGAIN, str(player).encode()))

    def _of(self, player: int) -> list[Connection]:
        return [connection for connection in self._all if connection.player_id == player]

    def _hear_opened(self, payload: bytes) -> None:
        news = orjson.loads(payload)
        here = self._players.get(news["player"])
        if news["worker"] != self._worker and here is not None and here.opened_ns < news["at"]:
            replace(here)

    def _hear_look_again(self, payload: bytes) -> None:
        self._look_again(int(payload))

    def _look_again(self, player: int) -> None:
        self.looks += 1
        self._run(self._check(self._of(player)))

    async def _sweep(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            await asyncio.sleep(SWEEP_S)
            now = loop.time()
            due = list[Connection]()
            for connection in list(self._all):
                if connection.stalls(now):
                    connection.close(SLOW, "slow")
                elif connection.token is not None and now - connection.checked > RECHECK_S:
                    connection.checked = now
                    due.append(connection)
            if due:
                self._run(self._check(due))

    async def _check(self, connections: Iterable[Connection]) -> None:
        slots = asyncio.Semaphore(AT_ONCE)

        async def check(connection: Connection) -> None:
            if connection.token is None or connection.closed:
                return
            async with slots:
                player = await self._identify(connection.token)
            if player is None or player.id != connection.player_id:
                connection.close(SESSION_ENDED, "session ended")
            else:
                connection.player = player

        for outcome in await asyncio.gather(*map(check, connections), return_exceptions=True):
            if isinstance(outcome, Exception):
                log.warning("a session could not be checked: %s", type(outcome).__name__)

    def _run(self, errand: Coroutine[Any, Any, object]) -> None:
        async def run() -> None:
            try:
                await errand
            except Exception:
                log.exception("an errand of the sockets failed")

        task = asyncio.create_task(run())
        self._errands.add(task)
        task.add_done_callback(self._errands.discard)


def replace(connection: Connection) -> None:
    """Tell a connection that a newer one took over, and close it."""
    connection.close(REPLACED, "replaced", frames.replaced())


def move(connection: Connection) -> None:
    """Ask a connection to come back in a moment, and close it: this worker is about to stop."""
    connection.close(MOVING, "moving", frames.moving(MOVE_MS))


def come_back(viewer: object) -> None:
    """Close a connection whose table can't be reached from here: through another worker it may be."""
    if isinstance(viewer, Connection):
        viewer.close(SLOW, "out of reach")
