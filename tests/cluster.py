"""The set of processes of docker-compose.yml without containers: workers on one database, a real proxy in front."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from tests.program import Program
from tests.proxy import Proxy


class Cluster:
    """Workers behind a proxy. `url` is the proxy's; each of `workers` may be killed, halted, stopped, restarted."""

    def __init__(self, proxy: Proxy, make: Callable[[], Program], count: int) -> None:
        self.workers: list[Program] = []
        self._proxy = proxy
        self._make = make
        with ThreadPoolExecutor(max_workers=max(count, 1)) as threads:
            self.workers += threads.map(lambda _: make(), range(count))
        self._proxy.start(self._addresses())

    @property
    def url(self) -> str:
        """Where people come in."""
        return self._proxy.url

    def add(self) -> Program:
        """Start one worker more. Caddy learns of it by a new start, which ends the sockets that are open."""
        self.workers.append(self._make())
        self._proxy.stop()
        self._proxy.start(self._addresses())
        return self.workers[-1]

    def stop(self) -> None:
        """End the proxy, then the workers, all at once and in good order."""
        self._proxy.stop()
        with ThreadPoolExecutor(max_workers=max(len(self.workers), 1)) as threads:
            list(threads.map(lambda worker: worker.stop(), self.workers))

    def words(self) -> str:
        """What the workers wrote to stderr."""
        return "\n".join(worker.words() for worker in self.workers)

    def _addresses(self) -> list[str]:
        return [worker.url.removeprefix("http://") for worker in self.workers]


def worker_environment(database_url: str, redis_url: str, public_url: str) -> dict[str, str]:
    """What docker-compose.yml tells every worker."""
    return {
        "DATABASE_URL": database_url,
        "REDIS_URL": redis_url,
        "PUBLIC_URL": public_url,
        "TRUSTED_PROXIES": "1",
    }
