"""The command `sobremesa` in this process: what a shell would see of it, without the start of a Python."""

import contextlib
import io
import os
import sys
from dataclasses import dataclass
from unittest.mock import patch

from app.cli import main
from tests.forked import plain_environment


@dataclass
class Done:
    """How a command ended, and what it said."""

    code: int
    out: str
    err: str


def run(*words: str, **environment: str) -> Done:
    """Run a command with these settings and no others; may be called in a thread, but one at a time."""
    out, err, code = io.StringIO(), io.StringIO(), 0
    with (
        patch.dict(os.environ, plain_environment() | environment, clear=True),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            main(words)
        except SystemExit as end:
            code = _code(end)
    return Done(code, out.getvalue(), err.getvalue())


def _code(end: SystemExit) -> int:
    """What Python makes of it at the end of a process: words are an error."""
    if isinstance(end.code, str):
        sys.stderr.write(f"{end.code}\n")
        return 1
    return end.code or 0
