"""The rooms of this worker: making tables, finding them, asking and watching them, knowing who is there."""

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from functools import partial
from typing import Any, Protocol, TypeVar

from sqlalchemy import select, text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.bus import ALL, Bus, Post, Presence
from app.bus.lease import Lease
from app.db import Sessions
from app.db.address import dsn
from app.errors import AppError, NotFoundError
from app.rooms import steps
from app.rooms.claims import Claims
from app.rooms.commands import entry_maker
from app.rooms.context import Context
from app.rooms.create import TableRef, TableSetup, check_setup, create_table
from app.rooms.ending import Ending
from app.rooms.errors import ElsewhereError
from app.rooms.gate import Gate, Watching
from app.rooms.herald import Herald
from app.rooms.host import Host
from app.rooms.journal import Journal
from app.rooms.keys import check_key
from app.rooms.listing import Listing
from app.rooms.membership import Membership
from app.rooms.messages import Answer, Ask
from app.rooms.models import TableRecord
from app.rooms.onlookers import Onlookers
from app.rooms.presence import FreeSeats
from app.rooms.relay import Relay
from app.rooms.room import Room
from app.rooms.seating import check_sit, price_of, too_poor
from app.rooms.thinkers import Thinkers
from app.rooms.timekeeper import Timekeeper
from app.rooms.vault import Vault
from app.rooms.viewers import Viewer, Watcher
from app.rooms.whereabouts import Whereabouts
from app.tables import Person, Table
from app.tables.entries import Leave
from app.wire import commands as c

PATIENCE_S, NEWS_S = 4.0, 0.2
"""How long a command is asked again while its table is between two owners, and how often at least."""
SILENT_S, LOOK_S = 3.0, 0.5
"""An owner that says nothing for so long can't be reached; how often it is asked for a sign of life."""
SETTLE_S = 2.0

T = TypeVar("T")


class Asker(Protocol):
    """Who asks: a player's account, as far as a table needs it."""

    id: int
    name: str
    avatar: str

    @property
    def guest(self) -> bool:
        """Whether the account has no password yet."""


class Rooms:
    """All tables: those that run on this worker, and through the relay those of the others."""

    def __init__(
        self,
        engine: AsyncEngine,
        sessions: Sessions,
        server_key: bytes,
        *,
        robot_pace: float = 1.0,
        bus: Bus | None = None,
    ) -> None:
        """Without a bus this worker is alone: a socket elsewhere can't reach its tables."""
        self.worker = secrets.token_hex(8)  # a restarted process must not pass for its former self
        self.tell: Callable[[int, bytes], None] = lambda player, frame: None
        self.on_cut: Callable[[Viewer], None] = lambda viewer: None
        """Called for a viewer whose table has been out of reach for long: let it come back elsewhere."""
        self._sessions, self._bus = sessions, bus
        self._vault = Vault(server_key)
        self._time, self._thinkers, self._journal = Timekeeper(), Thinkers(), Journal(engine)
        self.post = Post(bus, self.worker, self._vault)
        self.presence = Presence(self.post, bus)
        self.presence.changed.append(self._hear_presence)
        self._seats = FreeSeats(self.presence.is_here, gone=self._free_seats)
        self._membership = Membership(dsn(engine.url), self.worker, Lease(bus, self.worker), self._time)
        self._membership.on_left = self._forget_worker
        self._where = Whereabouts(sessions, self.post)
        cut: Callable[[Viewer], None] = lambda viewer: self.on_cut(viewer)  # noqa: E731, PLW0108 - set after this
        self._gate = Gate(partial(self._look, on=True), cut, self._where.news)
        self.say = Herald(self.post, self._gate).say
        self._relay = Relay(self.post, self, self._gate.deliver)
        self._where.on_owned = self._gate.moved
        self.post.on_lost.append(self._attach_again)
        self.post.on("begun", lambda sender, header, body: self._call_away(header["players"]))
        if bus is not None:
            bus.on_linked.append(lambda: self._attach_again(None))
        self._draining = False
        self._claims = claims = Claims(sessions, self.worker)
        self.listing = Listing(sessions, self.post)
        self.rows = self.listing.rows
        context = Context(
            sessions=sessions,
            claims=claims,
            journal=self._journal,
            vault=self._vault,
            thinkers=self._thinkers,
            robot_pace=robot_pace,
            now=self._time.now,
            tell=lambda player, frame: self.tell(player, frame),  # noqa: PLW0108 - set after this
            is_online=self.presence.is_here,
            loaded=self._loaded,
            listed=self._listed,
            watched=self.listing.watched,
            kept=self.listing.kept,
            failed=lambda table: self.listing.on_gone(table),  # noqa: PLW0108 - set after this
            begun=self._begun,
        )
        self._host = Host(context, self._membership, self.post)
        self._host.ended = self._ended
        self._onlookers = Onlookers(sessions, self._host, self.post)
        self.part, self.uninvite = self._onlookers.part, self._onlookers.uninvite
        self.end_table = Ending(self._host, self._relay, self._at_owner).end_table

    # ---- life ------------------------------------------------------------------------------------------------

    async def start(self) -> None:
        """Join the other workers and run every table that is free; raise WrongKeyError where logs can't be read."""
        await check_key(self._sessions, self._vault.fingerprint)
        await self.post.start()
        await self.presence.start()
        self._host.spawn(self._journal.run())
        self._host.spawn(self._claims.run())
        self._host.spawn(self._thinkers.run())
        self._host.spawn(self.listing.run())
        self._host.spawn(self._look_after_viewers())
        await self._membership.start()

    async def stop(self) -> None:
        """Stop all rooms and leave; what was accepted is durable, whoever claims the tables goes on from there."""
        await self._gate.stop()
        await self._host.stop()
        await self._membership.stop()
        await self.presence.stop()
        await self.post.stop()

    async def drain(self) -> None:
        """Let other workers take every table over, while viewers here go on seeing theirs; alone, do nothing."""
        self._draining = True
        await self._membership.drain()
        if self._membership.peers:
            await self._host.release()
            await self._gate.settled(SETTLE_S)

    def now(self) -> int:
        """Return the time of deadlines, in ms since 1970."""
        return self._time.now()

    # ---- tables ----------------------------------------------------------------------------------------------

    async def create(self, setup: TableSetup, creator: Asker, create_key: str) -> TableRef:
        """Make a table and seat its creator; the same key makes it once.

        Raises InvalidError, ConflictError (`already_seated`, `not_enough_coins`, `id_reused`).
        """
        setup = check_setup(setup)
        async with self._sessions() as session:
            if refusal := await too_poor(session, creator.id, price_of(setup.game, setup.options, setup.bet)):
                raise refusal
        owner, now = None if self._draining else self.worker, self._time.now()
        ref = await create_table(self._sessions, self._vault, setup, _person(creator), create_key, now, owner)
        if owner is None:
            self.post.send(ALL, "released")
        elif await self._where.find(ref.id) == owner:  # the same key may have made it elsewhere before
            self._host.open(ref.id)
        return ref

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
        room = self._host.get(table_id)
        return room.table.seat_of(player_id) if room and room.table else None

    # ---- commands and viewers, wherever the table runs -------------------------------------------------------

    async def ask(self, table_id: int, command: c.RoomCommand, player: Asker) -> Answer:
        """Return once the command is durable; raise the `AppError` it was refused with, nothing changed.

        While the table is between two owners the command is asked again, under its id: it has one effect.
        """
        person = _person(player)

        async def ask(owner: str | None) -> Answer:
            if owner is None:
                return await self.ask_here(table_id, command, person)
            return await self._relay.ask(owner, table_id, command, person)

        return await self._at_owner(table_id, ask, PATIENCE_S)

    async def watch(self, table_id: int, viewer: Viewer) -> None:
        """Send the viewer the whole view, then every update; raise NotFoundError, ForbiddenError, ConflictError.

        The viewer stays with the table when another worker takes it over.
        """
        await self._gate.watch(table_id, viewer)

    async def unwatch(self, table_id: int, viewer: Viewer) -> None:
        """Send the viewer nothing more of this table."""
        if watching := self._gate.unwatch(table_id, viewer):
            with suppress(AppError):
                await self._look(watching, 0, on=False)

    async def _look(self, watching: Watching, patience_s: float, *, on: bool) -> str | None:
        table, player = watching.table, watching.player_id

        async def look(owner: str | None) -> str | None:
            if owner is None:
                await self.look_here(table, watching, on)
            else:
                await self._relay.look(owner, table, watching.number, player, on=on)
            return owner

        return await self._at_owner(table, look, patience_s)

    async def _at_owner(
        self, table_id: int, do: Callable[[str | None], Awaitable[T]], patience_s: float
    ) -> T:
        """Do something at the table's owner (None: here), again after each change of owner, for so long."""
        until = time.monotonic() + patience_s
        while True:
            try:
                if self._host.get(table_id) is not None:
                    return await do(None)
                owner = await self._where.find(table_id)
                if owner is not None and owner != self.worker:
                    return await do(owner)
                raise ElsewhereError  # free, or ours and just being opened or given up
            except ElsewhereError:
                self._where.forget(table_id)
                if time.monotonic() >= until:
                    raise
            await self._where.news(NEWS_S)

    # ---- commands and viewers of rooms here ------------------------------------------------------------------

    async def ask_here(self, table: int, command: c.RoomCommand, person: Person) -> Answer:
        """Return once the command is durable; raise ElsewhereError for a table that doesn't run here."""
        make = entry_maker(command, person)
        body = steps.identity(make(0), self._vault, command.id)
        check = partial(check_sit, self._sessions, command, person.id) if isinstance(command, c.Sit) else None
        return await self._room(table).ask(Ask(make, person.id, command.id, body, check))

    async def look_here(self, table: int, viewer: Watcher, on: bool) -> None:
        """Begin or end to send a viewer what happens; raise ElsewhereError for a table that doesn't run here."""
        await self._onlookers.look(self._room(table), viewer, on)

    def _room(self, table: int) -> Room:
        if (room := self._host.get(table)) is None:
            raise ElsewhereError
        return room

    # ---- who is there ----------------------------------------------------------------------------------------

    def _hear_presence(self, player_id: int) -> None:
        if rooms := self._host.of(player_id):
            self._seats.wait_for(player_id)
        for room in rooms:
            room.tell_presence()

    def _free_seats(self, player_id: int) -> None:
        for room in self._host.of(player_id):
            if room.table is not None and room.table.phase in ("waiting", "over"):
                room.post(Ask(lambda at: Leave(at, player_id, "offline")))

    # ---- the other workers -----------------------------------------------------------------------------------

    def _forget_worker(self, worker: str) -> None:
        """Its sockets are gone, and so is its word about tables."""
        self.presence.forget(worker)
        self.post.forget(worker)
        self._relay.give_up(worker)
        self._where.forget_worker(worker)
        for room in self._host:
            room.leave(worker)
        self.listing.look_again()
        self._attach_again(worker)

    def _attach_again(self, worker: str | None) -> None:
        """Look anew at the tables of a worker (None: of all others) whose frames may have been lost."""
        for table, owner in self._gate.distant.items():
            if worker in (None, owner):
                self._gate.moved(table)

    async def _look_after_viewers(self) -> None:
        """Ask the owners of the tables watched here for a sign of life; attach anew where one is silent."""
        while True:
            await asyncio.sleep(LOOK_S)
            for worker in set(self._gate.distant.values()):
                if self.post.silent_s(worker) > SILENT_S:
                    self._attach_again(worker)
                self.post.send(worker, "beat?")

    # ---- what rooms tell -------------------------------------------------------------------------------------

    def _loaded(self, room: Room) -> None:
        assert room.table is not None
        self.listing.loaded(room)
        for player in room.table.players:
            self._seats.wait_for(player)
        self._where.claim(room.id)

    def _listed(self, room: Room, changes: steps.Changes) -> None:
        self.listing.changed(room, changes.sat)
        for player in changes.sat:
            self._seats.wait_for(player)
        self._onlookers.sat(room, changes.sat)

    def _begun(self, table: Table) -> None:
        """Decided 11: a practice seat gives way when the coin table begins, on whatever worker it is."""
        self._call_away(table.players)
        self.post.send(ALL, "begun", {"players": list(table.players)})

    def _call_away(self, players: Iterable[int]) -> None:
        for player in players:
            for room in self._host.of(player):
                if room.table is not None and room.table.setup.bet == 0:
                    room.post(Ask(lambda at, player=player: Leave(at, player, "called")))  # type: ignore[misc]

    def _ended(self, room: Room) -> None:
        self.listing.ended(room)
        if room.elsewhere:
            self._gate.moved(room.id)


def _person(player: Asker) -> Person:
    return Person(player.id, player.name, player.avatar, player.guest)
