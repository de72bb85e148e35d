"""Clocks that a game sets the pace of: windows, turns that go on, longer ones, and one clock for several seats."""

import pytest

from app.games.actions import Accept, Draw, LastCard, Play
from app.tables import entries as e
from app.tables.state import Clock
from tests.tables.drive import Drive

pytestmark = pytest.mark.usefixtures("fake")


def begun(seats: int = 3, **options: bool) -> Drive:
    drive = Drive(game="fake", seats=seats, options=options)
    drive.sit(*range(1, seats + 1))
    drive.deal()
    return drive


def clock(drive: Drive) -> Clock:
    match = drive.table.match
    assert match is not None
    assert match.clock is not None
    return match.clock


def timeouts(drive: Drive) -> list[int]:
    return [seat.timeouts for seat in drive.table.seats if seat is not None]


def window(seats: int = 4) -> Drive:
    drive = begun(seats)
    drive.wait(1_000)
    drive.say(e.Act, 1, Play("window"))
    return drive


# ---- windows -------------------------------------------------------------------------------------------------


def test_a_window_keeps_its_time_whoever_answers() -> None:
    drive = window()
    opened = clock(drive)
    assert (opened.kind, opened.seats) == ("window", (1, 2, 3))
    assert (opened.deadline, opened.bank_deadline) == (drive.now + 5_000, drive.now + 5_000)
    drive.wait(3_000)
    drive.say(e.Act, 3, Accept())
    assert (clock(drive).seats, clock(drive).deadline) == ((1, 3), opened.deadline)
    drive.wait(1_999)
    assert drive.game.window
    drive.wait(1)
    assert drive.game.windows_closed == 1
    assert (drive.turn, clock(drive).kind) == (1, "turn")
    assert clock(drive).deadline == drive.now + 20_000


def test_a_window_ends_with_the_last_answer() -> None:
    drive = window()
    for player in (2, 3, 4):
        drive.say(e.Act, player, Accept())
    assert (drive.turn, drive.game.windows_closed) == (1, 0)
    assert clock(drive).starts == drive.now


def test_answers_that_never_came_are_no_time_outs() -> None:
    """Decided 1: three in a row in own turns; nobody's bank is touched, nobody's next clock is short."""
    drive = begun(3)
    for _ in range(4):
        drive.say(e.Act, drive.player(drive.turn), Play("window"))
        drive.wait(5_000)
    assert timeouts(drive) == [0, 0, 0]
    assert drive.table.players == {1, 2, 3}
    assert all(seat.bank_ms == 20_000 for seat in drive.table.seats if seat)
    assert clock(drive).deadline == drive.now + 20_000


def test_who_leaves_during_a_window_is_not_waited_for_and_the_others_have_the_time_they_had() -> None:
    drive = window()
    deadline = clock(drive).deadline
    drive.wait(2_000)
    drive.say(e.Leave, 3)
    assert (clock(drive).seats, clock(drive).deadline) == ((1, 3), deadline)
    drive.say(e.Leave, 1)  # the one whom it is about
    assert (clock(drive).seats, clock(drive).deadline) == ((1, 3), deadline)
    drive.say(e.Act, 2, Accept())
    drive.say(e.Leave, 4)
    assert drive.table.phase == "over"


def test_a_new_window_has_a_time_of_its_own() -> None:
    drive = window()
    drive.wait(4_000)
    for player in (2, 3, 4):
        drive.say(e.Act, player, Accept())
    drive.say(e.Act, 2, Play("window"))
    assert clock(drive).deadline == drive.now + 5_000


def test_an_outage_of_ours_gives_a_window_its_time_back() -> None:
    drive = window()
    deadline = clock(drive).deadline
    drive.now += 60_000
    drive.say(e.Resume, 60_000)
    assert drive.game.window
    assert clock(drive).deadline == max(deadline + 30_000, drive.now + 5_000)


# ---- turns that go on ----------------------------------------------------------------------------------------


def test_a_turn_that_goes_on_has_10_s_after_each_action_and_60_s_in_all() -> None:
    """TAKI 20.1."""
    drive = begun()
    start = drive.now
    left = []
    for _ in range(7):
        drive.wait(9_000)
        drive.say(e.Act, 1, Play("long"))
        left.append(clock(drive).deadline - drive.now)
    assert left == [11_000, 10_000, 10_000, 10_000, 10_000, 6_000, 0]
    assert clock(drive).starts == start


def test_what_is_no_turn_action_gives_no_time() -> None:
    drive = begun()
    drive.say(e.Act, 1, Play("long"))
    deadline = clock(drive).deadline
    drive.wait(15_000)
    drive.say(e.Act, 1, LastCard())
    assert clock(drive).deadline == deadline


def test_the_bank_is_paid_from_once_in_a_turn_that_goes_on() -> None:
    """Decided 14: 60 s and the bank's 20 s, whenever something is done in between."""
    drive = begun()
    start = drive.now
    for _ in range(7):
        drive.wait(9_000)
        drive.say(e.Act, 1, Play("long"))
    for _ in range(3):
        drive.wait(5_000)
        drive.say(e.Act, 1, Play("long"))
    seat = drive.table.seats[0]
    assert seat is not None
    assert (drive.now - start, seat.bank_ms, timeouts(drive)) == (78_000, 2_000, [0, 0, 0])
    drive.wait(1_999)
    assert drive.turn == 0
    drive.wait(1)
    assert (drive.turn, timeouts(drive)) == (1, [1, 0, 0])


# ---- longer turns, and several seats on one clock ------------------------------------------------------------


def test_a_longer_turn_is_longer_at_every_speed_but_not_after_a_time_out() -> None:
    """Tongits 16.1; decided 1: 5 s, until the seat acts again."""
    drive = begun(2, percent=True)
    assert clock(drive).deadline - clock(drive).starts == 30_000
    drive.wait(50_000)
    drive.say(e.Act, 2, Draw())
    assert clock(drive).seats == (0,)
    assert clock(drive).bank_deadline - clock(drive).starts == 5_000


def test_several_seats_run_out_of_one_clock_together() -> None:
    drive = begun(4)
    drive.say(e.Act, 1, Play("all"))
    assert (clock(drive).kind, clock(drive).seats) == ("turn", (1, 2, 3))
    assert clock(drive).bank_deadline == clock(drive).deadline == drive.now + 20_000
    drive.wait(19_999)
    assert timeouts(drive) == [0, 0, 0, 0]
    drive.wait(1)
    assert timeouts(drive) == [0, 1, 1, 1]
    assert drive.turn == 1
