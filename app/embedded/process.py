"""Who runs a bundled server, and how it is started and ended.

Postgres refuses to run as root. As root we therefore run both servers under a number of our own that no
account has: no account is added, nothing is opened to others. Where the folders above are closed to that
number, the server keeps the one right to walk through them (CAP_DAC_READ_SEARCH), and no other.
"""

import ctypes
import json
import os
import pwd
import re
import signal
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from app.embedded.errors import EmbeddedError
from app.embedded.launch import PR_SET_PDEATHSIG

CAP_DAC_OVERRIDE = 1
CAP_DAC_READ_SEARCH = 2
OWN_NUMBERS = range(65531, 65519, -1)  # left unused by systemd's and Debian's allocation of numbers


@dataclass(frozen=True, slots=True)
class Identity:
    """The user and group numbers of a server, None for our own; `capability` is the one right it keeps."""

    uid: int | None = None
    gid: int | None = None
    capability: int | None = None

    def give(self, path: Path) -> None:
        """Make `path`, with all that it holds, belong to this identity."""
        if self.uid is None or self.gid is None:
            return
        for folder, _, files in os.walk(path):
            os.lchown(folder, self.uid, self.gid)
            for name in files:
                os.lchown(os.path.join(folder, name), self.uid, self.gid)
        os.lchown(path, self.uid, self.gid)


def identity_for(home: Path, program: Path) -> Identity:
    """Return who may run `program` on the folder `home`: we ourselves, or as root a number that is nobody's.

    Raises EmbeddedError if the folders above are closed to it and the right to pass them can't be given.
    """
    if os.geteuid() != 0:
        if home.exists() and home.stat().st_uid != os.geteuid():
            raise EmbeddedError(
                "data_dir_foreign",
                f"{home} belongs to another user (number {home.stat().st_uid}). "
                "Run as that user or as root, or set DATA_DIR.",
            )
        return Identity()
    owner = home.stat().st_uid if home.exists() else 0
    uid = owner or _free_number()
    return reaching(Identity(uid, uid), home, program)


def namesake() -> Identity:
    """Return an identity that has an account, as initdb insists; the files get their owner afterwards."""
    accounts = sorted(pwd.getpwall(), key=lambda account: account.pw_name != "nobody")
    for account in accounts:
        if account.pw_uid != 0:
            return Identity(account.pw_uid, account.pw_gid)
    raise EmbeddedError("no_account", "No account but root exists here: set DATABASE_URL, or add an account.")


def reaching(identity: Identity, *paths: Path) -> Identity:
    """Return `identity`, with the right to pass the folders above `paths` if they are closed to it."""
    if identity.uid is None or identity.gid is None:
        return identity
    closed = [path for path in paths if not _passable(path, identity.uid, identity.gid)]
    if not closed:
        return identity
    for capability in (CAP_DAC_READ_SEARCH, CAP_DAC_OVERRIDE):
        if _may_give(capability):
            return Identity(identity.uid, identity.gid, capability)
    raise EmbeddedError(
        "folder_closed",
        f"The folders above {closed[0]} are closed to everybody but root, and Postgres can't run as root. "
        "Run as an ordinary user, or set DATABASE_URL, or set DATA_DIR to an open place such as /var/lib/...",
    )


def launch(
    command: Sequence[str | Path],
    identity: Identity,
    *,
    output: IO[bytes] | int,
    death_signal: signal.Signals | None,
    folder: Path,
) -> subprocess.Popen[bytes]:
    """Start `command` in a session of its own, so that Ctrl+C reaches it only through us.

    `death_signal` is sent by the kernel when the calling thread ends (Linux): call from the main thread.
    """
    how = {
        "uid": identity.uid,
        "gid": identity.gid,
        "capability": identity.capability,
        "death_signal": int(death_signal) if death_signal else 0,
        "parent": os.getpid(),
    }
    script = Path(__file__).with_name("launch.py")
    return subprocess.Popen(  # noqa: S603
        [sys.executable, "-I", "-S", str(script), json.dumps(how), *map(str, command)],
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        cwd=folder,
        env={"PATH": os.defpath, "LC_ALL": "C", "TZ": "UTC"},  # our own environment holds secrets
        start_new_session=True,
    )


def end(process: subprocess.Popen[bytes], steps: Sequence[tuple[signal.Signals, float]]) -> None:
    """End our own child: each signal in turn with the seconds it is given, at last SIGKILL."""
    for number, patience_s in steps:
        if process.poll() is not None:
            return
        process.send_signal(number)
        try:
            process.wait(patience_s)
        except subprocess.TimeoutExpired:
            continue
    if process.poll() is None:
        process.kill()
        process.wait(10)


def end_with_parent(parent: int) -> None:
    """Have SIGTERM sent to this process when the one that started it ends (Linux; nothing elsewhere).

    `parent` is that process's number: if it ended before this was asked for, nobody would ever say so.
    """
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, ctypes.c_ulong(signal.SIGTERM), 0, 0, 0)
        if os.getppid() != parent:
            signal.raise_signal(signal.SIGTERM)


def _free_number() -> int:
    for number in OWN_NUMBERS:
        try:
            pwd.getpwuid(number)
        except KeyError:
            return number
    return namesake().uid or 0


def _passable(path: Path, uid: int, gid: int) -> bool:
    return all(_may_pass(folder, uid, gid) for folder in path.parents)


def _may_pass(folder: Path, uid: int, gid: int) -> bool:
    facts = folder.stat()
    if facts.st_uid == uid:
        return bool(facts.st_mode & 0o100)
    return bool(facts.st_mode & (0o010 if facts.st_gid == gid else 0o001))


def _may_give(capability: int) -> bool:
    try:
        status = Path("/proc/self/status").read_text("ascii")
    except OSError:
        return False
    held = re.search(r"^CapPrm:\s*([0-9a-f]+)$", status, re.MULTILINE)
    return held is not None and bool(int(held.group(1), 16) >> capability & 1)
