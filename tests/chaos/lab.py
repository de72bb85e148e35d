"""The servers of a run: Postgres, Valkey, workers, and where links are to be broken, a proxy on each."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

from redis.asyncio import Redis

from app.db.migrate import migrate
from app.embedded.postgres import Postgres
from app.embedded.valkey import Valkey
from tests.chaos.links import Link
from tests.databases import own_folder
from tests.program import Program

KEY = "5e" * 32
GRANT = 100_000_000
SETTINGS = {"SECRET_KEY": KEY, "GUEST_GRANT": str(GRANT), "RATE_LIMITS": "off"}


class SteadyPostgres(Postgres):
    """Comes back on the port that it had."""

    @property
    def port(self) -> int:
        return self.__dict__.get("first_port", 0)

    @port.setter
    def port(self, port: int) -> None:
        if port and not self.port:
            self.__dict__["first_port"] = port


@dataclass
class Lab:
    """What a run has under its hands."""

    database_url: str
    redis_url: str
    workers: list[Program]
    postgres: Postgres | None = None
    links: dict[tuple[int, str], Link] = field(default_factory=dict)

    @property
    def urls(self) -> list[str]:
        return [worker.url for worker in self.workers]

    async def flush(self) -> None:
        """Let Redis forget everything."""
        async with Redis.from_url(self.redis_url) as client:
            await client.flushall()

    async def restart_postgres(self) -> None:
        """End Postgres without a good-bye (`immediate`) and start it again."""
        assert self.postgres is not None
        await asyncio.to_thread(self.postgres.stop)
        await asyncio.to_thread(self.postgres.start)

    async def break_link(self, worker: int, way: str, seconds: float) -> None:
        """Cut a worker's connections to Postgres or Redis, or swallow what is sent on them for some seconds."""
        where, how = way.split(":")
        link = self.links[worker, where]
        if how == "cut":
            link.cut()
            return
        link.hole()
        await asyncio.sleep(seconds)
        link.heal()


@contextlib.asynccontextmanager
async def own_lab(workers: int, links: bool) -> AsyncIterator[Lab]:
    """A lab with servers of its own; all of them end with it."""
    with own_folder() as folder, _servers(folder) as (postgres, valkey):
        await asyncio.to_thread(migrate, postgres.url)
        lab = Lab(postgres.url, valkey.url, [], postgres)
        try:
            for number in range(workers):
                environment = {
                    **SETTINGS,
                    "DATABASE_URL": await _linked(lab, number, "postgres", postgres.url, links),
                    "REDIS_URL": await _linked(lab, number, "redis", valkey.url, links),
                    "DATA_DIR": str(folder),
                }
                home = folder / f"worker-{number}"
                home.mkdir()
                lab.workers.append(Program(home, environment))
                await asyncio.to_thread(lab.workers[-1].start)
            yield lab
        finally:
            for worker in lab.workers:
                await asyncio.to_thread(worker.stop)
            for link in lab.links.values():
                link.close()


@contextlib.contextmanager
def _servers(folder: Path) -> Iterator[tuple[Postgres, Valkey]]:
    postgres = SteadyPostgres(folder, durable=False, settings={"max_connections": "200"})
    valkey = Valkey(folder)
    try:
        postgres.start()
        valkey.start()
        yield postgres, valkey
    finally:
        valkey.stop()
        postgres.stop()


async def _linked(lab: Lab, worker: int, where: str, url: str, wanted: bool) -> str:
    if not wanted:
        return url
    parts = urlsplit(url)
    assert parts.port is not None
    link = lab.links[worker, where] = Link(parts.port)
    port = await link.open()
    return urlunsplit(parts._replace(netloc=parts.netloc.rsplit(":", 1)[0] + f":{port}"))
