"""Toma 2 where a case file can't look: events, views, ranking, tokens of windows."""

from dataclasses import replace
from typing import Any

import pytest

from app.games.actions import Choose, Denounce, Draw, LastCard, Pass, Play, Take
from app.games.game import RefusedError
from app.games.registry import GAMES, find_game
from app.games.shedding.state import State
from app.games.toma2 import TOMA2
from tests.games.random_play import chance

OTHER = ["b1", "b2", "g3"]


def position(hands: list[list[str]], format: str = "express", **rest: Any) -> State:  # noqa: A002
    data = {"hands": hands, "stock": ["y1", "y2", "y3", "y4"], "discard": ["r7", "g9"], **rest}
    return TOMA2.position(TOMA2.options.parse({"format": format}), len(hands), data)


def do(state: State, seat: int, *actions: Any) -> tuple[State, list[Any]]:
    """Apply the actions; return the state and the events of the last as a spectator gets them."""
    events: tuple[Any, ...] = ()
    for action in actions:
        state, events = TOMA2.apply(state, seat, action)
    return state, told(events)


def told(events: tuple[Any, ...], viewer: int | None = None) -> list[Any]:
    return [TOMA2.redact(event, viewer) for event in events]


def code(state: State, seat: int | None, action: Any) -> str | None:
    refusal = TOMA2.check(state, seat, action)
    return refusal and refusal.code


def test_deal_is_told() -> None:
    deck = ("r1", "b1") * 7 + ("W4", "y1")
    state, events = TOMA2.deal(TOMA2.options.default, 2, chance(), deck=deck, first=1)
    assert told(events) == [
        {"type": "dealt", "first": 1, "starter": "W4", "counts": [7, 7]},
        {"type": "penalty", "seat": 1, "sum": 4},
        {"type": "turned", "seat": 1},
    ]
    view = TOMA2.view(state, 1)
    assert (view["choosing"], view["color"], view["penalty"], view["turn"]) == (1, None, 4, 1)
    assert view["bill"] == [{"seat": None, "card": "W4"}]
    assert view["reasons"] == {"r1": "choose_first"}
    assert TOMA2.to_act(state) == (1,)
    assert code(state, 1, Take()) == "choose_first"
    state, told_ = do(state, 1, Choose("g"))
    assert told_ == [{"type": "named", "seat": 1, "color": "g"}]
    assert TOMA2.view(state, None)["choosing"] is None


def test_a_starter_reverse_and_a_skip_are_told() -> None:
    for starter, events in (
        ("gR", [{"type": "reversed", "direction": -1}, {"type": "turned", "seat": 2}]),
        ("gS", [{"type": "skipped", "seat": 0}, {"type": "turned", "seat": 1}]),
    ):
        deck = ("r1", "b1", "y1") * 7 + (starter, "y1")
        found = TOMA2.deal(TOMA2.options.default, 3, chance(), deck=deck, first=0)[1]
        assert told(found)[1:] == events


def test_the_first_player_is_drawn_and_the_deck_is_the_chances() -> None:
    """(T3.4, T3.5)"""
    firsts = set()
    for seed in range(40):
        state, _ = TOMA2.deal(TOMA2.options.default, 4, chance(seed))
        assert state.match.first == chance(seed).first(4)
        firsts.add(state.match.first)
        deck = chance(seed).deck(TOMA2.deck(TOMA2.options.default, 4))
        assert state.hands[state.match.first] == deck[:28:4]
        assert (state.pile, state.stock) == (deck[28:29], deck[29:])
    assert firsts == {0, 1, 2, 3}


def test_a_play_is_told_in_order() -> None:
    state = position([["rR", "r5"], OTHER, OTHER])
    state, events = do(state, 0, Play("rR", last_card=True))
    assert events == [
        {"type": "announced", "seat": 0},
        {"type": "played", "seat": 0, "card": "rR", "left": 1},
        {"type": "window_opened", "seat": 0},
        {"type": "reversed", "direction": -1},
        {"type": "turned", "seat": 2},
    ]


def test_a_wild_tells_its_colour_but_as_last_card_none() -> None:
    events = do(position([["W", "r5", "r6"], OTHER]), 0, Play("W", "g"))[1]
    assert events[0] == {"type": "played", "seat": 0, "card": "W", "left": 2, "color": "g"}
    state, events = do(position([["W"], OTHER]), 0, Play("W", "g"))
    assert events[0] == {"type": "played", "seat": 0, "card": "W", "left": 0}
    assert TOMA2.view(state, None)["color"] is None


def test_two_players_a_reverse_skips_the_other() -> None:
    events = do(position([["rR", "r5", "r6"], OTHER]), 0, Play("rR"))[1]
    assert events[1:] == [
        {"type": "reversed", "direction": -1},
        {"type": "skipped", "seat": 1},
        {"type": "turned", "seat": 0},
    ]


def test_draws_are_told_in_full_to_the_drawer_only() -> None:
    """(T17.3, situation 66)"""
    state = position([["b4", "g2"], OTHER], stock=["r9", "y1"])
    after, events = TOMA2.apply(state, 0, Draw())
    drew = {"type": "drew", "seat": 0, "count": 1, "reason": "turn"}
    assert told(events, 0) == [drew | {"cards": ["r9"]}]
    assert told(events, 1) == told(events, None) == [drew]
    assert TOMA2.view(after, 0)["drawn"] == "r9"
    assert TOMA2.view(after, 0)["reasons"] == {"b4": "only_drawn_card", "g2": "only_drawn_card"}
    assert (TOMA2.view(after, 1)["drawn"], TOMA2.view(after, 1)["deciding"]) == (None, 0)
    assert do(after, 0, Pass())[1][0] == {"type": "passed", "seat": 0, "forced": False}


def test_of_equal_cards_the_drawn_one_is_laid() -> None:
    """(T15.6: hand order is the order of dealing and drawing)"""
    state = position([["W", "b4"], OTHER], stock=["W"])
    assert do(state, 0, Draw(), Play("W", "b"))[0].hands[0] == ("W", "b4")
    state = position([["r9", "b4", "r9"], OTHER])
    assert do(state, 0, Play("r9"))[0].hands[0] == ("b4", "r9")


def test_a_sum_and_its_bill() -> None:
    state = position([["r+2", "r5", "r6"], ["W4", "b1", "b2"], OTHER], stock=["y1", "y2"])
    state, events = do(state, 0, Play("r+2"))
    assert events[1:] == [{"type": "penalty", "seat": 1, "sum": 2}, {"type": "turned", "seat": 1}]
    assert TOMA2.view(state, 1)["reasons"] == {"b1": "penalty_pending", "b2": "penalty_pending"}
    state, _ = do(state, 1, Play("W4", "y"))
    assert TOMA2.view(state, None)["bill"] == [{"seat": 0, "card": "r+2"}, {"seat": 1, "card": "W4"}]
    state, events = do(state, 2, Take())  # two in the stock, r+2, r7 and g9 under the top
    assert events == [
        {"type": "reshuffled", "stock": 3},
        {"type": "drew", "seat": 2, "count": 5, "reason": "penalty"},
        {"type": "turned", "seat": 0},
    ]
    assert TOMA2.view(state, None)["bill"] == []


def test_reshuffles_follow_from_the_chance_one_after_the_other() -> None:
    """(T10.1) What goes in: the discards under the top from above, then leavers' hands as they were held."""
    state = replace(
        position([["b1"], ["b2"], ["y3", "b4"]], stock=[], discard=["r7", "g1", "g2", "g3", "g4"]),
        chance=chance("reshuffle"),
    )
    state, _ = TOMA2.leave(state, 2)
    order, rest = chance("reshuffle").shuffled(("g1", "g2", "g3", "g4", "y3", "b4"))
    state, _ = TOMA2.timeout(state, 0)
    assert state.hands[0] == ("b1", order[0])
    assert (state.stock, state.pile, state.buried) == (order[1:], ("r7",), ())
    assert state.chance == rest != chance("reshuffle")
    again = replace(state, stock=(), pile=("r7", "g1", "g2", "g3"))
    order, last = rest.shuffled(("g1", "g2", "g3"))
    again, _ = TOMA2.timeout(again, 1)
    assert (again.hands[1], again.stock, again.chance) == (("b2", order[0]), order[1:], last)


def test_a_denunciation_is_told() -> None:
    state, _ = do(position([["r3", "r5"], OTHER, OTHER]), 0, Play("r3"))
    assert do(state, 2, Denounce(0))[1] == [
        {"type": "denounced", "seat": 0, "by": 2, "caught": True},
        {"type": "window_closed", "seat": 0},
        {"type": "drew", "seat": 0, "count": 2, "reason": "denounced"},
    ]
    state, _ = do(position([["r3", "r5"], OTHER, OTHER]), 0, LastCard(), Play("r3"))
    state, events = do(state, 2, Denounce(0))
    assert events == [
        {"type": "denounced", "seat": 0, "by": 2, "caught": False},
        {"type": "drew", "seat": 2, "count": 2, "reason": "denounced"},
    ]
    assert TOMA2.view(state, None)["window"] == {"seat": 0, "by": [2]}


def test_the_hold_token_lasts_as_long_as_its_window() -> None:
    state, _ = do(position([["rS", "r3", "r5"], OTHER]), 0, Play("rS"))
    assert TOMA2.hold(state) is None
    state, _ = do(state, 0, Play("r3"))
    first = TOMA2.hold(state)
    assert first is not None
    caught, _ = do(state, 1, Denounce(0))
    assert TOMA2.hold(caught) is None
    state, _ = TOMA2.leave(position([["r3", "r5"], OTHER, OTHER]), 2)
    assert TOMA2.hold(do(state, 0, LastCard(), Play("r3"))[0]) is not None


def test_turn_actions_wait_and_others_do_not() -> None:
    """(T11.5, T11.6)"""
    state = position([OTHER, OTHER])
    assert all(TOMA2.waits(state, action) for action in (Play("r1"), Draw(), Take(), Pass()))
    assert not any(TOMA2.waits(state, action) for action in (LastCard(), Denounce(0), Choose("r")))


def test_a_held_action_may_have_become_illegal() -> None:
    """(T11.6, situation 41): a held draw, a play with the call in it, a colourless last wild."""
    state, _ = do(position([["rS", "W"], OTHER], stock=["r1", "r2"]), 0, Play("rS"))
    assert code(state, 0, Play("W")) is None
    caught, _ = do(state, 1, Denounce(0))
    assert code(caught, 0, Play("W")) == "color_needed"
    assert code(caught, 0, Draw()) == "must_play"
    state, _ = do(position([["r3", "r5"], ["r8", "b1"], OTHER]), 0, LastCard(), Play("r3"))
    assert code(state, 1, Play("r8", last_card=True)) is None
    wrong, _ = do(state, 1, Denounce(0))
    assert code(wrong, 1, Play("r8", last_card=True)) == "not_two_cards"


@pytest.mark.parametrize(
    ("action", "expected"),
    [
        (Play("r9"), "not_in_hand"),
        (Play("b4"), "does_not_fit"),
        (Play("W"), "color_needed"),
        (Play("W", "w"), "unknown_color"),
        (Play("W", suit="h"), "color_not_wanted"),
        (Play("r3", "r"), "color_not_wanted"),
        (Play("r3", last_card=True), "not_two_cards"),
        (Draw(), "must_play"),
        (Take(), "no_penalty"),
        (Pass(), "draw_first"),
        (Choose("r"), "nothing_to_choose"),
        (LastCard(), "not_two_cards"),
        (Denounce(1), "window_closed"),
        (object(), "not_in_this_game"),
    ],
)
def test_reasons(action: Any, expected: str) -> None:
    state = position([["r3", "b4", "W"], OTHER])
    assert code(state, 0, action) == expected
    with pytest.raises(RefusedError) as refused:
        TOMA2.apply(state, 0, action)
    assert refused.value.code == expected
    assert refused.value.text == TOMA2.check(state, 0, action).text


def test_more_reasons() -> None:
    state = position([["r3", "b4"], OTHER, OTHER])
    assert code(state, 1, Draw()) == "not_your_turn"
    assert TOMA2.view(state, 1)["reasons"] == dict.fromkeys(OTHER, "not_your_turn")
    assert code(state, 3, Draw()) == code(state, None, Denounce(0)) == "not_seated"
    assert code(TOMA2.leave(state, 2)[0], 2, Draw()) == "has_left"
    pressed, _ = do(state, 0, LastCard())
    assert code(pressed, 0, LastCard()) == "already_announced"
    opened, _ = do(pressed, 0, Play("r3"))
    assert code(opened, 0, Denounce(0)) == "own_window"
    assert code(opened, 1, Denounce(2)) == "not_the_target"
    assert code(do(opened, 1, Denounce(0))[0], 1, Denounce(0)) == "already_denounced"
    assert code(position([["b4"], OTHER], stock=[], discard=["r7"]), 0, Draw()) == "nothing_to_draw"
    assert code(position([["W"], OTHER], stock=[], discard=["r7"]), 0, Draw()) == "must_play"
    over, _ = do(position([["r3"], OTHER]), 0, Play("r3"))
    assert code(over, 1, Draw()) == "not_playing"


def test_a_round_and_a_match_are_told() -> None:
    """(T14.2, T17.6, situation 70)"""
    state, events = do(position([["r3"], ["b9", "W"]]), 0, Play("r3"))
    assert events[1:] == [
        {
            "type": "round_ended",
            "winner": 0,
            "blocked": False,
            "points": [0, 59],
            "totals": [0, 59],
            "hands": {"0": [], "1": ["b9", "W"]},
        },
        {"type": "match_ended", "winners": [0], "ranking": [[0], [1]], "totals": [0, 59]},
    ]
    view = TOMA2.view(state, None)
    assert view["outcome"] == {
        "winner": 0,
        "blocked": False,
        "points": [0, 59],
        "hands": {"0": [], "1": ["b9", "W"]},
    }
    assert view["result"] == {"winners": [0], "ranking": [[0], [1]], "losers": []}
    assert (view["turn"], TOMA2.to_act(state)) == (None, ())


def test_ranking_and_losers() -> None:
    """(T13.4, T13.9, situation 50)"""
    state = position(
        [["b2", "rS"], ["b9", "b0"], ["r5"], ["r9", "g1", "b+2"]], "to_60", totals=[41, 55, 20, 58], turn=2
    )
    result = TOMA2.result(do(state, 2, Play("r5"))[0])
    assert result.totals == (63, 64, 20, 88)
    assert result.ranking == ((2,), (0,), (1,), (3,))
    assert result.losers == (0, 1, 3)


def test_leavers_come_last_the_latest_first_and_equals_share() -> None:
    state = position([["r5"], ["b4"], ["g4"], OTHER], totals=[9, 0, 0, 0])
    state, _ = TOMA2.leave(state, 3)
    assert TOMA2.result(do(state, 0, Play("r5"))[0]).ranking == ((0,), (1, 2), (3,))
    for seat in (1, 0):
        state, events = TOMA2.leave(state, seat)
    assert TOMA2.result(state).ranking == ((2,), (0,), (1,), (3,))
    assert told(events) == [
        {"type": "left", "seat": 0},
        {"type": "match_ended", "winners": [2], "ranking": [[2], [0], [1], [3]], "totals": [9, 0, 0, 0]},
    ]


def test_express_the_winner_ranks_above_a_hand_of_nothing() -> None:
    """(T13.6)"""
    state, _ = do(position([["r9"], ["b0"], ["b3"]]), 0, Play("r9"))
    assert TOMA2.result(state).ranking == ((0,), (1,), (2,))


def test_to_60_a_winner_above_60_is_no_loser() -> None:
    """(T13.5)"""
    state = position([["bS", "yR"], ["gS", "g+2"]], "to_60", stock=[], discard=["r7"], totals=[30, 20])
    state, _ = do(state, 0, Pass())
    state, events = do(state, 1, Pass())
    assert events[0] == {"type": "passed", "seat": 1, "forced": True}
    result = TOMA2.result(state)
    assert (result.winners, result.losers, result.blocked) == ((1,), (0,), True)


def test_leaving_is_told_and_the_sum_moves_on() -> None:
    """(T15.2, T15.3, situation 58)"""
    state = position([OTHER, OTHER, OTHER], penalty=4, discard=["r+2", "r7"])
    state, events = TOMA2.leave(state, 0)
    assert told(events) == [
        {"type": "left", "seat": 0},
        {"type": "penalty", "seat": 1, "sum": 4},
        {"type": "turned", "seat": 1},
    ]
    view = TOMA2.view(state, 0)
    assert (view["hand"], view["legal"]) == (None, None)
    assert (view["discards"], view["pile"]) == (5, ["r7", "r+2"])


def test_leaving_in_the_result_window_is_told_and_gives_nobody_the_turn() -> None:
    """(T15.10)"""
    state, _ = do(position([["r5"], OTHER, OTHER], "three_rounds"), 0, Play("r5"))
    for seat in (0, 1):
        after, events = TOMA2.leave(state, seat)
        assert told(events) == [{"type": "left", "seat": seat}]
        assert (TOMA2.view(after, None)["turn"], TOMA2.to_act(after)) == (None, ())
        assert TOMA2.phase(after) == "round_over"


def test_the_result_window_leaves_out_a_leavers_hand() -> None:
    """(T17.6)"""
    state, _ = TOMA2.leave(position([["r5"], ["W", "W4"], OTHER]), 1)
    state, _ = do(state, 0, Play("r5"))
    assert TOMA2.view(state, 0)["outcome"]["hands"] == {"0": [], "2": OTHER}
    assert TOMA2.result(state).hands == ((0, ()), (2, tuple(OTHER)))


def test_a_time_out_is_told() -> None:
    _, events = TOMA2.timeout(position([["r3", "b4"], OTHER]), 0)
    assert told(events) == [
        {"type": "timed_out", "seat": 0},
        {"type": "drew", "seat": 0, "count": 1, "reason": "turn"},
        {"type": "turned", "seat": 1},
    ]


def test_the_next_round_begins_when_this_one_is_over() -> None:
    state = position([["r3"], OTHER], "three_rounds")
    with pytest.raises(RefusedError, match="next round"):
        TOMA2.next_round(state, chance())
    over, _ = do(state, 0, Play("r3"))
    following, events = TOMA2.next_round(over, chance(2))
    assert (following.match.round, following.match.first, following.match.outcome) == (2, 1, None)
    assert events[0].type == "dealt"
    with pytest.raises(RefusedError):
        TOMA2.next_round(following, chance())
    assert TOMA2.next_round(over, chance(2))[0] == following
    assert TOMA2.next_round(over, chance(3))[0] != following


def test_windows_of_later_rounds_have_tokens_of_their_own() -> None:
    state, _ = do(position([["r3", "r5"], ["r6"]], "three_rounds"), 0, Play("r3"))
    first = TOMA2.hold(state)
    state, _ = TOMA2.next_round(do(state, 1, Play("r6"))[0], chance())
    assert state.windows == first


def test_nothing_here_waits_for_time() -> None:
    state = position([OTHER, OTHER])
    assert TOMA2.pace(state).window_ms is None
    assert TOMA2.window(state) == (state, ())


def test_the_table_of_payouts() -> None:
    """(T16.3)"""
    for seats, by_winners in {
        2: [12000, 6000],
        3: [18000, 9000, 6000],
        4: [24000, 12000, 8000, 6000],
    }.items():
        for tied, each in enumerate(by_winners, 1):
            state = position([["b0"]] * tied + [["b5"]] * (seats - tied), stock=[], discard=["r7"])
            for seat in range(seats):
                state, _ = TOMA2.apply(state, seat, Pass())
            assert TOMA2.payouts(state, 6000) == (each,) * tied + (0,) * (seats - tied)


def test_a_state_can_not_be_changed() -> None:
    """Also not one that was a draft a moment ago."""
    for state in (position([OTHER, OTHER]), TOMA2.apply(position([["r3", "r4"], OTHER]), 0, Play("r3"))[0]):
        assert type(state) is State
        for name in State.__dataclass_fields__:
            with pytest.raises(AttributeError):
                setattr(state, name, None)
        with pytest.raises(AttributeError):
            state.set_hand(0, ())
        with pytest.raises(AttributeError):
            state.another = 1


def test_registry() -> None:
    assert find_game("toma2") is TOMA2
    assert next(iter(GAMES)) == "toma2"
    with pytest.raises(Exception, match="no such game"):
        find_game("chess")
    assert TOMA2.seats == (2, 4)
    assert TOMA2.options.quick.seats == 2
    assert TOMA2.options.declared() == [
        {
            "name": "format",
            "kind": "choice",
            "values": ["express", "three_rounds", "to_60"],
            "default": "express",
        }
    ]
