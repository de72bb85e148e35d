"""Players for tests, and what they see."""

import asyncio
import itertools
import json
from collections.abc import Callable
from typing import Any

from app.config import Settings
from app.db import Sessions
from app.games.registry import parse_action
from app.ledger import service as ledger
from app.players.service import make_account
from app.rooms.service import Asker, Rooms
from app.wire import commands as c

_ids = itertools.count(1)


def command_id() -> str:
    return f"command-{next(_ids)}"


async def make_player(sessions: Sessions, name: str, coins: int) -> int:
    """An account of its own name with so many coins."""
    async with sessions.begin() as session:
        settings = Settings(account_grant=coins)
        player = await make_account(
            session, settings, name=f"{name}{next(_ids)}x", password_hash="-", language="en"
        )
        return player.id


async def coins_of(sessions: Sessions, player: int) -> int:
    async with sessions() as session:
        return (await ledger.funds_of(session, player)).coins


class Eye:
    """A viewer that keeps all frames."""

    def __init__(self, player_id: int | None) -> None:
        self._player_id = player_id
        self.frames: list[dict[str, Any]] = []
        self.raw: list[bytes] = []
        self._news = asyncio.Event()

    @property
    def player_id(self) -> int | None:
        return self._player_id

    def send(self, frame: bytes) -> None:
        self.raw.append(frame)
        self.frames.append(json.loads(frame))
        self._news.set()

    @property
    def updates(self) -> list[dict[str, Any]]:
        return [frame for frame in self.frames if frame["type"] == "update"]

    @property
    def view(self) -> dict[str, Any]:
        view = self.updates[-1]["view"]
        assert isinstance(view, dict)
        return view

    async def until(
        self, phase: str, also: Callable[[dict[str, Any]], bool] = lambda view: True
    ) -> dict[str, Any]:
        """Return the view once the table is in this phase, and more where asked."""
        return await self._wait(lambda view: view["phase"] == phase and also(view))

    async def until_free(self) -> None:
        """Wait while an action of this viewer is held (T11.6)."""
        await self._wait(lambda view: not view["held"])

    async def _wait(self, ready: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        async with asyncio.timeout(20):
            while not self.updates or not ready(self.view):
                self._news.clear()
                await self._news.wait()
        return self.view


async def salt_all(rooms: Rooms, table: int, *people: Asker) -> None:
    for person in people:
        salt = f"{person.id:064x}"
        await rooms.ask(table, c.Salt(id=command_id(), type="salt", table=table, round=1, salt=salt), person)


def first_move(view: dict[str, Any]) -> dict[str, Any] | None:
    """Return the first legal turn action of the viewer, None where it isn't their turn."""
    legal = [a for a in view["game"]["legal"] or [] if a["type"] not in ("last_card", "denounce")]
    return legal[0] if legal else None


def act(table: int, action: dict[str, Any], id_: str | None = None) -> c.Act:
    return c.Act(id=id_ or command_id(), type="act", table=table, action=parse_action(action))
