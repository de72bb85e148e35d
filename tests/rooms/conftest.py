"""Rooms on a real database, players with coins, and viewers that keep what they were sent."""

from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db import Sessions
from app.rooms.service import Rooms
from tests.rooms.people import make_player

KEY = b"k" * 32


@dataclass
class Someone:
    id: int
    name: str
    avatar: str = "fig"
    guest: bool = False


@pytest.fixture
async def rooms(engine: AsyncEngine, sessions: Sessions) -> AsyncIterator[Rooms]:
    rooms = Rooms(engine, sessions, KEY)
    await rooms.start()
    yield rooms
    await rooms.stop()


@pytest.fixture
def make_someone(sessions: Sessions) -> Callable[..., Awaitable[Someone]]:
    async def make(name: str, coins: int = 60_000) -> Someone:
        return Someone(await make_player(sessions, name, coins), name)

    return make
