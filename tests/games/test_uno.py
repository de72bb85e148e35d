"""UNO where a case file can't look: who learns what of a challenge, shuffled hands, drawing for the deal."""

import json
from dataclasses import replace
from typing import Any

import pytest

from app.games.actions import Accept, Challenge, Choose, Denounce, Draw, LastCard, Play, Take
from app.games.uno import UNO
from tests.games.random_play import chance

STOCK = ["g1", "g2", "g4", "y5", "y6", "b8", "b9"]


def position(hands: list[list[str]], options: dict[str, Any] | None = None, **rest: Any) -> Any:
    data = {"hands": hands, "stock": STOCK, "discard": ["r7", "y1"], **rest}
    return UNO.position(UNO.options.parse(options or {}), len(hands), data)


def do(state: Any, seat: int, *actions: Any) -> tuple[Any, list[Any]]:
    """Apply the actions; return the state and the events of the last as a spectator gets them."""
    events: tuple[Any, ...] = ()
    for action in actions:
        state, events = UNO.apply(state, seat, action)
    return state, told(events)


def told(events: Any, viewer: int | None = None) -> list[Any]:
    return [UNO.redact(event, viewer) for event in events]


def code(state: Any, seat: int, action: Any) -> str | None:
    refusal = UNO.check(state, seat, action)
    return refusal and refusal.code


HANDS = [["W4", "r1", "b2"], ["b1", "b2"], ["y1", "y2", "y3"], ["g6", "g7", "g8"]]


def test_the_deck_has_112_cards_or_108() -> None:
    """(U2.1-U2.5, situation 1)"""
    for size, points in ((112, 1400), (108, 1240)):
        options = UNO.options.parse({"deck": size})
        rules = UNO.rules(options)
        assert len(UNO.deck(options, 4)) == size
        assert sum(rules.faces[card].points for card in UNO.deck(options, 4)) == points
    assert {"WSH", "WC"}.isdisjoint(rules.faces)


def test_a_wild_draw_four_waits_for_an_answer() -> None:
    """(U8.5): two actions and nothing else, above all no call; catching stays possible."""
    state, events = do(position(HANDS), 0, Play("W4", "g"))
    assert events == [
        {"type": "played", "seat": 0, "card": "W4", "left": 2, "color": "g"},
        {"type": "penalty", "seat": 1, "sum": 4},
        {"type": "turned", "seat": 1},
    ]
    assert UNO.legal(state, 1) == (Accept(), Challenge())
    assert UNO.view(state, None)["challenge"] == {"by": 0, "seat": 1}
    assert UNO.view(state, 1)["reasons"] == {"b1": "answer_first", "b2": "answer_first"}
    for action in (LastCard(), Take(), Draw(), Play("b1"), Choose("r")):
        assert code(state, 1, action) == "answer_first"
    assert code(state, 2, Challenge()) == "not_your_turn"
    assert all(UNO.waits(state, action) for action in (Accept(), Challenge()))
    state = UNO.apply(position([["W4", "b2"], *HANDS[1:]]), 0, Play("W4", "g"))[0]
    assert UNO.legal(state, 1) == (Accept(), Challenge(), Denounce(0))


@pytest.mark.parametrize(("mine", "guilty"), [(["r1", "b2"], True), (["b1", "b2"], False)])
def test_only_the_challenger_sees_the_hand_whatever_comes_out(mine: list[str], guilty: bool) -> None:
    """(U8.7, U17.2)"""
    state, _ = UNO.apply(position([["W4", *mine], *HANDS[1:]]), 0, Play("W4", "g"))
    state, events = UNO.apply(state, 1, Challenge())
    outcome = {"type": "challenged", "seat": 0, "by": 1, "guilty": guilty}
    for viewer in (0, 2, 3, None):
        assert told(events, viewer)[0] == outcome
        assert UNO.view(state, viewer)["shown"] is None
    assert told(events, 1)[0] == outcome | {"hand": mine}
    assert UNO.view(state, 1)["shown"] == {"seat": 0, "hand": mine}
    assert "r1" not in repr(events)
    drew = {"type": "drew", "seat": 0 if guilty else 1, "count": 4 if guilty else 6, "reason": "challenge"}
    assert told(events)[1] == drew
    assert UNO.view(state, None)["turn"] == (1 if guilty else 2)


def test_the_hand_is_shown_until_the_next_turn_action() -> None:
    """(U8.7)"""
    state, _ = UNO.apply(position([["W4", "b2"], ["b1"], *HANDS[2:]]), 0, Play("W4", "g"))
    state, _ = UNO.apply(state, 1, Challenge())
    assert UNO.view(state, 1)["shown"] == {"seat": 0, "hand": ["b2"]}
    state, _ = UNO.apply(state, 2, Draw())
    assert UNO.view(state, 1)["shown"] is None


def test_nobody_learns_whether_an_accepted_card_was_a_bluff() -> None:
    """(U8.5, U17.4)"""
    seen = []
    for mine in (["r1", "b2"], ["b1", "b2"]):
        state, events = UNO.apply(position([["W4", *mine], *HANDS[1:]]), 0, Play("W4", "g"))
        views = [UNO.view(state, viewer) for viewer in (1, 2, None)]
        state, more = UNO.apply(state, 1, Accept())
        views += [UNO.view(state, viewer) for viewer in (1, 2, None)]
        seen.append(json.dumps([views, told((*events, *more), 1), repr(state)]))
    assert seen[0] == seen[1]


def test_a_wild_draw_four_of_a_leaver_can_only_be_accepted() -> None:
    """(U15.3)"""
    state, _ = UNO.apply(position(HANDS), 0, Play("W4", "g"))
    state, _ = UNO.leave(state, 0)
    assert UNO.legal(state, 1) == (Accept(),)
    assert code(state, 1, Challenge()) == "cant_challenge"
    state, events = UNO.timeout(state, 1)
    assert [event.type for event in events] == ["timed_out", "drew", "turned"]
    assert UNO.view(state, None)["challenge"] is None


def test_answers_are_for_a_wild_draw_four_alone() -> None:
    """(U8.5, U8.11)"""
    assert code(position(HANDS), 0, Accept()) == "nothing_to_answer"
    assert code(position(HANDS), 0, Challenge()) == "nothing_to_answer"
    state, _ = UNO.apply(position(HANDS, {"stacking": "sameKind"}), 0, Play("W4", "g"))
    assert code(state, 1, Accept()) == "not_in_this_game"
    assert UNO.legal(state, 1) == (Take(), LastCard())


def test_a_draw_two_is_drawn_at_once_and_the_window_stays_open() -> None:
    """(U7.1, U11.4)"""
    state, events = do(position([["r+2", "b2"], *HANDS[1:]]), 0, Play("r+2"))
    assert events[1:] == [
        {"type": "window_opened", "seat": 0},
        {"type": "drew", "seat": 1, "count": 2, "reason": "penalty"},
        {"type": "skipped", "seat": 1},
        {"type": "turned", "seat": 2},
    ]
    assert Denounce(0) in UNO.legal(state, 1)


def test_shuffled_hands_are_seen_by_their_owners_alone() -> None:
    """(U7.7, U7.8, U17.3)"""
    hands = [["WSH", "r1", "r2"], ["b1"], ["y1", "y2", "y3", "y4"]]
    state, _ = UNO.apply(
        position([["WSH", "r1"], ["b1", "b3"], hands[2]]), 0, Play("WSH", "g", last_card=True)
    )
    assert (state.announced, state.window) == ((), None)
    state = replace(position([["WSH", "r1"], ["b1"]]), announced=(1,))  # still at one card, but another one
    state, _ = UNO.apply(state, 0, Play("WSH", "g"))
    assert (state.announced, [len(hand) for hand in state.hands]) == ((), [1, 1])
    state, events = UNO.apply(position(hands), 0, Play("WSH", "g"))
    for viewer in (0, 1, 2, None):
        assert told(events, viewer) == [
            {"type": "played", "seat": 0, "card": "WSH", "left": 2, "color": "g"},
            {"type": "hands_shuffled", "seat": 0, "counts": [2, 3, 2]},
            {"type": "turned", "seat": 1},
        ]
    cards = [card for hand in state.hands for card in hand]
    assert sorted(cards) == ["b1", "r1", "r2", "y1", "y2", "y3", "y4"]
    other = UNO.apply(position(hands), 0, Play("WSH", "r"))[0]
    assert other.hands == state.hands  # by the round's chance, so that it can be checked


def test_whoever_gets_no_card_draws_one() -> None:
    """(U7.8, U12.4)"""
    state, events = do(position([["WSH"], ["b4"]]), 0, Play("WSH", "b"))
    assert events[1:] == [
        {"type": "hands_shuffled", "seat": 0, "counts": [0, 1]},
        {"type": "drew", "seat": 0, "count": 1, "reason": "effect"},
        {"type": "turned", "seat": 1},
    ]
    assert state.hands == (("g1",), ("b4",))
    assert code(position([["WSH"], ["b4"]]), 0, Play("WSH")) == "color_needed"


def test_the_customizable_wild_is_told() -> None:
    """(U7.9)"""
    hands = [["WC", "r1", "r2"], *HANDS[1:3]]
    _, events = do(position(hands, {"customEffect": "othersDrawOne"}, direction=-1), 0, Play("WC", "g"))
    drew = [{"type": "drew", "seat": seat, "count": 1, "reason": "effect"} for seat in (2, 1)]
    assert events[1:] == [*drew, {"type": "turned", "seat": 2}]
    _, events = do(position(hands, {"customEffect": "playAgain"}), 0, Play("WC", "g"))
    assert events[1:] == [{"type": "turned", "seat": 0}]


def test_the_deal_is_drawn_for() -> None:
    """(U1.2, U1.3, U3.4)"""
    ties, numbers = 0, {f"{color}{number}" for color in "rgby" for number in range(10)}
    for seed in range(60):
        state, events = UNO.deal(UNO.options.default, 3, chance(seed))
        first, dealt = told(events)[:2]
        assert (first["type"], dealt["type"]) == ("dealer_drawn", "dealt")
        drawing = [0, 1, 2]
        for draw in first["draws"]:
            assert [seat for seat, _ in draw] == drawing
            values = {seat: int(card[1]) if card in numbers else 0 for seat, card in draw}
            drawing = [seat for seat in drawing if values[seat] == max(values.values())]
        assert drawing == [state.dealer]
        assert dealt["first"] == state.match.first == (state.dealer + 1) % 3
        ties += len(first["draws"]) > 1
        deck = chance(seed).deck(UNO.deck(UNO.options.default, 3))
        assert state.hands[state.match.first][:7] == deck[:21:3]
    assert ties


def test_points_of_a_leaver_are_dropped_at_once() -> None:
    """(U15.2)"""
    state, _ = UNO.leave(position(HANDS, totals=[50, 20, 90, 0]), 2)
    assert UNO.view(state, None)["totals"] == [50, 20, 0, 0]


def test_a_last_draw_card_is_drawn_before_the_count() -> None:
    """(U12.2, U12.3): the whole sum, without a choice."""
    hands = [["r+2"], ["g+2", "b1"], ["b5"]]
    state = position(hands, {"stacking": "sameKind"}, discard=["b+2"], penalty=2)
    state, events = do(state, 0, Play("r+2"))
    assert events[1] == {"type": "drew", "seat": 1, "count": 4, "reason": "penalty"}
    assert events[2]["type"] == "round_ended"
    assert UNO.result(state).round_points == (20 + 1 + 1 + 2 + 4 + 5 + 5, 0, 0)
    assert UNO.view(state, None)["phase"] == "round_over"


@pytest.mark.parametrize(
    ("options", "ranking"),
    [
        ({"target": 60}, ((0,), (2,), (1,))),
        ({"scoring": "singleRound"}, ((0,), (1,), (2,))),
        ({"scoring": "ownPoints", "target": 60}, ((0,), (1,), (2,))),
    ],
)
def test_places(options: dict[str, Any], ranking: Any) -> None:
    """(U13.1, U13.5, U13.6)"""
    state = position([["r1"], ["b9"], ["W"]], options, totals=[10, 20, 30])
    state, _ = UNO.apply(state, 0, Play("r1"))
    assert UNO.result(state).ranking == ranking


def test_a_round_ends_with_nothing_in_doubt() -> None:
    """(U8.10, U15.1)"""
    state, _ = UNO.apply(position([["W4"], *HANDS[1:]]), 0, Play("W4"))
    assert (state.doubt, UNO.view(state, None)["challenge"]) == (None, None)
    state, _ = UNO.apply(position(HANDS[:2]), 0, Play("W4", "g"))
    state, _ = UNO.leave(state, 1)
    assert (UNO.view(state, None)["challenge"], UNO.result(state).winners) == (None, (0,))
