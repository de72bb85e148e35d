"""What every test may ask for: real Postgres and Valkey from their wheels, a pair for each worker."""

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
from redis import Redis
from sqlalchemy.ext.asyncio import AsyncEngine

from app.config import Settings
from app.db import Sessions, make_engine, make_sessions
from app.embedded.valkey import Valkey
from tests.databases import Databases, cluster, own_folder


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def databases() -> Iterator[Databases]:
    """The worker's own cluster, with a migrated template in it."""
    with own_folder() as folder, cluster(folder) as databases:
        yield databases


@pytest.fixture
def make_database(databases: Databases) -> Iterator[Callable[[], str]]:
    """Makes fresh migrated databases; each call returns the address of another one."""
    made: list[str] = []

    def make() -> str:
        url, name = databases.make()
        made.append(name)
        return url

    yield make
    for name in made:
        databases.drop(name)


@pytest.fixture
def database_url(make_database: Callable[[], str]) -> str:
    """A fresh migrated database, this test's alone; the role owns it and nothing else, as in earnest."""
    return make_database()


@pytest.fixture
async def engine(database_url: str) -> AsyncIterator[AsyncEngine]:
    engine = make_engine(database_url)
    yield engine
    await engine.dispose()


@pytest.fixture
def sessions(engine: AsyncEngine) -> Sessions:
    return make_sessions(engine)


@pytest.fixture(scope="session")
def valkey() -> Iterator[Valkey]:
    """The worker's own Valkey."""
    with own_folder() as folder:
        valkey = Valkey(folder)
        valkey.start()
        yield valkey
        valkey.stop()


@pytest.fixture
def redis_url(valkey: Valkey) -> str:
    """The address of the worker's Valkey, emptied before this test."""
    with Redis.from_url(valkey.url) as client:
        client.flushall()
    return valkey.url


@pytest.fixture
def settings(database_url: str, redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Settings of this test's database and Valkey, whatever the environment says; no rate limits."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    return Settings(database_url=database_url, redis_url=redis_url, data_dir=tmp_path, rate_limits=False)
