"""People at a table before and after a match: sitting down, getting up, the vote to start, another match."""

from dataclasses import replace
from typing import Any

from app.errors import ConflictError, ForbiddenError
from app.games.registry import GAMES
from app.tables import entries as e
from app.tables.events import Happened, Step, happened
from app.tables.state import VOTE_MS, Person, Seat, Table, Vote


def sit(table: Table, entry: e.Sit) -> Step:
    """Seat a person at the first free seat; a practice table fills with robots (decided 12)."""
    if table.seat_of(entry.person.id) is not None:
        raise ConflictError("seated_here", "You sit at this table already.")
    if table.phase != "waiting":
        raise ConflictError("started", "The match has begun.")
    if None not in table.seats:
        raise ConflictError("full", "Every seat is taken.")
    table, events = _place(table, entry.person, entry.at)
    if table.setup.robots:
        while None in table.seats:
            table, more = _place(table, _robot(table.seats.index(None)), entry.at)
            events += more
    return table, events


def _place(table: Table, person: Person, at: int) -> Step:
    number = table.seats.index(None)
    seats = (*table.seats[:number], Seat(person, at), *table.seats[number + 1 :])
    host = person.id if table.host is None and not person.robot else table.host
    return replace(table, seats=seats, host=host), (happened("sat", seat=number, player=describe(person)),)


ROBOT_NAMES = ("Moka", "Mill", "Kettle", "Whisk", "Toaster", "Grater", "Blender", "Juicer", "Peeler", "Mixer")
"""Kitchen machines, one for each seat of the largest table, and their pictures; nobody else may be called so."""


def _robot(number: int) -> Person:
    return Person(-1 - number, ROBOT_NAMES[number], ROBOT_NAMES[number].lower(), False)


def describe(person: Person) -> dict[str, Any]:
    """Return what everybody may know of a person, as plain data."""
    return {"id": person.id, "name": person.name, "avatar": person.avatar, "guest": person.guest}


def get_up(table: Table, number: int, reason: str) -> Step:
    """Empty a seat outside a match; the longest-seated becomes the host (decided 12), offers lapse (decided 13)."""
    seat = table.seats[number]
    assert seat is not None
    seats = (*table.seats[:number], None, *table.seats[number + 1 :])
    events: list[Happened] = [happened("stood", seat=number, name=seat.person.name, reason=reason)]
    table = replace(table, seats=seats)
    if table.vote:
        table = replace(table, vote=None)
        events.append(happened("vote_closed", reason="left"))
    if table.match:
        table = replace(table, match=replace(table.match, broken_up=True, again=table.match.again - {number}))
    if table.host == seat.person.id:
        table, more = _next_host(table)
        events += more
    return table, tuple(events)


def _next_host(table: Table) -> Step:
    people = [(seat.since, n, seat.person.id) for n, seat in enumerate(table.seats) if seat and seat.human]
    if not people:
        return replace(table, host=None), ()
    _, number, host = min(people)
    return replace(table, host=host), (happened("host_changed", seat=number),)


def start(table: Table, entry: e.Start) -> Step:
    """Open the vote of T1.3 for the host."""
    if table.phase != "waiting":
        raise ConflictError("started", "The match has begun.")
    if entry.player != table.host:
        raise ForbiddenError("not_host", "Only the host of the table can start.")
    if table.vote:
        return table, ()  # T1.3: once, however often it is pressed
    least = GAMES[table.setup.game].seats[0]
    if len(table.taken) < least:
        raise ConflictError("too_few", f"This game needs {least} players.")
    vote = Vote(entry.at + VOTE_MS, frozenset({seat_number(table, entry.player)}))
    return replace(table, vote=vote), (happened("vote_opened", deadline=vote.deadline),)


def answer(table: Table, entry: e.Answer) -> Step:
    """Count an answer to the vote; one refusal cancels the attempt (T1.3)."""
    number = seat_number(table, entry.player)
    if not table.vote:
        raise ConflictError("no_vote", "Nobody is asking to start.")
    if entry.accept and number in table.vote.accepted:
        return table, ()
    voted = happened("voted", seat=number, accept=entry.accept)
    if not entry.accept:
        return replace(table, vote=None), (voted, happened("vote_closed", reason="refused"))
    vote = replace(table.vote, accepted=table.vote.accepted | {number})
    return replace(table, vote=vote), (voted,)


def again(table: Table, entry: e.Again) -> Step:
    """Count a wish for another match."""
    number = seat_number(table, entry.player)
    if table.phase != "over" or not table.match or not table.match.settled:
        raise ConflictError("not_over", "The match is not over.")
    if number in table.match.again:
        return table, ()
    match = replace(table.match, again=table.match.again | {number})
    return replace(table, match=match), (happened("again", seat=number),)


def break_up(table: Table, at: int) -> Step:
    """Decided 13: those who pressed stay seated, the rest get up, the table waits."""
    assert table.match is not None
    events: tuple[Happened, ...] = ()
    pressed = table.match.again
    for number in table.humans:
        if number not in pressed:
            table, more = get_up(table, number, "not_again")
            events += more
    return wait(table, at), events


def wait(table: Table, at: int) -> Table:
    """Return the table as it waits for another match, with leavers' seats free and the seats closed up."""
    seats = [replace(s, bank_ms=0, timeouts=0) for s in table.seats if s is not None and not s.left]
    free: list[Seat | None] = [None] * (table.setup.seats - len(seats))
    return replace(table, phase="waiting", match=None, seats=(*seats, *free), since=at)


def seat_number(table: Table, player: int) -> int:
    """Return the seat of a player who has not left; raise ForbiddenError for anybody else."""
    number = table.seat_of(player)
    if number is None:
        raise ForbiddenError("not_seated", "You don't sit at this table.")
    return number
