"""Robots play by the rules, see what a person sees, and play better than whoever takes the first legal card."""

import json
import random
from typing import Any

import pytest

from app.bots.registry import ROBOTS
from app.bots.robot import Robot
from app.cards.chance import Chance
from app.games.game import Game
from app.games.registry import GAMES, parse_action
from app.games.toma2 import TOMA2
from app.tables.state import Level

TOMA2_ROBOT = ROBOTS["toma2"]["normal"]
each_game = pytest.mark.parametrize("game", [GAMES[key] for key in ROBOTS], ids=lambda game: game.key)


class FirstLegal:
    """Takes the first legal action; calls before its last card but one, if asked to."""

    def __init__(self, calls: bool) -> None:
        self.calls = calls

    def choose(self, view: Any, seat: int, chance: int) -> Any:
        by_type = {
            action["type"]: action for action in reversed(view["legal"]) if action["type"] != "denounce"
        }
        if self.calls and "last_card" in by_type and "play" in by_type:
            return by_type["last_card"]
        return next((action for action in view["legal"] if action["type"] != "denounce"), None)

    def think_ms(self, view: Any, seat: int, chance: int) -> int:
        return 0


def match(game: Game, robots: list[Robot], seed: int, options: dict[str, Any] | None = None) -> Any:
    """Play a match as a table would: whoever may answer an open window is asked before the next turn."""
    rng, seats = random.Random(seed), len(robots)
    state, _ = game.deal(game.options.parse(options or {}), seats, Chance(b"%d" % seed))
    while game.phase(state) != "match_over":
        if game.phase(state) == "round_over":
            state, _ = game.next_round(state, Chance(b"%d" % rng.getrandbits(64)))
            continue
        asked = rng.sample(range(seats), seats) if game.hold(state) is not None else ()
        for seat in (*asked, *game.to_act(state)):
            view = {**game.view(state, seat), "options": options or {}}
            before = json.dumps(view)
            action = robots[seat].choose(view, seat, rng.getrandbits(32))
            assert json.dumps(view) == before
            if action is None:
                assert seat not in game.to_act(state)
                continue
            assert action in view["legal"]
            parsed = parse_action(action)
            if not game.waits(state, parsed) or seat in game.to_act(state):
                state, _ = game.apply(state, seat, parsed)
                if game.waits(state, parsed):
                    break
    return state


def share_of_pot(robot: Robot, other: Robot, seats: int, matches: int) -> float:
    won = 0
    for seed in range(matches):
        me = seed % seats
        robots = [other] * seats
        robots[me] = robot
        won += TOMA2.payouts(match(TOMA2, robots, seed), 12)[me]
    return won / (12 * seats * matches)


@each_game
@pytest.mark.parametrize("level", ["easy", "normal"])
def test_every_game_with_a_robot_exists_and_ends(game: Game, level: Level) -> None:
    robot = ROBOTS[game.key][level]
    for seed, preset in enumerate(game.options.presets):
        match(game, [robot] * preset.seats, seed, dict(preset.options))
    match(game, [robot] * game.seats[1], 9)


@pytest.mark.parametrize(("calls", "matches", "at_least"), [(False, 100, 0.75), (True, 400, 0.55)])
def test_beats_whoever_takes_the_first_legal_card(calls: bool, matches: int, at_least: float) -> None:
    assert share_of_pot(TOMA2_ROBOT, FirstLegal(calls), 2, matches) >= at_least


def test_is_the_best_of_four() -> None:
    assert share_of_pot(TOMA2_ROBOT, FirstLegal(False), 4, 100) > 0.35


def view(**position: Any) -> Any:
    start: dict[str, Any] = {"stock": ["g1"] * 9, "discard": ["r7", "g9"]}
    hands = position["hands"]
    return TOMA2.view(TOMA2.position(TOMA2.options.default, len(hands), start | position), 0)


OTHER = ["b1", "b2", "g3", "g4"]


def choose(seen: Any, chance: int = 0, seat: int = 0) -> Any:
    return TOMA2_ROBOT.choose(seen, seat, chance)


def test_announces_before_the_last_card_but_one() -> None:
    assert choose(view(hands=[["r1", "b2"], OTHER])) == {"type": "last_card"}


def test_does_not_announce_where_nothing_can_be_played() -> None:
    assert choose(view(hands=[["b1", "b2"], OTHER])) == {"type": "draw"}


def test_plays_the_last_card() -> None:
    assert choose(view(hands=[["W"], OTHER])) == {"type": "play", "card": "W"}


def test_keeps_a_wild_in_a_quiet_moment() -> None:
    assert choose(view(hands=[["W", "r1", "b2", "b3", "y5"], OTHER])) == {"type": "play", "card": "r1"}
    assert choose(view(hands=[["W", "g1", "b2", "b3", "y5"], OTHER])) == {"type": "draw"}


def test_stops_whoever_is_nearly_out() -> None:
    seen = view(hands=[["W4", "r1", "r+2", "b3", "y5"], ["b1"], OTHER])
    assert choose(seen) == {"type": "play", "card": "r+2"}


def test_names_the_colour_held_most() -> None:
    seen = view(hands=[["W", "b1", "b2"], ["b1"]])
    assert choose(seen) == {"type": "play", "card": "W", "color": "b"}


def test_names_any_of_the_colours_held_equally() -> None:
    seen = view(hands=[["W", "b1", "y2"], ["b1"]])
    assert {choose(seen, chance)["color"] for chance in range(0, 1000, 50)} == {"b", "y"}


def test_prefers_what_costs_more() -> None:
    seen = view(hands=[["r1", "r9", "b4", "g5"], OTHER])
    assert choose(seen) == {"type": "play", "card": "r9"}


def test_answers_a_sum_with_the_cheaper_card() -> None:
    seen = view(hands=[["W4", "y+2", "b4", "g5"], OTHER], discard=["r+2"], penalty=2)
    assert choose(seen) == {"type": "play", "card": "y+2"}
    assert choose(view(hands=[["W", "r2", "b4", "g5"], OTHER], discard=["r+2"], penalty=2)) == {
        "type": "take"
    }


def _window(announced: bool) -> Any:
    state = TOMA2.position(
        TOMA2.options.default,
        3,
        {"hands": [["r3", "r5"], OTHER, OTHER], "stock": ["g1"] * 9, "discard": ["r7"]},
    )
    play = parse_action({"type": "play", "card": "r3", "last_card": announced})
    return TOMA2.view(TOMA2.apply(state, 0, play)[0], 2)


def test_denounces_often_where_it_is_right_and_never_where_it_is_wrong() -> None:
    right = [choose(_window(False), chance, 2) for chance in range(100)]
    assert {json.dumps(action) for action in right} == {'{"type": "denounce", "seat": 0}', "null"}
    assert 40 <= sum(action is not None for action in right) <= 80
    assert {choose(_window(True), chance, 2) for chance in range(100)} == {None}


def test_thinks_like_a_person() -> None:
    times = {TOMA2_ROBOT.think_ms(view(hands=[["r1", "r2"], OTHER]), 0, c) for c in range(0, 3_000_000, 997)}
    assert min(times) >= 700
    assert max(times) <= 1800
    assert max(times) - min(times) > 800


def test_the_same_view_and_chance_give_the_same_answer() -> None:
    seen = view(hands=[["W", "b1", "y2"], ["b1"]])
    assert len({json.dumps(choose(json.loads(json.dumps(seen)), 7)) for _ in range(5)}) == 1
