"""What is legal: `check` decides, `legal` lists what it allows."""

from collections.abc import Callable
from typing import Any

from app.cards.notation import COLORS, Card
from app.games.actions import Accept, Action, Draw, LastCard, Pass, Play, Take
from app.games.game import Refusal
from app.games.refusals import (
    ALREADY_ANNOUNCED,
    COLOR_NEEDED,
    COLOR_NOT_WANTED,
    DOES_NOT_FIT,
    DRAW_FIRST,
    NO_PENALTY,
    NOT_IN_HAND,
    NOT_IN_THIS_GAME,
    NOT_YOUR_TURN,
    NOTHING_TO_DRAW,
    UNKNOWN_COLOR,
    out_of_play,
)
from app.games.taki import cards
from app.games.taki.actions import Breaker, Close, LeaveOpen
from app.games.taki.state import Draft, State

WINDOW_OPEN = Refusal("plus_three_waits", "A +3 waits for answers.")
NO_WINDOW = Refusal("no_plus_three", "There is no +3 to answer.")
OWN_PLUS_THREE = Refusal("own_plus_three", "You can't answer your own +3.")
ALREADY_ACCEPTED = Refusal("already_accepted", "You have accepted this +3.")
DEBT = Refusal("debt_pending", "Answer with a +2 or a King, or take the cards.")
IN_A_RUN = Refusal("in_a_run", "Go on with your run, or end it.")
NO_RUN = Refusal("no_run", "You have put no card on an open TAKI.")
TAKI_ON_TOP = Refusal("taki_on_top", "A TAKI on top stays open.")
MUST_CLOSE = Refusal("must_close", "With this card on top a run can only be closed.")
KING_WAITS = Refusal("king_waits", "Play any card, or pass.")
TOO_MANY_CARDS = Refusal("too_many_cards", "Only with one or two cards in hand.")


def check(state: State, seat: int | None, action: Action) -> Refusal | None:
    """Return None where the seat may do this now, else the reason why not."""
    if refusal := out_of_play(state.match, seat):
        return refusal
    assert seat is not None
    checker = _CHECKS.get(type(action))
    return NOT_IN_THIS_GAME if checker is None else checker(state, seat, action)


def legal(state: State, seat: int | None) -> tuple[Action, ...]:
    """Return what `check` allows the seat: cards in hand order, then the rest in the order of its table.

    Plays come without the announcing flag; a Change Colour once for each colour, or as last card without.
    """
    if out_of_play(state.match, seat) is not None:
        return ()
    assert seat is not None
    if state.window is None and seat != state.turn:  # as most views are: nothing but a call that is owed
        return _CALL if _check_last_card(state, seat, _CALL[0]) is None else ()
    found: list[Action] = []
    if allowed := layable(state, seat):
        for card in dict.fromkeys(state.hands[seat]):
            if card in allowed:
                found += (Play(card),) if _goes_out(state, seat) else cards.PLAYS[card]
    found += [action for action, checker in _PLAIN if checker(state, seat, action) is None]
    return tuple(found)


def layable(state: State, seat: int) -> frozenset[Card]:
    """Return the cards that the seat could lay now if it held them (16)."""
    window = state.window
    if window is not None:  # a King, by the player next in turn (12.4, 12.6)
        return cards.KING if seat == king_seat(state) and seat not in window.accepted else cards.NOTHING
    if seat != state.turn:
        return cards.NOTHING
    if state.penalty:
        return cards.ANSWERS_TOO if state.options.plus_three_on_plus_two else cards.ANSWERS
    if state.run:
        return cards.RUNS[state.open_taki]
    if state.duty == "king":
        return cards.ANYTHING  # (11.3)
    return cards.FITTING[state.color, state.figure]  # an inherited TAKI too (10.9)


def not_layable(state: State, seat: int) -> Refusal:
    """Return why the seat can't lay the cards that are not layable now: one reason for all of them."""
    if refusal := _out_of_turn(state, seat):
        return refusal
    return DEBT if state.penalty else IN_A_RUN if state.run else DOES_NOT_FIT


def king_seat(state: State) -> int | None:
    """Return who may answer the waiting +3 with a King, if the options let anybody (12.6, 20.11)."""
    if state.window is None or not state.options.king_answers_plus_three:
        return None
    return state.match.next_seat(state.window.by, state.direction)


def can_draw(state: Draft) -> bool:
    """Tell whether at least one card could be drawn, after a reshuffle if need be (4.4)."""
    return bool(state.stock) or len(state.pile) > 1


def _out_of_turn(state: State, seat: int) -> Refusal | None:
    if state.window is not None:
        return WINDOW_OPEN  # (12.4)
    return None if seat == state.turn else NOT_YOUR_TURN


def _goes_out(state: State, seat: int) -> bool:
    """Tell whether the next card ends the round, so that no colour is asked (14.2); a fine would come first."""
    fined = state.owes == seat and can_draw(state)
    return len(state.hands[seat]) == 1 and state.stages is None and not fined


def _check_play(state: State, seat: int, action: Play) -> Refusal | None:
    if action.card not in state.hands[seat]:
        return NOT_IN_HAND
    if action.card not in layable(state, seat):
        return not_layable(state, seat)
    if action.card != "CC" or action.suit is not None:
        return None if action.color is None and action.suit is None else COLOR_NOT_WANTED  # (8.1, 9.2)
    if action.color is None:
        return None if _goes_out(state, seat) else COLOR_NEEDED
    return None if action.color in COLORS else UNKNOWN_COLOR


def _check_draw(state: State, seat: int, action: Draw) -> Refusal | None:
    if refusal := _busy(state, seat):
        return refusal  # (4.3, 10.7)
    if state.duty == "king":
        return KING_WAITS  # (11.4)
    return None if can_draw(state) else NOTHING_TO_DRAW  # a card that fits doesn't matter (4.2, 6.2, 4.8)


def _check_take(state: State, seat: int, action: Take) -> Refusal | None:
    return _out_of_turn(state, seat) or (None if state.penalty else NO_PENALTY)  # (7.5)


def _check_pass(state: State, seat: int, action: Pass) -> Refusal | None:
    if refusal := _busy(state, seat):
        return refusal
    return DRAW_FIRST if state.duty != "king" and can_draw(state) else None  # (4.8, 11.4)


def _busy(state: State, seat: int) -> Refusal | None:
    return _out_of_turn(state, seat) or (DEBT if state.penalty else IN_A_RUN if state.run else None)


def _check_close(state: State, seat: int, action: Close) -> Refusal | None:
    if refusal := _out_of_turn(state, seat) or (None if state.run else NO_RUN):
        return refusal  # (10.10)
    return TAKI_ON_TOP if state.figure == "T" else None  # (10.8)


def _check_leave_open(state: State, seat: int, action: LeaveOpen) -> Refusal | None:
    if refusal := _out_of_turn(state, seat) or (None if state.run else NO_RUN):
        return refusal
    return MUST_CLOSE if state.figure in ("+2", "P") else None  # (10.11, 10.12)


def _check_accept(state: State, seat: int, action: Accept | Breaker) -> Refusal | None:
    window = state.window
    if window is None:
        return NO_WINDOW
    if seat == window.by:
        return OWN_PLUS_THREE  # (13.3)
    return ALREADY_ACCEPTED if seat in window.accepted else None  # final (12.4)


def _check_breaker(state: State, seat: int, action: Breaker) -> Refusal | None:
    return _check_accept(state, seat, action) or (None if "BR" in state.hands[seat] else NOT_IN_HAND)


def _check_last_card(state: State, seat: int, action: LastCard) -> Refusal | None:
    if seat in state.announced:
        return ALREADY_ANNOUNCED  # (15.10)
    if seat == state.owes:
        return None  # (15.3)
    if seat != state.turn:
        return NOT_YOUR_TURN
    return None if 1 <= len(state.hands[seat]) <= 2 else TOO_MANY_CARDS  # (15.9)


_CHECKS: dict[type[Action], Callable[[State, int, Any], Refusal | None]] = {
    Play: _check_play,
    Draw: _check_draw,
    Take: _check_take,
    Pass: _check_pass,
    Close: _check_close,
    LeaveOpen: _check_leave_open,
    Accept: _check_accept,
    Breaker: _check_breaker,
    LastCard: _check_last_card,
}
ACTIONS = tuple(_CHECKS)
_PLAIN = tuple((cls(), checker) for cls, checker in _CHECKS.items() if cls is not Play)
_CALL = (LastCard(),)
