"""`sobremesa admin`: the first admin, and what is refused, each in one sentence."""

import asyncio

import pytest
from sqlalchemy import text

from app.admin import console
from app.cli import _parser
from app.config import Settings
from app.db import Sessions
from app.errors import AppError
from app.players.service import make_account, make_guest
from tests.command import run

pytestmark = pytest.mark.anyio


def test_the_words_of_the_command_are_those_of_the_manual() -> None:
    for words in ("admin grant --moderator Mona", "admin grant Mona --moderator"):
        read = _parser().parse_args(words.split())
        assert (read.what, read.name, read.moderator) == ("grant", "Mona", True)
    read = _parser().parse_args(["admin", "list"])
    assert (read.what, read.name, read.moderator) == ("list", None, False)


async def test_the_first_admin_is_made_at_the_console(
    settings: Settings, sessions: Sessions, capsys: pytest.CaptureFixture[str]
) -> None:
    async with sessions.begin() as session:
        for name in ("Olga", "Mona"):
            await make_account(session, settings, name=name, password_hash="-", language="en")
        guest = await make_guest(session, settings, language="en")
    given = {"DATABASE_URL": settings.database_url, "REDIS_URL": settings.redis_url}
    done = await asyncio.to_thread(run, "admin", "grant", "olga", **given)
    assert (done.code, done.out, done.err) == (0, "Olga is admin now\n", "")

    async def say(what: console.Command, name: str | None = None, *, moderator: bool = False) -> str:
        await asyncio.to_thread(console.run, settings.database_url, what, name, moderator=moderator)
        return capsys.readouterr().out

    assert await say("grant", "Mona", moderator=True) == "Mona is moderator now\n"
    assert await say("grant", "Mona", moderator=True) == "Mona is moderator now\n"
    assert await say("list") == "admin     Olga\nmoderator Mona\n"
    for name, why in (("Olga", "only admin"), (None, "Whom")):
        with pytest.raises(AppError, match=why):
            await say("revoke", name)
    for name, why in ((guest.name, "A guest"), ("Nobody", "Nobody is called Nobody")):
        with pytest.raises(AppError, match=why):
            await say("grant", name)
    assert await say("revoke", "Mona") == "Mona is a player now\n"
    async with sessions() as session:
        lines = (await session.execute(text("select actor, act from admin_act order by id"))).all()
    assert [tuple(line) for line in lines] == [
        (None, "role_admin"),
        (None, "role_moderator"),
        (None, "role_player"),
    ]
