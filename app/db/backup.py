"""Copies of the database, made and read back by Postgres' own programs, while the server plays on."""

import asyncio
import os
import subprocess
from pathlib import Path

import asyncpg

from app.db.address import dsn, plain
from app.embedded.postgres import programs
from app.errors import AppError


class BackupError(AppError):
    """A copy could not be made or read back; the text says why, and nothing was changed."""


def back_up(database_url: str, file: Path) -> None:
    """Write what the database holds at one moment into a new `file`, for our eyes only. Raises BackupError."""
    if file.exists():
        raise BackupError("file_exists", f"{file} is there already: nothing was written over it.")
    draft = file.with_name(f"{file.name}.part")
    try:
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600))
        _run("pg_dump", database_url, "--format=custom", f"--file={draft}")
        draft.rename(file)
    except OSError as error:
        raise BackupError("file_unusable", f"{file} can't be written: {error.strerror}.") from error
    finally:
        draft.unlink(missing_ok=True)


def restore(database_url: str, file: Path) -> None:
    """Read `file` into an empty database, all or nothing. Raises BackupError."""
    if not file.is_file():
        raise BackupError("file_missing", f"There is no file {file}.")
    if asyncio.run(_holds_something(database_url)):
        raise BackupError(
            "database_full", "This database holds something already: make a new one, or set another DATA_DIR."
        )
    _run("pg_restore", database_url, "--single-transaction", "--exit-on-error", str(file))


def _run(program: str, database_url: str, *words: str) -> None:
    url = plain(database_url)
    address = url.set(password=None).render_as_string(hide_password=False)
    done = subprocess.run(  # noqa: S603
        [programs() / program, f"--dbname={address}", "--no-owner", "--no-privileges", *words],
        # The command line is for everybody to read, the environment isn't.
        env={**os.environ, "PGPASSWORD": url.password or ""},
        stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode != 0:
        raise BackupError("backup_failed", f"{program} failed: {done.stderr.strip()}")


async def _holds_something(database_url: str) -> bool:
    connection = await asyncpg.connect(dsn(database_url), timeout=5)
    try:
        query = "select exists(select from pg_class where relnamespace = 'public'::regnamespace)"
        return bool(await connection.fetchval(query))
    finally:
        await connection.close()
