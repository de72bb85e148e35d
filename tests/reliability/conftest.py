"""What several tests of this folder ask for."""

from collections.abc import AsyncIterator
from typing import TypeVar

import pytest

from tests.clients import Client

Someone = TypeVar("Someone", bound=Client)


@pytest.fixture
async def people() -> AsyncIterator[list[Someone]]:
    """Whoever is put in here goes home after the test."""
    people: list[Someone] = []
    yield people
    for person in people:
        await person.__aexit__()
