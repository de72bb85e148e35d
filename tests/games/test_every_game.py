"""What every game promises, tried in random matches with each option and number of seats.

What differs between games beside the rules stands in tests/games/families.
"""

import hashlib
import json
import os
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, get_args

import pytest
from pydantic import TypeAdapter

from app.bots.registry import ROBOTS
from app.errors import InvalidError
from app.games.actions import Choose, Denounce, Draw, LastCard, Pass, Play, Take, write_action
from app.games.events import Event, WindowClosed, WindowOpened
from app.games.game import Game, RefusedError, Result
from app.games.registry import GAMES, parse_action
from app.tables.state import Level
from tests.games.families import family_of
from tests.games.random_play import (
    LONG,
    Setting,
    Step,
    chance,
    match_of,
    matches,
    play,
    settings,
    settings_of,
    steps,
)

ROOT = Path(__file__).parents[2]
SETTINGS = settings()
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key, scope="module")
COMMON = {
    "turn", "stock", "discards", "counts", "hand", "first", "round", "totals", "left", "phase", "legal", "outcome",
    "result",
}  # fmt: skip


def every_setting(check: Callable[[Setting], None]) -> Callable[[Game], None]:
    """Ask it of each setting, in one test a game; a failure names its setting."""

    @every_game
    def test(game: Game) -> None:
        for setting in SETTINGS:
            if setting.game is game:
                try:
                    check(setting)
                except BaseException as error:
                    error.add_note(f"setting: {setting}")
                    raise

    test.__name__, test.__doc__ = check.__name__, check.__doc__
    return test


def text(game: Any, state: Any) -> str:
    return json.dumps(game.write_state(state), sort_keys=True)


def waiting(game: Game, state: Any) -> bool:
    """Whether answers are awaited for a fixed time, and turns stand still."""
    return game.pace(state).window_ms is not None


@every_game
def test_a_game_brings_all_that_belongs_to_it(game: Game) -> None:
    """Cases, a robot for each level, a name in each language (docs/add-a-game.md)."""
    assert (ROOT / f"tests/cases/{game.key}.json").exists()
    assert set(ROBOTS[game.key]) == set(get_args(Level))
    assert not ROBOTS[game.key]["normal"].heavy
    for words in (ROOT / "static/messages").glob("*/first.json"):
        assert game.name_key in json.loads(words.read_text("utf-8"))


@every_game
def test_the_settings_cover_every_value_and_preset(game: Game) -> None:
    found = settings_of(game, 0)
    written = [game.options.write(setting.options) for setting in found]
    for option in game.options.declared():
        kind = option["kind"]
        ends = (option["min"], option["default"], option["max"]) if kind == "number" else ()
        for value in (*option.get("values", ends), *((False, True) if kind == "flag" else ())):
            assert any(row[option["name"]] == value for row in written)
    assert {setting.seats for setting in found} == set(range(game.seats[0], game.seats[1] + 1))
    for preset in game.options.presets:
        assert game.seats[0] <= preset.seats <= game.seats[1]
        assert game.options.write(game.options.parse(preset.options)) in written


@every_setting
def test_legal_is_what_check_allows(setting: Setting) -> None:
    game, family, rng = setting.game, family_of(setting.game), random.Random(str(setting))
    for step in steps(setting, 9):
        state = step.after
        seats = {*game.to_act(state), *rng.sample(range(setting.seats), 2)}
        for seat in seats:
            legal = game.legal(state, seat)
            assert len(set(legal)) == len(legal)
            assert all(game.check(state, seat, action) is None for action in legal)
            kinds = {action.type for action in legal}
            for action in family.candidates(game, state, seat, rng):
                if action not in legal and game.check(state, seat, action) is None:
                    assert family.unlisted(state, seat, action), action
                    assert action.type in kinds, "legal names none of the kind"


@every_setting
def test_whoever_is_to_act_can_and_nobody_else_has_a_turn_action(setting: Setting) -> None:
    game, family = setting.game, family_of(setting.game)
    for step in steps(setting):
        state = step.after
        to_act = game.to_act(state)
        assert (game.phase(state) == "playing") == bool(to_act)
        assert list(to_act) == sorted(set(to_act))
        for seat in range(setting.seats):
            legal = game.legal(state, seat)
            own = [action for action in legal if not isinstance(action, family.out_of_turn)]
            assert seat in to_act or not own
            assert own or seat not in to_act or waiting(game, state)
            assert seat in to_act or not any(game.waits(state, action) for action in legal)
        turn = game.view(state, None)["turn"]
        assert turn in (None, *to_act)
        assert waiting(game, state) or to_act == (() if turn is None else (turn,))


@every_setting
def test_what_is_refused_changes_nothing(setting: Setting) -> None:
    game = setting.game
    junk: list[Any] = [None, "play", 7, object(), Play(["r7"]), Play(None), Choose(None), Denounce("0")]  # type: ignore[arg-type]
    strange = [cls for other in GAMES.values() for cls in other.actions if cls not in game.actions]
    foreign = [cls() for cls in strange if not getattr(cls, "__dataclass_fields__", None)]
    for step in steps(setting, 8):
        state, before = step.after, text(game, step.after)
        own = [action for seat in range(setting.seats) for action in game.legal(state, seat)]
        for stranger in (None, -1, setting.seats, 99, True, "0"):
            for action in (Draw(), Take(), Pass(), LastCard(), Denounce(0), Choose("r"), *own[:9]):
                refusal = game.check(state, stranger, action)  # type: ignore[arg-type]
                assert refusal is not None
                with pytest.raises(RefusedError) as raised:
                    game.apply(state, stranger, action)  # type: ignore[arg-type]
                assert raised.value.refusal == refusal
        for seat in range(setting.seats):
            for action in (*junk, *foreign):
                assert game.check(state, seat, action) is not None
                with pytest.raises(RefusedError):
                    game.apply(state, seat, action)
        assert text(game, state) == before


@every_setting
def test_turn_actions_of_others_are_refused(setting: Setting) -> None:
    game = setting.game
    for step in steps(setting, 30):
        state = step.after
        for seat in game.to_act(state):
            for action in game.legal(state, seat):
                for other in set(range(setting.seats)) - set(game.to_act(state)):
                    allowed = game.check(state, other, action) is None
                    assert not allowed or not game.waits(state, action)


@every_setting
def test_a_step_leaves_the_state_before_it_alone(setting: Setting) -> None:
    game = setting.game
    for step in steps(setting, 15):
        if step.before is None:
            continue
        before = text(game, step.before)
        for seat in range(setting.seats):
            game.view(step.before, seat)
            for action in game.legal(step.before, seat)[:6]:
                game.apply(step.before, seat, action)
            game.leave(step.before, seat)
        for seat in game.to_act(step.before):
            if not waiting(game, step.before):
                game.timeout(step.before, seat)
        game.window(step.before)
        assert text(game, step.before) == before


@every_setting
def test_cards_are_conserved(setting: Setting) -> None:
    """From each deal to the next; a new deal may be made from fewer cards when some have left."""
    game = setting.game
    for match in matches(setting):
        start: list[str] = []
        for step in match:
            cards = sorted(game.cards(step.after))
            if step.kind in ("deal", "next_round"):
                start = cards
                active = setting.seats - len(game.view(step.after, None)["left"])
                whole = sorted(game.deck(setting.options, active))
                assert len(start) < len(whole) or start == whole
            assert cards == start


@every_setting
def test_the_clock_may_run_out_at_any_moment(setting: Setting) -> None:
    game = setting.game
    for step in steps(setting):
        state = step.after
        to_act = game.to_act(state)
        if waiting(game, state):
            after, events = game.window(state)
            assert to_act
            assert after != state
            assert events
            assert not waiting(game, after) or game.to_act(after) != to_act
        else:
            assert game.window(state) == (state, ())
        for seat in range(-1, setting.seats + 1):
            if seat not in to_act:
                with pytest.raises(RefusedError):
                    game.timeout(state, seat)
            elif not waiting(game, state):
                after, events = game.timeout(state, seat)
                assert after != state
                assert events[0].type == "timed_out"


@every_setting
def test_a_clock_has_a_length(setting: Setting) -> None:
    game = setting.game
    for step in steps(setting):
        pace = game.pace(step.after)
        assert 50 <= pace.percent <= 200
        assert pace.window_ms is None or 1_000 <= pace.window_ms <= 30_000
        assert pace.window_ms is None or game.phase(step.after) == "playing"


@every_setting
def test_anybody_may_leave_at_any_moment(setting: Setting) -> None:
    game = setting.game
    for step in steps(setting, 30):
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
            assert game.view(after, seat) == game.view(after, None)
            if len(left) == setting.seats - 2:  # one is alone
                assert game.phase(after) == "match_over"


@every_setting
def test_everything_survives_json(setting: Setting) -> None:
    game = setting.game
    for step in steps(setting, 20):
        state = game.read_state(json.loads(json.dumps(game.write_state(step.after))))
        assert state == step.after
        assert hash(state) == hash(step.after)
        for seat in range(setting.seats):
            for action in game.legal(step.after, seat)[:20]:
                assert type(action) in game.actions
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
    game, match = setting.game, match_of(setting)
    state, events = game.deal(setting.options, setting.seats, chance(setting, 0, 1))
    assert (state, events) == (match[0].after, match[0].events)
    for step in match[1:250]:
        if step.action is not None:
            state, events = game.apply(state, step.seat, parse_action(write_action(step.action)))
        elif step.kind == "next_round":
            state, events = game.next_round(state, chance(setting, 0, game.view(state, None)["round"] + 1))
        elif step.kind == "window":
            state, events = game.window(state)
        else:
            state, events = getattr(game, step.kind)(state, step.seat)
        assert (state, events) == (step.after, step.events)


@every_game
def test_a_quick_match_ends_by_itself(game: Game) -> None:
    quick = game.options.quick
    setting = Setting(game, game.options.parse(quick.options), quick.seats)
    for seed in range(5):
        assert len(list(play(setting, seed, leaves=0))) < LONG


@every_setting
def test_the_pot_is_paid_out_to_the_coin(setting: Setting) -> None:
    game, family = setting.game, family_of(setting.game)
    for match in matches(setting):
        assert all(game.phase(step.after) != "match_over" for step in match[:-1])
        with pytest.raises(ValueError, match="not over"):
            game.payouts(match[0].after, 6000)
        state = match[-1].after
        for bet in (0, 1, 6000, 6001, 7, 10):
            if game.check_bet(setting.options, bet) is not None:
                continue
            coins = game.payouts(state, bet)
            assert len(coins) == setting.seats
            assert min(coins) >= 0
            json.dumps(game.carry(state, bet))
            winners = game.result(state).winners
            if game.ante(setting.options, bet) == 0:
                assert sum(coins) == bet * setting.seats
            if family.winners_take_all:
                assert all(coins[seat] == 0 for seat in range(setting.seats) if seat not in winners)
                assert max(coins) - min(coins[seat] for seat in winners) <= 1


@every_setting
def test_a_match_has_winners_and_places(setting: Setting) -> None:
    game, family = setting.game, family_of(setting.game)
    for match in matches(setting):
        for step in match[:-1:7]:
            assert (game.result(step.after).winners, game.result(step.after).ranking) == ((), ())
        state = match[-1].after
        result, left = game.result(state), set(game.view(state, None)["left"])
        assert result.winners or family.may_be_void
        assert not set(result.winners) & left
        assert sorted(seat for place in result.ranking for seat in place) == list(range(setting.seats))
        assert not result.winners or result.ranking[0] == result.winners
        assert _result(result) == game.view(state, None)["result"]
        assert list(result.totals) == game.view(state, None)["totals"]


def _result(result: Result) -> dict[str, Any]:
    return {
        "winners": list(result.winners),
        "ranking": [list(place) for place in result.ranking],
        "losers": list(result.losers),
    }


@every_setting
def test_views_are_plain_data_and_have_their_shape(setting: Setting) -> None:
    game = setting.game
    shape, names = TypeAdapter(game.view_shape), set(game.view_shape.__annotations__)
    assert names >= COMMON
    for step in steps(setting, 15):
        for viewer in (*range(setting.seats), None):
            view = game.view(step.after, viewer)
            assert json.loads(json.dumps(view)) == view
            assert set(view) == names
            assert shape.validate_python(view, strict=True) == view  # nothing more in it either


@every_setting
def test_views_agree_with_the_rules(setting: Setting) -> None:
    game = setting.game
    for step in steps(setting, 40):
        state = step.after
        public = game.view(state, None)
        assert public["phase"] == game.phase(state)
        assert (public["result"] is None) == (public["phase"] != "match_over")
        for viewer in (*range(setting.seats), None):
            view = game.view(state, viewer)
            if viewer is None or viewer in view["left"]:
                assert view == public
                assert {view.get(key) for key in ("hand", "legal", "reasons", "drawn")} == {None}
                continue
            assert view["legal"] == [write_action(action) for action in game.legal(state, viewer)]
            assert len(view["hand"]) == view["counts"][viewer]
            if "reasons" in view:
                _reasons(game, state, viewer, view)
        for stranger in (-1, setting.seats, 99):
            assert game.view(state, stranger) == public


def _reasons(game: Game, state: Any, viewer: int, view: dict[str, Any]) -> None:
    """Each card of the hand can be played, or it is said why not."""
    playable = {action["card"] for action in view["legal"] if action["type"] == "play"}
    assert playable | view["reasons"].keys() == set(view["hand"])
    assert not playable & view["reasons"].keys()
    for card, code in view["reasons"].items():
        refusal = game.check(state, viewer, Play(card))
        assert refusal is not None
        assert refusal.code in (code, "not_playing")


@every_setting
def test_each_window_has_a_token_of_its_own(setting: Setting) -> None:
    game = setting.game
    for match in matches(setting):
        tokens: list[Any] = []
        for step in match:
            token = game.hold(step.after)
            before = None if step.before is None else game.hold(step.before)
            if token is not None and token != before:
                assert token not in tokens
                tokens.append(token)
            for event in step.events:
                assert not isinstance(event, WindowOpened) or token is not None or _closed(step, event.seat)
            assert token is None or game.phase(step.after) == "playing"


def _closed(step: Step, seat: int) -> bool:
    return any(isinstance(event, WindowClosed) and event.seat == seat for event in step.events)


@every_setting
def test_events_tell_what_changed(setting: Setting) -> None:
    """Hand counts and turn can be followed from the events alone."""
    game, family = setting.game, family_of(setting.game)
    for step in steps(setting):
        view = game.view(step.after, None)
        told = [game.redact(event, None) for event in step.events]
        counts = [] if step.before is None else list(game.view(step.before, None)["counts"])
        for data in told:
            if data is not None:
                family.follow(counts, data)
        assert counts == view["counts"]
        turned = [data["seat"] for data in told if data is not None and data["type"] == "turned"]
        if view["turn"] is not None:
            before = None if step.before is None else game.view(step.before, None)["turn"]
            assert view["turn"] == (turned[-1] if turned else before)


@every_game
def test_every_event_happens_and_is_told_to_all_alike(game: Game) -> None:
    """What a viewer may not know is left out of it; in full it goes to one seat at most."""
    seen: Counter[str] = Counter()
    for setting in SETTINGS:
        if setting.game is not game:
            continue
        for step in (step for match in matches(setting) for step in match):
            for event in step.events:
                seen[event.type] += 1
                assert type(event) in game.events
                if seen[event.type] < 300:
                    _told(setting, event)
    assert {cls.type for cls in game.events} == set(seen), "the random matches miss an event"


def _told(setting: Setting, event: Event) -> None:
    told = [setting.game.redact(event, viewer) for viewer in (*range(setting.seats), None)]
    public = told[-1]
    for data in told:
        if data is None:
            continue
        assert data["type"] == event.type
        assert json.loads(json.dumps(data)) == data
        assert public is None or all(data[key] == value for key, value in public.items() if value is not None)
    assert sum(data != public for data in told) <= 1
    if event.type == "drew" and event.cards:  # type: ignore[attr-defined]
        assert public is not None
        assert "cards" not in public


_HASH = """
import hashlib, itertools, json, sys
sys.path[:0] = sys.argv[1:]
from tests.games.random_play import play, settings
digest = hashlib.sha256()
for setting in settings()[::6]:
    for step in itertools.islice(play(setting, 3, short=True), 60):
        digest.update(json.dumps([setting.game.write_state(step.after), *map(repr, step.events)]).encode())
        digest.update(json.dumps(setting.game.view(step.after, 0)).encode())
print(digest.hexdigest())
"""


def test_states_are_written_alike_in_every_process() -> None:
    found = set()
    for seed in ("0", "1"):
        command = [sys.executable, "-c", _HASH, str(ROOT)]
        done = subprocess.run(
            command, env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, text=True, check=True
        )
        found.add(done.stdout)
    assert len(found) == 1
    assert len(found.pop().strip()) == len(hashlib.sha256().hexdigest())
