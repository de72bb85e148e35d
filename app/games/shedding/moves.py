"""What happens: each function changes a draft by one legal action, or by what the table tells the game."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from app.cards.notation import Card
from app.games.actions import Action, Choose, Denounce, Draw, LastCard, Pass, Play, Take
from app.games.events import (
    Announced,
    Denounced,
    Drew,
    Left,
    Named,
    Passed,
    Penalty,
    Played,
    Reason,
    Reshuffled,
    Reversed,
    Skipped,
    TimedOut,
    Turned,
    WindowClosed,
    WindowOpened,
)
from app.games.shedding.legality import can_draw, layable
from app.games.shedding.rounds import end_by_leaving, end_round
from app.games.shedding.rules import Rules
from app.games.shedding.state import Draft, State, Window


def act(rules: Rules, draft: Draft, seat: int, action: Action) -> None:
    """Do a legal action."""
    _MOVES[type(action)](rules, draft, seat, action)


def time_out(rules: Rules, state: State) -> Draft:
    """Do the one thing that the rules do for the seat to act when its clock runs out (T15.6)."""
    draft, seat = Draft(state), state.turn
    hand = state.hands[seat]
    draft.events.append(TimedOut(seat))
    if state.choosing:  # the turn goes on
        _choose(rules, draft, seat, Choose(_favourite(rules, hand)))
    elif state.penalty:
        _take(rules, draft, seat)
    elif state.drawn is not None:
        _pass(rules, draft, seat)
    elif can_draw(state):  # even with a matching card in hand
        _draw_one(draft, seat)
        _end_turn(draft, seat)
    elif fitting := [card for card in hand if card in layable(rules, state)]:
        wild = rules.faces[fitting[0]].color is None
        _play(rules, draft, seat, Play(fitting[0], _favourite(rules, hand) if wild else None))
    else:
        _pass(rules, draft, seat)  # counts for a blocked round (T10.5)
    return draft


def leave(rules: Rules, state: State, seat: int) -> Draft:
    """Take an active seat out of a match that is not over (T15.2-T15.5, T15.10)."""
    draft = Draft(state)
    draft.events.append(Left(seat))
    draft.buried += draft.hands[seat]  # unseen under the discards, in hand order (T15.2)
    draft.set_hand(seat, ())
    draft.match = match = replace(state.match, left=(*state.match.left, seat))
    draft.announced = tuple(other for other in draft.announced if other != seat)
    draft.passes = 0  # there is something to draw again
    if draft.window is not None and draft.window.seat == seat:
        _close_window(draft)  # (T11.5c)
    active = match.active()
    if len(active) == 1:
        end_by_leaving(draft, active[0])  # (T15.4)
    elif match.phase == "playing" and draft.turn == seat:
        draft.drawn = None  # it went with the hand; sum and naming pass on as they are (T15.3)
        _next_turn(draft, seat)
    return draft


def _play(rules: Rules, draft: Draft, seat: int, action: Play) -> None:
    if action.last_card and seat not in draft.announced:
        _announce(draft, seat)
    _close_window(draft)
    card, hand = action.card, draft.hands[seat]
    # Of equal cards the drawn one goes where it was drawn, else the one held longest (T15.6: hand order).
    at = len(hand) - 1 if draft.drawn is not None else hand.index(card)
    hand = hand[:at] + hand[at + 1 :]
    draft.set_hand(seat, hand)
    face = rules.faces[card]
    draft.pile = (card, *draft.pile)
    draft.color = face.color or (action.color if hand else None)  # with the last card none is used (T9.1)
    draft.drawn, draft.passes = None, 0
    draft.events.append(Played(seat, card, len(hand), None if face.color else draft.color))
    if not hand:
        end_round(rules, draft, seat)  # at once, whatever the card does (T12.1-T12.4)
        return
    if len(hand) == 1:  # announced or not (T11.5)
        draft.window = Window(seat, ())
        draft.windows += 1
        draft.events.append(WindowOpened(seat))
    if face.draws:  # (T7.1, T7.7, T8.4)
        draft.penalty += face.draws
        draft.bill = (*draft.bill, (seat, card))
    skips = face.effect == "skip"  # (T7.2, T7.3)
    if face.effect == "reverse":
        draft.direction = -draft.direction  # (T7.4)
        draft.events.append(Reversed(draft.direction))
        skips = len(draft.match.left) == draft.match.seats - 2  # of two, its player is on again (T7.5, T15.5)
    _end_turn(draft, seat, skips=skips)


def _draw(rules: Rules, draft: Draft, seat: int, action: Draw | None = None) -> None:
    card = _draw_one(draft, seat)
    if card in layable(rules, draft):
        draft.drawn = card  # to be played or kept (T6.4)
    else:
        _end_turn(draft, seat)  # by itself (T6.5)


def _draw_one(draft: Draft, seat: int) -> Card:
    _close_window(draft)
    draft.passes = 0
    (card,) = _draw_cards(draft, seat, 1, "turn")
    return card


def _take(rules: Rules, draft: Draft, seat: int, action: Take | None = None) -> None:
    _close_window(draft)
    draft.passes = 0
    count, draft.penalty, draft.bill = draft.penalty, 0, ()  # what can't be drawn is cancelled (T10.3)
    _draw_cards(draft, seat, count, "penalty")
    _end_turn(draft, seat)  # (T8.8)


def _pass(rules: Rules, draft: Draft, seat: int, action: Pass | None = None) -> None:
    _close_window(draft)
    forced = draft.drawn is None
    draft.drawn = None
    draft.passes = draft.passes + 1 if forced else 0
    draft.events.append(Passed(seat, forced))
    if draft.passes == len(draft.match.active()):
        end_round(rules, draft, None)  # blocked (T10.5)
    else:
        _end_turn(draft, seat)


def _choose(rules: Rules, draft: Draft, seat: int, action: Choose) -> None:
    draft.color, draft.choosing = action.color, False
    draft.events.append(Named(seat, action.color))


def _last_card(rules: Rules, draft: Draft, seat: int, action: LastCard) -> None:
    _announce(draft, seat)


def _denounce(rules: Rules, draft: Draft, seat: int, action: Denounce) -> None:
    caught = action.seat not in draft.announced
    draft.events.append(Denounced(action.seat, seat, caught))
    if caught:  # the card laid stands, and no turn is lost (T11.8)
        _close_window(draft)
        _draw_cards(draft, action.seat, rules.missed_call, "denounced")
    else:  # open still for the others (T11.9)
        assert draft.window is not None
        draft.window = Window(action.seat, (*draft.window.by, seat))
        _draw_cards(draft, seat, rules.wrong_denounce, "denounced")


def _announce(draft: Draft, seat: int) -> None:
    draft.announced = tuple(sorted((*draft.announced, seat)))
    draft.events.append(Announced(seat))


def _lapse(draft: Draft, seat: int) -> None:
    if seat in draft.announced:
        draft.announced = tuple(other for other in draft.announced if other != seat)


def _close_window(draft: Draft) -> None:
    if draft.window is not None:
        draft.events.append(WindowClosed(draft.window.seat))
        draft.window = None


def _draw_cards(draft: Draft, seat: int, count: int, reason: Reason) -> tuple[Card, ...]:
    """Draw as many of `count` as there are; whoever draws a card has announced nothing any more (T11.4)."""
    cards = draft.stock[:count]
    draft.stock = draft.stock[count:]
    under = draft.pile[1:] + draft.buried
    if len(cards) < count and under:  # only when a card is needed; the top and its colour stay (T10.1, T10.2)
        stock, draft.chance = draft.chance.shuffled(under)
        draft.pile, draft.buried = draft.pile[:1], ()
        draft.events.append(Reshuffled(len(stock)))
        missing = count - len(cards)
        cards += stock[:missing]
        draft.stock = stock[missing:]
    draft.set_hand(seat, draft.hands[seat] + cards)
    draft.events.append(Drew(seat, cards, reason))
    if cards:
        _lapse(draft, seat)
    return cards


def _end_turn(draft: Draft, seat: int, skips: bool = False) -> None:
    if len(draft.hands[seat]) != 1:
        _lapse(draft, seat)  # (T11.4)
    if skips:
        seat = draft.match.next_seat(seat, draft.direction)
        draft.events.append(Skipped(seat))
    _next_turn(draft, seat)


def _next_turn(draft: Draft, seat: int) -> None:
    draft.turn = draft.match.next_seat(seat, draft.direction)
    if draft.penalty:
        draft.events.append(Penalty(draft.turn, draft.penalty))
    draft.events.append(Turned(draft.turn))


def _favourite(rules: Rules, hand: tuple[Card, ...]) -> str:
    """Return the colour held most, in a tie the first (T15.6)."""
    held = [rules.faces[card].color for card in hand]
    return max(rules.colors, key=held.count)


_MOVES: dict[type[Action], Callable[[Rules, Draft, int, Any], None]] = {
    Play: _play,
    Draw: _draw,
    Take: _take,
    Pass: _pass,
    Choose: _choose,
    LastCard: _last_card,
    Denounce: _denounce,
}
EVENTS = (
    Announced, Denounced, Drew, Left, Named, Passed, Played, Reshuffled, TimedOut, WindowOpened,
)  # fmt: skip
"""What moves tell of, beside what begins and ends a round."""
