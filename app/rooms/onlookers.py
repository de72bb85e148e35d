"""Who may look on: nobody who has a block with somebody who sits there, and at a private table the invited alone."""

import asyncio
import logging
from collections.abc import Collection

from sqlalchemy import select

from app.bus import ALL, Post
from app.db import Sessions
from app.errors import ForbiddenError
from app.players import service as players
from app.rooms.errors import ElsewhereError, outcome_unknown
from app.rooms.host import Host
from app.rooms.invitations import may_see
from app.rooms.messages import Look
from app.rooms.models import TableRecord
from app.rooms.relay import Distant
from app.rooms.room import Room
from app.rooms.viewers import Watcher

log = logging.getLogger(__name__)


class Onlookers:
    """Lets viewers in, and sends them away when somebody blocks or sits down; a stranger has no blocks."""

    def __init__(self, sessions: Sessions, host: Host, post: Post) -> None:
        self._sessions, self._host, self._post = sessions, host, post
        self._partings = 0
        post.on("parted", lambda sender, header, _: self._part(*header["players"]))
        post.on("unseen", lambda sender, header, _: self._forget(sender, header["viewers"]))
        post.on("uninvited", lambda sender, header, _: self._uninvite(header["table"], header["player"]))

    async def look(self, room: Room, viewer: Watcher, on: bool) -> None:
        """Begin or end to send a viewer what happens; raise ForbiddenError, ElsewhereError for an ended room."""
        if not on:
            room.forget([viewer])
        seated, partings = self._seated(room), self._partings
        look = Look(viewer, on, on and await self._admit(room, viewer.player_id))
        if not room.post(look):
            raise ElsewhereError
        await asyncio.shield(look.done)  # who goes away meanwhile must leave the room an answer to give
        if on and (sat := self._seated(room) - seated):
            await self._send_away(room, sat)
        if on and partings != self._partings and viewer.player_id is not None:
            await self._ask_again(room, viewer.player_id)

    def sat(self, room: Room, sat: Collection[int]) -> None:
        """Somebody sat down: whoever has a block with them looks on no longer."""
        if sat and room.onlookers:
            self._host.spawn(self._send_away(room, sat))

    def part(self, one: int, other: int) -> None:
        """A block was made between the two: neither looks on where the other sits, on whatever worker."""
        self._part(one, other)
        self._post.send(ALL, "parted", {"players": [one, other]})

    def uninvite(self, table: int, player: int) -> None:
        """An invitation was refused or taken back: at a private table they look on no longer, on whatever worker."""
        self._uninvite(table, player)
        self._post.send(ALL, "uninvited", {"table": table, "player": player})

    def _forget(self, worker: str, numbers: Collection[int]) -> None:
        gone = [Distant(self._post, worker, number, None) for number in numbers]
        for room in self._host:
            room.forget(gone)

    def _uninvite(self, table: int, player: int) -> None:
        self._partings += 1
        room = self._host.get(table)
        if room is not None and room.table is not None and not room.table.setup.public:
            room.dismiss({player}, "not_watchable")

    def _part(self, one: int, other: int) -> None:
        self._partings += 1
        for sits, watches in ((one, other), (other, one)):
            for room in self._host.of(sits):
                room.dismiss({watches})

    def _seated(self, room: Room) -> frozenset[int]:
        return frozenset(room.table.players if room.table is not None else ())

    async def _admit(self, room: Room, player: int | None) -> bool:
        """Return whether a private table shows itself to them; raise ForbiddenError `blocked`."""
        if player is None or player in self._seated(room):
            return False
        with outcome_unknown():
            async with self._sessions() as session:
                row = None
                if room.table is None:  # its room is only just opening
                    row = await session.scalar(select(TableRecord.row).where(TableRecord.id == room.id))
                if not (row["public"] if row else room.table is not None and room.table.setup.public):
                    return await may_see(session, room.id, player)
                seated = {person["id"] for person in row["players"]} if row else self._seated(room)
                if player not in seated and await players.are_blocked(session, player, seated):
                    raise ForbiddenError(
                        "blocked", "There is a block between you and somebody at this table."
                    )
        return False

    async def _ask_again(self, room: Room, player: int) -> None:
        """Send a viewer away where two parted while they were let in: perhaps they are one of them."""
        try:
            invited = await self._admit(room, player)
        except ForbiddenError as refusal:
            room.dismiss({player}, refusal.code)
        else:
            if room.table is not None and not room.table.setup.public and not invited:
                room.dismiss({player}, "not_watchable")

    async def _send_away(self, room: Room, sat: Collection[int]) -> None:
        try:
            async with self._sessions() as session:
                for player in sat:
                    room.dismiss(await players.are_blocked(session, player, room.onlookers))
        except Exception as error:
            log.warning("blocks of onlookers could not be read: %s", type(error).__name__)
