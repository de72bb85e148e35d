"""One owner at a time for a data folder."""

import fcntl
import os
import time
from pathlib import Path

from app.embedded.errors import EmbeddedError


class FolderLock:
    """Held from `take` to `release` or the end of the process, however it ends: the kernel keeps it."""

    def __init__(self, folder: Path) -> None:
        self._path = folder / "lock"
        self._file = -1

    def take(self, *, patience_s: float = 5.0) -> None:
        """Take the lock, waiting a little for an owner that is ending; EmbeddedError if there is another."""
        self._file = os.open(self._path, os.O_RDWR | os.O_CREAT, 0o600)
        until = time.monotonic() + patience_s
        while not self._try():
            if time.monotonic() > until:
                holder = os.pread(self._file, 20, 0).decode("ascii", "replace").strip()
                os.close(self._file)
                self._file = -1
                raise EmbeddedError(
                    "data_dir_in_use",
                    f"Another Sobremesa (process {holder or 'unknown'}) is running on {self._path.parent}. "
                    "Stop it, or set DATA_DIR and PORT to run a second one.",
                )
            time.sleep(0.05)
        os.ftruncate(self._file, 0)
        os.pwrite(self._file, f"{os.getpid()}\n".encode(), 0)

    def release(self) -> None:
        """Give the lock back; the file stays, since removing it would let two owners in."""
        if self._file >= 0:
            os.close(self._file)
            self._file = -1

    def _try(self) -> bool:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
