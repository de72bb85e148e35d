"""What the rule cases of Tongits do not show: secrets, every payment, pots, clocks (docs/rules/tongits.md)."""

import json
from itertools import product
from typing import Any

import pytest

from app.cards.chance import Chance
from app.cards.melds import divide
from app.errors import InvalidError
from app.games.actions import Challenge
from app.games.game import Pace, RefusedError
from app.games.registry import parse_action
from app.games.tongits.actions import CallDraw, Discard, DrawStock, Fold, LayOff, Meld, TakeDiscard
from app.games.tongits.engine import TONGITS
from app.games.tongits.payments import payouts

VIEWERS = (0, 1, 2, None)
OPEN = [
    {"owner": 0, "cards": ["3c", "4c", "5c"]},
    {"owner": 1, "cards": ["9c", "9d", "9s"]},
    {"owner": 2, "cards": ["Jc", "Jd", "Js"]},
]


def situation(options: dict[str, Any] | None = None, **position: Any) -> Any:
    start: dict[str, Any] = {"hands": [["Kd"], ["8h"], ["7d"]], "stock": ["9h", "Td"], "discard": ["8s"]}
    return TONGITS.position(TONGITS.options.parse(options or {}), 3, start | position)


def seen(state: Any, events: Any, viewer: int | None) -> str:
    return json.dumps([TONGITS.view(state, viewer), [TONGITS.redact(event, viewer) for event in events]])


def shown(state: Any, events: Any, viewer: int | None) -> str:
    """What a viewer may know after a step, refusals and what a log would say included."""
    refusals = [
        str(TONGITS.check(state, seat, LayOff((card,), 0)))
        for seat in range(3)
        for card in state.hands[seat]
        if seat == viewer
    ]
    return seen(state, events, viewer) + repr(state) + repr(events) + "".join(refusals)


# ---- secrets


def four_down(rank: str) -> tuple[Any, Any]:
    other = "K" if rank == "Q" else "Q"
    hand = [rank + suit for suit in "hcsd"]
    stock = [other + suit for suit in "hcsd"]
    state = situation(hands=[[*hand, "2c", "5d"], ["8h", "6d"], ["7d", "6h"]], stock=stock, phase="discard")
    return TONGITS.apply(state, 0, Meld(tuple(hand), face_down=True))


def test_the_rank_of_a_secret_four_can_be_told_by_nobody_else() -> None:
    """(6.3, 17.3)"""
    queens, kings = four_down("Q"), four_down("K")
    for viewer in (1, 2, None):
        assert shown(*queens, viewer) == shown(*kings, viewer)
        data = json.loads(seen(*queens, viewer))
        assert data[0]["melds"] == [
            {"owner": 0, "cards": None, "size": 4, "face_down": True, "by": [0, 0, 0, 0]}
        ]
        assert data[1] == [{"type": "melded", "seat": 0, "cards": None, "size": 4, "face_down": True}]
    assert "Qh" in seen(*queens, 0)
    assert not {"Qh", "Qc", "Qs", "Qd"} & set(repr([queens, Meld(("Qh", "Qc", "Qs", "Qd"), True)]).split("'"))


def test_the_order_in_which_a_four_was_named_is_kept_nowhere() -> None:
    """(17.3)"""
    state = situation(hands=[["Qh", "Qc", "Qs", "Qd", "2c"], ["8h"], ["7d"]], phase="discard")
    ways = [("Qh", "Qc", "Qs", "Qd"), ("Qd", "Qs", "Qc", "Qh")]
    assert len({TONGITS.apply(state, 0, Meld(cards, face_down=True)) for cards in ways}) == 1


def test_a_four_is_turned_up_at_the_end_whoever_left() -> None:
    """(6.7, 7.7, 17.7)"""
    state = four_down("Q")[0]
    state = TONGITS.leave(state, 0)[0]
    assert TONGITS.view(state, 0)["melds"][0]["cards"] is None, "who has left is told nothing more"
    state = TONGITS.leave(state, 1)[0]
    assert TONGITS.phase(state) == "match_over"
    for viewer in VIEWERS:
        view = TONGITS.view(state, viewer)
        assert view["melds"][0]["cards"] == ["Qs", "Qh", "Qd", "Qc"]
        assert view["melds"][0]["face_down"]
        assert view["outcome"]["hands"] == {"2": ["7d", "6h"]}, "a forfeiter's hand is never shown"


def test_answers_are_secret_until_both_are_in() -> None:
    """(10.9, 17.5)"""
    state = TONGITS.apply(situation(melds=OPEN), 0, CallDraw())[0]
    fold, fight = TONGITS.apply(state, 2, Fold()), TONGITS.apply(state, 2, Challenge())
    for viewer in (0, 1, None):
        assert shown(*fold, viewer) == shown(*fight, viewer)
    assert TONGITS.view(fold[0], 2)["answered"] == "fold"
    assert TONGITS.view(fold[0], 1)["call"] == {"caller": 0, "waiting": [1], "folded": []}
    assert fold[1] == ()
    after, events = TONGITS.apply(fight[0], 1, Fold())
    told = [TONGITS.redact(event, None) for event in events]
    assert told[:2] == [
        {"type": "folded", "seat": 1, "forced": False},
        {"type": "challenged_draw", "seat": 2},
    ]
    assert TONGITS.view(after, None)["outcome"]["ending"] == "draw"


def test_a_missed_answer_is_told_when_all_are_in() -> None:
    """What a time-out answers is known (16.4), so that it happened would give the answer away (17.5)."""
    state = TONGITS.apply(situation(melds=OPEN), 0, CallDraw())[0]
    missed, given = TONGITS.timeout(state, 2), TONGITS.apply(state, 2, Fold())
    for viewer in (0, 1, None):
        assert [TONGITS.redact(event, viewer) for event in missed[1]] == [None]
        assert TONGITS.view(missed[0], viewer) == TONGITS.view(given[0], viewer)
    assert TONGITS.redact(missed[1][0], 2) == {"type": "timed_out", "seat": 2}
    events = TONGITS.window(state)[1]
    assert [event.type for event in events[:4]] == [
        "timed_out",
        "timed_out",
        "challenged_draw",
        "challenged_draw",
    ]


def test_a_forced_fold_is_told_at_once() -> None:
    """(10.8, 17.5)"""
    after, events = TONGITS.apply(situation(melds=OPEN[:2]), 0, CallDraw())
    assert TONGITS.redact(events[1], None) == {"type": "folded", "seat": 2, "forced": True}
    assert TONGITS.view(after, None)["call"] == {"caller": 0, "waiting": [1], "folded": [2]}


def test_a_drawn_card_is_known_to_its_drawer_alone() -> None:
    """(17.4, situation 52)"""
    (nine, ten) = (
        TONGITS.apply(situation(stock=cards), 0, DrawStock()) for cards in (["9h", "2s"], ["Th", "2s"])
    )
    for viewer in (1, 2, None):
        assert shown(*nine, viewer) == shown(*ten, viewer)
    assert "9h" in seen(*nine, 0)


def test_whether_the_discard_fits_is_known_to_its_owner_alone() -> None:
    """(17.6)"""
    fits = situation(hands=[["8d", "8c"], ["2h"], ["3h"]])
    other = situation(hands=[["Kd", "2c"], ["2h"], ["3h"]])
    for viewer in (1, 2, None):
        assert TONGITS.view(fits, viewer) == TONGITS.view(other, viewer)
    assert {"type": "take_discard", "with": ["8d", "8c"]} in TONGITS.view(fits, 0)["legal"]


# ---- moves


def test_legal_names_each_meld_and_a_four_both_ways() -> None:
    """(5.1, 6.5)"""
    state = situation(hands=[["7s", "7h", "7d", "7c", "8c", "9c", "Tc"], ["2h"], ["3h"]], phase="discard")
    melds = [action for action in TONGITS.legal(state, 0) if isinstance(action, Meld)]
    assert len(melds) == 4 + 1 + 1 + 3
    assert sum(meld.face_down for meld in melds) == 1
    assert len([action for action in TONGITS.legal(state, 0) if isinstance(action, Discard)]) == 7


def test_who_laid_each_card_is_shown() -> None:
    """(17.2)"""
    state = situation(
        hands=[["2c", "6c", "Kh"], ["8h"], ["7d"]], phase="discard", turn=0, melds=[OPEN[0] | {"owner": 1}]
    )
    state, events = TONGITS.apply(state, 0, LayOff(("6c", "2c"), 0))
    assert TONGITS.view(state, None)["melds"][0]["by"] == [0, 1, 1, 1, 0]
    assert TONGITS.redact(events[0], None) == {
        "type": "laid_off",
        "seat": 0,
        "meld": 0,
        "cards": ["2c", "6c"],
    }


def test_taking_a_discard_tells_of_the_card_and_then_of_the_meld() -> None:
    state = situation(hands=[["8d", "8c", "2h"], ["2d"], ["3h"]], melds=OPEN[1:])
    after, events = TONGITS.apply(state, 0, TakeDiscard(("8c", "8d")))
    assert [TONGITS.redact(event, 1) for event in events] == [
        {"type": "took_discard", "seat": 0, "card": "8s", "meld": 2},
        {"type": "melded", "seat": 0, "cards": ["8s", "8d", "8c"], "size": 3, "face_down": False},
    ]
    assert TONGITS.view(after, None)["step"] == "discard"


def test_clocks() -> None:
    """(16.1, 16.4)"""
    state = situation(melds=OPEN)
    assert (TONGITS.to_act(state), TONGITS.pace(state)) == ((0,), Pace())
    drawn = TONGITS.apply(state, 0, DrawStock())[0]
    assert (TONGITS.to_act(drawn), TONGITS.pace(drawn)) == ((0,), Pace(percent=150))
    called = TONGITS.apply(state, 0, CallDraw())[0]
    assert (TONGITS.to_act(called), TONGITS.pace(called)) == ((1, 2), Pace(window_ms=15_000))
    assert TONGITS.to_act(TONGITS.apply(called, 1, Fold())[0]) == (2,)
    winds = {action for action in TONGITS.actions if TONGITS.waits(state, object.__new__(action))}
    assert winds == {DrawStock, TakeDiscard, Discard, CallDraw}


def test_the_best_division_is_shown_to_its_owner() -> None:
    """(12.2, 17.1)"""
    state = situation(hands=[["5h", "6h", "7h", "7s", "7d"], ["2d"], ["3d"]])
    view = TONGITS.view(state, 0)
    assert view["count"] == 11
    assert view["best"] == {"melds": [["7s", "7h", "7d"]], "rest": ["5h", "6h"]}
    assert (TONGITS.view(state, None)["count"], TONGITS.view(state, None)["best"]) == (None, None)


# ---- money

UNIT = 10


def expected_units(ending: str, fought: bool, burnt: bool, aces: int, secret: bool) -> int:
    """The table of 14.7 with 14.8 and 14.9, written a second time."""
    base = {"tongits": 3, "stock": 1, "draw": 3 if fought else 1}[ending]
    return base + (1 if burnt else 0) + aces + (2 if secret else 0)


def finished(ending: str, fights: bool, burnt: bool, aces: int, secret: bool) -> Any:
    """A hand won by seat 0 in that way; seat 1 is the loser that is looked at, seat 2 is open."""
    own = ["As", "Ah", "Ad", "Ac"][:aces]
    melds = [OPEN[2]] + ([] if burnt else [OPEN[1]])
    if secret:
        rank = "A" if aces == 4 else "6"
        melds.append({"owner": 0, "cards": [rank + suit for suit in "shdc"], "face_down": True})
        own = [] if aces == 4 else own
    else:
        melds.append({"owner": 0, "cards": ["4h", "5h", "6h"]})
    options = {"stake_mode": "payment_table"}
    others = [["Kd", "Qd", "Th"], ["Ks", "Qs", "Ts"]]
    if ending == "tongits":  # aces lie in own melds: 2 3 make room for each
        runs = [{"owner": 0, "cards": [rank + ace[1] for rank in "A23"]} for ace in own]
        state = situation(options, hands=[["7c"], *others], melds=melds + runs, phase="discard")
        return TONGITS.apply(state, 0, Discard("7c"))[0]
    if ending == "stock":
        state = situation(options, hands=[[*own, "2c"], *others], melds=melds, stock=["8d"])
        return TONGITS.apply(TONGITS.apply(state, 0, DrawStock())[0], 0, Discard("8d"))[0]
    state = TONGITS.apply(situation(options, hands=[own or ["2c"], *others], melds=melds), 0, CallDraw())[0]
    for seat in TONGITS.to_act(state):
        state = TONGITS.apply(state, seat, Challenge() if fights and seat == 1 else Fold())[0]
    return state


def test_the_table_of_payments() -> None:
    """Every ending, answer, surcharge and bonus; a loser never owes more than the bet (14.2, 14.7-14.11)."""
    owed: dict[tuple[str, bool, bool], int] = {}
    for ending, fights, burnt, aces, secret in product(
        ("tongits", "draw", "stock"), (False, True), (False, True), range(5), (False, True)
    ):
        if (fights and (ending != "draw" or burnt)) or (aces == 4 and not secret and ending != "tongits"):
            continue  # four aces in hand are a secret four
        state = finished(ending, fights, burnt, aces, secret)
        assert TONGITS.view(state, None)["ending"] == ending
        assert TONGITS.result(state).winners == (0,)
        units = [
            expected_units(ending, fights, burnt, aces, secret),
            expected_units(ending, False, False, aces, secret),
        ]
        coins = TONGITS.payouts(state, 10 * UNIT)
        assert coins == (100 + UNIT * sum(units), 100 - UNIT * units[0], 100 - UNIT * units[1])
        key = (ending, fights, burnt)
        owed[key] = max(owed.get(key, 0), units[0])
    assert owed == {  # (14.11)
        ("tongits", False, False): 9,
        ("tongits", False, True): 10,
        ("draw", False, False): 7,
        ("draw", False, True): 8,
        ("draw", True, False): 9,
        ("stock", False, False): 7,
        ("stock", False, True): 8,
    }


@pytest.mark.parametrize(("percent", "back"), [(0, 0), (1, 0), (50, 12), (99, 24), (100, 25)])
def test_refunds_are_whole_coins(percent: int, back: int) -> None:
    """(14.5)"""
    state = TONGITS.apply(situation({"fold_refund_pct": percent}, melds=OPEN), 0, CallDraw())[0]
    state = TONGITS.apply(TONGITS.apply(state, 1, Fold())[0], 2, Fold())[0]
    assert TONGITS.payouts(state, 25) == (75 - 2 * back, back, back)


def test_no_payment_before_the_end() -> None:
    with pytest.raises(ValueError, match="not over"):
        payouts(situation(), 100)


@pytest.mark.parametrize(
    ("options", "tens"),
    [
        ({}, False),
        ({"stake_mode": "payment_table"}, True),
        ({"hitter_pot": True}, True),
        ({"format": "first_to"}, False),
    ],
)
def test_bets_that_are_cut_into_units_are_tens(options: dict[str, Any], tens: bool) -> None:
    """(14.6, 14.13, situation 46)"""
    parsed = TONGITS.options.parse(options)
    refusal = TONGITS.check_bet(parsed, 25)
    assert (refusal is not None) == tens
    assert TONGITS.check_bet(parsed, 0) is None
    assert TONGITS.check_bet(parsed, 50) is None
    assert TONGITS.ante(parsed, 50) == (5 if "hitter_pot" in options else 0)


@pytest.mark.parametrize(
    ("options", "odd"),
    [({"stake_mode": "payment_table"}, "stake_mode"), ({"hitter_pot": True}, "hitter_pot")],
)
def test_a_match_of_hands_is_played_for_the_pot(options: dict[str, Any], odd: str) -> None:
    """(15.4)"""
    with pytest.raises(InvalidError) as raised:
        TONGITS.options.parse({"format": "first_to", **options})
    assert raised.value.code == "options_conflict"
    assert raised.value.facts == {"option": odd}


# ---- from match to match


def next_match(state: Any, bet: int, options: Any) -> Any:
    return TONGITS.deal(options, 3, Chance(b"next"), carried=TONGITS.carry(state, bet))[0]


def won_by(options: Any, winner: int, previous: int | None, pot: int) -> Any:
    hands = [["Kd", "2s"], ["8h", "2h"], ["7d", "2d"]]
    hands[winner] = ["5d"]
    written = TONGITS.options.write(options)
    state = situation(written, hands=hands, turn=winner, phase="discard", previous_winner=previous, pot=pot)
    return TONGITS.apply(state, winner, Discard("5d"))[0]


def test_the_winner_deals_the_next_match_and_the_pot_grows_until_two_wins_running() -> None:
    """(2.4, 14.13)"""
    options = TONGITS.options.parse({"hitter_pot": True})
    previous, pot, taken = None, 0, []
    for winner in (1, 2, 2, 2, 0):
        state = won_by(options, winner, previous, pot)
        coins = TONGITS.payouts(state, 100)
        carried = TONGITS.carry(state, 100)
        assert sum(coins) + carried["pot"] == 3 * (100 + 10) + pot, "no coin is lost between match and pot"
        taken.append(coins[winner] - 300)
        following = next_match(state, 100, options)
        assert TONGITS.view(following, None)["turn"] == winner
        assert TONGITS.view(following, None)["counts"][winner] == 13
        assert TONGITS.view(following, None)["previous_winner"] == winner
        previous, pot = winner, TONGITS.view(following, None)["pot"]
    assert taken == [0, 0, 90, 30, 0]


def test_a_void_hand_neither_counts_nor_breaks_a_streak() -> None:
    """(2.5, 11.8, 14.13)"""
    options = {"hitter_pot": True}
    state = situation(options, stock=["9h"], dealer=1, previous_winner=2, pot=60)
    state = TONGITS.apply(TONGITS.apply(state, 0, DrawStock())[0], 0, Discard("9h"))[0]
    assert TONGITS.payouts(state, 100) == (110, 110, 110)
    assert TONGITS.carry(state, 100) == {"dealer": 1, "winner": 2, "pot": 60}


def test_a_dealer_who_has_left_is_drawn_anew() -> None:
    """(2.3, 2.6)"""
    state = situation(stock=["9h"], dealer=1)
    state = TONGITS.apply(TONGITS.leave(state, 1)[0], 0, DrawStock())[0]
    state = TONGITS.apply(state, 0, Discard("9h"))[0]
    carried = TONGITS.carry(state, 100)
    assert carried["dealer"] is None
    chances = [Chance(bytes([number])) for number in range(30)]
    dealers = {
        TONGITS.deal(TONGITS.options.default, 3, chance, carried=carried)[0].turn for chance in chances
    }
    assert dealers == {0, 1, 2}


def test_a_match_of_hands() -> None:
    """First to three; a fold costs nothing extra, hands follow each other (15.4)."""
    options = TONGITS.options.parse({"format": "first_to", "hands_to_win": 3})
    state = TONGITS.deal(options, 3, Chance(b"a"))[0]
    for number in range(200):
        if TONGITS.phase(state) == "match_over":
            break
        if TONGITS.phase(state) == "round_over":
            state = TONGITS.next_round(state, Chance(bytes([number])))[0]
            continue
        seat = TONGITS.to_act(state)[0]
        legal = TONGITS.view(state, seat)["legal"]
        melds = [action for action in legal if action["type"] in ("meld", "call_draw")]
        state = TONGITS.apply(state, seat, parse_action((melds or legal)[0]))[0]
    totals = TONGITS.result(state).totals
    assert max(totals) == 3
    assert TONGITS.result(state).winners == (totals.index(3),)
    assert sorted(TONGITS.payouts(state, 100)) == [0, 0, 300]
    with pytest.raises(RefusedError):
        TONGITS.next_round(state, Chance(b"b"))


def test_points_of_the_outcome_are_those_of_the_divisions() -> None:
    """(17.7)"""
    state = finished("stock", fights=False, burnt=False, aces=2, secret=False)
    outcome = TONGITS.view(state, None)["outcome"]
    for seat, hand in outcome["hands"].items():
        assert outcome["counts"][seat] == divide(hand).count
    assert set(outcome["divisions"]) == {"0", "1", "2"}


# ---- situations that are none


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ({"penalty": 0}, "penalty is no key"),
        ({"direction": -1}, "direction"),
        ({"hands": [["Kd"], ["8h"]]}, "hands must be 3 lists"),
        ({"hands": [["Kd"], ["8h"], ["1d"]]}, "1d is no card"),
        ({"hands": [["Kd", "Kd"], ["8h"], ["7d"]]}, "Kd is in one hand twice"),
        ({"melds": [{"owner": 0, "cards": ["6d", "8d", "5d"]}]}, "sets or runs"),
        ({"melds": [{"owner": 3, "cards": ["3c", "4c", "5c"]}]}, "owner must be a seat"),
        ({"melds": [{"owner": 0, "cards": ["3c", "4c", "5c"], "face_down": True}]}, "only a four"),
        ({"melds": [OPEN[0] | {"by": [0, 0, 0]}]}, "a meld has"),
        ({"melds": {}}, "melds must be a list"),
        ({"phase": "playing"}, "phase"),
        ({"hands": [[], ["8h"], ["7d"]], "phase": "discard"}, "its hand is empty"),
        ({"turn": 3}, "turn must be a seat"),
        ({"left": [0]}, "the turn must be with an active seat"),
        ({"left": [1, 1]}, "a seat has left once"),
        ({"left": [1, 2]}, "two active seats"),
        ({"blocked": [True]}, "blocked must be a seat"),
        ({"last_drawer": 0}, "last_drawer needs an empty stock"),
        ({"last_drawer": 3, "stock": []}, "last_drawer must be a seat"),
        ({"previous_winner": -1}, "previous_winner must be a seat"),
        ({"pot": -3}, "pot must be a whole number"),
        ({"totals": [0, -1, 0]}, "totals"),
        ({"totals": [0, 0]}, "totals must be 3 numbers"),
    ],
    ids=str,
)
def test_what_no_hand_can_come_to_is_refused(position: dict[str, Any], reason: str) -> None:
    with pytest.raises(InvalidError, match=reason) as refused:
        situation(**position)
    assert refused.value.code == "bad_position"


def test_a_match_that_is_won_does_not_go_on() -> None:
    options = {"format": "first_to", "hands_to_win": 3}
    assert situation(options, totals=[2, 2, 2], direction=1).match.totals == (2, 2, 2)
    with pytest.raises(InvalidError, match="totals"):
        situation(options, totals=[0, 3, 0])


def test_cards_of_a_leaver_are_set_aside() -> None:
    """(16.8)"""
    state = situation(left=[1])
    assert state.hands[1] == ()
    assert state.aside == ("8h",)


def test_a_hand_has_each_card_once() -> None:
    pack = TONGITS.deck(None, 3)
    deck = (*pack[:3], pack[0], *pack[3:40])  # dealt to the first again
    with pytest.raises(ValueError, match="twice"):
        TONGITS.deal(TONGITS.options.default, 3, Chance(b"x"), deck=deck, first=0)
