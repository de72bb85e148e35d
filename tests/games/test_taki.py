"""TAKI where a case file can't look: secrets of the window, races, events, ranking, tokens of calls."""

import random
from collections import Counter
from typing import Any

import pytest

from app.bots.registry import ROBOTS
from app.errors import InvalidError
from app.games.actions import Accept, Draw, LastCard, Pass, Play, Take
from app.games.game import RefusedError
from app.games.registry import parse_action
from app.games.taki.actions import Breaker, Close, LeaveOpen
from app.games.taki.engine import TAKI
from app.games.taki.state import State
from tests.games.random_play import chance

OTHER = ["y5", "g8", "b9"]
STOCK = ["g1", "g3", "g4", "g6", "g7", "g8", "g9", "y1", "y3", "y4", "y6", "y7"]


def position(hands: list[list[str]], options: dict[str, Any] | None = None, **rest: Any) -> State:
    data = {"hands": hands, "stock": STOCK, "discard": ["r5", "r6"], **rest}
    return TAKI.position(TAKI.options.parse(options or {}), len(hands), data)


def do(state: State, seat: int, *actions: Any) -> tuple[State, list[Any]]:
    """Apply the actions; return the state and the events of the last as a spectator gets them."""
    events: tuple[Any, ...] = ()
    for action in actions:
        state, events = TAKI.apply(state, seat, action)
    return state, told(events)


def told(events: tuple[Any, ...], viewer: int | None = None) -> list[Any]:
    return [TAKI.redact(event, viewer) for event in events]


def code(state: State, seat: int, action: Any) -> str | None:
    refusal = TAKI.check(state, seat, action)
    return refusal and refusal.code


def look(state: State, seats: list[int | None]) -> list[Any]:
    """Return all that these viewers can see of a state, and what the table does about it."""
    views = [TAKI.view(state, seat) for seat in seats]
    return [*views, TAKI.to_act(state), TAKI.pace(state), TAKI.hold(state), TAKI.facts(state)]


def test_nobody_else_can_tell_who_holds_a_breaker_or_has_answered() -> None:
    """(12.5, 21.3, 21.4): two hands that differ in a Breaker, an accept, a refused Breaker."""
    others: list[int | None] = [0, 1, 3, None]
    worlds = []
    for card in ("BR", "g1"):
        state = position([["+3", "b1", "b3"], ["K", "b1"], [card, "g3", "g4"], OTHER])
        seen = [look(state, others)]
        state, events = do(state, 0, Play("+3"))
        seen += [events, look(state, others)]
        before = look(state, others)
        assert code(state, 3, Breaker()) == "not_in_hand"
        assert code(state, 0, Breaker()) == "own_plus_three"
        state, events = do(state, 2, Accept())
        assert events == []
        assert look(state, others) == before
        assert code(state, 2, Breaker()) == "already_accepted"
        state, events = TAKI.window(state)
        seen += [told(events, seat) for seat in others] + [look(state, others)]
        worlds.append(seen)
    assert worlds[0] == worlds[1]


def test_the_holder_alone_sees_what_can_be_answered() -> None:
    """(12.4, 12.6, 21.3)"""
    state = position([["+3", "b1", "b3"], ["K", "b1"], ["BR", "K", "g3"], OTHER])
    state, _ = do(state, 0, Play("+3"))
    types = [[action["type"] for action in TAKI.view(state, seat)["legal"]] for seat in range(4)]
    assert types == [["last_card"], ["play", "accept"], ["accept", "breaker"], ["accept"]]
    assert TAKI.view(state, None)["window"] == {"by": 0, "king": 1}
    assert [TAKI.view(state, seat)["answered"] for seat in (0, 1, 2, None)] == [None, False, False, None]
    assert TAKI.view(state, 2)["reasons"] == dict.fromkeys(["BR", "K", "g3"], "plus_three_waits")
    state, _ = do(state, 1, Accept())
    assert [TAKI.view(state, seat)["answered"] for seat in (1, 2)] == [True, False]
    assert TAKI.to_act(state) == (1, 2, 3)
    assert (TAKI.pace(state).window_ms, TAKI.view(state, None)["turn"]) == (5000, None)


def test_a_window_has_no_time_out_of_a_seat() -> None:
    """(20.3)"""
    state, _ = do(position([["+3", "b1"], OTHER, OTHER]), 0, Play("+3"))
    for seat in range(3):
        with pytest.raises(RefusedError):
            TAKI.timeout(state, seat)


@pytest.mark.parametrize("first", [2, 3])
def test_of_two_breakers_the_first_to_come_is_used(first: int) -> None:
    """(12.7, 13.6): the other one is refused, keeps the card, and nothing changes."""
    state = position([["+3", "b1", "b3"], OTHER, ["BR", "g3"], ["BR", "g4"]])
    state, _ = do(state, 0, Play("+3"))
    state, events = do(state, first, Breaker())
    assert events[:3] == [
        {"type": "played", "seat": first, "card": "BR", "left": 1},
        {"type": "plus_three_ended", "seat": 0, "how": "broken", "by": first},
        {"type": "drew", "seat": 0, "count": 3, "reason": "breaker"},
    ]
    late = 5 - first
    assert code(state, late, Breaker()) == "no_plus_three"
    with pytest.raises(RefusedError):
        TAKI.apply(state, late, Breaker())
    assert state.hands[late][0] == "BR"


def test_a_king_and_a_breaker_race() -> None:
    """(12.7): whichever comes first; the other is too late."""
    start, _ = do(position([["+3", "b1", "b3"], ["K", "b1", "b3"], ["BR", "g3", "g4"]]), 0, Play("+3"))
    state, _ = do(start, 1, Play("K"))
    assert code(state, 2, Breaker()) == "no_plus_three"
    state, _ = do(start, 2, Breaker())
    assert state.turn == 1
    assert code(state, 1, Play("K")) is None  # an ordinary one, in the own turn now
    assert state.window is None


def test_everybody_leaves_a_window_in_any_order() -> None:
    """(20.7, 20.8, 20.11): it goes on for the rest; the last one wins."""
    start, _ = do(position([["+3", "b1"], OTHER, ["BR", "y1"], OTHER]), 0, Play("+3"))
    rng = random.Random(7)
    for _ in range(20):
        order, state = rng.sample(range(4), 4), start
        for seat in order[:3]:
            assert TAKI.phase(state) == "playing"
            state, _ = TAKI.leave(state, seat)
            assert TAKI.window(state)[0].window is None
        assert TAKI.result(state).winners == (order[3],)
        assert TAKI.payouts(state, 10)[order[3]] == 40


def test_a_leavers_hand_goes_under_the_stock_unseen() -> None:
    """(20.6)"""
    state = position([OTHER, ["r7", "K", "BR"], OTHER])
    after, events = TAKI.leave(state, 1)
    assert after.stock[: len(STOCK)] == tuple(STOCK)
    assert sorted(after.stock[len(STOCK) :]) == ["BR", "K", "r7"]
    assert told(events, 0) == told(events, 1) == [{"type": "left", "seat": 1}]
    orders = set()
    for seed in range(20):
        dealt, _ = TAKI.deal(TAKI.options.default, 3, chance(seed), first=0)
        orders.add(tuple(map(dealt.hands[1].index, TAKI.leave(dealt, 1)[0].stock[-8:])))
    assert len(orders) > 10


def test_a_run_is_told_in_order() -> None:
    """(10.1, 10.5, 10.6)"""
    state = position([["rT", "rS", "rP", "b1"], OTHER, OTHER])
    state, events = do(state, 0, Play("rT"))
    assert events == [
        {"type": "played", "seat": 0, "card": "rT", "left": 3},
        {"type": "run_opened", "seat": 0, "color": "r"},
    ]
    assert TAKI.pace(state).extends
    assert TAKI.view(state, 1)["run"] is True
    opened, events = do(state, 0, Play("rS"), LeaveOpen())
    assert events[0] == {"type": "left_open", "seat": 0, "color": "r"}
    assert (events[1], opened.turn, TAKI.pace(opened).extends) == ({"type": "skipped", "seat": 1}, 2, False)
    closed, events = do(state, 0, Play("rP"), Close())
    assert events == [{"type": "run_closed", "seat": 0}, {"type": "duty", "seat": 0, "duty": "plus"}]
    assert TAKI.pace(closed).extends
    assert code(closed, 0, Pass()) == "draw_first"


def test_reasons_say_what_keeps_a_card() -> None:
    """(7.4, 10.2, 11.4)"""
    debt = position([["r7", "b+2", "ST"], OTHER], penalty=2, discard=["r+2"])
    assert TAKI.view(debt, 0)["reasons"] == {"r7": "debt_pending", "ST": "debt_pending"}
    assert code(debt, 0, Draw()) == code(debt, 0, Pass()) == "debt_pending"
    run, _ = do(position([["rT", "r7", "b7"], OTHER]), 0, Play("rT"))
    assert TAKI.view(run, 0)["reasons"] == {"b7": "in_a_run"}
    assert [code(run, 0, action) for action in (Draw(), Pass(), Close())] == ["in_a_run"] * 2 + [
        "taki_on_top"
    ]
    king, _ = do(position([["K", "r7", "b7"], OTHER]), 0, Play("K"))
    assert (TAKI.view(king, 0)["reasons"], code(king, 0, Draw())) == ({}, "king_waits")
    assert code(king, 0, Take()) == "no_penalty"
    assert TAKI.view(king, 1)["reasons"] == dict.fromkeys(OTHER, "not_your_turn")


def test_a_fine_is_told_before_the_action_and_its_hold_has_a_token() -> None:
    """(15.4, 15.5, 21.6)"""
    state, _ = do(position([["r7", "b1"], ["r9", "r8"], OTHER]), 0, Play("r7"))
    token = TAKI.hold(state)
    assert token is not None
    assert TAKI.view(state, None)["owes"] == [0]
    assert TAKI.window(state) == (state, ())
    called, events = do(state, 0, LastCard())
    assert (events, TAKI.hold(called)) == ([{"type": "announced", "seat": 0}], None)
    assert (TAKI.view(called, None)["owes"], TAKI.view(called, None)["announced"]) == ([], [0])
    after, events = do(state, 1, Play("r9"))
    assert events[:3] == [
        {"type": "fined", "seat": 0, "count": 4},
        {"type": "drew", "seat": 0, "count": 4, "reason": "fined"},
        {"type": "played", "seat": 1, "card": "r9", "left": 1},
    ]
    assert TAKI.hold(after) not in (None, token)  # another seat's call, another token
    timed, raw = TAKI.timeout(state, 1)
    assert [event.type for event in raw][:2] == ["timed_out", "fined"]
    assert [TAKI.waits(state, each) for each in (Take(), Close(), Breaker(), Accept(), LastCard())] == [
        True, True, False, False, False,
    ]  # fmt: skip
    assert len(timed.hands[0]) == 5


def test_what_was_turned_up_without_a_colour_goes_back_in_random_order() -> None:
    """(2.5)"""
    deck = ("r1", "b1") * 8 + ("K", "BR", "g7", *STOCK)
    stocks = {
        TAKI.deal(TAKI.options.default, 2, chance(seed), deck=deck, first=0)[0].stock for seed in range(9)
    }
    assert len(stocks) == 9
    assert {tuple(sorted(stock)) for stock in stocks} == {tuple(sorted(("K", "BR", *STOCK)))}
    plain = ("r1", "b1") * 8 + ("g7", *STOCK)
    assert TAKI.deal(TAKI.options.default, 2, chance(), deck=plain, first=0)[0].stock == tuple(STOCK)
    for few in (plain[:16], deck[:18]):
        with pytest.raises(ValueError, match=r"too few|no card"):
            TAKI.deal(TAKI.options.default, 2, chance(), deck=few, first=0)


def test_the_next_match_begins_one_seat_on() -> None:
    """(2.6)"""
    state, _ = TAKI.deal(TAKI.options.default, 3, chance(), first=2)
    carried = TAKI.carry(state, 6000)
    assert TAKI.deal(TAKI.options.default, 3, chance(), carried=carried)[0].turn == 0
    assert {TAKI.deal(TAKI.options.default, 3, chance(seed))[0].turn for seed in range(30)} == {0, 1, 2}


def test_a_tournament_is_ranked_by_stage_then_cards_then_leavers() -> None:
    """(18.4, 18.11)"""
    hands = [["r7"], ["b1"], ["b1", "b3"], ["b6"], ["b6"], ["b8"]]
    state = position(hands, {"format": "tournament"}, stages=[1, 3, 3, 2, 3, 1], left=[5])
    after, events = do(state, 0, Play("r7"))
    assert TAKI.result(after).ranking == ((0,), (3,), (1, 4), (2,), (5,))
    assert events[-1]["ranking"] == [[0], [3], [1, 4], [2], [5]]
    assert TAKI.payouts(after, 100) == (600, 0, 0, 0, 0, 0)
    shown = TAKI.view(after, None)["outcome"]["hands"]
    assert shown == {"0": [], "1": ["b1"], "2": ["b1", "b3"], "3": ["b6"], "4": ["b6"]}  # (21.7)


def test_a_tournament_may_end_for_want_of_cards() -> None:
    """(18.10): the new stage counts, nobody went out."""
    hands = [["+3"], ["b1"], ["b4"]]
    state = position(hands, {"format": "tournament"}, stages=[5, 4, 8], stock=["g1"], discard=["r5"])
    state, _ = do(state, 0, Play("+3"))
    state, events = TAKI.window(state)
    assert {"type": "stage_entered", "seat": 0, "stage": 4} in told(events)
    assert (TAKI.result(state).round_winner, TAKI.result(state).winners) == (None, (0,))
    assert TAKI.result(state).ranking == ((0,), (1,), (2,))


@pytest.mark.parametrize(
    ("seats", "format_"), [(10, "single"), (10, "tournament"), (3, "first_to"), (2, "tournament")]
)
def test_robots_play_whole_matches_with_all_cards(seats: int, format_: str) -> None:
    """(1.2, 2.1, 18.1): no card is lost or doubled, and every match ends."""
    robot, rng = ROBOTS["taki"]["normal"], random.Random(5)
    whole = Counter(TAKI.deck(TAKI.options.default, seats))
    state, _ = TAKI.deal(
        TAKI.options.parse({"format": format_, "hands_to_win": 2}), seats, chance(seats, format_)
    )
    for number in range(20_000):
        if TAKI.phase(state) == "match_over":
            break
        if TAKI.phase(state) == "round_over":
            state, _ = TAKI.next_round(state, chance(seats, format_, number))
        seat = rng.choice(TAKI.to_act(state))
        chosen = robot.choose(TAKI.view(state, seat), seat, rng.getrandbits(32))
        if chosen is None:
            state, _ = TAKI.window(state)
        else:
            state, _ = TAKI.apply(state, seat, parse_action(chosen))
        if not number % 10:
            assert Counter(TAKI.cards(state)) == whole
    assert TAKI.phase(state) == "match_over"
    assert sum(TAKI.payouts(state, 7)) == 7 * seats


def test_a_state_keeps_its_secrets_in_logs() -> None:
    state, events = TAKI.deal(TAKI.options.default, 2, chance())
    assert not set(state.hands[0]) & set(repr(state).replace(state.pile[0], "").split())
    drawn, events = TAKI.apply(state, state.turn, Draw())
    assert repr(drawn.hands[state.turn][-1]) not in repr(events)


@pytest.mark.parametrize(
    "wrong",
    [
        {"discard": ["K", "r5"]},
        {"discard": ["CC"], "figure": "none"},
        {"color": None},
        {"color": "x"},
        {"open_taki": "x"},
        {"figure": "2"},
        {"stages": [9, 1]},
        {"stages": [8]},
        {"left": [1, 1]},
        {"melds": []},
    ],
    ids=str,
)
def test_a_situation_that_makes_no_sense_is_refused(wrong: dict[str, Any]) -> None:
    """A Super TAKI and an open TAKI need a colour in force (9.2): no card is led without one."""
    with pytest.raises(InvalidError):
        position([["r1"], ["r3"], ["r4"]][: 3 if "left" in wrong else 2], **wrong)
