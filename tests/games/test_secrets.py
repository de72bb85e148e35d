"""Nobody is told what they may not know: worlds that differ only in hidden cards look alike, and no canary sings.

SOBREMESA_STATES sets how many states are swapped (nightly 100000).
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

from app.games.actions import Play
from app.games.game import Game
from app.games.shedding.engine import SheddingGame
from app.games.shedding.rules import Rules
from app.games.shedding.state import State
from app.games.toma2 import TOMA2
from tests.games.random_play import Setting, Step, chance, play, settings

STATES = int(os.environ.get("SOBREMESA_STATES", "3000"))
SETTINGS = settings()
Place = tuple[str, int, int]
"""Where a card lies: "hands", seat, index; or "stock" or "buried", 0, index."""


def hidden_places(state: State, viewer: int | None, step: Step | None) -> list[Place]:
    """Return where cards lie that the viewer can't know, but for those that the step is about to make public."""
    match = state.match
    own = viewer if viewer is not None and viewer not in match.left else None
    open_hands = match.outcome is not None  # the round's end showed them (T17.6)
    places = [
        ("hands", seat, at)
        for seat, hand in enumerate(state.hands)
        for at in range(len(hand))
        if seat != own and not open_hands
    ]
    places += [("stock", 0, at) for at in range(len(state.stock))]
    places += [("buried", 0, at) for at in range(len(state.buried))]
    known: set[Place] = set()
    if state.drawn is not None:  # everybody knows that it fits
        known.add(("hands", state.turn, len(state.hands[state.turn]) - 1))
    if step is not None:
        known |= _made_public(step, own)
    return [place for place in places if place not in known]


def _made_public(step: Step, own: int | None) -> set[Place]:
    state, known = step.before, set()
    for event in step.events:
        if event.type == "played":
            hand = state.hands[event.seat]
            known |= {("hands", event.seat, at) for at, card in enumerate(hand) if card == event.card}
        elif event.type == "drew" and (event.seat == own or event.reason == "turn"):
            known |= {("stock", 0, at) for at in range(len(event.cards))}
        elif event.type == "round_ended":
            known |= {("hands", seat, at) for seat, hand in enumerate(state.hands) for at in range(len(hand))}
    return known


def swapped(state: State, places: list[Place], rng: random.Random) -> State:
    """Return a world in which the cards at these places have changed places."""
    hands = [list(hand) for hand in state.hands]
    piles = {"stock": [list(state.stock)], "buried": [list(state.buried)], "hands": hands}
    cards = [piles[pile][seat][at] for pile, seat, at in places]
    rng.shuffle(cards)
    for (pile, seat, at), card in zip(places, cards, strict=True):
        piles[pile][seat][at] = card
    return replace(
        state,
        hands=tuple(map(tuple, hands)),
        stock=tuple(piles["stock"][0]),
        buried=tuple(piles["buried"][0]),
    )


def public(state: State) -> list[Any]:
    """Return what everybody sees, taken from the state itself and not from a view."""
    names = [
        "match",
        "pile",
        "color",
        "direction",
        "turn",
        "penalty",
        "bill",
        "announced",
        "window",
        "windows",
    ]
    shown = [getattr(state, name) for name in names]
    return [*shown, state.drawn is None, list(map(len, state.hands)), len(state.stock)]


def compare_worlds(game: Game, step: Step, rng: random.Random, counts: Counter[str]) -> None:
    """Assert that nobody can tell the state after the step, or the step itself, from a swapped one."""
    seats = step.setting.seats
    for viewer in (*range(seats), None):
        other = swapped(step.after, hidden_places(step.after, viewer, None), rng)
        other = replace(other, chance=chance("another"))
        counts["states"] += 1
        counts["states that differ"] += other.hands != step.after.hands or other.stock != step.after.stock
        assert game.view(other, viewer) == game.view(step.after, viewer)
        assert game.hold(other) == game.hold(step.after)
        if step.kind in ("deal", "next_round"):
            continue
        before = swapped(step.before, hidden_places(step.before, viewer, step), rng)
        if step.action is None:
            after, events = getattr(game, step.kind)(before, step.seat)
        elif game.check(before, step.seat, step.action) is None:
            after, events = game.apply(before, step.seat, step.action)
        else:  # a draw, say, that another world's match forbids
            counts["impossible"] += 1
            continue
        if public(after) != public(step.after) or _shown_to(events, viewer) != _shown_to(step.events, viewer):
            counts["came out otherwise"] += 1
            continue
        counts["steps"] += 1
        told = [game.redact(event, viewer) for event in events]
        assert told == [game.redact(event, viewer) for event in step.events]
        assert game.view(after, viewer) == game.view(step.after, viewer)


def _shown_to(events: Any, viewer: int | None) -> list[Any]:
    """Return the cards that the viewer drew: after a reshuffle they may be others."""
    return [event.cards for event in events if event.type == "drew" and event.seat == viewer]


def swap_states(game: Game, states: int) -> Counter[str]:
    counts: Counter[str] = Counter()
    rng = random.Random(20)
    for seed in range(states):
        for setting in SETTINGS:
            for step in play(replace(setting, game=game), seed, short=seed % 2 == 1, leaves=0.01):
                if counts["states"] >= states:
                    return counts
                compare_worlds(game, step, rng, counts)
    return counts


def test_worlds_that_differ_in_hidden_cards_look_alike() -> None:
    counts = swap_states(TOMA2, STATES)
    assert counts["states that differ"] > 0.8 * counts["states"]
    assert counts["steps"] > 0.5 * counts["states"], counts


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
    leaky = type("Leaky", (Leaky,), {"leak": staticmethod(leak)})(TOMA2.rules)
    with pytest.raises(AssertionError, match="leak"):
        swap_states(leaky, 3000)


CANARY = re.compile("canary-[0-9a-f]{16}")


def canaries() -> SheddingGame:
    """Return Toma 2 with a name of its own for each of the 108 cards."""
    names = {f"canary-{hashlib.sha256(bytes([at])).hexdigest()[:16]}": at for at in range(108)}
    rules = TOMA2.rules
    faces = {name: rules.faces[rules.deck[at]] for name, at in names.items()}
    fields = {name: getattr(rules, name) for name in Rules.__dataclass_fields__}
    return SheddingGame(Rules(**fields | {"deck": tuple(names), "faces": faces}))


def test_no_canary_sings_for_others() -> None:
    game, counts = canaries(), Counter[str]()
    for setting in SETTINGS:
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
    setting = SETTINGS[0]
    state, events = setting.game.deal(setting.options, 2, replace(chance(), key=key))
    for shown in (repr(state), str(state), f"{state.chance}", repr(events), repr(setting.game)):
        assert "the key" not in shown
        assert key.hex() not in shown
        assert not {card for hand in state.hands for card in hand if len(card) == 2} & set(shown.split())
    with pytest.raises(TypeError, match="not pickled"):
        pickle.dumps(state)
