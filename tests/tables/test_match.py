"""A match at the table: chance, holds, clocks, time-outs, leaving, money, outages."""

from dataclasses import replace
from typing import Any

import pytest

from app.errors import AppError, ConflictError
from app.games.actions import Denounce, Draw, LastCard, Play
from app.games.registry import GAMES
from app.tables import Table, alarm, apply, leavers, open_table, redact, view
from app.tables import entries as e
from tests.tables.drive import SEED, Drive, person

TOMA2 = GAMES["toma2"]


def begun(seats: int = 2, **changes: Any) -> Drive:
    drive = Drive(seats=seats, **changes)
    drive.sit(*range(1, seats + 1))
    drive.deal()
    return drive


def at_position(seats: int, *hands: list[str], top: str = "r7", **more: Any) -> Drive:
    """A running match with these hands; a stock of blue nines keeps draws harmless."""
    drive = begun(seats)
    position = {"hands": [list(hand) for hand in hands], "discard": [top], "stock": ["b9"] * 30, **more}
    drive.place(TOMA2.position(TOMA2.options.parse({}), seats, position))
    return drive


# ---- chance (decided 4, 5) -----------------------------------------------------------------------------------


def test_the_commitment_comes_before_salts_and_the_deal_after_all_or_3_s() -> None:
    drive = Drive(seats=2)
    drive.sit(1)
    drive.say(e.Sit, person(2))
    assert drive.table.phase == "salting"
    drive.say(e.Salt, 1, 1, b"\1" * 32)
    assert drive.table.phase == "salting"
    with pytest.raises(ConflictError):
        drive.say(e.Salt, 1, 1, b"\2" * 32)
    with pytest.raises(ConflictError):
        drive.say(e.Salt, 2, 2, b"\2" * 32)
    drive.say(e.Salt, 2, 1, b"\2" * 32)
    assert drive.table.phase == "playing"
    order = [t for t in drive.types() if t in ("match_began", "committed", "salted", "dealt")]
    assert order == ["match_began", "committed", "salted", "salted", "dealt"]


def test_salts_change_the_deal_and_the_seed_is_shown_at_the_end_alone() -> None:
    hands = []
    for salt in (b"\1" * 32, b"\2" * 32):
        drive = Drive(seats=2)
        drive.sit(1, 2)
        drive.say(e.Salt, 1, 1, salt)
        drive.say(e.Salt, 2, 1, salt)
        hands.append(view(drive.table, 1)["game"]["hand"])
        for viewer in (1, 2, None):
            assert SEED.hex() not in str(view(drive.table, viewer))
            assert salt.hex() not in str(view(drive.table, viewer))
        drive.play_out()
        assert view(drive.table, None)["round"]["seed"] == SEED.hex()
        assert view(drive.table, None)["round"]["salts"] == {"0": salt.hex(), "1": salt.hex()}
    assert hands[0] != hands[1]


# ---- hold (T11.6, decided 3) ---------------------------------------------------------------------------------


def test_a_turn_action_waits_2_s_after_a_window_opened_and_a_denunciation_comes_first() -> None:
    """Rule situation 42: P2's play arrives at 0.3 s, P4's denunciation at 1.2 s, the play is applied at 2.0 s."""
    drive = at_position(4, ["r1", "r2"], ["r3", "g3"], ["g4"] * 3, ["g5"] * 3)
    start = drive.now
    drive.say(e.Act, 1, Play("r1"))
    drive.wait(300)
    drive.say(e.Act, 2, Play("r3", last_card=True))
    assert drive.game.pile[0] == "r1"
    drive.wait(900)
    drive.say(e.Act, 4, Denounce(0))
    assert len(drive.game.hands[0]) == 3
    assert drive.game.pile[0] == "r1"
    drive.wait(799)
    assert drive.game.pile[0] == "r1"
    drive.wait(1)
    assert drive.game.pile[0] == "r3"
    assert drive.now - start == 2_000


def test_a_held_last_card_is_not_the_last_any_more() -> None:
    """Rule situation 41."""
    drive = at_position(2, ["rS", "r2"], ["g3", "g4"])
    drive.say(e.Act, 1, Play("rS"))
    drive.say(e.Act, 1, Play("r2"))
    drive.wait(1_000)
    drive.say(e.Act, 2, Denounce(0))
    drive.wait(1_000)
    assert drive.table.phase == "playing"
    assert drive.game.pile[0] == "r2"
    assert len(drive.game.hands[0]) == 2


def test_a_held_action_that_became_illegal_is_refused_then_and_the_clock_of_that_seat_runs() -> None:
    """T11.6: a colourless last wild after a denunciation."""
    drive = at_position(2, ["rS", "W"], ["g3", "g4"])
    drive.say(e.Act, 1, Play("rS"))
    opened = drive.now
    drive.say(e.Act, 1, Play("W"))
    drive.say(e.Act, 2, Denounce(0))
    drive.wait(2_000)
    refused = [event for event in drive.events if event.type == "held_refused"]
    assert [redact(drive.table, event, 0) for event in refused] == [
        {"type": "held_refused", "code": "color_needed", "text": "Name a colour with this card."}
    ]
    assert redact(drive.table, refused[0], 1) is None
    assert redact(drive.table, refused[0], None) is None
    match = drive.table.match
    assert match is not None
    assert match.held is None
    assert match.clock is not None
    assert match.clock.starts == opened + 2_000
    assert match.clock.deadline == opened + 22_000


def test_one_action_is_held_and_others_are_told_nothing_of_it() -> None:
    drive = at_position(2, ["r1", "r2"], ["r3", "g4"])
    drive.say(e.Act, 1, Play("r1"))
    before = view(drive.table, 1), view(drive.table, None)
    drive.say(e.Act, 2, Play("r3"))
    assert (view(drive.table, 1), view(drive.table, None)) == before
    assert view(drive.table, 2)["held"] is True
    with pytest.raises(ConflictError) as refused:
        drive.say(e.Act, 2, Play("r3"))
    assert refused.value.code == "held"
    with pytest.raises(AppError):
        drive.say(e.Act, 1, Draw())


def test_an_illegal_action_is_not_held() -> None:
    drive = at_position(2, ["r1", "r2"], ["b3", "r4"])
    drive.say(e.Act, 1, Play("r1"))
    with pytest.raises(AppError) as refused:
        drive.say(e.Act, 2, Play("b3"))
    assert refused.value.code == "does_not_fit"


def test_pressing_last_one_is_not_held() -> None:
    drive = at_position(2, ["r1", "r2"], ["r3", "r4"])
    drive.say(e.Act, 1, Play("r1"))
    drive.say(e.Act, 2, LastCard())
    assert drive.game.announced == (1,)


# ---- clocks (product 4, decided 1, 14) -----------------------------------------------------------------------


def test_the_turn_ends_after_its_time_and_the_bank_with_the_rule_books_action() -> None:
    drive = at_position(2, ["r1", "r2", "r3"], ["g3", "g4"])
    drive.wait(39_999)
    assert drive.turn == 0
    drive.wait(1)
    assert drive.turn == 1
    assert len(drive.game.hands[0]) == 4
    seat = drive.table.seats[0]
    assert seat is not None
    assert (seat.timeouts, seat.bank_ms) == (1, 0)


def test_the_bank_pays_for_what_a_turn_takes_too_long_and_is_used_up() -> None:
    drive = at_position(2, ["rS", "r2", "r3", "r4"], ["g3", "g4"])
    drive.wait(26_000)
    drive.say(e.Act, 1, Play("rS"))
    seat = drive.table.seats[0]
    assert seat is not None
    assert seat.bank_ms == 14_000
    clock = drive.table.match and drive.table.match.clock
    assert clock
    assert clock.bank_deadline - drive.now == 34_000


def test_after_a_time_out_the_clock_is_5_s_until_the_seat_acts_again() -> None:
    drive = at_position(2, ["r1", "r2", "r3", "r5"], ["rS", "rS", "rS", "rS"])
    drive.wait(40_000)
    drive.say(e.Act, 2, Play("rS"))
    drive.say(e.Act, 2, Play("rS"))
    drive.say(e.Act, 2, Play("rS", last_card=True))
    drive.wait(2_000)
    clock = drive.table.match and drive.table.match.clock
    assert clock
    assert clock.seats == (1,)
    drive.wait(40_000)
    assert drive.turn == 0
    clock = drive.table.match and drive.table.match.clock
    assert clock
    assert clock.bank_deadline - clock.starts == 5_000
    drive.say(e.Act, 1, Play("r1"))
    seat = drive.table.seats[0]
    assert seat is not None
    assert seat.timeouts == 0
    assert "back" in drive.types()


def test_three_time_outs_in_a_row_take_the_seat_as_left() -> None:
    """T15.8: after the action of the last one has been applied."""
    drive = at_position(3, ["r1"] * 5, ["r2"] * 9, ["r3"] * 9)
    for _ in range(3):
        assert drive.turn == 0
        drive.wait(40_000 if not drive.table.seats[0].timeouts else 5_000)  # type: ignore[union-attr]
        if drive.table.phase == "playing" and drive.turn == 1:
            drive.act()
            drive.act()
    seat = drive.table.seats[0]
    assert seat is not None
    assert seat.left
    assert drive.table.players == {2, 3}
    assert leavers(drive.table) == (1,)
    timed_out = [i for i, t in enumerate(drive.types()) if t == "clock_ran_out"]
    assert len(timed_out) == 3
    assert "drew" in drive.types()[timed_out[-1] :]
    assert drive.types()[-1] in ("turned", "left", "window_closed", "removed")


def test_an_outage_of_ours_gives_the_time_back_up_to_30_s_and_nobody_less_than_they_had() -> None:
    """Decided 1."""
    drive = at_position(2, ["r1", "r2", "r3"], ["g3", "g4"])
    drive.wait(5_000)
    clock = drive.table.match and drive.table.match.clock
    assert clock
    drive.now += 8_000
    drive.say(e.Resume, 8_000)
    shifted = drive.table.match and drive.table.match.clock
    assert shifted
    assert shifted.deadline == clock.deadline + 8_000
    drive.now += 600_000
    drive.say(e.Resume, 600_000)
    assert drive.table.phase == "playing"
    again = drive.table.match and drive.table.match.clock
    assert again
    assert again.deadline == drive.now + 15_000


# ---- rounds, leaving, money ----------------------------------------------------------------------------------


def test_rounds_follow_after_15_s_or_when_all_are_ready() -> None:
    """T14.3."""
    drive = begun(2, options={"format": "three_rounds"})
    drive.play_out()
    assert drive.table.phase == "pause"
    drive.wait(14_999)
    assert drive.table.phase == "pause"
    drive.wait(1)
    assert drive.table.phase == "salting"
    drive.deal()
    assert drive.game.match.round == 2
    drive.play_out()
    drive.say(e.Ready, 1)
    assert drive.table.phase == "pause"
    drive.say(e.Ready, 2)
    assert drive.table.phase == "salting"


def test_leaving_in_the_pause_counts_and_the_last_one_takes_the_pot() -> None:
    """T15.10, T15.4."""
    drive = begun(2, options={"format": "three_rounds"})
    drive.play_out()
    drive.say(e.Leave, 1)
    assert drive.table.phase == "over"
    assert drive.table.match is not None
    assert drive.table.match.payouts == (0, 12_000)
    assert drive.table.match.points == (0, 6)
    assert leavers(drive.table) == (1,)
    drive.say(e.Leave, 2)
    assert leavers(drive.table) == (1,)  # the match is over: nobody leaves it any more


def test_leaving_before_the_first_deal_forfeits_too() -> None:
    drive = Drive(seats=2)
    drive.sit(1, 2)
    drive.say(e.Leave, 2)
    assert drive.table.phase == "over"
    assert drive.table.match is not None
    assert drive.table.match.payouts == (12_000, 0)
    assert leavers(drive.table) == (2,)


def test_payouts_sum_to_the_pot_and_points_are_net_coins_by_1000() -> None:
    """T16.1, T16.6."""
    drive = begun(4, bet=6_500)
    drive.play_out()
    assert drive.table.match is not None
    assert drive.table.match.payouts is not None
    assert sum(drive.table.match.payouts) == 26_000
    assert sorted(drive.table.match.points or ()) == [0, 0, 0, 19]
    assert drive.types().count("settled") == 1


def test_a_match_that_cannot_go_on_is_given_back() -> None:
    drive = begun(3)
    drive.say(e.Leave, 2)
    drive.say(e.Refund)
    assert drive.table.phase == "waiting"
    assert drive.table.players == {1, 3}


# ---- the fold ------------------------------------------------------------------------------------------------


def fold(drive: Drive) -> Table:
    table = open_table(drive.table.setup)
    for entry in drive.log:
        table, _ = apply(table, entry)
    return table


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_folding_the_log_gives_the_same_table(seats: int) -> None:
    drive = begun(seats, options={"format": "three_rounds"})
    for _ in range(3):
        drive.play_out()
        if drive.table.phase == "pause":
            drive.wait(18_000)
    assert drive.table.phase == "over"
    assert fold(drive) == drive.table


def test_a_refused_entry_changes_nothing() -> None:
    drive = begun(2)
    before = drive.table
    for entry in (
        e.Act(drive.now, 9, Draw()),
        e.Act(drive.now, drive.player(1 - drive.turn), Draw()),
        e.Salt(drive.now, 1, 1, b"x"),
        e.Again(drive.now, 1),
        e.Answer(drive.now, 1, True),
        e.Start(drive.now, 1),
        e.Sit(drive.now, person(3)),
    ):
        with pytest.raises(AppError):
            apply(before, entry)
    assert drive.table is before


def test_an_alarm_that_rings_twice_or_early_does_nothing() -> None:
    """J-11: a timer may fire twice, its effect happens once."""
    drive = begun(2)
    time = alarm(drive.table)
    assert time is not None
    early, events = apply(drive.table, e.Alarm(time - 1))
    assert events == ()
    assert replace(early, at=0) == replace(drive.table, at=0)
    drive.wait(time - drive.now)
    after = drive.table
    twice, events = apply(after, e.Alarm(drive.now))
    assert events == ()
    assert twice == after


# ---- what was found by trying to break it --------------------------------------------------------------------


def test_what_changes_nothing_is_no_entry() -> None:
    """The same wish again is the same table: a room keeps and tells nothing of it."""
    drive = Drive(seats=4)
    drive.sit(1, 2, 3)
    drive.say(e.Start, 1)
    drive.say(e.Answer, 2, True)
    for entry in (e.Start(5, 1), e.Answer(5, 2, True)):
        assert apply(drive.table, entry) == (drive.table, ())
    drive = begun(2, options={"format": "three_rounds"})
    assert apply(drive.table, e.Ready(drive.now, 1)) == (drive.table, ())
    drive.play_out()
    drive.say(e.Ready, 1)
    assert apply(drive.table, e.Ready(drive.now, 1)) == (drive.table, ())


def test_the_bank_pays_once_for_a_turn_of_several_actions() -> None:
    drive = at_position(2, ["r1", "r2"], ["g3", "g4"])
    drive.wait(24_000)
    drive.say(e.Act, 1, LastCard())
    drive.wait(1_000)
    drive.say(e.Act, 1, Play("r1"))
    seat = drive.table.seats[0]
    assert seat is not None
    assert seat.bank_ms == 15_000


def test_who_leaves_before_the_deal_is_ranked_by_when() -> None:
    """T13.9: leavers below all others, the latest leaver highest."""
    drive = Drive(seats=4)
    drive.sit(1, 2, 3, 4)
    drive.say(e.Leave, 3)
    drive.say(e.Leave, 2)
    drive.deal()
    drive.say(e.Leave, 1)
    assert drive.table.phase == "over"
    assert view(drive.table, None)["game"]["result"]["ranking"] == [[3], [0], [1], [2]]


def test_leaving_is_not_told_as_running_out_of_time() -> None:
    drive = begun(3)
    drive.say(e.Leave, 2)
    assert "left" in drive.types()
    assert "removed" not in drive.types()
