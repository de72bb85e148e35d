"""Parts of a rule case's position, read strictly: InvalidError ("bad_position") where one makes no sense."""

from collections.abc import Container, Mapping
from typing import Any

from app.cards.notation import Card
from app.errors import InvalidError
from app.games.codec import JSON


def bad(text: str) -> InvalidError:
    """Return the error that says what is wrong with a position."""
    return InvalidError("bad_position", text)


def known_keys(data: Mapping[str, JSON], keys: set[str]) -> None:
    """Refuse a key that no position of this game has."""
    if unknown := data.keys() - keys:
        raise bad(f"{min(unknown)} is no key of a position")


def list_of(data: Mapping[str, JSON], key: str, default: JSON = None) -> list[Any]:
    """Return the list at the key."""
    value = data.get(key, default)
    if not isinstance(value, list):
        raise bad(f"{key} must be a list")
    return value


def cards_of(known: Container[Card], value: JSON, key: str) -> tuple[Card, ...]:
    """Return the cards, all of them `known`."""
    if not isinstance(value, list):
        raise bad(f"{key} must be a list of cards")
    for card in value:
        if not isinstance(card, str) or card not in known:
            raise bad(f"{key}: {card!s:.20} is no card of this game")
    return tuple(value)


def seat_of(value: JSON, seats: int, key: str) -> int:
    """Return the number of a seat."""
    if type(value) is not int or not 0 <= value < seats:
        raise bad(f"{key} must be a seat")
    return value


def number_of(data: Mapping[str, JSON], key: str, default: int) -> int:
    """Return the number at the key, 0 or more."""
    value = data.get(key, default)
    if type(value) is not int or value < 0:
        raise bad(f"{key} must be a whole number")
    return value


def totals_of(data: Mapping[str, JSON], seats: int) -> tuple[int, ...]:
    """Return the totals, a number for each seat."""
    totals = tuple(list_of(data, "totals", [0] * seats))
    if len(totals) != seats or not all(type(total) is int for total in totals):
        raise bad(f"totals must be {seats} numbers")
    return totals
