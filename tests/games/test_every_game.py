"""What every game promises, tried in random matches with each option and number of seats."""

import hashlib
import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from app.errors import InvalidError
from app.games.actions import (
    Action,
    Choose,
    Denounce,
    Draw,
    LastCard,
    Pass,
    Play,
    Take,
    write_action,
)
from app.games.events import Event, RoundEnded
from app.games.game import RefusedError
from app.games.registry import parse_action
from tests.games.random_play import Setting, Step, chance, play, settings

SETTINGS = settings()
MATCHES = max(1, int(os.environ.get("SOBREMESA_STATES", "0")) // 10000)
every_setting = pytest.mark.parametrize("setting", SETTINGS, ids=str)


@cache
def match_of(setting: Setting, seed: int, short: bool) -> list[Step]:
    return list(play(setting, seed, short=short))


def matches(setting: Setting, count: int = MATCHES) -> Iterator[list[Step]]:
    for seed in range(count):
        for short in (False, True):
            yield match_of(setting, seed, short)


def steps(setting: Setting) -> Iterator[Step]:
    for match in matches(setting):
        yield from match


def text(game: Any, state: Any) -> str:
    return json.dumps(game.write_state(state), sort_keys=True)


def candidates(setting: Setting) -> list[Action]:
    """Every action there is, and some that there is not."""
    cards = dict.fromkeys(setting.game.deck(setting.options, setting.seats))
    colors = (None, "r", "b", "g", "y", "purple", "")
    plays = [
        Play(card, color, suit, flag)
        for card in (*cards, "zz", "")
        for color in colors
        for suit in (None, "h")
        for flag in (False, True)
    ]
    chosen = [Choose(color) for color in colors if color is not None]
    return [*plays, *chosen, Draw(), Take(), Pass(), LastCard(), *map(Denounce, range(-1, setting.seats + 1))]


def plain(action: Action) -> bool:
    """Whether `legal` would list it: without the flag, and a last wild without a colour."""
    return not (isinstance(action, Play) and action.last_card)


@every_setting
def test_legal_is_what_check_allows(setting: Setting) -> None:
    game, every = setting.game, candidates(setting)
    for number, step in enumerate(steps(setting)):
        if number % 10:
            continue
        state = step.after
        for seat in range(setting.seats):
            legal = game.legal(state, seat)
            assert len(set(legal)) == len(legal)
            allowed = {
                action for action in every if plain(action) and game.check(state, seat, action) is None
            }
            assert set(legal) <= allowed
            hand = game.view(state, seat)["hand"] or []
            extra = allowed - set(legal)
            assert all(isinstance(action, Play) and action.color and len(hand) == 1 for action in extra)


@every_setting
def test_whoever_is_to_act_can_and_nobody_else_has_a_turn_action(setting: Setting) -> None:
    game = setting.game
    for step in steps(setting):
        state = step.after
        to_act = game.to_act(state)
        assert (game.phase(state) == "playing") == bool(to_act)
        for seat in range(setting.seats):
            turn_actions = [action for action in game.legal(state, seat) if game.waits(state, action)]
            choosing = game.view(state, None)["choosing"] == seat
            assert bool(turn_actions) == (seat in to_act and not choosing)


@every_setting
def test_what_is_refused_changes_nothing(setting: Setting) -> None:
    game = setting.game
    junk: list[Any] = [None, "play", 7, object(), Play(["r7"]), Play(None), Choose(None), Denounce("0")]
    for number, step in enumerate(steps(setting)):
        if number % 10:
            continue
        state, before = step.after, text(game, step.after)
        for stranger in (None, -1, setting.seats, 99, True, "0"):
            for action in (Draw(), Take(), Pass(), LastCard(), Denounce(0), Choose("r")):
                refusal = game.check(state, stranger, action)
                assert refusal is not None
                with pytest.raises(RefusedError) as raised:
                    game.apply(state, stranger, action)
                assert raised.value.refusal == refusal
        for seat in range(setting.seats):
            for action in junk:
                assert game.check(state, seat, action) is not None
                with pytest.raises(RefusedError):
                    game.apply(state, seat, action)
        assert text(game, state) == before


@every_setting
def test_a_step_leaves_the_state_before_it_alone(setting: Setting) -> None:
    game = setting.game
    for match in matches(setting):
        texts: list[str] = []
        for step in match:
            if step.before is not None:
                assert text(game, step.before) == texts[-1]
            texts.append(text(game, step.after))


@every_setting
def test_cards_are_conserved(setting: Setting) -> None:
    for match in matches(setting):
        start = sorted(setting.game.cards(match[0].after))
        if len(start) == len(setting.game.deck(setting.options, setting.seats)):
            assert start == sorted(setting.game.deck(setting.options, setting.seats))
        for step in match:
            assert sorted(setting.game.cards(step.after)) == start


@every_setting
def test_the_clock_may_run_out_at_any_moment(setting: Setting) -> None:
    game = setting.game
    for step in steps(setting):
        state = step.after
        for seat in range(-1, setting.seats + 1):
            if seat in game.to_act(state):
                after, events = game.timeout(state, seat)
                assert after != state
                assert events[0].type == "timed_out"
            else:
                with pytest.raises(RefusedError):
                    game.timeout(state, seat)


@every_setting
def test_anybody_may_leave_at_any_moment(setting: Setting) -> None:
    game = setting.game
    for step in steps(setting):
        left = set(game.view(step.after, None)["left"])
        for seat in range(setting.seats):
            after, events = game.leave(step.after, seat)
            if game.phase(step.after) == "match_over" or seat in left:
                assert after == step.after
                assert events == ()
                continue
            assert events[0].type == "left"
            assert set(game.view(after, None)["left"]) == left | {seat}
            assert game.legal(after, seat) == ()
            assert seat not in game.to_act(after)
            assert (game.phase(after) == "match_over") == (len(left) == setting.seats - 2)


@every_setting
def test_everything_survives_json(setting: Setting) -> None:
    game = setting.game
    for step in steps(setting):
        state = game.read_state(json.loads(json.dumps(game.write_state(step.after))))
        assert state == step.after
        assert hash(state) == hash(step.after)
        for seat in range(setting.seats):
            for action in game.legal(step.after, seat):
                assert parse_action(json.loads(json.dumps(write_action(action)))) == action


@every_setting
def test_a_damaged_state_is_not_read(setting: Setting) -> None:
    game = setting.game
    data = game.write_state(next(play(setting, 0)).after)
    for name in data:
        with pytest.raises(InvalidError):
            game.read_state({key: value for key, value in data.items() if key != name})
        with pytest.raises(InvalidError):
            game.read_state(data | {name: 1.5})


@every_setting
def test_the_same_steps_give_the_same_match(setting: Setting) -> None:
    game = setting.game
    for seed in range(MATCHES):
        match = list(play(setting, seed))
        state, events = game.deal(setting.options, setting.seats, chance(setting, seed, 1))
        assert (state, events) == (match[0].after, match[0].events)
        for number, step in enumerate(match[1:], 2):
            if step.kind == "action":
                state, events = game.apply(state, step.seat, parse_action(write_action(step.action)))
            elif step.kind == "next_round":
                state, events = game.next_round(state, chance(setting, seed, number))
            else:
                state, events = getattr(game, step.kind)(state, step.seat)
            assert (state, events) == (step.after, step.events)


@every_setting
def test_the_pot_is_paid_out_to_the_coin(setting: Setting) -> None:
    game = setting.game
    for match in matches(setting, MATCHES * 3):
        for step in match[:-1]:
            assert game.phase(step.after) != "match_over"
        with pytest.raises(ValueError, match="not over"):
            game.payouts(match[0].after, 6000)
        state = match[-1].after
        result = game.result(state)
        assert result.winners
        assert not set(result.winners) & set(game.view(state, None)["left"])
        assert sorted(seat for place in result.ranking for seat in place) == list(range(setting.seats))
        assert result.ranking[0] == result.winners
        for bet in (0, 1, 6000, 6001, 7):
            coins = game.payouts(state, bet)
            assert sum(coins) == bet * setting.seats
            assert all(coins[seat] == 0 for seat in range(setting.seats) if seat not in result.winners)
            assert max(coins) - min(coins[seat] for seat in result.winners) <= 1


@every_setting
def test_views_are_plain_data_and_agree_with_the_rules(setting: Setting) -> None:
    game = setting.game
    for step in steps(setting):
        state = step.after
        for viewer in (*range(setting.seats), None):
            view = game.view(state, viewer)
            assert json.loads(json.dumps(view)) == view
            if viewer is None or viewer in view["left"]:
                assert (view["hand"], view["legal"], view["reasons"], view["drawn"]) == (None,) * 4
                continue
            assert view["legal"] == [write_action(action) for action in game.legal(state, viewer)]
            assert len(view["hand"]) == view["counts"][viewer]
            playable = {action["card"] for action in view["legal"] if action["type"] == "play"}
            assert playable | view["reasons"].keys() == set(view["hand"])
            assert not playable & view["reasons"].keys()
            for card, code in view["reasons"].items():
                refusal = game.check(state, viewer, Play(card))
                assert refusal is not None
                assert refusal.code in (code, "not_playing")
        for stranger in (-1, setting.seats, 99):
            assert game.view(state, stranger) == game.view(state, None)


@every_setting
def test_each_window_has_a_token_of_its_own(setting: Setting) -> None:
    game = setting.game
    for match in matches(setting):
        tokens: list[Any] = []
        for step in match:
            token = game.hold(step.after)
            assert (token is None) == (game.view(step.after, None)["window"] is None)
            if token is not None and any(event.type == "window_opened" for event in step.events):
                assert token not in tokens
                tokens.append(token)
            elif token is not None:
                assert token == tokens[-1]
            opened = sum(event.type == "window_opened" for event in step.events)
            closed = sum(event.type == "window_closed" for event in step.events)
            was = step.before is not None and game.hold(step.before) is not None
            assert was + opened - closed == (token is not None)


@every_setting
def test_events_tell_what_changed(setting: Setting) -> None:
    """Hand counts, stock and turn can be followed from the events alone."""
    game = setting.game
    for match in matches(setting):
        for step in match:
            view = game.view(step.after, None)
            if step.before is None or step.kind == "next_round":
                assert step.events[0].counts == tuple(view["counts"])
                continue
            counts = list(game.view(step.before, None)["counts"])
            for event in step.events:
                data = game.redact(event, None)
                if data["type"] == "drew":
                    counts[data["seat"]] += data["count"]
                elif data["type"] == "played":
                    counts[data["seat"]] -= 1
                    assert data["left"] == counts[data["seat"]]
                elif data["type"] == "left":
                    counts[data["seat"]] = 0
            assert counts == view["counts"]
            turned = [event.seat for event in step.events if event.type == "turned"]
            if view["phase"] == "playing":
                before = game.view(step.before, None)["turn"]
                assert view["turn"] == (turned[-1] if turned else before)
            else:
                assert not turned


def test_an_event_is_told_once_to_all_and_in_full_to_nobody_else() -> None:
    seen: Counter[str] = Counter()
    for setting in SETTINGS:
        for step in steps(setting):
            for event in step.events:
                seen[event.type] += 1
                _told(setting, event)
    told = {cls.type for setting in SETTINGS for cls in setting.game.events}
    assert told == set(seen), "the random matches miss an event"


def _told(setting: Setting, event: Event) -> None:
    told = [setting.game.redact(event, viewer) for viewer in (*range(setting.seats), None)]
    for viewer, data in enumerate(told):
        assert data["type"] == event.type
        assert json.loads(json.dumps(data)) == data
        if not (event.type == "drew" and viewer == event.seat):
            assert data == told[-1]
            assert "cards" not in data
    assert isinstance(event, RoundEnded) or "hands" not in told[-1]


_HASH = """
import hashlib, json, sys
sys.path[:0] = sys.argv[1:]
from tests.games.random_play import play, settings
digest = hashlib.sha256()
for setting in settings()[::4]:
    for step in play(setting, 3, short=True):
        digest.update(json.dumps([setting.game.write_state(step.after), *map(repr, step.events)]).encode())
        digest.update(json.dumps(setting.game.view(step.after, 0)).encode())
print(digest.hexdigest())
"""


def test_states_are_written_alike_in_every_process() -> None:
    root = Path(__file__).parent.parent.parent
    found = set()
    for seed in ("0", "1"):
        command = [sys.executable, "-c", _HASH, str(root)]
        done = subprocess.run(
            command, env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        )
        found.add(done.stdout)
    assert len(found) == 1
    assert len(found.pop().strip()) == len(hashlib.sha256().hexdigest())
