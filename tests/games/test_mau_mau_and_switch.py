"""Mau Mau and Switch where a case file can't look: packs by players, what is told, what lapses."""

from collections import Counter
from typing import Any

import pytest

from app.games.actions import LastCard, Pass, Play
from app.games.mau_mau import MAU_MAU
from app.games.shedding.engine import SheddingGame
from app.games.switch import SWITCH
from tests.games.random_play import chance


def position(game: SheddingGame, hands: list[list[str]], options: dict[str, Any], **rest: Any) -> Any:
    data = {"hands": hands, "stock": ["Th", "Td", "Qh"], "discard": ["9s", "9h"], **rest}
    return game.position(game.options.parse(options), len(hands), data)


def told(game: SheddingGame, events: Any, viewer: int | None = None) -> list[Any]:
    return [game.redact(event, viewer) for event in events]


@pytest.mark.parametrize(
    ("game", "players", "packs", "each"),
    [
        *[(MAU_MAU, 5, 1, 5), (MAU_MAU, 6, 2, 5), (MAU_MAU, 8, 2, 5)],
        *[(SWITCH, 2, 1, 7), (SWITCH, 4, 1, 7), (SWITCH, 5, 2, 7), (SWITCH, 8, 2, 7)],
    ],
)
def test_packs_go_by_the_players(game: SheddingGame, players: int, packs: int, each: int) -> None:
    """(M1.1, M1.2, S1.1, S1.2)"""
    state, _ = game.deal(game.options.default, players, chance())
    assert set(Counter(game.cards(state)).values()) == {packs}
    assert len(game.cards(state)) == packs * (32 if game is MAU_MAU else 52)
    assert {len(hand) for hand in state.hands} == {each}


@pytest.mark.parametrize(("game", "points"), [(MAU_MAU, 288), (SWITCH, 536)])
def test_the_points_of_a_pack(game: SheddingGame, points: int) -> None:
    """(M1.14, S1.14)"""
    rules = game.rules(game.options.default)
    assert sum(rules.faces[card].points for card in rules.deck) == points


def test_a_jack_on_top_of_a_blocked_round_doubles_nothing() -> None:
    """(M1.14, M1.15)"""
    state = position(MAU_MAU, [["Kh"], ["Ad"]], {"scoring": "points"}, stock=[], discard=["Js"], suit="s")
    state, _ = MAU_MAU.apply(state, 0, Pass())
    state, _ = MAU_MAU.apply(state, 1, Pass())
    assert MAU_MAU.result(state).round_points == (4, 11)


def test_a_trick_card_that_was_no_last_card_is_told_with_the_card_drawn_for_it() -> None:
    """(S1.13): no window opens, and what was announced is over."""
    hands = [["8s", "2s"], ["5d", "6d", "7d"], ["5h", "6h"]]
    state = position(SWITCH, hands, {"no_trick_finish": True}, stock=["Th", "Td", "Qh"])
    state, _ = SWITCH.apply(state, 0, Play("8s", last_card=True))  # seat 1 misses its turn
    state, _ = SWITCH.timeout(state, 2)
    assert SWITCH.view(state, None)["announced"] == [0]
    state, events = SWITCH.apply(state, 0, Play("2s"))
    assert told(SWITCH, events, 2) == [
        {"type": "played", "seat": 0, "card": "2s", "left": 0},
        {"type": "drew", "seat": 0, "count": 1, "reason": "effect"},
        {"type": "penalty", "seat": 1, "sum": 2},
        {"type": "turned", "seat": 1},
    ]
    view = SWITCH.view(state, None)
    assert (view["counts"], view["window"], view["announced"]) == ([1, 3, 3], None, [])


def test_a_late_call_closes_the_window() -> None:
    """(M1.11, U11.4): whoever has called can't be denounced, so that nobody has to wait any longer."""
    state = position(MAU_MAU, [["9d", "Kh"], ["7h", "8h"], ["Ah", "Ad"]], {})
    state, _ = MAU_MAU.apply(state, 0, Play("9d"))
    token = MAU_MAU.hold(state)
    assert token is not None
    assert LastCard() in MAU_MAU.legal(state, 0)
    state, events = MAU_MAU.apply(state, 0, LastCard())
    assert told(MAU_MAU, events) == [{"type": "announced", "seat": 0}, {"type": "window_closed", "seat": 0}]
    assert MAU_MAU.hold(state) is None
    assert MAU_MAU.check(state, 0, LastCard()).code == "already_announced"


def test_whoever_calls_in_time_can_not_be_denounced_at_all() -> None:
    """(U11.4, U11.7)"""
    state = position(MAU_MAU, [["9d", "Kh"], ["7h", "8h"], ["Ah", "Ad"]], {})
    state, events = MAU_MAU.apply(state, 0, Play("9d", last_card=True))
    assert "window_opened" not in [event.type for event in events]
    assert MAU_MAU.hold(state) is None
