"""Databases for tests: a cluster a worker, a migrated template in it, a copy for each test that asks."""

import asyncio
import contextlib
import importlib
import importlib.util
import itertools
import os
import shutil
import tempfile
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import asyncpg
from anyio.from_thread import BlockingPortal, start_blocking_portal
from sqlalchemy import make_url

from app.embedded.postgres import ROLE, Postgres

TEMPLATE = "sobremesa_template"


@contextlib.contextmanager
def own_folder() -> Iterator[Path]:
    """A folder for servers that other users may pass but not read; gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="sobremesa-", dir=_in_memory()))
    folder.chmod(0o711)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _in_memory() -> str | None:
    place = "/dev/shm"
    with contextlib.suppress(OSError):
        if shutil.disk_usage(place).free > 2 << 30 and os.access(place, os.W_OK):
            return place
    return None


class Databases:
    """Makes and drops databases of one cluster; may be asked from any thread, also inside a running loop.

    The next copy of the template is made, and the last one dropped, while the tests go on.
    """

    def __init__(self, postgres: Postgres, portal: BlockingPortal, administrator: asyncpg.Connection) -> None:
        self._postgres = postgres
        self._portal = portal
        self._administrator = administrator
        self._numbers = itertools.count(1)
        self._one_by_one = asyncio.Lock()
        self._next: Future[str] | None = None
        self._dropped: Future[None] | None = None

    def make(self, template: str = TEMPLATE) -> tuple[str, str]:
        """Return address and name of a fresh copy of the template; an empty one with "template0"."""
        if template != TEMPLATE:
            name = self._portal.call(self._create, template)
        else:
            name = (self._next or self._portal.start_task_soon(self._create)).result()
            self._next = self._portal.start_task_soon(self._create)
        return self.address(name), name

    async def _create(self, template: str = TEMPLATE) -> str:
        name = f"test_{next(self._numbers)}"
        # As files: that is quicker than through the log, where nothing has to last.
        await self._run(f"CREATE DATABASE {name} TEMPLATE {template} OWNER {ROLE} STRATEGY FILE_COPY")
        return name

    def drop(self, name: str) -> None:
        """Drop it, whoever is still connected."""
        if self._dropped is not None:
            self._dropped.result()  # what went wrong is told at the next one
        self._dropped = self._portal.start_task_soon(self._run, f"DROP DATABASE {name} WITH (FORCE)")

    def shut(self, name: str) -> None:
        """Let nobody of the application into it, and throw out who is: as if Postgres were away."""
        self.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS false")
        self.execute(f"SELECT pg_terminate_backend(pid, 2000) FROM pg_stat_activity WHERE datname = '{name}'")

    def let_in(self, name: str) -> None:
        """Let them in again."""
        self.execute(f"ALTER DATABASE {name} ALLOW_CONNECTIONS true")

    def execute(self, statement: str) -> None:
        """Run one statement as the administrator of the cluster."""
        self._portal.call(self._run, statement)

    async def _run(self, statement: str) -> None:
        async with self._one_by_one:
            await self._administrator.execute(statement)

    async def close(self) -> None:
        """End once what was begun is done."""
        async with self._one_by_one:
            await self._administrator.close()

    def give_to_server(self, folder: Path) -> None:
        """Let the server of the cluster keep data in a folder."""
        owner = (self._postgres.home / "PG_VERSION").stat()
        os.chown(folder, owner.st_uid, owner.st_gid)

    def address(self, name: str) -> str:
        """The address of the database `name` for the application's role."""
        return make_url(self._postgres.url).set(database=name).render_as_string(hide_password=False)


@contextlib.contextmanager
def cluster(folder: Path) -> Iterator[Databases]:
    """A cluster in `folder` with a migrated template; as in earnest, but not safe from a crash."""
    postgres = Postgres(folder, durable=False, settings={"max_connections": "200"})
    postgres.start()
    try:
        with start_blocking_portal() as portal:
            administrator = portal.call(asyncpg.connect, postgres.administrator_url)
            databases = Databases(postgres, portal, administrator)
            databases.execute(f"CREATE DATABASE {TEMPLATE} OWNER {ROLE}")
            _migrate(databases.address(TEMPLATE))
            yield databases
            portal.call(databases.close)
    finally:
        postgres.stop()


def _migrate(url: str) -> None:
    if importlib.util.find_spec("app.db.migrate") is not None:
        importlib.import_module("app.db.migrate").migrate(url)
