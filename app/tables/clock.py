"""Clocks of a match: turns, time banks, windows, holds, and what an outage of ours adds."""

from dataclasses import replace

from app.games.registry import GAMES
from app.tables.state import FAST_MS, GRACE_MS, HOLD_MS, MORE_MS, MOST_MS, Clock, Table


def hold_end(at: int) -> int:
    """Return when a window opened at `at` lets turn actions through (T11.6)."""
    return at + HOLD_MS


def wind(table: Table, at: int, *, moved: bool) -> Table:
    """Start the clock of whoever is to act; it goes on where nobody moved and no other seat is to act."""
    match, game = table.match, GAMES[table.setup.game]
    assert match is not None
    seats, pace = game.to_act(match.game), game.pace(match.game)
    window = pace.window_ms
    kind = "turn" if window is None else "window"
    clock = match.clock
    if clock and not moved and clock.kind == kind and set(seats) <= set(clock.seats):
        clock = (
            replace(clock, seats=seats) if seats else None
        )  # an answer leaves the others the time they had
    elif window is not None:
        clock = Clock(seats, "window", at, at + window, at + window)
    elif not seats:
        clock = None
    elif clock and pace.extends and clock.kind == kind and clock.seats == seats:
        # TAKI 20.1; what was used of the bank is paid for already, so nobody goes on in the past
        deadline = max(clock.deadline, at, min(at + MORE_MS, clock.starts + MOST_MS))
        clock = replace(clock, deadline=deadline, bank_deadline=deadline + _bank_ms(table, seats))
    else:
        starts = max(at, match.hold_until)  # T11.6: the turn's clock starts after the hold
        deadline = starts + _turn_ms(table, seats, pace.percent)
        clock = Clock(seats, "turn", starts, deadline, deadline + _bank_ms(table, seats))
    return replace(table, match=replace(match, clock=clock))


def _turn_ms(table: Table, seats: tuple[int, ...], percent: int) -> int:
    slow = any((seat := table.seats[n]) is not None and not seat.timeouts for n in seats)
    return table.setup.turn_ms * percent // 100 if slow else FAST_MS


def _bank_ms(table: Table, seats: tuple[int, ...]) -> int:
    # Decided 14: the bank is for turns; where several are to answer nobody's is used.
    seat = table.seats[seats[0]] if len(seats) == 1 else None
    return seat.bank_ms if seat is not None else 0


def spend(table: Table, number: int, at: int) -> Table:
    """Take what a seat used beyond its turn's clock out of its bank."""
    clock, seat = table.match and table.match.clock, table.seats[number]
    if not clock or seat is None or number not in clock.seats or at <= clock.deadline:
        return table
    seat = replace(seat, bank_ms=max(0, seat.bank_ms - (at - clock.deadline)))
    return replace(table, seats=(*table.seats[:number], seat, *table.seats[number + 1 :]))


def resume(table: Table, at: int, paused_ms: int) -> Table:
    """Extend every deadline by the pause, at most 30 s, and leave nobody less than they had (or 30 s) to act."""

    def later(time: int) -> int:
        left = max(0, time - (at - paused_ms))
        return max(time + min(paused_ms, GRACE_MS), at + min(left, GRACE_MS)) if time else time

    match, vote = table.match, table.vote
    if vote:
        vote = replace(vote, deadline=later(vote.deadline))
    if match:
        clock, round_ = match.clock, match.round
        if clock:
            shift = later(clock.deadline) - clock.deadline
            clock = replace(
                clock,
                starts=clock.starts + shift,
                deadline=clock.deadline + shift,
                bank_deadline=clock.bank_deadline + shift,
            )
        if round_ and table.phase == "salting":
            round_ = replace(round_, deadline=later(round_.deadline))
        match = replace(
            match,
            clock=clock,
            round=round_,
            hold_until=later(match.hold_until) if match.held else match.hold_until,
            pause_deadline=later(match.pause_deadline),
            again_deadline=later(match.again_deadline),
        )
    return replace(table, vote=vote, match=match)
