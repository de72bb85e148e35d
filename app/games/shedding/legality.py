"""What is legal: `check` decides, `legal` lists what it allows."""

from app.cards.notation import Card
from app.games.actions import Action, Choose, Denounce, Draw, LastCard, Pass, Play, Take
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
from app.games.shedding.rules import Check, Rules
from app.games.shedding.state import Draft, State
from app.games.shedding.steps import can_draw

CHOOSE_FIRST = Refusal("choose_first", "Name the colour first.")
ANSWER_FIRST = Refusal("answer_first", "Accept the card or challenge it.")
NOTHING_TO_CHOOSE = Refusal("nothing_to_choose", "There is no colour to name.")
ONLY_DRAWN_CARD = Refusal("only_drawn_card", "Only the card just drawn may be played.")
PENALTY_PENDING = Refusal("penalty_pending", "Answer with a draw card, or take the cards.")
MUST_PLAY = Refusal("must_play", "You hold a card that you have to play.")
ALREADY_DREW = Refusal("already_drew", "You have drawn: play that card or keep it.")
MUST_PLAY_DRAWN = Refusal("must_play_drawn", "The card just drawn has to be played.")
NO_CALLS = Refusal("no_calls", "Nothing has to be said at this table.")
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
        if kind not in rules.own_actions:
            return NOT_IN_THIS_GAME  # (T18.1)
        checker = rules.own_actions[kind][0]
    waiting = seat != state.turn or state.choosing or state.doubt is not None
    if waiting and kind not in _OUT_OF_TURN and (refusal := _not_now(rules, state, seat, kind)):
        return refusal
    return checker(rules, state, seat, action)


def legal(rules: Rules, state: State, seat: int | None) -> tuple[Action, ...]:
    """Return what `check` allows the seat: cards in hand order, then draw, take, pass, answers, the call, denouncing.

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
        seen: list[Card] = []
        for card in hand:
            if card in cards and card not in seen:
                seen.append(card)
                found += plays[card]
        # Of drawing, taking and passing one at most is legal (T8.1, T10.4).
        if state.penalty:
            if _check_take(rules, state, seat, _TAKE) is None:
                found.append(_TAKE)
        elif state.drawn is None and (
            (rules.must_play == "nothing" and state.stock)  # most often
            or _check_draw(rules, state, seat, _DRAW) is None
        ):
            found.append(_DRAW)
        elif _check_pass(rules, state, seat, _PASS) is None:
            found.append(_PASS)
        if state.doubt is not None:
            own = ((kind(), checker) for kind, (checker, _) in rules.own_actions.items())
            found += [action for action, checker in own if checker(rules, state, seat, action) is None]
        if len(hand) == 2 and _check_last_card(rules, state, seat, _LAST_CARD) is None:
            found.append(_LAST_CARD)
    window = state.window
    if window is not None:
        denounce = Denounce(window.seat)
        if _check_denounce(rules, state, seat, denounce) is None:
            found.append(denounce)
        elif seat == window.seat and _check_last_card(rules, state, seat, _LAST_CARD) is None:
            found.append(_LAST_CARD)
    return tuple(found)


def layable(rules: Rules, state: State | Draft) -> frozenset[Card]:
    """Return the cards that the seat to act could lay now if it held them."""
    if state.choosing:
        return frozenset()  # (T4.7)
    top = state.pile[0]
    fitting = rules.answering[top] if state.penalty else rules.fitting[state.color, top]
    if state.drawn is None:
        return fitting
    return fitting & {state.drawn}  # no other card of the hand (T6.4)


def not_layable(state: State) -> Refusal:
    """Return why the seat to act can't lay the cards that are not layable now: one reason for all of them."""
    if state.choosing:
        return CHOOSE_FIRST
    if state.doubt is not None:
        return ANSWER_FIRST
    if state.drawn is not None:
        return ONLY_DRAWN_CARD
    return PENALTY_PENDING if state.penalty else DOES_NOT_FIT


def _not_now(rules: Rules, state: State, seat: int, kind: type[Action]) -> Refusal | None:
    """Return why a turn action is not possible at all."""
    if seat != state.turn:
        return NOT_YOUR_TURN  # (T5.6)
    if state.choosing:
        return None if kind is Choose else CHOOSE_FIRST  # (T4.7)
    if state.doubt is not None:
        return None if kind in rules.own_actions else ANSWER_FIRST  # (U8.5)
    return None


def _check_play(rules: Rules, state: State, seat: int, action: Play) -> Refusal | None:
    card, hand = action.card, state.hands[seat]
    if card not in hand:
        return NOT_IN_HAND
    if card not in layable(rules, state):
        return not_layable(state)
    if action.last_card:
        if not rules.calls:
            return NO_CALLS  # refused as a whole (C9.1)
        if len(hand) != 2:
            return NOT_TWO_CARDS  # refused as a whole (T11.2)
    named, other = action.color, action.suit
    if rules.named == "suit":
        named, other = other, named
    if other is not None or (named is not None and not rules.faces[card].wild):
        return COLOR_NOT_WANTED
    if named is None:  # not needed where the round ends with it (T9.1)
        needed = rules.faces[card].wild and (len(hand) > 1 or card in rules.no_finish)
        return COLOR_NEEDED if needed else None
    return None if named in rules.colors else UNKNOWN_COLOR  # any of them (T9.2)


def _check_draw(rules: Rules, state: State, seat: int, action: Draw) -> Refusal | None:
    if state.penalty:
        return PENALTY_PENDING  # (T8.1)
    if state.drawn is not None:
        return ALREADY_DREW  # (T6.6)
    hand = state.hands[seat]
    if rules.must_play != "nothing" and not rules.compelling[state.color, state.pile[0]].isdisjoint(hand):
        return MUST_PLAY  # (T5.7, T6.2, C3.4)
    if state.stock or can_draw(state):
        return None  # also with a wild in hand (T6.1, T6.3), or with any card (U6.2)
    return NOTHING_TO_DRAW if layable(rules, state).isdisjoint(hand) else MUST_PLAY  # (T10.4)


def _check_take(rules: Rules, state: State, seat: int, action: Take) -> Refusal | None:
    return None if state.penalty and state.doubt is None else NO_PENALTY  # voluntary (T8.1, T8.5)


def _check_pass(rules: Rules, state: State, seat: int, action: Pass) -> Refusal | None:
    if state.penalty:
        return PENALTY_PENDING  # (T8.1)
    if state.drawn is not None:
        return MUST_PLAY_DRAWN if rules.must_play_drawn else None  # keeps the card (T6.5, C7.1)
    if can_draw(state):
        return DRAW_FIRST  # no free pass (T18.1)
    return None if layable(rules, state).isdisjoint(state.hands[seat]) else MUST_PLAY  # (T10.4)


def _check_choose(rules: Rules, state: State, seat: int, action: Choose) -> Refusal | None:
    if not state.choosing:
        return NOTHING_TO_CHOOSE
    return None if action.color in rules.colors else UNKNOWN_COLOR  # (T9.2)


def _check_last_card(rules: Rules, state: State, seat: int, action: LastCard) -> Refusal | None:
    if not rules.calls:
        return NO_CALLS  # (C9.1)
    if seat in state.announced:
        return ALREADY_ANNOUNCED  # (T11.2)
    window = state.window
    if window is not None and window.seat == seat and rules.late_calls:
        return None  # nobody has been quicker (U11.2)
    if refusal := _not_now(rules, state, seat, LastCard):
        return refusal
    return None if len(state.hands[seat]) == 2 else NOT_TWO_CARDS  # nor late, at one card (T11.2, T11.3)


def _check_denounce(rules: Rules, state: State, seat: int, action: Denounce) -> Refusal | None:
    window = state.window
    if window is None:
        return WINDOW_CLOSED  # free of charge (T11.10)
    if action.seat == seat:
        return OWN_WINDOW  # (T11.7)
    if action.seat != window.seat:
        return NOT_THE_TARGET
    return ALREADY_DENOUNCED if seat in window.by else None  # (T11.7)


_CHECKS: dict[type[Action], Check] = {
    Play: _check_play,
    Draw: _check_draw,
    Take: _check_take,
    Pass: _check_pass,
    Choose: _check_choose,
    LastCard: _check_last_card,
    Denounce: _check_denounce,
}
_OUT_OF_TURN = {LastCard, Denounce}
"""A call may be late (U11.2), and denouncing is done by anybody (T11.7)."""
_LAST_CARD = LastCard()
_DRAW, _TAKE, _PASS = Draw(), Take(), Pass()
ACTIONS = tuple(_CHECKS)
