"""A situation in the middle of a round, from the data of a rule case (tests/cases/README.md)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from app.cards.chance import Chance
from app.cards.notation import Card
from app.errors import InvalidError
from app.games.codec import JSON
from app.games.options import Options
from app.games.shedding.rules import Rules
from app.games.shedding.state import Match, State

_KEYS = {
    "hands", "stock", "discard", "turn", "direction", "color", "penalty", "dealer", "totals", "round", "left",
}  # fmt: skip
_CHANCE = Chance(b"a position has no secrets")


def position(rules: Rules, options: Options, seats: int, data: Mapping[str, JSON]) -> State:
    """Return the state; every card that exists is in the data.

    Raises InvalidError ("bad_position") where the data makes no sense.
    """
    if unknown := data.keys() - _KEYS:
        raise _bad(f"{min(unknown)} is no key of a position")
    hands = _list(data, "hands")
    if len(hands) != seats:
        raise _bad(f"hands must be {seats} lists")
    pile = _cards(rules, data.get("discard"), "discard")
    if not pile:
        raise _bad("discard must have a card")
    left = tuple(_seat(seat, seats, "left") for seat in _list(data, "left", []))
    totals = tuple(_list(data, "totals", [0] * seats))
    if len(totals) != seats or not all(type(total) is int for total in totals):
        raise _bad(f"totals must be {seats} numbers")
    turn = _seat(data.get("turn", 0), seats, "turn")
    if turn in left or seats - len(set(left)) < 2:
        raise _bad("two active seats are needed, and the turn must be with one of them")
    color = data.get("color", rules.faces[pile[0]].color)
    if color is not None and color not in rules.colors:
        raise _bad("color must be one of the game's colours")
    direction = data.get("direction", 1)
    if type(direction) is not int or direction not in (1, -1):
        raise _bad("direction must be 1 or -1")
    round_ = _number(data, "round", 1)
    match = Match(options, seats, left, totals, round_, 0, "playing", None, None)
    first = match.next_seat(_seat(data.get("dealer", seats - 1), seats, "dealer"), 1)
    return State(
        replace(match, first=first),
        _CHANCE,
        tuple(_cards(rules, hand, "hands") for hand in hands),
        _cards(rules, data.get("stock", []), "stock"),
        pile,
        (),
        color,
        direction,
        turn,
        _number(data, "penalty", 0),
        (),
        None,
        False,
        (),
        None,
        0,
        0,
    )


def _bad(text: str) -> InvalidError:
    return InvalidError("bad_position", text)


def _list(data: Mapping[str, JSON], key: str, default: JSON = None) -> list[Any]:
    value = data.get(key, default)
    if not isinstance(value, list):
        raise _bad(f"{key} must be a list")
    return value


def _cards(rules: Rules, value: JSON, key: str) -> tuple[Card, ...]:
    if not isinstance(value, list):
        raise _bad(f"{key} must be a list of cards")
    for card in value:
        if not isinstance(card, str) or card not in rules.faces:
            raise _bad(f"{key}: {card!s:.20} is no card of this game")
    return tuple(value)


def _seat(value: JSON, seats: int, key: str) -> int:
    if type(value) is not int or not 0 <= value < seats:
        raise _bad(f"{key} must be a seat")
    return value


def _number(data: Mapping[str, JSON], key: str, default: int) -> int:
    value = data.get(key, default)
    if type(value) is not int or value < 0:
        raise _bad(f"{key} must be a whole number")
    return value
