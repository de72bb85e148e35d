"""Both bundled servers as one thing: started together, ended together."""

import contextlib
from pathlib import Path
from types import TracebackType

from app.config import Settings
from app.embedded.errors import EmbeddedError
from app.embedded.lock import FolderLock
from app.embedded.postgres import Postgres
from app.embedded.valkey import Valkey

CONNECTIONS_A_WORKER = 18
"""What one worker may take (8 for requests and rooms, 8 for its turnstile, its pulse, the proof of the books); while
workers are replaced there is one more of them."""
CONNECTIONS_BESIDE = 28
"""For commands beside the server, and what Postgres keeps for itself."""


class Services:
    """The addresses of Postgres and Redis, given or bundled; `stop` ends what was started here, no more."""

    def __init__(self, database_url: str, redis_url: str, ending: contextlib.ExitStack | None = None) -> None:
        self.database_url = database_url
        self.redis_url = redis_url
        self._ending = ending or contextlib.ExitStack()

    def stop(self) -> None:
        """End the servers started here, the last first; a second call does nothing."""
        self._ending.close()

    def __enter__(self) -> "Services":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()


def start(settings: Settings, *, durable: bool = True, die_with_parent: bool = True) -> Services:
    """Return the services of `settings`, started under DATA_DIR where no address is given.

    Call it from the main thread, before the event loop. Raises EmbeddedError with a sentence for the host:
    another process holds the data folder, a server doesn't start, a folder is closed; nothing stays running.
    """
    if settings.database_url and settings.redis_url:
        return Services(settings.database_url, settings.redis_url)
    data_dir = make_folder(settings.data_dir)
    with contextlib.ExitStack() as begun:
        lock = FolderLock(data_dir)
        lock.take()
        begun.callback(lock.release)
        database_url, redis_url = settings.database_url, settings.redis_url
        if not database_url:
            connections = str(CONNECTIONS_BESIDE + CONNECTIONS_A_WORKER * (settings.workers + 1))
            postgres = Postgres(
                data_dir,
                durable=durable,
                die_with_parent=die_with_parent,
                settings={"max_connections": connections},
            )
            begun.callback(postgres.stop)
            postgres.start()
            database_url = postgres.url
        if not redis_url:
            valkey = Valkey(data_dir, die_with_parent=die_with_parent)
            begun.callback(valkey.stop)
            valkey.start()
            redis_url = valkey.url
        return Services(database_url, redis_url, begun.pop_all())


def attach(settings: Settings) -> Services:
    """Return the services for a command beside the server: those running on DATA_DIR, else started for it."""
    if not settings.database_url:
        postgres = Postgres(settings.data_dir.resolve())
        if postgres.attach():
            return Services(postgres.url, settings.redis_url)
    return start(settings)


def make_folder(data_dir: Path) -> Path:
    """Return DATA_DIR as an absolute path, made if need be: passable, its files for our eyes only."""
    folder = data_dir.resolve()
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o711)
    except OSError as error:
        raise EmbeddedError(
            "data_dir_unusable", f"DATA_DIR {folder} can't be made: {error.strerror}."
        ) from error
    return folder
