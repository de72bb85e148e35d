"""A command that was asked once is answered once, whoever still waits for it."""

import asyncio

import pytest
from pydantic import BaseModel

from app.web import answers
from app.web.answers import Answers

pytestmark = pytest.mark.anyio


class Body(BaseModel):
    word: str = "draw"


async def test_what_was_begun_goes_on_when_the_asker_is_cut_off() -> None:
    known, asked, free = Answers(), list[int](), asyncio.Event()

    async def ask() -> bytes:
        asked.append(1)
        await free.wait()
        return b"ack"

    first = asyncio.create_task(known.to(1, "id-000001", Body(), ask))
    await asyncio.sleep(0)
    first.cancel()
    await asyncio.gather(first, return_exceptions=True)
    free.set()
    assert await known.to(1, "id-000001", Body(), ask) == b"ack"
    assert asked == [1]


async def test_only_the_newest_answers_and_players_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "PER_PLAYER", 2)
    monkeypatch.setattr(answers, "PLAYERS", 2)
    known, asked = Answers(), list[tuple[int, str]]()

    async def to(player: int, command_id: str) -> None:
        async def ask() -> bytes:
            asked.append((player, command_id))
            return b""

        await known.to(player, command_id, Body(), ask)

    for command_id in ("a", "b", "a", "c", "a"):  # c pushes a out
        await to(1, command_id)
    assert asked == [(1, "a"), (1, "b"), (1, "c"), (1, "a")]
    for player in (2, 3, 3, 1):  # 3 pushes 1 out
        await to(player, "c")
    assert asked[4:] == [(2, "c"), (3, "c"), (1, "c")]
