from collections.abc import AsyncIterator

import pytest

from app.config import Settings
from tests.lobby.house import House, open_house


@pytest.fixture
async def house(settings: Settings) -> AsyncIterator[House]:
    """The whole application."""
    async with open_house(settings) as house:
        yield house
