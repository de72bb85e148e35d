"""What is told of a table beside its log: its row in the lobby, how many look on, how many seats are kept.

Invitations stand in no log. Whoever runs a table reads them when it takes the table over, when somebody sits down or
says that they changed, when one's time is over, and when such a word may have been lost.
"""

import asyncio
import logging
from collections import Counter, defaultdict
from collections.abc import Callable, Collection
from typing import Any

from sqlalchemy import case, select

from app.bus import ALL, Post
from app.db import Sessions
from app.rooms import steps
from app.rooms.invitations import read_live, seats_held
from app.rooms.models import TableRecord
from app.rooms.room import Room
from app.tables import Table

AGAIN_S = 1.0
LATE_S = 0.05
"""An invitation whose time is over is looked for so much later: by then it is over for Postgres, too."""

log = logging.getLogger(__name__)


class Listing:
    """Tells the lobby the rows of the tables that run here, as they are now."""

    def __init__(self, sessions: Sessions, post: Post) -> None:
        self.on_row: Callable[[dict[str, Any]], None] = lambda row: None
        self.on_gone: Callable[[int], None] = lambda table: None
        self._sessions, self._post = sessions, post
        self._rooms: dict[int, Room] = {}
        self._watching: Counter[int] = Counter()
        self._invited: dict[int, frozenset[int]] = {}
        """For whom seats are kept at the tables that run here; nobody else is told who they are."""
        self._stale: set[int] = set()
        self._wake = asyncio.Event()
        post.on("invited", lambda sender, header, _: self._look([header["table"]]))
        post.on_lost.append(lambda sender: self.look_again())

    async def rows(self) -> list[dict[str, Any]]:
        """Return the rows of all open public tables, the longest waiting first."""
        kept = case((TableRecord.phase == "waiting", seats_held(TableRecord.id)), else_=0)
        async with self._sessions() as session:
            found = await session.execute(
                select(TableRecord.row, kept).where(
                    TableRecord.phase != "closed", TableRecord.row["public"].as_boolean()
                )
            )
            rows = [self._row(row, kept) for row, kept in found]
        return sorted(rows, key=lambda row: row["since"])

    def kept(self, table: Table) -> int | None:
        """Return how many seats are kept for people who are not there yet; None before that is known."""
        if table.phase != "waiting":
            return 0
        invited = self._invited.get(table.setup.id)
        return None if invited is None else len(invited - table.players)

    def invited(self, table: int) -> None:
        """Invitations to a table have changed: count its seats again, on whatever worker it runs."""
        self._look([table])
        self._post.send(ALL, "invited", {"table": table})

    def look_again(self) -> None:
        """Count the kept seats of all tables here again: a word may have been lost."""
        self._look(self._rooms)

    # ---- what rooms tell -------------------------------------------------------------------------------------

    def loaded(self, room: Room) -> None:
        """A table runs here from now on; it is listed as soon as its kept seats are known."""
        self._rooms[room.id] = room
        self._look([room.id])
        self._list(room)

    def changed(self, room: Room, sat: frozenset[int]) -> None:
        """What the lobby must know has changed; those who sat down have accepted."""
        if sat:
            if room.id in self._invited:
                self._invited[room.id] -= sat
            self._look([room.id])  # what is being read just now may still have them
        self._list(room)

    def watched(self, table: int, watching: int) -> None:
        """So many look on."""
        if self._watching[table] != watching:
            self._watching[table] = watching
            if room := self._rooms.get(table):
                self._list(room)

    def ended(self, room: Room) -> None:
        """A table runs here no longer."""
        del self._watching[room.id]
        self._rooms.pop(room.id, None)
        self._invited.pop(room.id, None)

    def _list(self, room: Room) -> None:
        table = room.table
        if table is None or not table.setup.public:
            return
        if table.phase == "closed":
            self.on_gone(room.id)
        elif (kept := self.kept(table)) is not None:
            self.on_row(self._row(steps.row(table), kept))

    def _row(self, row: dict[str, Any], kept: int) -> dict[str, Any]:
        return {**row, "watching": self._watching[row["id"]], "kept": kept}

    # ---- reading who is invited ------------------------------------------------------------------------------

    def _look(self, tables: Collection[int]) -> None:
        self._stale.update(tables)
        self._wake.set()

    async def run(self) -> None:
        """Read again whatever may have changed, until cancelled."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            stale, self._stale = self._stale & self._rooms.keys(), set()
            try:
                await self._read(stale)
            except Exception as error:
                log.warning("invitations could not be read: %s", type(error).__name__)
                self._look(stale)
                await asyncio.sleep(AGAIN_S)

    async def _read(self, tables: Collection[int]) -> None:
        if not tables:
            return
        invited = defaultdict[int, set[int]](set)
        async with self._sessions() as session:
            for table, player, left_s in await read_live(session, tables):
                invited[table].add(player)
                asyncio.get_running_loop().call_later(left_s + LATE_S, self._look, [table])
        for table in tables:
            if (room := self._rooms.get(table)) and room.table is not None:
                before, self._invited[table] = self.kept(room.table), frozenset(invited[table])
                if self.kept(room.table) != before:
                    self._list(room)
                    room.tell_presence()
