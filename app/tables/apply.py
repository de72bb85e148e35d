"""The fold: one entry of the log makes the next state of the table and the events that tell it.

A refusal raises an `AppError` (or the game's `RefusedError`) and changes nothing. Deadlines follow from the entry's own
time, so that replaying a log gives the same clocks.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from app.errors import ConflictError
from app.tables import entries as e
from app.tables import match, people
from app.tables.events import Step, happened
from app.tables.state import Table


def apply(table: Table, entry: e.Entry) -> Step:
    """Return the state after the entry and what happened; raise `AppError` where the entry is refused."""
    if table.phase == "closed":
        raise ConflictError("closed", "This table is closed.")
    after, events = _STEPS[type(entry)](table, entry)
    if after is table and not events:
        return table, ()  # nothing came of it: nothing need be kept
    return replace(_with_changes(after), at=max(table.at, entry.at)), events


def _with_changes(table: Table) -> Table:
    """Mark in what a match left to the next one who has got up since, and that anybody else sits anywhere."""
    carried = table.carried
    if carried is None or table.phase not in ("waiting", "over"):
        return table
    seated = tuple(seat.person.id for seat in table.seats if seat is not None and not seat.left)
    if seated == carried.players:
        return table
    players = tuple(player if player in seated else None for player in carried.players)
    return replace(table, carried=replace(carried, players=players, changed=True))


def _leave(table: Table, entry: e.Leave) -> Step:
    number = people.seat_number(table, entry.player)
    if table.phase in ("salting", "playing", "pause"):
        return match.leave(table, number, entry.at)
    return people.get_up(table, number, entry.reason)


def _alarm(table: Table, entry: e.Alarm) -> Step:
    if table.phase == "waiting" and table.vote and entry.at >= table.vote.deadline:
        return replace(table, vote=None), (happened("vote_closed", reason="silence"),)  # T1.3: 15 s
    if table.phase == "over":
        return people.break_up(table, entry.at)
    if table.phase == "playing":
        return match.alarm(table, entry.at)
    return table, ()


def _close(table: Table, entry: e.Close) -> Step:
    return replace(table, phase="closed", vote=None), (happened("closed", reason=entry.reason),)


_STEPS: dict[type[e.Entry], Callable[[Table, Any], Step]] = {
    e.Sit: people.sit,
    e.Leave: _leave,
    e.Start: people.start,
    e.Answer: people.answer,
    e.Begin: match.begin,
    e.Commit: match.commit,
    e.Salt: match.salt,
    e.Deal: match.deal,
    e.Act: match.act,
    e.Ready: match.ready,
    e.Again: people.again,
    e.Alarm: _alarm,
    e.Settle: match.settle,
    e.PayBack: match.pay_back,
    e.Refund: match.refund,
    e.Resume: match.resume,
    e.Close: _close,
}
