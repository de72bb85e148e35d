"""Becomes a server: lays down the rights of its caller, ties itself to it, then executes the command.

Run as a script of its own (standard library only), so that nothing of this happens between fork and exec of a
process with threads. First argument: JSON of `Launch` in process.py; the rest is the command.
"""

import ctypes
import json
import os
import signal
import sys

PR_SET_PDEATHSIG = 1
PR_SET_SECUREBITS = 28
SECBIT_NO_SETUID_FIXUP = 4
PR_SET_NO_NEW_PRIVS = 38
PR_CAP_AMBIENT = 47
PR_CAP_AMBIENT_RAISE = 2
CAPABILITY_VERSION_3 = 0x20080522


def main() -> None:
    """Execute the command under the identity that was asked for, or end with an error on stderr."""
    how = json.loads(sys.argv[1])
    command = sys.argv[2:]
    os.umask(0o077)
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    if how["uid"] is not None:
        _become(how["uid"], how["gid"], how["capability"])
    if sys.platform == "linux":
        _prctl(PR_SET_NO_NEW_PRIVS, 1)
        if how["death_signal"]:
            _prctl(PR_SET_PDEATHSIG, how["death_signal"])  # after the change of uid, which clears it
            if os.getppid() != how["parent"]:
                sys.exit("the parent has ended already")
    os.execv(command[0], command)  # noqa: S606


def _become(uid: int, gid: int, capability: int | None) -> None:
    if capability is not None:
        # The change of uid then takes no right away (we do), and access(2), by which Postgres looks for its own
        # programs, counts the right that is kept, as open(2) does anyway.
        _prctl(PR_SET_SECUREBITS, SECBIT_NO_SETUID_FIXUP)
    os.setgroups([])
    os.setresgid(gid, gid, gid)
    os.setresuid(uid, uid, uid)
    if capability is not None:
        _keep_only(capability)


def _keep_only(capability: int) -> None:
    bit = 1 << capability
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    sets = (ctypes.c_uint32 * 6)(
        bit, bit, bit, 0, 0, 0
    )  # effective, permitted, inheritable; low and high words
    _check(_libc().capset(header, sets))
    _prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, capability)


def _prctl(option: int, first: int, second: int = 0) -> None:
    _check(
        _libc().prctl(
            option, ctypes.c_ulong(first), ctypes.c_ulong(second), ctypes.c_ulong(0), ctypes.c_ulong(0)
        )
    )


def _libc() -> ctypes.CDLL:
    return ctypes.CDLL(None, use_errno=True)


def _check(result: int) -> None:
    if result != 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number))


if __name__ == "__main__":
    main()
