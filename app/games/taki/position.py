"""A situation in the middle of a round, from the data of a rule case (tests/cases/README.md)."""

from collections.abc import Mapping

from app.cards.chance import Chance
from app.cards.decks import TAKI_SYMBOLS
from app.cards.notation import COLORS
from app.games.codec import JSON
from app.games.situation import (
    bad,
    read_cards,
    read_direction,
    read_hands,
    read_list,
    read_match,
    read_number,
    read_turn,
)
from app.games.taki.cards import FACES, TRANSPARENT
from app.games.taki.options import TakiOptions
from app.games.taki.state import State

_KEYS = {
    "hands", "stock", "discard", "turn", "direction", "color", "penalty", "dealer", "totals", "round", "left",
    "figure", "open_taki", "stages",
}  # fmt: skip
_CHANCE = Chance(b"a position has no secrets")


def position(options: TakiOptions, seats: int, data: Mapping[str, JSON]) -> State:
    """Return the state; every card that exists is in the data.

    Raises InvalidError ("bad_position") where the data makes no sense.
    """
    if unknown := data.keys() - _KEYS:
        raise bad(f"{min(unknown)} is no key of a position")
    match = read_match(options, seats, data)
    pile = read_cards(FACES, data.get("discard"), "discard")
    if not pile:
        raise bad("discard must have a card")
    color, symbol = FACES[pile[0]]
    color, open_taki = data.get("color", color), data.get("open_taki")
    if color not in COLORS or open_taki not in (*COLORS, None):
        raise bad("color, where the top card has none, and open_taki must be one of the game's colours")
    own = None if symbol == "CC" or symbol in TRANSPARENT else symbol
    figure = data.get("figure", own)
    if figure not in (*TAKI_SYMBOLS, "none", None):
        raise bad("figure must be a number or a symbol of the game")
    stages = tuple(read_list(data, "stages", [8] * seats))
    if len(stages) != seats or not all(type(stage) is int and 1 <= stage <= 8 for stage in stages):
        raise bad(f"stages must be {seats} numbers from 1 to 8")
    return State(
        match, _CHANCE, read_hands(FACES, seats, data), read_cards(FACES, data.get("stock", []), "stock"), pile,
        stages if options.format == "tournament" else None, color, None if figure == "none" else figure,
        read_direction(data), read_turn(match, data), read_number(data, "penalty", 0), open_taki,
        False, None, None, (), None, 0, (), 0,
    )  # fmt: skip
