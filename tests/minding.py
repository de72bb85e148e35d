"""Minds workers that serve nobody, for tests of the minding alone: `python -m tests.minding FOLDER`.

In the folder: while "hold" is there no worker is begun ("held" says that one waits for it); while "shut" is there a
worker that has begun doesn't say that it serves.
"""

import asyncio
import logging
import socket
import sys
import types
from pathlib import Path
from typing import Any

from app import workers

WORKER = """#!/bin/sh
[ "$3" = migrate ] && exit 0
trap 'exit 0' TERM
while [ -e "{folder}/shut" ]; do sleep 0.02; done
echo serving
while :; do sleep 0.02; done
"""


def main(folder: Path) -> int:
    """Mind two of them."""
    program = folder / "worker"
    program.write_text(WORKER.format(folder=folder))
    program.chmod(0o755)
    begin = asyncio.create_subprocess_exec

    async def held(*words: str, **how: Any) -> asyncio.subprocess.Process:
        while "serve" in words and (folder / "hold").exists():
            (folder / "held").touch()
            await asyncio.sleep(0.01)
        return await begin(*words, **how)

    workers.sys = types.SimpleNamespace(executable=str(program))  # type: ignore[assignment]
    workers.asyncio.create_subprocess_exec = held  # type: ignore[assignment]
    workers.END_S = 0.5
    logging.basicConfig(format="%(message)s")
    return workers.run(2, socket.socket(), {}, (folder / "ready").touch)


if __name__ == "__main__":
    raise SystemExit(main(Path(sys.argv[1])))
