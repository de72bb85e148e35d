"""A real Caddy in front of servers, with the file that docker-compose.yml gives it."""

import os
import signal
import socket
import subprocess
import sysconfig
import time
from collections.abc import Sequence
from pathlib import Path

from app.embedded.postgres import free_port

CADDY = Path(sysconfig.get_path("scripts")) / "caddy"
CADDYFILE = Path(__file__).parents[1] / "deploy" / "Caddyfile"


class Proxy:
    """Caddy on a free port of this machine; `start` again with other workers keeps the address."""

    def __init__(self, folder: Path) -> None:
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = folder / "caddy.log"
        self._folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    def start(self, workers: Sequence[str]) -> None:
        """Begin to pass on to `workers` (host:port each); returns when connections are taken."""
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [CADDY, "run", "--config", CADDYFILE],
                env=environment(self._folder, f"{self.url}", workers), stdout=log, stderr=log,
            )  # fmt: skip
        until = time.monotonic() + 20
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
            except OSError as error:
                if self._process.poll() is not None or time.monotonic() > until:
                    raise AssertionError(f"Caddy didn't start: {error}\n{self.log.read_text()}") from error
                time.sleep(0.02)
            else:
                return

    def stop(self) -> None:
        """End it, and with it every connection through it."""
        if self._process is not None:
            self._process.send_signal(signal.SIGKILL)
            self._process.wait()
            self._process = None


def environment(folder: Path, site: str, workers: Sequence[str]) -> dict[str, str]:
    """What the Caddyfile wants to know; Caddy's own files go into `folder`."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder / "caddy"),
        "XDG_CONFIG_HOME": str(folder / "caddy"),
        "SITE": site,
        "BIND": "127.0.0.1",
        "UPSTREAMS": " ".join(workers),
    }
