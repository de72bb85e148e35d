"""The command line: what a host reads when something is wrong, and how a server ends."""

import asyncio
import socket
import subprocess
import sys
from pathlib import Path

import asyncpg
import pytest

from tests.program import ROOT, plain_environment


def run(*words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "app.cli", *words],
        cwd=ROOT, env=plain_environment() | environment, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


@pytest.fixture
def given(database_url: str, redis_url: str, tmp_path: Path) -> dict[str, str]:
    return {"DATABASE_URL": database_url, "REDIS_URL": redis_url, "DATA_DIR": str(tmp_path)}


def test_a_setting_that_makes_no_sense_is_named() -> None:
    done = run("serve", PORT="eight", GUEST_GRANT="-1")
    assert done.returncode == 1
    assert [line.split(":")[1].strip() for line in done.stderr.splitlines()] == ["PORT", "GUEST_GRANT"]


def test_a_taken_port_is_one_sentence(given: dict[str, str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = run("serve", PORT=port, **given)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr == (
        f"sobremesa: Port {port} of 127.0.0.1 is taken by another program: stop it, or set PORT to another number.\n"
    )


@pytest.mark.parametrize(
    "url", ["postgresql://me:hush@127.0.0.1:1/x", "nonsense hush", "mysql://me:hush@127.0.0.1:1/x"]
)
def test_an_unreachable_database_is_one_sentence_without_the_password(
    url: str, given: dict[str, str]
) -> None:
    done = run("migrate", **given | {"DATABASE_URL": url})
    assert done.returncode == 1
    assert done.stderr.startswith("sobremesa: ")
    assert "DATABASE_URL" in done.stderr
    assert "hush" not in done.stderr
    assert "Traceback" not in done.stderr


def test_serve_does_not_wait_for_what_never_comes(given: dict[str, str]) -> None:
    wrong = given["DATABASE_URL"].replace("sobremesa:", "sobremesa:not-", 1)
    done = run("serve", PORT="0", **given | {"DATABASE_URL": wrong})
    assert (done.returncode, done.stdout) == (1, "")
    assert "password authentication failed" in done.stderr
    assert "Waiting" not in done.stderr


def test_the_books_of_a_new_database_are_sound(given: dict[str, str]) -> None:
    done = run("audit", **given)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "sound"


def test_a_database_of_a_newer_version_is_left_alone(given: dict[str, str]) -> None:
    async def pretend() -> None:
        connection = await asyncpg.connect(given["DATABASE_URL"])
        await connection.execute("UPDATE alembic_version SET version_num = '9999'")
        await connection.close()

    asyncio.run(pretend())
    done = run("migrate", **given)
    assert done.returncode == 1
    assert done.stderr.startswith("sobremesa: A newer Sobremesa has used this database")
