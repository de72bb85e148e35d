"""Rooms on a real database, players with coins, and viewers that keep what they were sent."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from app.bus import Bus
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


@pytest.fixture
async def make_rooms(
    engine: AsyncEngine, sessions: Sessions, redis_url: str
) -> AsyncIterator[Callable[..., Awaitable[Rooms]]]:
    """Makes workers on one database and one Redis, which they may reach by another way."""
    made: list[Bus | Rooms] = []

    async def make(redis_url: str = redis_url) -> Rooms:
        bus = Bus(redis_url)
        rooms = Rooms(engine, sessions, KEY, bus=bus)
        for part in (bus, rooms):
            await part.start()
            made.append(part)
        async with asyncio.timeout(5):
            while not bus.linked:  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        return rooms

    yield make
    for part in reversed(made):
        await part.stop()
