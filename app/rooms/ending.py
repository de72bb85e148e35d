"""Closing a table that is not to go on, on whatever worker it runs."""

from collections.abc import Awaitable, Callable
from typing import Any

from app.rooms.errors import ElsewhereError
from app.rooms.host import Host
from app.rooms.messages import End
from app.rooms.relay import Relay

KIND = "end-table"
PATIENCE_S = 4.0
AtOwner = Callable[[int, Callable[[str | None], Awaitable[None]], float], Awaitable[None]]


class Ending:
    """Asks the room of a table to close it as if the service had failed it: in the room's own turn, fenced."""

    def __init__(self, host: Host, relay: Relay, at_owner: AtOwner) -> None:
        self._host, self._relay, self._at_owner = host, relay, at_owner
        relay.serve(KIND, self._hear)

    async def end_table(self, table: int) -> None:
        """Close a table for good and give every bet back (decided 6); raise NotFoundError where it is closed."""

        async def end(owner: str | None) -> None:
            if owner is None:
                await self._end_here(table)
            else:
                await self._relay.call(owner, KIND, {"table": table})

        await self._at_owner(table, end, PATIENCE_S)

    async def _end_here(self, table: int) -> None:
        room = self._host.get(table)
        if room is None:
            raise ElsewhereError
        await room.ask(End())

    async def _hear(self, header: dict[str, Any]) -> dict[str, Any]:
        await self._end_here(header["table"])
        return {}
