"""What a table does by itself: the entry it wants at once, and the time of its next alarm."""

from app.games.registry import GAMES
from app.tables.entries import Alarm, Begin, Close, Commit, Deal, Entry, PayBack, Settle
from app.tables.state import Table


def wants(table: Table, now: int) -> type[Entry] | None:
    """Return the kind of entry the table is due for at `now`, or None while it waits for people or time."""
    if table.phase == "closed":
        return None
    if table.pot and _seat_changed(table) and _between_matches(table):
        return PayBack
    if table.phase == "waiting":
        return _waiting(table) or _due(table, now)
    if table.setup.bet == 0 and not table.humans:
        return Close  # practice whose people are gone: nothing is at stake and nobody looks
    if table.phase == "salting":
        return _salting(table, now)
    if table.phase == "pause":
        return Commit if _all_ready(table) or _due(table, now) else None
    if table.phase == "over":
        return _over(table) or _due(table, now)
    return _due(table, now)


def _seat_changed(table: Table) -> bool:
    return table.carried is None or table.carried.changed


def _between_matches(table: Table) -> bool:
    return table.phase == "waiting" or bool(table.phase == "over" and table.match and table.match.settled)


def _waiting(table: Table) -> type[Entry] | None:
    if not table.humans:
        return Close
    if len(table.taken) == table.setup.seats:
        return Begin  # T1.3: every seat is taken
    if table.vote and set(table.humans) <= table.vote.accepted:
        return Begin if len(table.taken) >= GAMES[table.setup.game].seats[0] else None
    return None


def _salting(table: Table, now: int) -> type[Entry] | None:
    match = table.match
    if match is None or match.round is None:
        return Commit
    missing = [seat for seat in table.humans if seat not in match.round.salts]
    return Deal if not missing or len(table.taken) == 1 or now >= match.round.deadline else None


def _over(table: Table) -> type[Entry] | None:
    match = table.match
    if match is None or not match.settled:
        return Settle
    if not table.humans:
        return Close
    if set(table.humans) <= match.again:  # decided 13: all have pressed
        enough = len(table.taken) >= GAMES[table.setup.game].seats[0]
        return Begin if enough and not match.broken_up else Alarm
    return None


def _all_ready(table: Table) -> bool:
    return table.match is not None and set(table.humans) <= table.match.ready


def _due(table: Table, now: int) -> type[Entry] | None:
    time = alarm(table)
    return Alarm if time is not None and now >= time else None


def alarm(table: Table) -> int | None:
    """Return the time in ms at which the table must be looked at again, or None."""
    match = table.match
    times: list[int] = []
    if table.phase == "waiting" and table.vote:
        times.append(table.vote.deadline)
    if match:
        if table.phase == "salting" and match.round:
            times.append(match.round.deadline)
        if table.phase == "playing":
            if match.held:
                times.append(match.hold_until)
            if match.clock:
                times.append(match.clock.bank_deadline)
        if table.phase == "pause":
            times.append(match.pause_deadline)
        if table.phase == "over" and match.settled:
            times.append(match.again_deadline)
    return min(times, default=None)
