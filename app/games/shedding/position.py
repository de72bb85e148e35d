"""A situation in the middle of a round, from the data of a rule case (tests/cases/README.md)."""

from collections.abc import Mapping
from dataclasses import replace

from app.cards.chance import Chance
from app.games.codec import JSON
from app.games.options import Options
from app.games.reading import bad, cards_of, known_keys, list_of, number_of, seat_of, totals_of
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
    known_keys(data, _KEYS)
    hands = list_of(data, "hands")
    if len(hands) != seats:
        raise bad(f"hands must be {seats} lists")
    pile = cards_of(rules.faces, data.get("discard"), "discard")
    if not pile:
        raise bad("discard must have a card")
    left = tuple(seat_of(seat, seats, "left") for seat in list_of(data, "left", []))
    totals = totals_of(data, seats)
    turn = seat_of(data.get("turn", 0), seats, "turn")
    if turn in left or seats - len(set(left)) < 2:
        raise bad("two active seats are needed, and the turn must be with one of them")
    color = data.get("color", rules.faces[pile[0]].color)
    if color is not None and color not in rules.colors:
        raise bad("color must be one of the game's colours")
    direction = data.get("direction", 1)
    if type(direction) is not int or direction not in (1, -1):
        raise bad("direction must be 1 or -1")
    round_ = number_of(data, "round", 1)
    match = Match(options, seats, left, totals, round_, 0, "playing", None, None)
    first = match.next_seat(seat_of(data.get("dealer", seats - 1), seats, "dealer"), 1)
    return State(
        replace(match, first=first),
        _CHANCE,
        tuple(cards_of(rules.faces, hand, "hands") for hand in hands),
        cards_of(rules.faces, data.get("stock", []), "stock"),
        pile,
        (),
        color,
        direction,
        turn,
        number_of(data, "penalty", 0),
        (),
        None,
        False,
        (),
        None,
        0,
        0,
    )
