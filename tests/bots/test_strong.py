"""Thinking ahead: what is imagined looks like what is seen, and nothing else is known."""

from collections import Counter
from typing import Any

import pytest

from app.bots.dice import Dice, Guess
from app.bots.minds.guess import deal_unseen, odds
from app.bots.registry import ROBOTS
from app.bots.strong import StrongRobot
from app.games.registry import GAMES
from tests.games.random_play import Setting, play, settings

STRONG: dict[str, StrongRobot] = {
    key: robot for key, levels in ROBOTS.items() if isinstance(robot := levels["strong"], StrongRobot)
}
every_setting = pytest.mark.parametrize(
    "setting", [setting for setting in settings() if setting.game.key in STRONG], ids=str
)
each_game = pytest.mark.parametrize("key", STRONG)
GONE = {"shown"}
"""What is forgotten while thinking: it changes nothing any more."""


def sights(setting: Setting, stride: int) -> Any:
    """Views of seats that have to act, as robots get them, with the thumb's answer."""
    game, thumb = setting.game, ROBOTS[setting.game.key]["normal"]
    for number, step in enumerate(play(setting, 1)):
        for seat in game.to_act(step.after) if number % stride == 0 else ():
            view = {**game.view(step.after, seat), "options": game.options.write(setting.options)}
            choice = thumb.choose(view, seat, number)
            if choice is not None:
                yield view, seat, choice


@every_setting
def test_what_is_imagined_can_not_be_told_from_what_is_seen(setting: Setting) -> None:
    game, mind = setting.game, STRONG[setting.game.key].mind
    for view, seat, thumb in sights(setting, 7):
        actions = mind.candidates(view, seat, thumb)
        assert thumb in actions
        assert all(action in view["legal"] for action in actions)
        if len(actions) > 1:
            world = mind.imagine(view, setting.options, seat, Dice(len(view["legal"])))
            seen = game.view(world, seat)
            assert {k: v for k, v in seen.items() if k not in GONE} == {
                k: v for k, v in view.items() if k not in GONE | {"options"}
            }
            deck = Counter(game.deck(setting.options, setting.seats))
            assert not Counter(game.cards(world)) - deck, "a card was imagined that there is not"


@each_game
def test_imagined_rounds_are_weighed_between_nothing_and_all(key: str) -> None:
    game, mind = GAMES[key], STRONG[key].mind
    setting = Setting(game, game.options.default, game.seats[0])
    dice, seen = Dice(5), 0
    for view, seat, thumb in sights(setting, 5):
        if len(mind.candidates(view, seat, thumb)) > 1:
            world = mind.imagine(view, setting.options, seat, dice)
            assert 0 <= mind.worth(mind.play_out(world, dice), seat) <= 1
            seen += 1
    assert seen


@each_game
def test_the_same_view_and_chance_give_the_same_legal_answer(key: str) -> None:
    game = GAMES[key]
    robot = StrongRobot(game, ROBOTS[key]["normal"], STRONG[key].mind, 12)
    setting = Setting(game, game.options.default, game.seats[0])
    for view, seat, _ in list(sights(setting, 6))[:5]:
        answer = robot.choose(view, seat, 77)
        assert answer in view["legal"]
        assert robot.choose(view, seat, 77) == answer


def test_takes_the_win_that_lies_before_it() -> None:
    toma2 = GAMES["toma2"]
    position = {"hands": [["r1"], ["b1", "b2"]], "stock": ["g1"] * 9, "discard": ["r7"]}
    state = toma2.position(toma2.options.default, 2, position)
    view = {**toma2.view(state, 0), "options": {}}
    assert STRONG["toma2"].choose(view, 0, 3) == {"type": "play", "card": "r1"}


def test_unseen_cards_go_round_without_loss() -> None:
    hands, rest = deal_unseen("aabbcd", "ab", [0, 2, 1], Dice(1))
    assert [len(hand) for hand in hands] == [0, 2, 1]
    assert sorted([*(card for hand in hands for card in hand), *rest]) == ["a", "b", "c", "d"]


def test_whoever_is_nearer_has_the_better_odds() -> None:
    assert odds({0: 2, 1: 2}, 0, 0.4) == 0.5
    assert odds({0: 1, 1: 5, 2: 5}, 0, 0.4) > 0.6
    assert odds({0: 1, 1: 5, 2: 5}, 1, 0.4) < 0.2


def test_dice_are_fair_enough_and_repeat() -> None:
    dice = Dice(3)
    counts = Counter(dice.below(6) for _ in range(6000))
    assert set(counts) == set(range(6))
    assert max(counts.values()) < 1150
    assert Dice(9).shuffled(range(20)) == Dice(9).shuffled(range(20)) != list(range(20))
    order, luck = Guess(b"12345678").shuffled(("a", "b", "c"))
    assert sorted(order) == ["a", "b", "c"]
    assert luck.counter == 1
