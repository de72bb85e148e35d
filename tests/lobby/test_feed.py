"""The live list: a snapshot, then changes, seldom and once for all; right again after anything was missed."""

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any

import orjson
import pytest

from app.bus import Bus
from app.lobby import Feed, feed
from tests.web.door import soon

pytestmark = pytest.mark.anyio


def row(table: int, **more: Any) -> dict[str, Any]:
    return {
        "id": table,
        "public": True,
        "phase": "waiting",
        "since": table,
        "players": [],
        "watching": 0,
        **more,
    }


class Eye:
    """A viewer that remembers what it saw."""

    def __init__(self) -> None:
        self.frames: list[bytes] = []

    def send(self, frame: bytes) -> None:
        self.frames.append(frame)

    @property
    def seen(self) -> list[dict[str, Any]]:
        return [orjson.loads(frame) for frame in self.frames]

    def rows(self) -> dict[int, Any]:
        """The list as a client has it by now."""
        rows: dict[int, Any] = {}
        for frame in self.seen:
            rows = {} if frame["type"] == "lobby" else rows
            rows |= {row["id"]: row for row in frame["rows"]}
            for table in frame.get("gone", ()):
                rows.pop(table, None)
        return rows


@pytest.fixture
def stored() -> dict[int, dict[str, Any]]:
    """What the database knows."""
    return {}


@pytest.fixture
async def live(redis_url: str, stored: dict[int, Any]) -> AsyncIterator[Feed]:
    async for live in running(redis_url, stored, "here"):
        yield live


async def running(redis_url: str, stored: dict[int, Any], worker: str) -> AsyncIterator[Feed]:
    async def read() -> list[Any]:
        return list(stored.values())

    bus = Bus(redis_url)
    live = Feed(bus, read, worker)
    await bus.start()
    await live.start()
    yield live
    await live.stop()
    await bus.stop()


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(feed, "PAUSE_S", 0.1)


async def test_a_viewer_gets_the_list_then_what_changes(live: Feed) -> None:
    live.changed(row(2))
    live.changed(row(1))
    live.changed(row(3, phase="playing", since=0))
    eye = Eye()
    live.add(eye)
    assert [r["id"] for r in eye.seen[0]["rows"]] == [1, 2, 3]  # waiting first, the longest waiting before
    live.changed(row(1, players=[{"id": 5}]))
    live.gone(2)
    expected = {1: row(1, players=[{"id": 5}]), 3: row(3, phase="playing", since=0)}
    await soon(lambda: eye.rows() == expected)
    later = Eye()
    live.add(later)
    assert later.rows() == eye.rows()
    live.remove(eye)
    live.gone(1)
    await soon(lambda: 1 not in later.rows())
    assert 1 in eye.rows()


async def test_many_changes_are_few_frames_and_the_same_bytes_for_all(live: Feed) -> None:
    eyes = [Eye() for _ in range(300)]
    for eye in eyes:
        live.add(eye)
    begun = time.monotonic()
    for turn in range(100):
        live.changed(row(turn % 5, watching=turn))
        await asyncio.sleep(0.005)
    expected = {table: row(table, watching=95 + table) for table in range(5)}
    await soon(lambda: eyes[0].rows() == eyes[299].rows() == expected)
    await soon(lambda: len(eyes[0].frames) == len(eyes[299].frames))  # a frame goes to 200 at a time
    assert len(eyes[0].frames) <= 3 + (time.monotonic() - begun) / feed.PAUSE_S
    assert all(frame is other for frame, other in zip(eyes[0].frames, eyes[299].frames, strict=True))


async def test_private_tables_are_nowhere(live: Feed, stored: dict[int, Any]) -> None:
    eye = Eye()
    live.add(eye)
    live.changed(row(1, public=False))
    stored[2] = row(2, public=False)
    await live.resync()
    await asyncio.sleep(0.3)
    assert eye.rows() == {}
    assert live.rows() == []
    live.changed(row(3))
    await soon(lambda: eye.rows().keys() == {3})
    live.changed(row(3, public=False))
    await soon(lambda: eye.rows() == {})


async def test_other_workers_hear_of_it(live: Feed, redis_url: str) -> None:
    eye = Eye()
    live.add(eye)
    async for elsewhere in running(redis_url, {}, "there"):
        await asyncio.sleep(0.5)  # both listen
        elsewhere.changed(row(8))
        elsewhere.changed(row(9))
        await soon(lambda: eye.rows().keys() == {8, 9})
        elsewhere.gone(8)
        await soon(lambda: eye.rows().keys() == {9})


async def test_what_was_missed_is_found_in_the_database(
    live: Feed, stored: dict[int, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(feed, "FRESH_S", 0.0)
    eye = Eye()
    live.add(eye)
    stored.update({1: row(1), 2: row(2)})
    await live.resync()
    await soon(lambda: eye.rows().keys() == {1, 2})
    count = len(eye.frames)
    await live.resync()
    await asyncio.sleep(0.2)
    assert len(eye.frames) == count  # nothing new, nothing said
    del stored[1]
    await live.resync()
    await soon(lambda: eye.rows().keys() == {2})


async def test_an_old_reading_does_not_undo_a_change_of_this_moment(
    live: Feed, stored: dict[int, Any]
) -> None:
    stored[1] = row(1)
    live.changed(row(1, players=[{"id": 5}], watching=3))
    live.changed(row(2))
    await live.resync()
    assert {r["id"]: r for r in live.rows()} == {1: row(1, players=[{"id": 5}], watching=3), 2: row(2)}


async def test_a_reading_keeps_the_number_of_watchers(
    live: Feed, stored: dict[int, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    live.changed(row(1, watching=3))
    stored[1] = row(1, phase="playing")
    monkeypatch.setattr(feed, "FRESH_S", 0.0)
    await asyncio.sleep(0.01)
    await live.resync()
    assert live.rows() == [row(1, phase="playing", watching=3)]
