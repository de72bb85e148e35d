"""A situation in the middle of a hand, from the data of a rule case (tests/cases/README.md)."""

from collections.abc import Mapping
from dataclasses import replace

from app.cards.melds import BITS, is_meld, is_set, mask_of
from app.games.codec import JSON
from app.games.situation import (
    bad,
    read_cards,
    read_direction,
    read_hands,
    read_list,
    read_match,
    read_number,
    read_seat,
    read_turn,
)
from app.games.tongits.options import TongitsOptions
from app.games.tongits.state import State, TableMeld

_KEYS = {
    "hands", "stock", "discard", "turn", "direction", "dealer", "totals", "round", "left", "melds", "blocked",
    "phase", "last_drawer", "previous_winner", "pot",
}  # fmt: skip


def position(options: TongitsOptions, seats: int, data: Mapping[str, JSON]) -> State:
    """Return the state; every card that exists is in the data.

    Raises InvalidError ("bad_position") where the data makes no sense.
    """
    if unknown := data.keys() - _KEYS:
        raise bad(f"{min(unknown)} is no key of a position")
    match = read_match(options, seats, data)
    match = replace(match, first=read_seat(data.get("dealer", seats - 1), seats, "dealer"))
    if read_direction(data) != 1:
        raise bad("the direction of Tongits is 1")  # (2.2)
    step = data.get("phase", "draw")
    if step not in ("draw", "discard"):
        raise bad("phase must be draw or discard")
    blocked = {read_seat(seat, seats, "blocked") for seat in read_list(data, "blocked", [])}
    hands = read_hands(BITS, seats, data)
    state = State(
        match,
        tuple(() if seat in match.left else hand for seat, hand in enumerate(hands)),
        read_cards(BITS, data.get("stock", []), "stock"),
        read_cards(BITS, data.get("discard", []), "discard"),
        tuple(card for seat in match.left for card in hands[seat]),  # set aside (16.8)
        tuple(_meld(meld, seats) for meld in read_list(data, "melds", [])),
        read_turn(match, data),
        step,
        True,
        tuple(sorted(blocked - set(match.left))),  # (7.6)
        False,
        _seat_or_none(data, seats, "last_drawer"),
        None,
        _seat_or_none(data, seats, "previous_winner"),
        read_number(data, "pot", 0),
    )
    _check(options, state)
    return state


def _check(options: TongitsOptions, state: State) -> None:
    """Refuse what no hand can come to."""
    match = state.match
    # Totals aren't checked (tests/cases/README.md); but a hand is a set of cards to whoever looks for melds.
    if doubled := {card for hand in state.hands for card in hand if hand.count(card) > 1}:
        raise bad(f"{min(doubled)} is in one hand twice")  # (1.1)
    if state.step == "discard" and not state.hands[state.turn]:
        raise bad("the seat to act has won: its hand is empty")  # (9.1)
    if state.stock and state.last_drawer is not None:
        raise bad("last_drawer needs an empty stock")  # (11.1)
    if min(match.totals) < 0 or (options.format == "first_to" and max(match.totals) >= options.hands_to_win):
        raise bad("totals must be hands won in a match that goes on")  # (15.4)


def _meld(data: JSON, seats: int) -> TableMeld:
    if not isinstance(data, dict) or data.keys() - {"owner", "cards", "face_down"}:
        raise bad("a meld has owner, cards and face_down")
    owner = read_seat(data.get("owner"), seats, "owner")
    cards = tuple(sorted(read_cards(BITS, data.get("cards"), "melds"), key=BITS.__getitem__))
    mask, face_down = mask_of(cards), data.get("face_down", False)
    if mask.bit_count() != len(cards) or not is_meld(mask) or not isinstance(face_down, bool):
        raise bad("melds must be sets or runs")
    if face_down and not (is_set(mask) and len(cards) == 4):
        raise bad("only a four lies face down")
    return TableMeld(owner, cards, (owner,) * len(cards), face_down)


def _seat_or_none(data: Mapping[str, JSON], seats: int, key: str) -> int | None:
    return None if data.get(key) is None else read_seat(data[key], seats, key)
