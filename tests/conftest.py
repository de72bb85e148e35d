"""What every test may ask for: real Postgres and Valkey from their wheels, a pair for each worker."""

import gc
import itertools
import os
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from argon2 import PasswordHasher
from playwright.async_api import Browser, BrowserContext, Page, async_playwright, expect
from redis import Redis
from sqlalchemy.ext.asyncio import AsyncEngine

from app.bus import Bus
from app.config import Settings
from app.db import Sessions, make_engine, make_sessions
from app.embedded.valkey import Valkey
from app.players import passwords
from tests import browser as chromium
from tests.cluster import Cluster, worker_environment
from tests.databases import Databases, cluster, own_folder
from tests.lobby.house import House, open_house
from tests.program import Program
from tests.proxy import Proxy

gc.disable()  # until all is imported: see pytest_collection_finish

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESKTOP = {"viewport": {"width": 1280, "height": 800}}

QUICK = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)
PATIENCE_MS = 15_000
"""How long a page may take over anything: a test says what comes, not how soon on a machine that is busy."""


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
async def bus(redis_url: str) -> AsyncIterator[Bus]:
    """A connection to the worker's Valkey; it hears nothing before a test starts it."""
    bus = Bus(redis_url)
    yield bus
    await bus.stop()


@pytest.fixture
def settings(database_url: str, redis_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """Settings of this test's database and Valkey, whatever the environment says; no rate limits."""
    for name in Settings.model_fields:
        monkeypatch.delenv(name.upper(), raising=False)
    return Settings(database_url=database_url, redis_url=redis_url, data_dir=tmp_path, rate_limits=False)


@pytest.fixture(autouse=True)
def quick_passwords(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A password costs next to nothing, except in tests of just that."""
    if request.node.get_closest_marker("costly_passwords") is None:
        monkeypatch.setattr(passwords, "_HASHER", QUICK)


@pytest.fixture
async def house(settings: Settings) -> AsyncIterator[House]:
    """The whole application, in this loop, and browsers that ask it."""
    async with open_house(settings) as house:
        yield house


@pytest.fixture
def make_program(
    database_url: str, redis_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[..., Program]]:
    """Starts real servers as processes of their own, all on this test's database and Valkey.

    `make_program(GUEST_GRANT="5")` sets settings by environment; the address is in `.url`. `prepare` see Program.
    """
    made: list[Program] = []
    folder = tmp_path_factory.mktemp("program")  # the key in it is shared, as it is by workers on one machine

    def make(prepare: Callable[[], object] | None = None, **environment: str) -> Program:
        common = {
            "DATABASE_URL": database_url,
            "REDIS_URL": redis_url,
            "DATA_DIR": str(folder),
            "RATE_LIMITS": "off",
        }
        program = Program(folder, common | environment, prepare)
        made.append(program)
        program.start()
        return program

    yield make
    for program in made:
        program.stop()


@pytest.fixture
def program(make_program: Callable[..., Program]) -> Program:
    """One real server."""
    return make_program()


@pytest.fixture
def make_cluster(
    database_url: str, redis_url: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[..., Cluster]]:
    """Starts workers behind a real proxy, all on this test's database and Valkey.

    `make_cluster(3, GUEST_GRANT="5")`: three workers, settings by environment; people come in by `.url`.
    """
    made: list[Cluster] = []

    def make(workers: int = 2, **environment: str) -> Cluster:
        folder = tmp_path_factory.mktemp("cluster")
        proxy = Proxy(folder)
        common = {
            **worker_environment(database_url, redis_url, proxy.url),
            "DATA_DIR": str(folder),
            "RATE_LIMITS": "off",
        }
        numbers = itertools.count(1)

        def make_worker() -> Program:
            home = folder / f"worker-{next(numbers)}"
            home.mkdir()
            worker = Program(home, common | environment)
            worker.start()
            return worker

        made.append(Cluster(proxy, make_worker, workers))
        return made[-1]

    yield make
    for started in made:
        started.stop()


@pytest.fixture(scope="session")
async def browser() -> AsyncIterator[Browser]:
    """The worker's own Chromium; tests that ask are skipped, with a line, where none could be had."""
    found = chromium.find()
    if found is None:
        pytest.skip(chromium.HINT)
    expect.set_options(timeout=PATIENCE_MS)
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=found, args=chromium.flags())
        yield browser
        await browser.close()


@pytest.fixture
async def open_page(browser: Browser) -> AsyncIterator[Callable[..., Awaitable[Page]]]:
    """Opens an address as somebody new: `await open_page(url, device=DESKTOP)`; PHONE if nothing is said.

    Further words go to `new_context` (locale="es", storage_state=...); things move where a test says
    reduced_motion="no-preference". An error that no script of a page caught fails the test at its end.
    """
    errors: list[str] = []
    contexts: list[BrowserContext] = []

    async def open_page(url: str, *, device: dict[str, Any] = PHONE, **words: Any) -> Page:
        context = await browser.new_context(
            **{"locale": "en-GB", "reduced_motion": "reduce", **device, **words}
        )
        contexts.append(context)
        context.set_default_timeout(PATIENCE_MS)
        page = await context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        await page.goto(url)
        return page

    yield open_page
    for context in contexts:
        await context.close()
    assert errors == []


def pytest_xdist_auto_num_workers() -> int:
    """Two workers more than there are cores: tests wait for servers, browsers and clocks."""
    return (os.cpu_count() or 1) + 2


def pytest_collection_finish() -> None:
    """Collect garbage from here on, and never among what was imported: that is most of what there is."""
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests that ask for a long time-out begin first, on as many workers as there are cores: none is left to the end.

    Each worker begins with an even share of the list, in order; whoever has nothing left takes from the ends of others.
    """
    for item in items:
        if item.get_closest_marker("long") is not None and os.environ.get("SOBREMESA_LONG") != "1":
            item.add_marker(pytest.mark.skip(reason="takes long: make long"))
    items.sort(key=lambda item: -_patience(item))
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    hasty = min(workers, os.cpu_count() or 1)
    long = sum(_patience(item) > 0 for item in items)
    shares = [items[:long][number::hasty] if number < hasty else [] for number in range(workers)]
    rest = iter(items[long:])
    for number, share in enumerate(shares):
        share.extend(itertools.islice(rest, max(0, (len(items) + number) // workers - len(share))))
    items[:] = itertools.chain(*shares, rest)


def _patience(item: pytest.Item) -> float:
    if item.get_closest_marker("skip") is not None:
        return 0
    marker = item.get_closest_marker("timeout")
    return float(marker.args[0]) if marker is not None and marker.args else 0
