"""The rooms of this worker: making tables, finding them, asking and watching them, knowing who is there."""

import asyncio
import logging
import secrets
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from datetime import datetime
from functools import partial
from typing import Any, Protocol

from sqlalchemy import select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db import Sessions
from app.errors import ForbiddenError, NotFoundError
from app.rooms import steps
from app.rooms.commands import entry_maker
from app.rooms.context import Context
from app.rooms.create import TableRef, TableSetup, check_setup, create_table
from app.rooms.journal import Journal
from app.rooms.messages import Answer, Ask, Look
from app.rooms.models import ServerKey, TableRecord
from app.rooms.presence import Sockets
from app.rooms.room import Room
from app.rooms.seating import price_of, too_poor, why_not
from app.rooms.thinkers import Thinkers
from app.rooms.timekeeper import Timekeeper
from app.rooms.vault import Vault
from app.rooms.viewers import Viewer
from app.tables import Person, Table
from app.tables.entries import Leave
from app.wire import commands as c

log = logging.getLogger(__name__)

HEARTBEAT_S = 0.5
SEEN = text("""
insert into worker (id, last_seen) values (:id, clock_timestamp())
on conflict (id) do update set last_seen = excluded.last_seen returning last_seen
""")


class Asker(Protocol):
    """Who asks: a player's account, as far as a table needs it."""

    id: int
    name: str
    avatar: str

    @property
    def guest(self) -> bool:
        """Whether the account has no password yet."""


class WrongKeyError(Exception):
    """The database was written under another server key; secrets in its logs can't be read (decided 21)."""


class Rooms:
    """All tables that this worker runs."""

    def __init__(
        self, engine: AsyncEngine, sessions: Sessions, server_key: bytes, *, robot_pace: float = 1.0
    ) -> None:
        self.worker = secrets.token_hex(8)  # a restarted process must not pass for its former self
        self.tell: Callable[[int, bytes], None] = lambda player, frame: None
        self.on_row: Callable[[dict[str, Any]], None] = lambda row: None
        self.on_gone: Callable[[int], None] = lambda table: None
        self._sessions = sessions
        self._vault = Vault(server_key)
        self._time = Timekeeper()
        self._thinkers = Thinkers()
        self._journal = Journal(engine)
        self._rooms: dict[int, Room] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._sockets = Sockets(changed=self._tell_presence, gone=self._free_seats)
        self._watching: Counter[int] = Counter()
        self._context = Context(
            worker=self.worker,
            sessions=sessions,
            journal=self._journal,
            vault=self._vault,
            thinkers=self._thinkers,
            robot_pace=robot_pace,
            now=self._time.now,
            tell=self._tell,
            is_online=self.is_online,
            loaded=self._loaded,
            listed=self._listed,
            watched=self._watched,
            failed=self._failed,
            begun=self._begun,
            room_ended=self._ended,
        )

    # ---- life ------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Take over every open table and run it; raise WrongKeyError where the logs can't be read."""
        await self._check_key()
        await self._beat()
        self._spawn(self._journal.run())
        self._spawn(self._heartbeat())
        self._spawn(self._thinkers.run())
        async with self._sessions() as session:
            open_ids = await session.scalars(select(TableRecord.id).where(TableRecord.phase != "closed"))
            for table_id in open_ids.all():
                self._open(table_id)

    async def stop(self) -> None:
        """Stop all rooms; what was accepted is durable, the next start goes on from there."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def now(self) -> int:
        """Return the time of deadlines, in ms since 1970."""
        return self._time.now()

    def _spawn(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()):
            log.error("a room's task failed", exc_info=error)

    async def _check_key(self) -> None:
        async with self._sessions.begin() as session:
            await session.execute(
                insert(ServerKey)
                .from_select(
                    ["fingerprint"],
                    select(text(":mine").bindparams(mine=self._vault.fingerprint)).where(
                        ~select(ServerKey).exists()
                    ),
                )
                .on_conflict_do_nothing()
            )
            if await session.scalar(select(ServerKey.fingerprint)) != self._vault.fingerprint:
                raise WrongKeyError(
                    "This database belongs to a server with another secret key. Set SECRET_KEY (or restore "
                    "secret.key in the data folder) to the one it was made with."
                )

    async def _beat(self) -> None:
        asked = time.monotonic()
        async with self._sessions.begin() as session:
            seen = await session.scalar(SEEN, {"id": self.worker})
        assert isinstance(seen, datetime)
        self._time.sync(seen, asked, time.monotonic())

    async def _heartbeat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT_S)
            try:
                await self._beat()
            except (DBAPIError, OSError, TimeoutError) as error:
                log.warning("heartbeat: %s", type(error).__name__)

    # ---- tables ----------------------------------------------------------------------------------------------

    async def create(self, setup: TableSetup, creator: Asker, create_key: str) -> TableRef:
        """Make a table and seat its creator; the same key makes it once.

        Raises InvalidError, ConflictError (`already_seated`, `not_enough_coins`, `id_reused`).
        """
        setup = check_setup(setup)
        async with self._sessions() as session:
            if refusal := await too_poor(session, creator.id, price_of(setup.game, setup.options, setup.bet)):
                raise refusal
        ref = await create_table(
            self._sessions, self._vault, setup, _person(creator), create_key, self._time.now()
        )
        if ref.id not in self._rooms:
            self._open(ref.id)
        return ref

    def _open(self, table_id: int) -> None:
        room = self._rooms[table_id] = Room(self._context, table_id)
        self._spawn(room.run())

    async def find(self, code: str) -> TableRef:
        """Return the open table of this short name; raise NotFoundError."""
        return await self._find(TableRecord.code == code.upper())

    async def find_by_link(self, link: str) -> TableRef:
        """Return the open table of this link; raise NotFoundError."""
        return await self._find(TableRecord.link == link)

    async def _find(self, condition: Any) -> TableRef:
        async with self._sessions() as session:
            found = await session.scalar(select(TableRecord).where(condition, TableRecord.phase != "closed"))
        if found is None:
            raise NotFoundError("gone", "There is no such table any more.")
        return TableRef(found.id, found.code, found.link)

    async def rows(self) -> list[dict[str, Any]]:
        """Return the lobby's rows of all open public tables, the longest waiting first."""
        async with self._sessions() as session:
            rows = await session.scalars(
                select(TableRecord.row).where(
                    TableRecord.phase != "closed", TableRecord.row["public"].as_boolean()
                )
            )
        return sorted((self._with_watchers(row) for row in rows), key=lambda row: row["since"])

    async def seats_of(self, player_id: int) -> list[dict[str, Any]]:
        """Return where a player sits: id, code, game, phase and bet of each table, newest first."""
        async with self._sessions() as session:
            found = await session.execute(
                text(
                    "select t.id, t.code, t.row from seat s join card_table t on t.id = s.table_id"
                    " where s.player_id = :player order by t.id desc"
                ),
                {"player": player_id},
            )
        return [
            {"id": id_, "code": code, "game": row["game"], "phase": row["phase"], "bet": row["bet"]}
            for id_, code, row in found
        ]

    def seat_of(self, table_id: int, player_id: int) -> int | None:
        """Return the seat of a player at a table that this worker runs, or None."""
        room = self._rooms.get(table_id)
        return None if room is None or room.table is None else room.table.seat_of(player_id)

    def _with_watchers(self, row: dict[str, Any]) -> dict[str, Any]:
        return {**row, "watching": self._watching[row["id"]]}

    # ---- commands and viewers --------------------------------------------------------------------------------

    async def ask(self, table_id: int, command: c.RoomCommand, player: Asker) -> Answer:
        """Return once the command is durable; raise the `AppError` it was refused with, nothing changed."""
        room = self._room(table_id)
        make = entry_maker(command, _person(player))
        body = steps.identity(make(0), self._vault, command.id)
        check = partial(self._check_sit, command, player) if isinstance(command, c.Sit) else None
        return await room.ask(Ask(make, player.id, command.id, body, check))

    async def watch(self, table_id: int, viewer: Viewer) -> None:
        """Send the viewer the whole view, then every update; raise NotFoundError, ForbiddenError, ConflictError."""
        await self._look(table_id, Look(viewer, on=True))

    async def unwatch(self, table_id: int, viewer: Viewer) -> None:
        """Send the viewer nothing more of this table."""
        with suppress(NotFoundError):
            await self._look(table_id, Look(viewer, on=False))

    async def _look(self, table_id: int, look: Look) -> None:
        if not self._room(table_id).post(look):
            raise NotFoundError("gone", "There is no such table any more.")
        await asyncio.shield(look.done)  # who goes away meanwhile must leave the room an answer to give

    def _room(self, table_id: int) -> Room:
        room = self._rooms.get(table_id)
        if room is None:
            raise NotFoundError("gone", "There is no such table any more.")
        return room

    async def _check_sit(self, command: c.Sit, player: Asker, table: Table) -> None:
        """Raise what keeps this player from the table: no invitation, a block, too few coins."""
        if player.id in table.players:
            return
        async with self._sessions() as session:
            if not table.setup.public:
                link = await session.scalar(select(TableRecord.link).where(TableRecord.id == table.setup.id))
                if not secrets.compare_digest((command.link or "").encode(), (link or "-").encode()):
                    raise ForbiddenError("private", "This table is private: only its link leads to a seat.")
            price = table.setup.bet + table.ante
            if refusal := await why_not(session, player.id, table.players, price):
                raise refusal

    # ---- who is there ----------------------------------------------------------------------------------------

    def is_online(self, player_id: int) -> bool:
        """Tell whether a player has a socket open."""
        return self._sockets.is_online(player_id)

    def present(self, player_id: int, here: bool) -> None:
        """Count a player's socket in or out; half a minute without any frees a seat before the start."""
        self._sockets.present(player_id, here)

    def _tell_presence(self, player_id: int) -> None:
        for room in self._rooms_of(player_id):
            room.tell_presence()

    def _free_seats(self, player_id: int) -> None:
        for room in self._rooms_of(player_id):
            if room.table is not None and room.table.phase in ("waiting", "over"):
                room.post(Ask(lambda at: Leave(at, player_id, "offline")))

    def _rooms_of(self, player_id: int) -> list[Room]:
        return [r for r in self._rooms.values() if r.table is not None and player_id in r.table.players]

    # ---- what rooms tell -------------------------------------------------------------------------------------

    def _tell(self, player_id: int, frame: bytes) -> None:
        self.tell(player_id, frame)

    def _failed(self, table_id: int) -> None:
        self.on_gone(table_id)

    def _loaded(self, room: Room) -> None:
        assert room.table is not None
        self._list(room)
        for player in room.table.players:
            self._sockets.wait_for(player)

    def _listed(self, room: Room, changes: steps.Changes) -> None:
        self._list(room)
        for player in changes.sat:
            self._sockets.wait_for(player)

    def _list(self, room: Room) -> None:
        table = room.table
        if table is None or not table.setup.public:
            return
        if table.phase == "closed":
            self.on_gone(room.id)
        else:
            self.on_row(self._with_watchers(steps.row(table)))

    def _watched(self, table_id: int, watching: int) -> None:
        if self._watching[table_id] != watching:
            self._watching[table_id] = watching
            self._list(self._rooms[table_id])

    def _begun(self, table: Table) -> None:
        """Decided 11: a practice seat gives way when the coin table begins."""
        for player in table.players:
            for room in self._rooms_of(player):
                if room.table is not None and room.table.setup.bet == 0:
                    room.post(Ask(lambda at, player=player: Leave(at, player, "called")))  # type: ignore[misc]

    def _ended(self, room: Room) -> None:
        self._rooms.pop(room.id, None)
        del self._watching[room.id]


def _person(player: Asker) -> Person:
    return Person(player.id, player.name, player.avatar, player.guest)
