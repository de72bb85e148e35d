"""Letters between workers arrive in order and sealed, and loss is noticed; presence is what they tell each other."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from app.bus import ALL, Bus, Post, Presence
from app.rooms.vault import Vault
from tests.waiting import until

pytestmark = pytest.mark.anyio
Make = Callable[[str], Awaitable[tuple[Bus, Post]]]


@pytest.fixture
async def make_post(redis_url: str) -> AsyncIterator[Make]:
    made: list[Bus | Post] = []

    async def make(name: str) -> tuple[Bus, Post]:
        bus = Bus(redis_url)
        post = Post(bus, name, Vault(b"k" * 32))
        for part in (bus, post):
            await part.start()
            made.append(part)
        await until(lambda: bus.linked)
        return bus, post

    yield make
    for part in reversed(made):
        await part.stop()


async def test_letters_come_in_order_to_one_or_to_all_others(make_post: Make) -> None:
    (_, ana), (_, bo), (_, cleo) = [await make_post(name) for name in ("ana", "bo", "cleo")]
    heard: dict[str, list[tuple[str, int, bytes]]] = {"ana": [], "bo": [], "cleo": []}
    for post in (ana, bo, cleo):
        post.on("word", lambda sender, h, body, me=post.me: heard[me].append((sender, h["x"], body)))  # type: ignore[misc]
    for x in range(300):
        ana.send("bo" if x % 3 else ALL, "word", {"x": x}, b"\n%d\n" % x)
    await until(lambda: len(heard["bo"]) == 300)
    assert heard["bo"] == [("ana", x, b"\n%d\n" % x) for x in range(300)]
    assert [x for _, x, _ in heard["cleo"]] == list(range(0, 300, 3))
    assert heard["ana"] == []


async def test_a_letter_that_cannot_be_written_does_not_silence_its_sender(
    make_post: Make, caplog: pytest.LogCaptureFixture
) -> None:
    (_, ana), (_, bo) = [await make_post(name) for name in ("ana", "bo")]
    heard, lost = list[str](), list[str]()
    bo.on("word", lambda sender, header, body: heard.append(sender))
    bo.on_lost.append(lost.append)
    ana.send("bo", "word")
    await until(lambda: heard == ["ana"])
    ana.send("bo", "word", {"x": object()})
    await until(lambda: not ana._unsent)
    ana.send("bo", "word")
    await until(lambda: heard == ["ana", "ana"])
    assert lost == ["ana"]  # the one that never came is noticed as any other
    assert "could not be sent" in caplog.text


async def test_who_can_read_redis_reads_no_letter(make_post: Make, redis_url: str) -> None:
    """H-02 for what passes between workers: a hand is in the letters to its player's socket."""
    (_, ana), _ = await make_post("ana"), await make_post("bo")
    spy, seen = Bus(redis_url), list[bytes]()
    spy.subscribe("to:bo", seen.append)
    await spy.start()
    await until(lambda: spy.linked)
    ana.send("bo", "frame", {"viewers": [1]}, b'{"hand":["canary"]}')
    await until(lambda: len(seen) == 1)
    assert b"canary" not in seen[0]
    assert b"frame" not in seen[0]
    await spy.stop()


async def test_a_letter_that_was_lost_is_noticed_also_when_no_other_follows(make_post: Make) -> None:
    (bus, ana), (_, bo) = await make_post("ana"), await make_post("bo")
    lost, heard = list[str](), list[str]()
    bo.on_lost.append(lost.append)
    bo.on("word", lambda sender, header, body: heard.append(sender))
    ana.send("bo", "word")
    await until(lambda: len(heard) == 1)
    bus._rest_until = float("inf")  # as after a failure of Redis
    ana.send("bo", "word")
    await asyncio.sleep(0.1)
    bus._rest_until = 0
    await until(lambda: lost == ["ana"])
    assert len(heard) == 1


async def test_who_was_forgotten_and_lives_hears_what_follows_and_knows_that_it_missed_something(
    make_post: Make,
) -> None:
    (_, ana), (_, bo) = await make_post("ana"), await make_post("bo")
    lost, heard = list[str](), list[str]()
    bo.on_lost.append(lost.append)
    bo.on("word", lambda sender, header, body: heard.append(sender))
    for _ in range(3):
        ana.send("bo", "word")
    await until(lambda: len(heard) == 3)
    ana.forget("bo")
    ana.send("bo", "word")
    await until(lambda: len(heard) == 4)
    assert lost == ["ana"]


async def test_nobody_under_a_name_is_noticed(make_post: Make) -> None:
    _, ana = await make_post("ana")
    unheard = list[str]()
    ana.on_unheard.append(unheard.append)
    ana.send("nobody", "word")
    await until(lambda: unheard == ["nobody"])


async def test_what_redis_did_not_take_is_known_to_be_unheard(make_post: Make) -> None:
    (bus, ana), _ = await make_post("ana"), await make_post("bo")
    unheard = list[str]()
    ana.on_unheard.append(unheard.append)
    bus._rest_until = float("inf")  # as after a failure of Redis
    ana.send("bo", "word")
    ana.send(ALL, "word")
    await until(lambda: unheard == ["bo"])


async def test_presence_is_known_to_all_workers_and_to_one_that_comes_later(make_post: Make) -> None:
    (_, ana), (_, bo) = await make_post("ana"), await make_post("bo")
    here, there = Presence(ana), Presence(bo)
    changed = list[int]()
    there.changed.append(changed.append)
    here.opened(7)
    here.opened(7)
    here.touch([8], for_s=9)
    await until(lambda: there.among([7, 8, 9]) == {7, 8})
    assert there.where(7) == ["ana"]
    assert not there.is_here(8)
    cleo_bus, cleo = await make_post("cleo")
    late = Presence(cleo, cleo_bus)
    late._introduce()
    await until(lambda: late.is_here(7))
    here.closed(7)
    await asyncio.sleep(0.1)
    assert late.is_here(7)
    here.closed(7)
    await until(lambda: not late.is_here(7) and not there.is_here(7))
    assert changed == [7, 7]


async def test_who_was_taken_for_dead_says_who_is_there(make_post: Make) -> None:
    (_, ana), (_, bo) = await make_post("ana"), await make_post("bo")
    here, there = Presence(ana), Presence(bo)
    bo.send("ana", "beat")
    here.opened(7)
    await until(lambda: there.is_here(7) and "bo" in ana._heard)
    bo.forget("ana")
    there.forget("ana")
    assert not there.is_here(7)
    bo.send("ana", "beat")
    await until(lambda: there.is_here(7))


async def test_a_worker_that_is_gone_or_silent_has_nobody_any_more(make_post: Make) -> None:
    clock = [0.0]
    (_, ana), (_, bo) = await make_post("ana"), await make_post("bo")
    here, there = Presence(ana), Presence(bo, now=lambda: clock[0])
    here.opened(7)
    await until(lambda: there.is_here(7))
    there.forget("ana")
    assert not there.is_here(7)
    here._announce(ALL)
    await until(lambda: there.is_here(7))
    await there.start()
    clock[0] = 31
    await until(lambda: not there.is_here(7))
    await there.stop()
