"""A copy taken in the middle of play, read back elsewhere: the books are right, and the match goes on."""

import asyncio
import contextlib
from collections.abc import Callable
from pathlib import Path

import pytest

from app import cli
from app.db import make_engine, make_sessions
from app.ledger.audit import audit
from tests.clients import Client, Frame
from tests.databases import Databases
from tests.program import Program

KEY = {"SECRET_KEY": "5e" * 32}
pytestmark = [pytest.mark.anyio, pytest.mark.timeout(120)]


class Unhurried(Client):
    """Plays slowly enough to be in the middle of a match when the copy is made."""

    async def _move(self, table: int, view: Frame) -> None:
        await asyncio.sleep(0.05)
        await super()._move(table, view)


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[..., object]:
    """Runs a command of `sobremesa`; returns what it says when it fails, 0 when it doesn't."""

    async def run(database_url: str, *words: str) -> object:
        monkeypatch.setenv("DATABASE_URL", database_url)
        monkeypatch.setenv("REDIS_URL", "redis://127.0.0.1:1/0")
        with pytest.raises(SystemExit) as ended:
            await asyncio.to_thread(cli.main, words)
        return ended.value.code

    return run


async def test_d22_a_copy_made_under_load_goes_on_where_it_was_made(
    make_program: Callable[..., Program],
    command: Callable[..., object],
    databases: Databases,
    database_url: str,
    tmp_path: Path,
) -> None:
    file = str(tmp_path / "copy")
    server = make_program(**KEY)
    async with Unhurried(server.url, 1) as host, Unhurried(server.url, 2) as guest:
        for player in (host, guest):
            await player.sign_in()
        table = await _open_table(host)
        playing = asyncio.gather(host.play(table), guest.play(table, sit=True))
        while len(host.history.acked) < 5:  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        assert await command(database_url, "backup", file) == 0
        assert "is there already" in str(await command(database_url, "backup", file))
        assert not playing.done(), "the copy should have been made in the middle of a match"
        playing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await playing
        seen = max(host.history.acked.values())
        server.kill()

        assert "holds something already" in str(await command(database_url, "restore", file))
        copy, name = databases.make(template="template0")
        try:
            assert await command(copy, "restore", file) == 0
            await _check(copy)
            await _play_on(make_program(**KEY, DATABASE_URL=copy), [host, guest], table)
            await _check(copy)
            assert max(host.history.acked.values()) > seen
        finally:
            databases.drop(name)


async def _open_table(host: Client) -> int:
    made = await host.post(
        "/api/tables",
        {"game": "toma2", "options": {}, "seats": 2, "bet": 6000, "turn_ms": 40000, "public": True},
    )
    return int(made["table"])


async def _play_on(server: Program, players: list[Client], table: int) -> None:
    """The same browsers, with the cookies they had."""
    for player in players:
        player.url = server.url
        player.http.base_url = server.url  # type: ignore[assignment]
        player.http.headers["Origin"] = server.url
        player.open_commands.clear()
        player.views.clear()
    async with asyncio.timeout(60):
        views = await asyncio.gather(*(Client.play(player, table) for player in players))
    assert all(view["settled"] is not None for view in views)


async def _check(url: str) -> None:
    engine = make_engine(url)
    async with make_sessions(engine)() as session:
        report = await audit(session)
    await engine.dispose()
    assert report.sound, report
