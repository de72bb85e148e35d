"""Robots in a room: one thought about one thing seen, and a room that never waits for any of them."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from app.bots.registry import ROBOTS
from app.errors import AppError, BusyError
from app.games.actions import Play
from app.games.codec import JSON
from app.games.registry import GAMES
from app.rooms.messages import Ask
from app.rooms.robots import Robots
from app.rooms.thinkers import Question, ThinkingError
from app.tables import entries as e
from tests.tables.conftest import fake
from tests.tables.drive import Drive

__all__ = ["fake"]

pytestmark = pytest.mark.anyio


class Plain:
    """Does the first thing it may, at once."""

    heavy = False

    def choose(self, view: JSON, seat: int, chance: int) -> JSON | None:
        return view["legal"][0] if view["legal"] else None

    def think_ms(self, view: JSON, seat: int, chance: int) -> int:
        return 10


class Heavy(Plain):
    heavy = True

    def choose(self, view: JSON, seat: int, chance: int) -> JSON | None:
        raise AssertionError("it must not think in the room")


class FakeThinkers:
    """Answers when the test says so."""

    def __init__(self) -> None:
        self.asked: list[Question] = []
        self.answer: asyncio.Future[JSON] = asyncio.get_running_loop().create_future()

    async def choose(self, question: Question) -> JSON | None:
        self.asked.append(question)
        return await asyncio.shield(self.answer)


@pytest.fixture(autouse=True)
def simple_robots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(ROBOTS, "toma2", {"easy": Plain(), "normal": Plain(), "strong": Heavy()})


class Table:
    """A practice table of three robots and a person, its robots, and what they post."""

    def __init__(self, level: str = "normal", **setup: Any) -> None:
        self.thinkers = FakeThinkers()
        self.posted: list[Ask] = []
        self.robots = Robots(self.post, self.thinkers, 1.0)  # type: ignore[arg-type]
        self.drive = Drive(**({"seats": 4, "bet": 0, "robots": True, "level": level} | setup))
        self.drive.sit(1)
        self.drive.deal()

    def post(self, ask: Ask) -> bool:
        self.posted.append(ask)
        return True

    def to_a_robots_turn(self) -> None:
        while self.drive.turn == 0:
            self.drive.act()

    async def answer(self, ask: Ask) -> None:
        """Do what the room does with it."""
        assert ask.check is not None
        try:
            await ask.check(self.drive.table)
            self.drive.do(ask.make(self.drive.now))
        except AppError as error:
            ask.done.set_exception(error)
        else:
            ask.done.set_result(None)  # type: ignore[arg-type]


async def soon(true: Callable[[], Any]) -> None:
    async with asyncio.timeout(5):
        while not true():  # noqa: ASYNC110
            await asyncio.sleep(0.005)


async def test_the_robot_whose_turn_it_is_acts_and_nobody_else() -> None:
    table = Table()
    table.to_a_robots_turn()
    turn = table.drive.turn
    table.robots.look(table.drive.table)
    await soon(lambda: table.posted)
    [ask] = table.posted
    entry = ask.make(0)
    assert isinstance(entry, e.Act)
    assert entry.player == table.drive.player(turn)


async def test_what_changes_nothing_for_a_robot_does_not_start_its_thought_anew() -> None:
    table = Table()
    table.to_a_robots_turn()
    for _ in range(10):
        table.robots.look(table.drive.table)
        await asyncio.sleep(0.006)  # less than it thinks; all together more
    assert len(table.posted) == 1


async def test_a_choice_about_a_view_that_is_gone_is_dropped() -> None:
    table = Table()
    game = GAMES["toma2"]

    def place(*others: list[str]) -> None:
        hands = [others[0], ["r1", "r2", "r3"], *others[1:]]
        position = {"hands": hands, "discard": ["r7"], "stock": ["b9"] * 30, "turn": 1}
        table.drive.place(game.position(game.options.parse({}), 4, position))

    place(["g1"] * 5, ["g2"] * 5, ["g3"] * 5)
    table.robots.look(table.drive.table)
    await soon(lambda: table.posted)
    place(["g1"] * 4, ["g2"] * 5, ["g3"] * 5)  # the same action would be legal still
    before = table.drive.table
    await table.answer(table.posted[0])
    assert table.posted[0].done.exception() is not None
    assert table.drive.table is before


async def test_what_the_room_has_no_time_for_is_posted_again() -> None:
    table = Table()
    table.to_a_robots_turn()
    table.robots.look(table.drive.table)
    await soon(lambda: table.posted)
    table.posted[0].done.set_exception(BusyError("busy", "-"))
    await soon(lambda: len(table.posted) == 2)
    table.posted[1].done.set_exception(BusyError("busy", "-"))
    table.robots.stop()
    await asyncio.sleep(0.7)
    assert len(table.posted) == 2


async def test_a_heavy_robot_thinks_elsewhere() -> None:
    table = Table("strong")
    table.to_a_robots_turn()
    table.robots.look(table.drive.table)
    await soon(lambda: table.thinkers.asked)
    [question] = table.thinkers.asked
    assert (question.game, question.level, question.seat) == ("toma2", "strong", table.drive.turn)
    action = question.view["legal"][-1]
    table.thinkers.answer.set_result(action)
    await soon(lambda: table.posted)
    before = table.drive.table
    await table.answer(table.posted[0])
    assert table.drive.table is not before


async def test_the_normal_robot_chooses_where_the_heavy_one_has_no_answer() -> None:
    table = Table("strong")
    table.to_a_robots_turn()
    table.robots.look(table.drive.table)
    table.thinkers.answer.set_exception(ThinkingError())
    await soon(lambda: table.posted)


async def test_a_thought_about_what_is_gone_posts_nothing() -> None:
    table = Table("strong")
    table.to_a_robots_turn()
    table.robots.look(table.drive.table)
    await soon(lambda: table.thinkers.asked)
    table.drive.say(e.Leave, 1)  # the table closes
    table.robots.look(table.drive.table)
    table.thinkers.answer.set_result(table.thinkers.asked[0].view["legal"][0])
    await asyncio.sleep(0.05)
    assert table.posted == []


async def test_robots_answer_a_window_and_a_hidden_answer_starts_no_thought_anew(
    fake: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each answers in its own time, however many others do meanwhile (TAKI 12.4)."""
    monkeypatch.setitem(ROBOTS, "fake", {"easy": Plain(), "normal": Plain(), "strong": Plain()})
    table = Table(game="fake", seats=10)
    assert table.drive.turn == 0
    table.drive.say(e.Act, 1, Play("window"))
    table.robots.look(table.drive.table)
    thoughts = [thinking for _, thinking in table.robots._thoughts.values()]
    await soon(lambda: table.posted)
    await table.answer(table.posted[0])
    table.robots.look(table.drive.table)
    kept = [thinking for _, thinking in table.robots._thoughts.values() if thinking is not None]
    assert len(thoughts) == 9
    assert len(kept) == 8
    assert set(kept) < set(thoughts)
    await soon(lambda: len(table.posted) == 9)
    for ask in table.posted[1:]:
        await table.answer(ask)
    assert not table.drive.game.window
    assert table.drive.turn == 1


async def test_ten_robots_have_names_of_their_own() -> None:
    from app.players.names import tidy_name
    from app.tables.people import ROBOT_NAMES

    assert len(set(ROBOT_NAMES)) == 10
    for name in ROBOT_NAMES:
        with pytest.raises(AppError):  # nobody passes for one of them
            tidy_name(name)
