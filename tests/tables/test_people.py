"""Sitting down, the vote to start, getting up, another match (T1.3, decided 9-13)."""

import pytest

from app.errors import ConflictError, ForbiddenError
from app.tables import entries as e
from tests.tables.drive import Drive, person


def test_a_match_begins_when_every_seat_is_taken() -> None:
    """T1.3."""
    drive = Drive(seats=3)
    drive.sit(1, 2)
    assert drive.table.phase == "waiting"
    drive.sit(3)
    assert drive.table.phase == "salting"
    assert drive.table.match is not None
    assert drive.table.match.players == (1, 2, 3)


def test_nobody_sits_twice_nor_at_a_full_or_started_table() -> None:
    drive = Drive(seats=2)
    drive.sit(1)
    with pytest.raises(ConflictError, match="already"):
        drive.sit(1)
    drive.sit(2)
    with pytest.raises(ConflictError) as refused:
        drive.sit(3)
    assert refused.value.code == "started"


def test_the_host_starts_early_when_all_others_accept() -> None:
    """T1.3: at least two seated and every other seated player accepts."""
    drive = Drive(seats=4)
    drive.sit(1)
    with pytest.raises(ConflictError) as few:
        drive.say(e.Start, 1)
    assert few.value.code == "too_few"
    drive.sit(2, 3)
    with pytest.raises(ForbiddenError):
        drive.say(e.Start, 2)
    drive.say(e.Start, 1)
    drive.say(e.Answer, 2, True)
    assert drive.table.phase == "waiting"
    drive.say(e.Answer, 3, True)
    assert drive.table.phase == "salting"
    assert drive.table.match is not None
    assert drive.table.match.players == (1, 2, 3)


@pytest.mark.parametrize("how", ["refusal", "silence", "leaving"])
def test_a_refused_start_removes_nobody_and_may_be_tried_again(how: str) -> None:
    """T1.3, rule situation 69."""
    drive = Drive(seats=4)
    drive.sit(1, 2, 3)
    drive.say(e.Start, 1)
    drive.say(e.Answer, 2, True)
    if how == "refusal":
        drive.say(e.Answer, 3, False)
    elif how == "leaving":
        drive.say(e.Leave, 3)
    else:
        drive.wait(14_999)
        assert drive.table.vote is not None
        drive.wait(1)
    assert drive.table.vote is None
    assert drive.table.phase == "waiting"
    assert drive.table.players == ({1, 2} if how == "leaving" else {1, 2, 3})
    drive.say(e.Start, 1)
    assert drive.table.vote is not None


def test_start_is_one_vote_however_often_it_is_pressed() -> None:
    drive = Drive(seats=4)
    drive.sit(1, 2)
    drive.say(e.Start, 1)
    drive.wait(5_000)
    drive.say(e.Start, 1)
    assert drive.table.vote is not None
    assert drive.table.vote.deadline == 15_000
    assert drive.types().count("vote_opened") == 1


def test_the_longest_seated_becomes_host_and_an_empty_table_closes() -> None:
    """Decided 12."""
    drive = Drive(seats=4)
    for player in (1, 2, 3):
        drive.sit(player)
        drive.wait(10)
    drive.say(e.Leave, 1)
    drive.sit(4)  # takes the front seat, but came last
    assert drive.table.host == 2
    drive.say(e.Leave, 2)
    assert drive.table.host == 3
    drive.say(e.Leave, 3)
    drive.say(e.Leave, 4)
    assert drive.table.phase == "closed"


def test_seats_are_closed_up_so_that_game_seats_are_table_seats() -> None:
    drive = Drive(seats=4)
    drive.sit(1, 2, 3)
    drive.say(e.Leave, 2)
    drive.say(e.Start, 1)
    drive.say(e.Answer, 3, True)
    assert [s and s.person.id for s in drive.table.seats] == [1, 3, None, None]


def test_a_practice_table_fills_with_robots_and_starts_at_once() -> None:
    """Decided 12."""
    drive = Drive(seats=3, bet=0, robots=True)
    drive.sit(1)
    assert drive.table.phase == "salting"
    assert [s.person.robot for s in drive.table.seats if s] == [False, True, True]
    drive.say(e.Leave, 1)
    assert drive.table.phase == "closed"


def begun(seats: int = 2) -> Drive:
    drive = Drive(seats=seats)
    drive.sit(*range(1, seats + 1))
    drive.deal()
    return drive


def test_again_starts_when_all_press() -> None:
    """Decided 13."""
    drive = begun(3)
    drive.say(e.Leave, 3)
    drive.play_out()
    drive.say(e.Again, 1)
    assert drive.table.phase == "over"
    drive.say(e.Again, 2)
    assert drive.table.phase == "salting"
    assert drive.table.match is not None
    assert drive.table.match.id == "7-2"
    assert drive.table.match.players == (1, 2)


def ended(seats: int = 2) -> Drive:
    drive = begun(seats)
    drive.play_out()
    assert drive.table.phase == "over"
    return drive


def test_after_20_s_those_who_pressed_wait_on_and_the_rest_get_up() -> None:
    """Decided 13."""
    drive = ended(3)
    drive.say(e.Again, 2)
    drive.wait(19_999)
    assert drive.table.phase == "over"
    drive.wait(1)
    assert drive.table.phase == "waiting"
    assert drive.table.players == {2}
    assert drive.table.host == 2


def test_the_offer_is_void_when_somebody_leaves() -> None:
    drive = ended(3)
    drive.say(e.Again, 1)
    drive.say(e.Leave, 3)
    drive.say(e.Again, 2)
    assert drive.table.phase == "waiting"
    assert drive.table.players == {1, 2}


def test_the_last_one_seated_cannot_begin_alone() -> None:
    drive = begun(2)
    drive.say(e.Leave, 2)
    assert drive.table.phase == "over"
    drive.say(e.Again, 1)
    assert drive.table.phase == "waiting"
    assert drive.table.players == {1}


def test_who_cannot_pay_gets_up_and_the_table_waits_on() -> None:
    """Decided 9: the room takes the bets before it begins; here it says who couldn't pay."""
    drive = Drive(seats=2)
    drive.do(e.Sit(0, person(1)))
    drive.do(e.Sit(0, person(2)))
    drive.do(e.Leave(0, 2, "cannot_pay"))
    drive.settle_down()
    assert drive.table.phase == "waiting"
    assert drive.events[-1].facts["reason"] == "cannot_pay"  # type: ignore[union-attr]
