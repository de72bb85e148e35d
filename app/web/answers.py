"""The newest answers to each player's commands: sent again, a command gets its answer, no second effect."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from pydantic import BaseModel

from app.errors import ConflictError

PER_PLAYER = 64
PLAYERS = 10_000


class Answers:
    """Remembers 64 answers for each of the last 10,000 players; after a restart the rooms still know."""

    def __init__(self) -> None:
        self._players: OrderedDict[int, OrderedDict[str, tuple[BaseModel, asyncio.Task[bytes]]]] = (
            OrderedDict()
        )

    async def to(
        self, player: int, command_id: str, body: BaseModel, ask: Callable[[], Awaitable[bytes]]
    ) -> bytes:
        """Return the answer to this command: the remembered one, or what `ask` returns.

        `ask` runs to its end even if the caller is cancelled. Raises ConflictError `id_reused` if the id
        came with another body before.
        """
        known = self._players.setdefault(player, OrderedDict())
        self._players.move_to_end(player)
        if len(self._players) > PLAYERS:
            self._players.popitem(last=False)
        if command_id in known:
            before, task = known[command_id]
            if before != body:
                raise ConflictError("id_reused", "This id was used for another command.")
        else:
            task = asyncio.ensure_future(ask())
            known[command_id] = (body, task)
            if len(known) > PER_PLAYER:
                known.popitem(last=False)
        return await asyncio.shield(task)

    def forget(self, player: int, command_id: str) -> None:
        """Let the command be tried again: it had no effect, and the reason may pass."""
        if player in self._players:
            self._players[player].pop(command_id, None)
