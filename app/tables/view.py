"""What a viewer may know of a table, built from nothing; and the line of the lobby."""

from typing import Any

from app.games.registry import GAMES
from app.tables.people import describe
from app.tables.state import Match, Seat, Table


def view(table: Table, viewer: int | None) -> dict[str, Any]:
    """Return the whole view of the player with this id (None or a stranger: a spectator), as plain data."""
    seat = None if viewer is None else table.seat_of(viewer)
    setup, match = table.setup, table.match
    host = None if table.host is None else table.seat_of(table.host)
    return {
        "table": {
            "id": setup.id, "code": setup.code, "game": setup.game, "options": dict(setup.options),
            "seats": setup.seats, "bet": setup.bet, "turn_ms": setup.turn_ms, "public": setup.public,
            "spectators": setup.spectators, "host": host, "created": setup.created,
            "level": setup.level if setup.robots else None,
        },
        "seats": [_seat(s) for s in table.seats],
        "you": seat,
        "phase": "vote" if table.vote else table.phase,
        "pot": setup.bet * len(match.players) if match else 0,
        "vote": table.vote and {"deadline": table.vote.deadline, "accepted": sorted(table.vote.accepted)},
        **_match(table, match, seat),
    }  # fmt: skip


def _seat(seat: Seat | None) -> dict[str, Any] | None:
    if seat is None:
        return None
    return {
        "player": describe(seat.person),
        "robot": seat.person.robot,
        "left": seat.left,
        "standin": seat.timeouts > 0 and not seat.left,
        "bank_ms": seat.bank_ms,
    }


def _match(table: Table, match: Match | None, seat: int | None) -> dict[str, Any]:
    if match is None:
        return dict.fromkeys(("match", "round", "clock", "hold", "held", "pause", "again", "settled", "game"))
    game, clock, round_ = GAMES[table.setup.game], match.clock, match.round
    shown = table.phase in ("pause", "over")  # decided 4: secrets last until the round's end
    return {
        "match": match.id,
        "round": round_ and {
            "number": round_.number,
            "commitment": round_.commitment,
            "salts": {str(n): salt.hex() for n, salt in sorted(round_.salts.items())} if shown else None,
            "salted": sorted(round_.salts),
            "seed": round_.seed.hex() if shown else None,
        },
        "clock": clock and {
            "seats": list(clock.seats), "kind": clock.kind, "starts": clock.starts,
            "deadline": clock.deadline, "bank_deadline": clock.bank_deadline,
        },
        "hold": {"until": match.hold_until} if match.hold_until and table.phase == "playing" else None,
        "held": match.held is not None and match.held.seat == seat,
        "pause": {"deadline": match.pause_deadline, "ready": _pressed(table, match.ready)}
        if table.phase == "pause" else None,
        "again": {"deadline": match.again_deadline, "pressed": _pressed(table, match.again)}
        if table.phase == "over" and match.settled and not match.broken_up else None,
        "settled": {"payouts": list(match.payouts), "points": list(match.points)}
        if match.payouts is not None and match.points is not None else None,
        "game": None if match.game is None else game.view(match.game, seat),
    }  # fmt: skip


def _pressed(table: Table, people: frozenset[int]) -> list[int]:
    """Seats that have pressed; robots press at once (decided 12)."""
    return [n for n in table.taken if n in people or n not in table.humans]


def row(table: Table) -> dict[str, Any]:
    """Return the table's line in the lobby, as plain data; who looks on and who is invited the table doesn't know."""
    setup, match = table.setup, table.match
    game = GAMES[setup.game]
    people = [s.person for s in table.seats if s is not None and s.human]
    options = game.options.parse(setup.options)
    return {
        "id": setup.id, "code": setup.code, "game": setup.game,
        "differs": [list(pair) for pair in game.options.differs(options)],
        "options": dict(setup.options), "bet": setup.bet, "ante": game.ante(options, setup.bet),
        "seats": setup.seats, "players": [{"id": p.id, "name": p.name, "avatar": p.avatar} for p in people],
        "robots": len(table.taken) - len(people),
        "phase": "waiting" if table.phase == "waiting" else "playing",
        "round": match.round.number if match and match.round else 0,
        "turn_ms": setup.turn_ms, "since": table.since, "public": setup.public,
        "spectators": setup.spectators, "host": table.host, "watching": 0, "kept": 0,
    }  # fmt: skip
