"""Reads what rule cases say of a situation (tests/cases/README.md): InvalidError ("bad_position") for nonsense."""

from collections.abc import Container, Mapping
from dataclasses import replace
from typing import Any

from app.cards.notation import Card
from app.errors import InvalidError
from app.games.codec import JSON
from app.games.match import Match
from app.games.options import Options


def bad(text: str) -> InvalidError:
    """Return the error that a situation makes no sense."""
    return InvalidError("bad_position", text)


def read_list(data: Mapping[str, JSON], key: str, default: JSON = None) -> list[Any]:
    """Return the list under the key."""
    value = data.get(key, default)
    if not isinstance(value, list):
        raise bad(f"{key} must be a list")
    return value


def read_cards(known: Container[Card], value: JSON, key: str) -> tuple[Card, ...]:
    """Return a list of cards that the game knows."""
    if not isinstance(value, list):
        raise bad(f"{key} must be a list of cards")
    for card in value:
        if not isinstance(card, str) or card not in known:
            raise bad(f"{key}: {card!s:.20} is no card of this game")
    return tuple(value)


def read_hands(known: Container[Card], seats: int, data: Mapping[str, JSON]) -> tuple[tuple[Card, ...], ...]:
    """Return a hand for each seat."""
    hands = read_list(data, "hands")
    if len(hands) != seats:
        raise bad(f"hands must be {seats} lists")
    return tuple(read_cards(known, hand, "hands") for hand in hands)


def read_match(options: Options, seats: int, data: Mapping[str, JSON]) -> Match:
    """Return the match in the middle of a round: who has left, totals, number of the round, first player."""
    left = tuple(read_seat(seat, seats, "left") for seat in read_list(data, "left", []))
    if len(set(left)) < len(left):
        raise bad("a seat has left once")
    if seats - len(left) < 2:
        raise bad("two active seats are needed")
    totals = tuple(read_list(data, "totals", [0] * seats))
    if len(totals) != seats or not all(type(total) is int for total in totals):
        raise bad(f"totals must be {seats} numbers")
    match = Match(options, seats, left, totals, read_number(data, "round", 1), 0, "playing", None, None)
    dealer = read_seat(data.get("dealer", seats - 1), seats, "dealer")
    return replace(match, first=match.next_seat(dealer, 1))


def read_turn(match: Match, data: Mapping[str, JSON]) -> int:
    """Return the seat to act."""
    turn = read_seat(data.get("turn", 0), match.seats, "turn")
    if turn in match.left:
        raise bad("the turn must be with an active seat")
    return turn


def read_direction(data: Mapping[str, JSON]) -> int:
    """Return 1 or -1."""
    direction = data.get("direction", 1)
    if type(direction) is not int or direction not in (1, -1):
        raise bad("direction must be 1 or -1")
    return direction


def read_seat(value: JSON, seats: int, key: str) -> int:
    """Return a seat number."""
    if type(value) is not int or not 0 <= value < seats:
        raise bad(f"{key} must be a seat")
    return value


def read_number(data: Mapping[str, JSON], key: str, default: int) -> int:
    """Return the whole number under the key, at least 0."""
    value = data.get(key, default)
    if type(value) is not int or value < 0:
        raise bad(f"{key} must be a whole number")
    return value
