"""A situation in the middle of a round, from the data of a rule case (tests/cases/README.md)."""

from collections.abc import Mapping

from app.cards.chance import Chance
from app.games.codec import JSON
from app.games.options import Options
from app.games.shedding.rules import Rules
from app.games.shedding.state import Draft, State
from app.games.situation import (
    bad,
    read_cards,
    read_direction,
    read_hands,
    read_match,
    read_number,
    read_seat,
    read_turn,
)

_KEYS = {
    "hands", "stock", "discard", "turn", "direction", "penalty", "dealer", "totals", "round", "left",
}  # fmt: skip
_CHANCE = Chance(b"a position has no secrets")


def position(rules: Rules, options: Options, seats: int, data: Mapping[str, JSON]) -> State:
    """Return the state; every card that exists is in the data.

    Raises InvalidError ("bad_position") where the data makes no sense.
    """
    if unknown := data.keys() - _KEYS - {rules.named}:
        raise bad(f"{min(unknown)} is no key of a position")
    match = read_match(options, seats, data)
    pile = read_cards(rules.faces, data.get("discard"), "discard")
    if not pile:
        raise bad("discard must have a card")
    color = data.get(rules.named, rules.faces[pile[0]].color)
    if color is not None and color not in rules.colors:
        raise bad(f"{rules.named} must be one of the game's")
    state = State(
        match,
        read_seat(data.get("dealer", seats - 1), seats, "dealer"),
        _CHANCE,
        read_hands(rules.faces, seats, data),
        read_cards(rules.faces, data.get("stock", []), "stock"),
        pile,
        (),
        color,
        read_direction(data),
        read_turn(match, data),
        read_number(data, "penalty", 0),
        (),
        None,
        False,
        None,
        None,
        (),
        None,
        0,
        0,
    )
    return _in_doubt(rules, state) if state.penalty and rules.own_actions else state


def _in_doubt(rules: Rules, state: State) -> State:
    """Return the state with its wild draw four laid by the seat before: it waits for an answer (U8.5).

    It is judged by the colour of the card under it, so with a wild there it is rightful.
    """
    draft, match, top = Draft(state), state.match, state.pile[0]
    if rules.faces[top].draws:
        before = rules.faces[state.pile[1]].color if len(state.pile) > 1 else None
        rules.hooks[top](rules, draft, match.next_seat(state.turn, -state.direction), before)
    return draft.frozen()[0]
