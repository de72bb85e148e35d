from collections.abc import AsyncIterator, Iterator

import pytest
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db import make_engine
from tests.databases import Databases


@pytest.fixture(scope="module")
def database_url(databases: Databases) -> Iterator[str]:
    """One database for all tests of a file: books are never emptied, every test has players of its own."""
    url, name = databases.make()
    yield url
    databases.drop(name)


@pytest.fixture
async def engine(database_url: str) -> AsyncIterator[AsyncEngine]:
    """An engine over which a crowd may really ask at the same moment."""
    engine = make_engine(database_url, pool_size=50)
    yield engine
    await engine.dispose()
