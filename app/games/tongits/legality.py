"""What is legal: `check` decides, `legal` lists what it allows, of melds and lay-offs the likely ones."""

from collections.abc import Callable
from typing import Any

from app.cards.melds import BITS, cards_of, fitting, is_meld, is_set, mask_of, melds_in
from app.cards.notation import Card
from app.games.actions import Action, Challenge
from app.games.game import Refusal
from app.games.refusals import NOT_IN_HAND, NOT_IN_THIS_GAME, NOT_YOUR_TURN, NOTHING_TO_DRAW, out_of_play
from app.games.tongits.actions import CallDraw, Discard, DrawStock, Fold, LayOff, Meld, TakeDiscard
from app.games.tongits.state import State

DRAW_CALLED = Refusal("draw_called", "A Draw was called: nothing is drawn, melded or thrown any more.")
NOTHING_TO_ANSWER = Refusal("nothing_to_answer", "There is no Draw for you to answer.")
DRAW_A_CARD = Refusal("draw_a_card", "Draw from the stock or take the discard first.")
ALREADY_DREW = Refusal("drew_already", "That is possible before drawing only.")
NOTHING_TO_TAKE = Refusal("nothing_to_take", "There is no discard that can be taken.")
TAKE_FOR_A_MELD = Refusal(
    "take_for_a_meld", "The discard must make a meld with at least two cards of your hand."
)
NO_MELD = Refusal("no_meld", "These cards are no set and no run.")
NO_SECRET_FOUR = Refusal("no_secret_four", "Only four cards of one rank lie face down.")
NO_SUCH_MELD = Refusal("no_such_meld", "There is no such meld on the table.")
MELD_IS_CLOSED = Refusal("meld_is_closed", "Nothing can be laid off on a face-down four.")
DOES_NOT_FIT = Refusal("does_not_fit_meld", "These cards don't continue that meld.")
NOT_OPEN = Refusal("not_open", "Only with a meld of your own on the table.")
BLOCKED = Refusal("draw_blocked", "Somebody laid off on your meld: no Draw in this turn.")

_TURN_BEGINS = (DrawStock, TakeDiscard, CallDraw)


def check(state: State, seat: int | None, action: Action) -> Refusal | None:
    """Return None where the seat may do this now, else the reason why not."""
    if refusal := out_of_play(state.match, seat):
        return refusal
    assert seat is not None
    kind = type(action)
    if kind not in ACTIONS:
        return NOT_IN_THIS_GAME
    if kind in (Fold, Challenge):  # once each, in either order (10.9)
        return None if state.call is not None and seat in state.call.waiting else NOTHING_TO_ANSWER
    if state.call is not None:
        return DRAW_CALLED  # (10.6)
    if seat != state.turn:
        return NOT_YOUR_TURN  # (3.6)
    if (state.step == "draw") != (kind in _TURN_BEGINS):
        return DRAW_A_CARD if state.step == "draw" else ALREADY_DREW  # (3.1-3.3)
    return _CHECKS[kind](state, seat, action)


def legal(state: State, seat: int | None) -> tuple[Action, ...]:
    """Return what the seat may do: each way to take the discard, each meld, each card to throw.

    Of lay-offs each fitting card by itself and, for each meld, all that fit together.
    """
    if out_of_play(state.match, seat) is not None:
        return ()
    assert seat is not None
    if state.call is not None:
        return (Challenge(), Fold()) if seat in state.call.waiting else ()
    if seat != state.turn:
        return ()
    hand = state.hands[seat]
    mask = mask_of(hand)
    if state.step == "draw":
        likely: list[Action] = [DrawStock()]
        if state.pile:
            top = BITS[state.pile[0]]
            likely += [TakeDiscard(cards_of(meld ^ top)) for meld in melds_in(mask | top) if meld & top]
        return tuple(action for action in (*likely, CallDraw()) if check(state, seat, action) is None)
    found: list[Action] = []
    for meld in map(cards_of, melds_in(mask)):
        found.append(Meld(meld))
        if _is_four(meld):
            found.append(Meld(meld, face_down=True))
    for index, laid in enumerate(state.melds):
        if not laid.face_down:
            found += [LayOff(cards_of(more), index) for more in fitting(mask_of(laid.cards), mask)]
    return (*found, *map(Discard, hand))


def _holds(state: State, seat: int, cards: tuple[Card, ...]) -> bool:
    hand = state.hands[seat]
    return isinstance(cards, tuple) and all(card in hand for card in cards) and len(set(cards)) == len(cards)


def _is_four(cards: tuple[Card, ...]) -> bool:
    return len(cards) == 4 and is_set(mask_of(cards))


def _check_draw_stock(state: State, seat: int, action: DrawStock) -> Refusal | None:
    return None if state.stock else NOTHING_TO_DRAW  # never rebuilt (4.10)


def _check_take_discard(state: State, seat: int, action: TakeDiscard) -> Refusal | None:
    if not state.pile or not state.takeable:
        return NOTHING_TO_TAKE  # (4.9)
    if not _holds(state, seat, action.with_):
        return NOT_IN_HAND
    return None if is_meld(mask_of((*action.with_, state.pile[0]))) else TAKE_FOR_A_MELD  # (4.3-4.5)


def _check_meld(state: State, seat: int, action: Meld) -> Refusal | None:
    if not _holds(state, seat, action.cards):
        return NOT_IN_HAND  # what lies on the table stays there too (5.5)
    if not is_meld(mask_of(action.cards)):
        return NO_MELD  # (1.4, 1.5)
    return NO_SECRET_FOUR if action.face_down and not _is_four(action.cards) else None  # (6.1)


def _check_lay_off(state: State, seat: int, action: LayOff) -> Refusal | None:
    if type(action.meld) is not int or not 0 <= action.meld < len(state.melds):
        return NO_SUCH_MELD
    meld = state.melds[action.meld]
    if not _holds(state, seat, action.cards):
        return NOT_IN_HAND
    if meld.face_down:
        return MELD_IS_CLOSED  # whatever it is, for whoever asks (6.6, 17.3)
    fits = action.cards and is_meld(mask_of((*meld.cards, *action.cards)))
    return None if fits else DOES_NOT_FIT  # several at once if together they continue it (7.3)


def _check_discard(state: State, seat: int, action: Discard) -> Refusal | None:
    return None if action.card in state.hands[seat] else NOT_IN_HAND  # any of them (8.2, 8.3)


def _check_call_draw(state: State, seat: int, action: CallDraw) -> Refusal | None:
    if seat not in state.open():
        return NOT_OPEN  # lay-offs don't open (5.4, 10.1); the count plays no part (10.4)
    return BLOCKED if seat in state.blocked else None  # (7.4)


_CHECKS: dict[type[Action], Callable[[State, int, Any], Refusal | None]] = {
    DrawStock: _check_draw_stock,
    TakeDiscard: _check_take_discard,
    Meld: _check_meld,
    LayOff: _check_lay_off,
    Discard: _check_discard,
    CallDraw: _check_call_draw,
}
ACTIONS: tuple[type[Action], ...] = (*_CHECKS, Fold, Challenge)
