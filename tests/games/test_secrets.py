"""Nobody is told what they may not know: worlds that differ only in hidden cards look alike, and no canary sings.

SOBREMESA_STATES sets how many states of each game are swapped (nightly 100000).
"""

import hashlib
import json
import os
import pickle
import random
import re
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from app.games.actions import Challenge, Play
from app.games.events import Drew, Event
from app.games.game import Game
from app.games.registry import GAMES
from app.games.shedding.engine import SheddingGame
from app.games.shedding.rules import Rules
from app.games.shedding.state import State
from app.games.toma2 import TOMA2
from tests.games.families import family_of
from tests.games.families.plain import swapped
from tests.games.random_play import Setting, Step, chance, matches, play, settings_of

STATES = int(os.environ.get("SOBREMESA_STATES") or "800")
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)


def compare_worlds(game: Game, step: Step, rng: random.Random, counts: Counter[str]) -> None:
    """Assert that nobody can tell the state after the step, or the step itself, from a swapped one."""
    seats, family = step.setting.seats, family_of(game)
    viewers = range(seats) if seats < 4 else rng.sample(range(seats), 3)
    for viewer in (*viewers, None):
        bound = family.bound(step.after)
        hidden = [place for place in family.hidden(game, step.after, viewer) if place not in bound]
        other = swapped(step.after, hidden, rng)
        other = family.otherwise(other, viewer, rng)
        counts["states"] += 1
        counts["states that differ"] += other.hands != step.after.hands or other.stock != step.after.stock
        assert game.view(other, viewer) == game.view(step.after, viewer)
        assert game.hold(other) == game.hold(step.after)
        assert game.pace(other) == game.pace(step.after)
        assert game.to_act(other) == game.to_act(step.after)
        if step.kind not in ("deal", "next_round"):
            _compare_steps(game, step, viewer, rng, counts)


def _compare_steps(
    game: Game, step: Step, viewer: int | None, rng: random.Random, counts: Counter[str]
) -> None:
    family = family_of(game)
    known = family.told(step, viewer) | family.bound(step.before)
    places = [place for place in family.hidden(game, step.before, viewer) if place not in known]
    before = swapped(step.before, places, rng)
    if rng.random() < 0.5 and not isinstance(step.action, Challenge):  # which shows what it doubts
        before = family.otherwise(before, viewer, rng)
    if step.action is not None and game.check(before, step.seat, step.action) is not None:
        counts["impossible"] += 1  # a draw, say, that another world's match forbids
        return
    if step.action is not None:
        after, events = game.apply(before, step.seat, step.action)
    elif step.kind == "window":
        after, events = game.window(before)
    else:
        after, events = getattr(game, step.kind)(before, step.seat)
    if _known_to(game, after, viewer) != _known_to(game, step.after, viewer):
        counts["came out otherwise"] += 1  # decided 32: a drawn card may end a turn
        return
    counts["steps"] += 1
    told = [game.redact(event, viewer) for event in events]
    assert told == [game.redact(event, viewer) for event in step.events]
    assert game.view(after, viewer) == game.view(step.after, viewer)


def _known_to(game: Game, state: Any, viewer: int | None) -> list[Any]:
    """Return what is public, and the own hand: after a reshuffle other cards may come."""
    return [family_of(game).public(game, state), () if viewer is None else state.hands[viewer]]


def swap_states(game: Game, states: int) -> Counter[str]:
    """Compare worlds all over random matches, about as many states as asked for; half where secrets are rarer ones."""
    counts: Counter[str] = Counter()
    rng, family = random.Random(20), family_of(game)
    found = [replace(setting, game=game) for setting in settings_of(game)]
    each = max(2, states // (7 * len(found)))
    for setting in found:
        played = [step for match in matches(setting) for step in match]
        rare = [step for step in played if step.before is not None and family.rare(step.before)]
        chosen = rng.sample(rare, min(len(rare), each))
        for step in chosen + rng.sample(played, min(len(played), 2 * each - len(chosen))):
            compare_worlds(game, step, rng, counts)
    return counts


@every_game
def test_worlds_that_differ_in_hidden_cards_look_alike(game: Game) -> None:
    counts = swap_states(game, STATES)
    assert counts["states that differ"] > 0.8 * counts["states"], counts
    assert counts["steps"] > 0.4 * counts["states"], counts


def toma2_as(cls: type[SheddingGame], rules: Callable[[Any], Rules] = TOMA2.rules) -> SheddingGame:
    return cls(TOMA2.key, TOMA2.seats, TOMA2.options, rules)


class Leaky(SheddingGame):
    """Gives away a trifle, chosen by the test."""

    leak: Callable[[State, int | None], object]

    def view(self, state: State, viewer: int | None) -> Any:
        return super().view(state, viewer) | {"leak": type(self).leak(state, viewer)}


@pytest.mark.parametrize(
    "leak",
    [
        lambda state, viewer: state.stock[:1],
        lambda state, viewer: state.buried[-1:],
        lambda state, viewer: [hand[:1] for seat, hand in enumerate(state.hands) if seat != viewer],
        lambda state, viewer: sum(card[0] == "W" for card in state.stock),
        lambda state, viewer: state.chance.key[0],
        lambda state, viewer: [len(set(hand)) for hand in state.hands],
    ],
    ids=["next card", "leaver", "a card of each", "a count", "the key", "another count"],
)
def test_the_swap_test_finds_a_leak(leak: Callable[[State, int | None], object]) -> None:
    leaky = toma2_as(type("Leaky", (Leaky,), {"leak": staticmethod(leak)}))
    with pytest.raises(AssertionError, match="leak"):
        swap_states(leaky, 800)


def test_the_swap_test_finds_an_event_that_tells_too_much() -> None:
    class Telling(SheddingGame):
        def redact(self, event: Event, viewer: int | None) -> Any:
            return event.seen_by(event.seat if isinstance(event, Drew) else viewer)

    with pytest.raises(AssertionError, match="cards"):
        swap_states(toma2_as(Telling), 800)


CANARY = re.compile("canary-[0-9a-f]{16}")


def canaries() -> SheddingGame:
    """Return Toma 2 with a name of its own for each of the 108 cards."""
    names = {f"canary-{hashlib.sha256(bytes([at])).hexdigest()[:16]}": at for at in range(108)}

    def rules(options: Any) -> Rules:
        plain = TOMA2.rules(options)
        faces = {name: plain.faces[plain.deck[at]] for name, at in names.items()}
        return replace(plain, deck=tuple(names), faces=faces)

    return toma2_as(SheddingGame, rules)


def test_no_canary_sings_for_others() -> None:
    game, counts = canaries(), Counter[str]()
    for setting in settings_of(TOMA2):
        for seed in range(2):
            for step in play(
                Setting(game, setting.options, setting.seats), seed, short=seed == 1, leaves=0.01
            ):
                for viewer in (*range(setting.seats), None):
                    told = [game.redact(event, viewer) for event in step.events]
                    heard = set(CANARY.findall(json.dumps(told)))
                    assert heard <= may_hear(step, viewer)
                    seen = set(CANARY.findall(json.dumps(game.view(step.after, viewer))))
                    assert seen <= may_see(step.after, viewer)
                    counts["seen"] += len(seen)
                    counts["heard"] += len(heard)
                in_logs = f"{step.after!r} {step.events!r}"
                assert set(CANARY.findall(in_logs)) <= may_see(step.after, None) | may_hear(step, None)
                assert "canary" not in _refusals(game, step)
    assert min(counts.values()) > 1000


def may_see(state: State, viewer: int | None) -> set[str]:
    allowed = {*state.pile[:3], *(card for _, card in state.bill)}
    if viewer is not None:
        allowed |= set(state.hands[viewer])
    if state.match.outcome is not None:
        allowed |= {card for _, hand in state.match.outcome.hands for card in hand}
    return allowed


def may_hear(step: Step, viewer: int | None) -> set[str]:
    allowed = set()
    for event in step.events:
        if event.type == "played":
            allowed.add(event.card)
        elif event.type == "dealt":
            allowed.add(event.starter)
        elif event.type == "drew" and event.seat == viewer:
            allowed |= set(event.cards)
        elif event.type == "round_ended":
            allowed |= {card for _, hand in event.hands for card in hand}
    return allowed


def _refusals(game: Game, step: Step) -> str:
    cards = [card for hand in step.after.hands for card in hand]
    return " ".join(str(game.check(step.after, 0, Play(card))) for card in cards)


def test_a_leavers_hand_is_never_shown() -> None:
    game, shown = canaries(), 0
    for seed in range(6):
        gone: set[str] = set()
        setting = Setting(game, game.options.parse({"format": "three_rounds"}), 4)
        for step in play(setting, seed, leaves=0.01):
            if step.kind in ("deal", "next_round"):
                gone = set()
            if step.kind == "leave" and step.before.match.phase == "playing":
                gone |= set(step.before.hands[step.seat])
            if any(event.type == "reshuffled" for event in step.events):
                gone = set()
            shown += step.after.match.outcome is not None and bool(gone)
            for viewer in (*range(4), None):
                texts = json.dumps([game.redact(event, viewer) for event in step.events])
                assert not gone & set(CANARY.findall(texts + json.dumps(game.view(step.after, viewer))))
    assert shown


def test_chance_is_in_no_text_and_no_pickle() -> None:
    key = b"the key of this round must not be seen anywhere"
    setting = settings_of(TOMA2)[0]
    state, events = setting.game.deal(setting.options, 2, replace(chance(), key=key))
    for shown in (repr(state), str(state), f"{state.chance}", repr(events), repr(setting.game)):
        assert "the key" not in shown
        assert key.hex() not in shown
        assert not {card for hand in state.hands for card in hand if len(card) == 2} & set(shown.split())
    with pytest.raises(TypeError, match="not pickled"):
        pickle.dumps(state)
