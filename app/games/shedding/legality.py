"""What is legal: `check` decides, `legal` lists what it allows."""

from collections.abc import Callable
from typing import Any

from app.cards.notation import Card
from app.games.actions import Action, Choose, Denounce, Draw, LastCard, Pass, Play, Take
from app.games.game import Refusal
from app.games.refusals import (
    ALREADY_ANNOUNCED,
    COLOR_NEEDED,
    COLOR_NOT_WANTED,
    DRAW_FIRST,
    NO_PENALTY,
    NOT_IN_HAND,
    NOT_IN_THIS_GAME,
    NOT_YOUR_TURN,
    NOTHING_TO_DRAW,
    UNKNOWN_COLOR,
    out_of_play,
)
from app.games.shedding.rules import Rules
from app.games.shedding.state import Draft, State

CHOOSE_FIRST = Refusal("choose_first", "Name the colour first.")
NOTHING_TO_CHOOSE = Refusal("nothing_to_choose", "There is no colour to name.")
ONLY_DRAWN_CARD = Refusal("only_drawn_card", "Only the card just drawn may be played.")
PENALTY_PENDING = Refusal("penalty_pending", "Answer with a draw card, or take the cards.")
DOES_NOT_FIT = Refusal("does_not_fit", "It fits neither the colour in force nor the top card.")
MUST_PLAY = Refusal("must_play", "You hold a card that you have to play.")
ALREADY_DREW = Refusal("already_drew", "You have drawn: play that card or keep it.")
NOT_TWO_CARDS = Refusal("not_two_cards", "Only with exactly two cards in hand, before playing one.")
WINDOW_CLOSED = Refusal("window_closed", "It is too late, or too early: nobody can be denounced now.")
NOT_THE_TARGET = Refusal("not_the_target", "This player can't be denounced now.")
OWN_WINDOW = Refusal("own_window", "You can't denounce yourself.")
ALREADY_DENOUNCED = Refusal("already_denounced", "You have denounced this player already.")


def check(rules: Rules, state: State, seat: int | None, action: Action) -> Refusal | None:
    """Return None where the seat may do this now, else the reason why not."""
    if refusal := out_of_play(state.match, seat):
        return refusal
    assert seat is not None
    kind = type(action)
    checker = _CHECKS.get(kind)
    if checker is None:
        return NOT_IN_THIS_GAME  # (T18.1)
    if kind is not Denounce:  # denouncing alone is done out of turn (T5.6, T11.7)
        if seat != state.turn:
            return NOT_YOUR_TURN
        if state.choosing and kind is not Choose:
            return CHOOSE_FIRST  # (T4.7)
    return checker(rules, state, seat, action)


def legal(rules: Rules, state: State, seat: int | None) -> tuple[Action, ...]:
    """Return what `check` allows the seat: cards in hand order, then draw, take, pass, the call, denouncing.

    Plays come without the announcing flag; a wild once for each colour, or as last card without (T9.1).
    """
    if out_of_play(state.match, seat) is not None:
        return ()
    assert seat is not None
    found: list[Action] = []
    if seat == state.turn:
        if state.choosing:
            return tuple(Choose(color) for color in rules.colors)
        hand = state.hands[seat]
        plays = rules.plays if len(hand) > 1 else rules.last_plays
        cards = layable(rules, state)
        for card in dict.fromkeys(hand):
            if card in cards:
                found += plays[card]
        for action, refusal in _PLAIN:
            if refusal(rules, state, seat, action) is None:
                found.append(action)
    if state.window is not None:
        denounce = Denounce(state.window.seat)
        if _check_denounce(rules, state, seat, denounce) is None:
            found.append(denounce)
    return tuple(found)


def layable(rules: Rules, state: State | Draft) -> frozenset[Card]:
    """Return the cards that the seat to act could lay now if it held them."""
    if state.choosing:
        return frozenset()  # (T4.7)
    fitting = rules.answers if state.penalty else rules.fitting[state.color, state.pile[0]]
    if state.drawn is None:
        return fitting
    return fitting & {state.drawn}  # no other card of the hand (T6.4)


def not_layable(state: State) -> Refusal:
    """Return why the seat to act can't lay the cards that are not layable now: one reason for all of them."""
    if state.choosing:
        return CHOOSE_FIRST
    if state.drawn is not None:
        return ONLY_DRAWN_CARD
    return PENALTY_PENDING if state.penalty else DOES_NOT_FIT


def can_draw(state: State) -> bool:
    """Tell whether at least one card could be drawn, after a reshuffle if need be (T10.1, T10.4)."""
    return bool(state.stock) or len(state.pile) > 1 or bool(state.buried)


def _check_play(rules: Rules, state: State, seat: int, action: Play) -> Refusal | None:
    hand = state.hands[seat]
    if action.card not in hand:
        return NOT_IN_HAND
    if action.card not in layable(rules, state):
        return not_layable(state)
    if action.last_card and len(hand) != 2:
        return NOT_TWO_CARDS  # refused as a whole (T11.2)
    if rules.faces[action.card].color is not None or action.suit is not None:
        return None if action.color is None and action.suit is None else COLOR_NOT_WANTED
    if action.color is None:
        return None if len(hand) == 1 else COLOR_NEEDED  # (T9.1)
    return None if action.color in rules.colors else UNKNOWN_COLOR  # any of them (T9.2)


def _check_draw(rules: Rules, state: State, seat: int, action: Draw) -> Refusal | None:
    if state.penalty:
        return PENALTY_PENDING  # (T8.1)
    if state.drawn is not None:
        return ALREADY_DREW  # (T6.6)
    hand = state.hands[seat]
    if not rules.matching[state.color, state.pile[0]].isdisjoint(hand):
        return MUST_PLAY  # (T5.7, T6.2)
    if can_draw(state):
        return None  # also with a wild in hand (T6.1, T6.3)
    return NOTHING_TO_DRAW if layable(rules, state).isdisjoint(hand) else MUST_PLAY  # (T10.4)


def _check_take(rules: Rules, state: State, seat: int, action: Take) -> Refusal | None:
    return None if state.penalty else NO_PENALTY  # answering is voluntary (T8.1, T8.5)


def _check_pass(rules: Rules, state: State, seat: int, action: Pass) -> Refusal | None:
    if state.penalty:
        return PENALTY_PENDING  # (T8.1)
    if state.drawn is not None:
        return None  # keeps the card (T6.5)
    if can_draw(state):
        return DRAW_FIRST  # no free pass (T18.1)
    return None if layable(rules, state).isdisjoint(state.hands[seat]) else MUST_PLAY  # (T10.4)


def _check_choose(rules: Rules, state: State, seat: int, action: Choose) -> Refusal | None:
    if not state.choosing:
        return NOTHING_TO_CHOOSE
    return None if action.color in rules.colors else UNKNOWN_COLOR  # (T9.2)


def _check_last_card(rules: Rules, state: State, seat: int, action: LastCard) -> Refusal | None:
    if len(state.hands[seat]) != 2:
        return NOT_TWO_CARDS  # nor late, at one card (T11.2, T11.3)
    return ALREADY_ANNOUNCED if seat in state.announced else None


def _check_denounce(rules: Rules, state: State, seat: int, action: Denounce) -> Refusal | None:
    window = state.window
    if window is None:
        return WINDOW_CLOSED  # free of charge (T11.10)
    if action.seat == seat:
        return OWN_WINDOW  # (T11.7)
    if action.seat != window.seat:
        return NOT_THE_TARGET
    return ALREADY_DENOUNCED if seat in window.by else None  # (T11.7)


_CHECKS: dict[type[Action], Callable[[Rules, State, int, Any], Refusal | None]] = {
    Play: _check_play,
    Draw: _check_draw,
    Take: _check_take,
    Pass: _check_pass,
    Choose: _check_choose,
    LastCard: _check_last_card,
    Denounce: _check_denounce,
}
_PLAIN = tuple((action, _CHECKS[type(action)]) for action in (Draw(), Take(), Pass(), LastCard()))
ACTIONS = tuple(_CHECKS)
