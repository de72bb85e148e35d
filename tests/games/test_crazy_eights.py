"""Crazy Eights where a case file can't look: packs and hands by players, what is told, codes, places."""

from collections import Counter
from typing import Any

from app.games.actions import Draw, LastCard, Pass, Play, Take
from app.games.crazy_eights import CRAZY_EIGHTS
from tests.games.random_play import chance

STOCK = ["2h", "3h", "4h", "6h"]


def position(hands: list[list[str]], options: dict[str, Any] | None = None, **rest: Any) -> Any:
    data = {"hands": hands, "stock": STOCK, "discard": ["7s", "9s"], **rest}
    return CRAZY_EIGHTS.position(CRAZY_EIGHTS.options.parse(options or {}), len(hands), data)


def code(state: Any, seat: int, action: Any) -> str | None:
    refusal = CRAZY_EIGHTS.check(state, seat, action)
    return refusal and refusal.code


def test_packs_and_hands_go_by_the_players_dealt_in() -> None:
    """(C1.1, C1.2): of six who began with two packs, five go on with one, and the last two get seven cards."""
    options = CRAZY_EIGHTS.options.parse({"scoring": "points", "target": 10000})
    state, _ = CRAZY_EIGHTS.deal(options, 6, chance())
    for leavers, cards, each in (((), 104, 5), ((4,), 52, 5), ((3, 2, 1), 52, 7)):
        if leavers:
            state = end_round(state)
            for seat in leavers:
                state, _ = CRAZY_EIGHTS.leave(state, seat)
            state, _ = CRAZY_EIGHTS.next_round(state, chance(leavers))
        assert Counter(CRAZY_EIGHTS.cards(state)).total() == cards
        assert {len(hand) for seat, hand in enumerate(state.hands) if seat in state.match.active()} == {each}


def end_round(state: Any) -> Any:
    """Play the first legal thing until the round is over."""
    while CRAZY_EIGHTS.phase(state) == "playing":
        action = CRAZY_EIGHTS.legal(state, state.turn)[0]
        state, _ = CRAZY_EIGHTS.apply(state, state.turn, action)
    return state


def test_an_eight_that_was_turned_up_may_lie_anywhere_in_the_stock() -> None:
    """(C2.1)"""
    options, places = CRAZY_EIGHTS.options.default, set()
    for seed in range(30):
        deck = ("2c", "3c") * 7 + ("8h", "4d", "5d", "6d", "7d")
        state, events = CRAZY_EIGHTS.deal(options, 2, chance(seed), deck=deck, first=0)
        assert (state.pile, sorted(state.stock)) == (("4d",), ["5d", "6d", "7d", "8h"])
        assert events[0].starter == "4d"
        places.add(state.stock.index("8h"))
    assert places == {0, 1, 2, 3}


def test_each_card_drawn_until_one_fits_is_told_and_that_one_must_be_played() -> None:
    """(C7.1)"""
    state = position([["Kh"], ["5d"]], {"draw_until_playable": True}, stock=["4d", "9h", "7c", "2c"])
    state, events = CRAZY_EIGHTS.apply(state, 0, Draw())
    told = [CRAZY_EIGHTS.redact(event, 1) for event in events]
    assert told == [{"type": "drew", "seat": 0, "count": 1, "reason": "turn"}] * 3
    assert code(state, 0, Pass()) == "must_play_drawn"
    assert CRAZY_EIGHTS.legal(state, 0) == (Play("7c"),)
    assert CRAZY_EIGHTS.view(state, 0)["reasons"] == dict.fromkeys(["Kh", "4d", "9h"], "only_drawn_card")


def test_a_queen_that_is_turned_up_draws_five_and_skips() -> None:
    """(C2.3)"""
    options = CRAZY_EIGHTS.options.parse({"queen_draws_five": True})
    deck = ("2c", "3c") * 7 + ("Qs", "4d", "5d", "6d", "7d", "9d")
    _, events = CRAZY_EIGHTS.deal(options, 2, chance(), deck=deck, first=1)
    assert [CRAZY_EIGHTS.redact(event, None) for event in events[1:]] == [
        {"type": "drew", "seat": 1, "count": 5, "reason": "starter"},
        {"type": "skipped", "seat": 1},
        {"type": "turned", "seat": 0},
    ]


def test_suits_are_named_as_suits() -> None:
    """(C3.2)"""
    state = position([["8h", "Kh"], ["5d"]])
    view = CRAZY_EIGHTS.view(state, 0)
    assert (view["named"], view["colors"], view["color"]) == ("suit", ["s", "h", "d", "c"], "s")
    assert [action.get("suit") for action in view["legal"]] == ["s", "h", "d", "c"]
    assert code(state, 0, Play("8h")) == "color_needed"
    assert code(state, 0, Play("8h", color="s")) == "color_not_wanted"
    assert code(state, 0, Play("8h", color="s", suit="s")) == "color_not_wanted"
    assert code(state, 0, Play("8h", suit="r")) == "unknown_color"
    state, events = CRAZY_EIGHTS.apply(state, 0, Play("8h", suit="d"))
    assert CRAZY_EIGHTS.redact(events[0], None)["color"] == "d"
    assert CRAZY_EIGHTS.view(state, None)["color"] == "d"


def test_why_not() -> None:
    """(C3.4, C4.4, C9.1)"""
    state = position([["8h", "Kh"], ["5d"]])
    assert code(state, 0, Draw()) == "must_play"
    assert code(state, 0, LastCard()) == "no_calls"
    assert code(state, 0, Play("8h", suit="s", last_card=True)) == "no_calls"
    state = position([["8h", "Qs", "5s"], ["5d"]], {"queen_draws_five": True}, discard=["2s"], penalty=2)
    assert CRAZY_EIGHTS.legal(state, 0) == (Take(),)
    assert code(state, 0, Play("Qs")) == "penalty_pending"


def test_places_go_by_the_most_points_in_a_points_game_and_by_the_fewest_left_in_a_single_round() -> None:
    """(C10.2, C10.3)"""
    hands = [["9h"], ["Kd"], ["4d", "3d"], ["5d"]]
    state, _ = CRAZY_EIGHTS.apply(position([["7h"], *hands[1:]]), 0, Play("7h"))
    assert CRAZY_EIGHTS.result(state).ranking == ((0,), (3,), (2,), (1,))
    state = position([["7h"], *hands[1:]], {"scoring": "points", "target": 60}, totals=[40, 12, 30, 30])
    state, _ = CRAZY_EIGHTS.apply(state, 0, Play("7h"))
    assert CRAZY_EIGHTS.result(state).totals == (62, 12, 30, 30)
    assert CRAZY_EIGHTS.result(state).ranking == ((0,), (2, 3), (1,))
