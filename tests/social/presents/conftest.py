from collections.abc import AsyncIterator

import pytest

from app.config import Settings
from tests.lobby.house import open_house
from tests.social.presents.counter import Counter


@pytest.fixture
async def counter(settings: Settings, database_url: str) -> AsyncIterator[Counter]:
    """A house with a shop; at the end everything is proved."""
    async with open_house(settings) as house:
        counter = Counter(house, database_url)
        yield counter
        await counter.prove()
