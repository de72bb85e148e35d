"""The processes of a run: Postgres, a store that speaks Redis, workers, and every link between them."""

import asyncio
import contextlib
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from redis import Redis
from sqlalchemy import make_url

from app.db.migrate import migrate
from app.embedded import valkey
from app.embedded.postgres import Postgres, free_port
from tests.chaos.wires import Links
from tests.databases import own_folder
from tests.program import Program
from tests.proxy import Proxy

KEY = "5e" * 32
GRANT = 1_000_000_000
PATIENCE_S = 100.0
ENTRANCES = 3
"""Links between people and workers; each breaks by itself."""


class Store:
    """A Redis of the run, which may be emptied, ended and started again at the same address."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self._client = Redis(port=self.port, socket_timeout=2)

    def start(self) -> None:
        words = f"--port {self.port} --bind 127.0.0.1 --appendonly no --maxmemory-policy noeviction --daemonize no"
        self._process = subprocess.Popen(
            [
                valkey._program(),
                *words.split(),
                "--save",
                "",
                "--dir",
                str(self._folder),
                "--logfile",
                "valkey.log",
            ]
        )
        until = time.monotonic() + 10
        while time.monotonic() < until:
            with contextlib.suppress(Exception):
                self._client.ping()
                return
            time.sleep(0.02)
        raise TimeoutError("the store doesn't answer")

    def flush(self) -> None:
        self._client.flushall()

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait()
            self._process = None


class Lab:
    """K workers, each with links of its own to Postgres and to the store; people come in by links and by Caddy.

    With `database_url` no Postgres is started (nor may one be restarted); without `proxy` the links themselves lead
    people to one worker after another.
    """

    def __init__(self, folder: Path, workers: int, *, database_url: str = "", proxy: bool = True) -> None:
        self.links = Links()
        self.store = Store(folder)
        self.postgres = Postgres(folder, durable=False, settings={"max_connections": "200"})
        self.workers: list[Program] = []
        self.locks = [asyncio.Lock() for _ in range(workers)]
        """One thing at a time is done to a worker."""
        self.entrances: list[str] = []
        self._proxy = Proxy(folder) if proxy else None
        self._database_url = database_url
        self._folder = folder

    @property
    def database_url(self) -> str:
        """The way to Postgres that no fault lies on."""
        return self._database_url or self.postgres.url

    def start(self) -> None:
        self.store.start()
        if not self._database_url:
            self.postgres.start()
            migrate(self.postgres.url)
        self.workers += [self._worker(number) for number in range(len(self.locks))]
        with ThreadPoolExecutor(len(self.workers)) as threads:
            list(threads.map(Program.start, self.workers))
        ports = [int(worker.url.rsplit(":", 1)[1]) for worker in self.workers]
        if self._proxy:
            self._proxy.start([f"127.0.0.1:{port}" for port in ports])
            ports = [self._proxy.port]
        for number in range(ENTRANCES):
            port = self.links.open(f"entrance {number}", ports)
            self.entrances.append(f"http://127.0.0.1:{port}")

    def _worker(self, number: int) -> Program:
        folder = self._folder / f"worker-{number}"
        folder.mkdir()
        address = make_url(self.database_url)
        to_postgres = self.links.open(f"postgres {number}", [address.port or 5432])
        to_redis = self.links.open(f"redis {number}", [self.store.port])
        database = address.set(port=to_postgres).render_as_string(hide_password=False)
        environment = {
            "DATABASE_URL": database,
            "REDIS_URL": f"redis://127.0.0.1:{to_redis}/0",
            "DATA_DIR": str(folder),
            "SECRET_KEY": KEY,
            "GUEST_GRANT": str(GRANT),
            "RATE_LIMITS": "off",
        }
        return Program(folder, environment)

    def stop(self) -> None:
        if self._proxy:
            self._proxy.stop()
        for worker in self.workers:
            with contextlib.suppress(Exception):
                worker.kill()
        self.postgres.stop()
        self.store.stop()
        self.links.stop()

    # ---- what a fault does; all of it may take a while and runs in a thread

    async def end(self, number: int, how: signal.Signals) -> int:
        """End a worker and return its exit code."""
        worker = self.workers[number]
        if how == signal.SIGTERM:
            return await asyncio.to_thread(worker.stop)
        await asyncio.to_thread(worker.kill)
        return 0

    async def begin(self, number: int) -> None:
        """Start a worker again at its address, however slow the machine is."""
        await asyncio.to_thread(self.workers[number].start, patience_s=PATIENCE_S)

    async def restart_postgres(self, how: signal.Signals) -> None:
        """End Postgres as `immediate` (SIGQUIT) or `fast` (SIGINT) does, and start it again."""

        def restart() -> None:
            pid = int((self.postgres.home / "postmaster.pid").read_text().split()[0])
            os.kill(pid, how)
            self.postgres.stop()
            self.postgres.start()
            for number in range(len(self.workers)):
                self.links.lead(f"postgres {number}", [self.postgres.port])

        await asyncio.to_thread(restart)

    async def restart_store(self, away_s: float) -> None:
        """End the store, and start it again, empty, after a while."""
        await asyncio.to_thread(self.store.stop)
        await asyncio.sleep(away_s)
        await asyncio.to_thread(self.store.start)

    def words(self) -> dict[str, list[str]]:
        """Return all lines that the workers have written to their logs."""
        return {f"worker {n}": worker.words().splitlines() for n, worker in enumerate(self.workers)}


@contextlib.contextmanager
def open_lab(workers: int, *, database_url: str = "", proxy: bool = True) -> Iterator[Lab]:
    """A lab that runs; all of it ends with the block."""
    with own_folder() as folder:
        lab = Lab(folder, workers, database_url=database_url, proxy=proxy)
        try:
            lab.start()
            yield lab
        finally:
            lab.stop()
