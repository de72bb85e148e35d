"""A match at the table: bets, rounds, actions, holds, time-outs, leaving, the pot."""

from dataclasses import replace
from typing import Any

from app.cards.chance import Chance
from app.cards.fair import commitment, round_key
from app.errors import ConflictError
from app.games.registry import GAMES
from app.tables import clock
from app.tables import entries as e
from app.tables.events import Happened, Step, happened
from app.tables.people import seat_number, wait
from app.tables.state import (
    AGAIN_MS,
    PAUSE_MS,
    SALT_MS,
    TIMEOUTS_BEFORE_REMOVAL,
    Carried,
    Held,
    Match,
    Pot,
    Round,
    Seat,
    Table,
)


def begin(table: Table, entry: e.Begin) -> Step:
    """Start the next match with whoever sits; seats are closed up so that game seats are table seats."""
    table = wait(table, table.since)
    seats = tuple(s and replace(s, bank_ms=table.setup.turn_ms) for s in table.seats)  # decided 14
    number = table.matches + 1
    match = Match(f"{table.setup.id}-{number}", tuple(s.person.id for s in seats if s))
    table = replace(
        table, phase="salting", seats=seats, vote=None, matches=number, match=match, since=entry.at
    )
    return table, (happened("match_began", match=match.id, bet=table.setup.bet),)


def playing(table: Table) -> Match:
    """Return the match; raise ConflictError where none is on."""
    if table.match is None or table.phase in ("waiting", "closed"):
        raise ConflictError("not_started", "The match has not begun.")
    return table.match


def commit(table: Table, entry: e.Commit) -> Step:
    """Publish the commitment of the coming round, before any salt (decided 5)."""
    match = playing(table)
    number = match.round.number + 1 if match.round else 1
    promise = commitment(entry.seed, table.setup.code, f"{match.id}.{number}").hex()
    coming = Round(number, entry.seed, promise, {}, entry.at + SALT_MS)
    match = replace(match, round=coming, ready=frozenset(), pause_deadline=0)
    return replace(table, phase="salting", match=match), (
        happened("committed", round=number, commitment=promise),
    )


def salt(table: Table, entry: e.Salt) -> Step:
    """Take a seat's salt, once a round and only between commitment and deal."""
    match, number = playing(table), seat_number(table, entry.player)
    coming = match.round
    if table.phase != "salting" or coming is None or coming.number != entry.round:
        raise ConflictError("salts_closed", "The salts of this round are closed.")
    if number in coming.salts:
        raise ConflictError("salted", "You gave your salt already.")
    coming = replace(coming, salts={**coming.salts, number: entry.salt})
    return replace(table, match=replace(match, round=coming)), (happened("salted", seat=number),)


def deal(table: Table, entry: e.Deal) -> Step:
    """Derive the round's chance from seed and salts and deal; whoever left meanwhile leaves the game now."""
    match, game = playing(table), GAMES[table.setup.game]
    coming = match.round
    assert coming is not None
    key = round_key(coming.seed, table.setup.code, f"{match.id}.{coming.number}", coming.salts)
    events: tuple[Happened, ...]
    if match.game is None:
        options = game.options.parse(table.setup.options)
        state, events = game.deal(options, len(match.players), Chance(key), carried=_carried(table, match))
        for number in match.left_early:
            state, more = game.leave(state, number)
            events += more
    else:
        state, events = game.next_round(match.game, Chance(key))
    return _go_on(replace(table, phase="playing"), state, events, entry.at)


def _carried(table: Table, match: Match) -> Any:
    """Return what the last match left to this one, in the seats of now."""
    carried, players = table.carried, match.players
    if carried is None or not carried.changed:
        return carried and carried.data
    seats = tuple(players.index(player) if player in players else None for player in carried.players)
    return GAMES[table.setup.game].reseat(carried.data, seats)


def act(table: Table, entry: e.Act) -> Step:
    """Apply an action, or keep it while the hold of T11.6 lasts; raise RefusedError where the rules say no."""
    match, number = playing(table), seat_number(table, entry.player)
    if table.phase != "playing":
        raise ConflictError("not_playing", "No round is being played.")
    game = GAMES[table.setup.game]
    back = _is_back(table, number)
    if game.waits(match.game, entry.action) and entry.at < match.hold_until:
        if match.held is not None and match.held.seat == number:
            raise ConflictError("held", "Your action is waiting already.")
        if refusal := game.check(match.game, number, entry.action):
            raise ConflictError(refusal.code, refusal.text)
        table = replace(back[0], match=replace(match, held=Held(number, entry.action)))
        return table, (*back[1], happened("held", only=number))
    state, events = game.apply(match.game, number, entry.action)
    moved = game.waits(match.game, entry.action)
    told: tuple[Happened, ...] = ()
    if events:  # else nobody may know that it was done (TAKI 21.3), so nobody hears who is back
        table, told = back
    if moved:  # else the same clock goes on, and pays once for all
        table = clock.spend(table, number, entry.at)
    return _go_on(table, state, told + events, entry.at, moved=moved)


def _is_back(table: Table, number: int) -> Step:
    """Any accepted action of one's own ends the row of time-outs (T15.8)."""
    seat = table.seats[number]
    if seat is None or not seat.timeouts:
        return table, ()
    return _with_seat(table, number, replace(seat, timeouts=0)), (happened("back", seat=number),)


def _with_seat(table: Table, number: int, seat: Seat) -> Table:
    return replace(table, seats=(*table.seats[:number], seat, *table.seats[number + 1 :]))


def _go_on(table: Table, state: Any, events: tuple[Happened, ...], at: int, *, moved: bool = True) -> Step:
    """Take over the game's new state: hold, clock, or the end of the round or match."""
    match, game = playing(table), GAMES[table.setup.game]
    token = game.hold(state)
    opened = token is not None and token != match.hold_token
    match = replace(
        match,
        game=state,
        hold_token=token,
        hold_until=clock.hold_end(at) if opened else match.hold_until,
    )
    phase = game.phase(state)
    if phase == "playing":
        table = replace(table, match=match)
        return clock.wind(table, at, moved=moved or opened), events
    assert match.round is not None
    shown = happened("seed_shown", round=match.round.number, seed=match.round.seed.hex())
    match = replace(match, clock=None, held=None, hold_until=0, hold_token=None)
    if phase == "round_over":
        match = replace(match, pause_deadline=at + PAUSE_MS)
        return replace(table, phase="pause", match=match), (*events, shown)
    carried = Carried(match.players, game.carry(state, table.setup.bet))
    return replace(table, phase="over", match=match, carried=carried), (*events, shown)


def leave(table: Table, number: int, at: int) -> Step:
    """Take a seat out of a started match: its bet stays in the pot (T15.1)."""
    match, game, seat = playing(table), GAMES[table.setup.game], table.seats[number]
    assert seat is not None
    table = _with_seat(table, number, replace(seat, left=True))
    if match.held and match.held.seat == number:
        match = replace(match, held=None)
        table = replace(table, match=match)
    if match.game is None:  # before the first deal; the deal will tell the game
        match = replace(match, left_early=(*match.left_early, number))
        return replace(table, match=match), (happened("left", seat=number),)
    state, events = game.leave(match.game, number)
    if table.phase == "playing" or game.phase(state) == "match_over":
        return _go_on(table, state, events, at, moved=False)
    return replace(table, match=replace(match, game=state)), events


def alarm(table: Table, at: int) -> Step:
    """Do the earliest thing that is due: release a held action, close a window, run out a turn's clock."""
    match, game = playing(table), GAMES[table.setup.game]
    if match.held is not None:
        return _release(table, match.held, at) if at >= match.hold_until else (table, ())
    running = match.clock
    if running is None or at < running.bank_deadline:
        return table, ()
    if running.kind == "window":
        state, closed = game.window(match.game)
        return _go_on(table, state, closed, at)
    events: tuple[Happened, ...] = ()
    for number in running.seats:  # more than one where several owe an answer: their time is over together
        if table.phase == "playing" and number in game.to_act(playing(table).game):
            table, more = _go_on(*_time_out(table, number), at)
            events += more
    for number in running.seats:
        seat = table.seats[number]
        if table.phase != "over" and seat and not seat.left and seat.timeouts >= TIMEOUTS_BEFORE_REMOVAL:
            table, more = leave(table, number, at)
            events += (happened("removed", seat=number), *more)
    return table, events


def _release(table: Table, held: Held, at: int) -> Step:
    """T11.6: check a held action again; what has become illegal is refused now (decided 3)."""
    match, game = playing(table), GAMES[table.setup.game]
    match = replace(match, held=None)
    table = replace(table, match=match)
    if refusal := game.check(match.game, held.seat, held.action):
        return table, (happened("held_refused", only=held.seat, code=refusal.code, text=refusal.text),)
    state, events = game.apply(match.game, held.seat, held.action)
    return _go_on(table, state, events, at)


def _time_out(table: Table, number: int) -> tuple[Table, Any, tuple[Happened, ...]]:
    """Apply the rule book's time-out action (T15.6); the seat's next clock is short (decided 1)."""
    match, game, seat = playing(table), GAMES[table.setup.game], table.seats[number]
    assert seat is not None
    state, events = game.timeout(match.game, number)
    table = _with_seat(table, number, replace(seat, timeouts=seat.timeouts + 1, bank_ms=0))
    return table, state, (happened("clock_ran_out", seat=number), *events)


def ready(table: Table, entry: e.Ready) -> Step:
    """Count a wish for the next round; during play it says that somebody is back at the clock."""
    match, number = playing(table), seat_number(table, entry.player)
    if table.phase == "playing":
        return _is_back(table, number)
    if table.phase != "pause":
        raise ConflictError("not_paused", "There is no next round to be ready for.")
    if number in match.ready:
        return table, ()
    match = replace(match, ready=match.ready | {number})
    return replace(table, match=match), (happened("ready", seat=number),)


def settle(table: Table, entry: e.Settle) -> Step:
    """Close the match's money: payouts sum to the pot (T16.1), points from net coins (T16.6).

    With an ante, the pot that outlives the match takes what is left or gives what is more (Tongits 14.13).
    """
    match, game = playing(table), GAMES[table.setup.game]
    bet, price = table.setup.bet, table.setup.bet + table.ante
    payouts = game.payouts(match.game, bet)
    points = tuple(max(0, paid - price) // 1000 for paid in payouts)
    coins = (table.pot.coins if table.pot else 0) + price * len(match.players) - sum(payouts)
    assert coins >= 0, "a match pays out what is there"
    table = replace(table, pot=Pot(match.id, match.players, coins) if coins else None)
    match = replace(
        match,
        payouts=payouts,
        points=points,
        settled=True,
        again_deadline=entry.at + AGAIN_MS,
    )
    return replace(table, match=match), (happened("settled", payouts=list(payouts), points=list(points)),)


def leavers(table: Table) -> tuple[int, ...]:
    """Return who left the match, or was taken as left; who gets up after its end has finished it."""
    seats = table.seats[: len(table.match.players)] if table.match else ()
    return tuple(seat.person.id for seat in seats if seat is not None and seat.left)


def pay_back(table: Table, entry: e.PayBack) -> Step:
    """Give the pot that outlives matches back in equal parts, to leavers too."""
    pot = table.pot
    if pot is None:
        return table, ()
    paid = happened("pot_paid_back", players=list(pot.players), parts=list(pot.parts))
    return replace(table, pot=None), (paid,)


def refund(table: Table, entry: e.Refund) -> Step:
    """Give the match up: everybody has the bet back, leavers too (T15.11, decided 6)."""
    playing(table)
    return wait(table, entry.at), (happened("refunded"),)


def resume(table: Table, entry: e.Resume) -> Step:
    """Go on after an outage of ours, which never counts against anybody (decided 1)."""
    return clock.resume(table, entry.at, entry.paused_ms), (happened("resumed", paused_ms=entry.paused_ms),)
