"""The command line: what a host reads when something is wrong, and how a server ends."""

import asyncio
import signal
import socket
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from tests.command import run

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


@pytest.fixture(autouse=True)
def signals() -> Iterator[None]:
    """A command that serves takes signals; afterwards they are what they were."""
    before = {number: signal.getsignal(number) for number in SIGNALS}
    yield
    for number, what in before.items():
        signal.signal(number, what)


@pytest.fixture
def given(database_url: str, redis_url: str, tmp_path: Path) -> dict[str, str]:
    return {"DATABASE_URL": database_url, "REDIS_URL": redis_url, "DATA_DIR": str(tmp_path)}


def test_a_setting_that_makes_no_sense_is_named() -> None:
    done = run("serve", PORT="eight", GUEST_GRANT="-1")
    assert done.code == 1
    assert [line.split(":")[1].strip() for line in done.err.splitlines()] == ["PORT", "GUEST_GRANT"]


def test_a_taken_port_is_one_sentence(given: dict[str, str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        done = run("serve", PORT=port, **given)
    assert done.code == 1
    assert done.out == ""
    assert done.err == (
        f"sobremesa: Port {port} of 127.0.0.1 is taken by another program: stop it, or set PORT to another number.\n"
    )


@pytest.mark.parametrize(
    "url", ["postgresql://me:hush@127.0.0.1:1/x", "nonsense hush", "mysql://me:hush@127.0.0.1:1/x"]
)
def test_an_unreachable_database_is_one_sentence_without_the_password(
    url: str, given: dict[str, str]
) -> None:
    done = run("migrate", **given | {"DATABASE_URL": url})
    assert done.code == 1
    assert done.err.startswith("sobremesa: ")
    assert "DATABASE_URL" in done.err
    assert "hush" not in done.err
    assert "Traceback" not in done.err


def test_serve_does_not_wait_for_what_never_comes(given: dict[str, str]) -> None:
    wrong = given["DATABASE_URL"].replace("sobremesa:", "sobremesa:not-", 1)
    done = run("serve", PORT="0", **given | {"DATABASE_URL": wrong})
    assert (done.code, done.out) == (1, "")
    assert "password authentication failed" in done.err
    assert "Waiting" not in done.err


def test_the_books_of_a_new_database_are_sound(given: dict[str, str]) -> None:
    done = run("audit", **given)
    assert done.code == 0, done.err
    assert done.out.splitlines()[-1] == "sound"


def test_a_database_of_a_newer_version_is_left_alone(given: dict[str, str]) -> None:
    async def pretend() -> None:
        connection = await asyncpg.connect(given["DATABASE_URL"])
        await connection.execute("UPDATE alembic_version SET version_num = '9999'")
        await connection.close()

    asyncio.run(pretend())
    done = run("migrate", **given)
    assert done.code == 1
    assert done.err.startswith("sobremesa: A newer Sobremesa has used this database")
