"""What is legal: `check` decides, `legal` lists what it allows."""

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
    if type(action) not in ACTIONS:
        return NOT_IN_THIS_GAME
    return _check_play(state, seat, action) if isinstance(action, Play) else _check_plain(state, seat, action)


def legal(state: State, seat: int | None) -> tuple[Action, ...]:
    """Return what `check` allows the seat: cards in hand order, then the rest in the order of its table.

    Plays come without the announcing flag; a Change Colour once for each colour, or as last card without.
    """
    if out_of_play(state.match, seat) is not None:
        return ()
    assert seat is not None
    if state.window is None and seat != state.turn:  # as most views are: nothing but a call that is owed
        return _CALL if _check_call(state, seat) is None else ()
    found: list[Action] = []
    if allowed := layable(state, seat):
        for card in dict.fromkeys(state.hands[seat]):
            if card in allowed:
                found += (Play(card),) if _goes_out(state, seat) else cards.PLAYS[card]
    found += [action for action in _PLAIN if _check_plain(state, seat, action) is None]
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
    return _out_of_turn(state, seat) or _busy(state) or DOES_NOT_FIT


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


def _busy(state: State) -> Refusal | None:
    return DEBT if state.penalty else IN_A_RUN if state.run else None  # (7.4, 10.7)


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


def _check_plain(state: State, seat: int, action: Action) -> Refusal | None:
    kind = type(action)
    if kind is LastCard:
        return _check_call(state, seat)
    if kind is Accept or kind is Breaker:
        return _check_answer(state, seat, action)
    if refusal := _out_of_turn(state, seat):
        return refusal
    if kind is Take:
        return None if state.penalty else NO_PENALTY  # (7.5)
    if kind is Close or kind is LeaveOpen:
        return _check_end_of_run(state, action)
    if refusal := _busy(state):
        return refusal
    if kind is Pass:
        return DRAW_FIRST if state.duty != "king" and can_draw(state) else None  # (4.8, 11.4)
    if state.duty == "king":
        return KING_WAITS  # (11.4)
    return None if can_draw(state) else NOTHING_TO_DRAW  # a card that fits doesn't matter (4.2, 6.2, 4.8)


def _check_end_of_run(state: State, action: Action) -> Refusal | None:
    if not state.run:
        return NO_RUN  # (10.10)
    if isinstance(action, Close):
        return TAKI_ON_TOP if state.figure == "T" else None  # (10.8)
    return MUST_CLOSE if state.figure in ("+2", "P") else None  # (10.11, 10.12)


def _check_answer(state: State, seat: int, action: Action) -> Refusal | None:
    if state.window is None:
        return NO_WINDOW
    if seat == state.window.by:
        return OWN_PLUS_THREE  # (13.3)
    if seat in state.window.accepted:
        return ALREADY_ACCEPTED  # final (12.4)
    return NOT_IN_HAND if isinstance(action, Breaker) and "BR" not in state.hands[seat] else None


def _check_call(state: State, seat: int) -> Refusal | None:
    if seat in state.announced:
        return ALREADY_ANNOUNCED  # (15.10)
    if seat == state.owes:
        return None  # (15.3)
    if seat != state.turn:
        return NOT_YOUR_TURN
    return None if 1 <= len(state.hands[seat]) <= 2 else TOO_MANY_CARDS  # (15.9)


_PLAIN = (Draw(), Take(), Pass(), Close(), LeaveOpen(), Accept(), Breaker(), LastCard())
_CALL = _PLAIN[-1:]
ACTIONS: tuple[type[Action], ...] = (Play, *map(type, _PLAIN))
