"""What happens: each function changes a draft by one legal action, or by what the table tells the game."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from app.cards.melds import BITS, VALUES, cards_of, divide
from app.cards.notation import RANKS, SUITS, Card
from app.games.actions import Action, Challenge
from app.games.events import Drew, Left, TimedOut, Turned
from app.games.tongits.actions import CallDraw, Discard, DrawStock, Fold, LayOff, Meld, TakeDiscard
from app.games.tongits.ending import end_by_showdown, end_by_stock, end_hand, end_match
from app.games.tongits.events import AnswerMissed, Discarded, DrawCalled, Folded, LaidOff, Melded, TookDiscard
from app.games.tongits.state import Answer, Call, Draft, State, TableMeld


def act(draft: Draft, seat: int, action: Action) -> None:
    """Do a legal action."""
    _MOVES[type(action)](draft, seat, action)


def time_out(state: State, seat: int) -> Draft:
    """Do what the rules do for a seat whose clock runs out (16.2-16.4)."""
    draft = Draft(state)
    if draft.call is not None:
        alone = len(draft.call.waiting) == 1
        draft.events.append(TimedOut(seat) if alone else AnswerMissed(seat))
        _answer(draft, seat, _missing_answer(draft))
        return draft
    draft.events.append(TimedOut(seat))
    if draft.step == "discard":
        _discard(draft, seat, Discard(_worst_card(draft.hands[seat])))
    elif draft.stock:
        _draw_stock(draft, seat)
    else:
        end_by_stock(draft, seat)
    return draft


def answer_all(state: State) -> Draft:
    """Give all answers that are missing (16.4)."""
    draft = Draft(state)
    assert draft.call is not None
    waiting = draft.call.waiting
    draft.events += map(TimedOut, waiting)
    for seat in waiting:
        _answer(draft, seat, _missing_answer(draft))
    return draft


def leave(state: State, seat: int) -> Draft:
    """Take an active seat out of a match that is not over (16.6-16.11)."""
    draft = Draft(state)
    draft.events.append(Left(seat))
    draft.aside += draft.hands[seat]
    draft.set_hand(seat, ())
    draft.match = match = replace(state.match, left=(*state.match.left, seat))
    draft.blocked = tuple(other for other in draft.blocked if other != seat)  # (7.6)
    active = match.active()
    if match.phase != "playing":
        end_match(draft)  # two can't start a hand (15.4)
    elif len(active) == 1:
        end_hand(draft, active[0], "forfeit")  # (16.9)
    elif draft.call is not None:  # the caller's Draw stands, a challenge doesn't (16.8, 16.10)
        waiting = tuple(other for other in draft.call.waiting if other != seat)
        draft.call = replace(draft.call, waiting=waiting)
        if not draft.call.waiting:
            end_by_showdown(draft)
    elif draft.turn == seat:
        _end_turn(draft, seat)
    return draft


def _draw_stock(draft: Draft, seat: int, action: DrawStock | None = None) -> None:
    card, draft.stock = draft.stock[0], draft.stock[1:]
    draft.set_hand(seat, (*draft.hands[seat], card))
    draft.step = "discard"
    if not draft.stock:
        draft.last_drawer = seat  # and finishes this turn (11.1)
    draft.events.append(Drew(seat, (card,), "turn"))


def _take_discard(draft: Draft, seat: int, action: TakeDiscard) -> None:
    card, draft.pile = draft.pile[0], draft.pile[1:]
    draft.set_hand(seat, (*draft.hands[seat], card))
    draft.step, draft.takeable = "discard", False  # the one below was covered (4.9)
    draft.events.append(TookDiscard(seat, card, len(draft.melds)))
    _meld(draft, seat, Meld((*action.with_, card)))  # always face up (4.8)


def _meld(draft: Draft, seat: int, action: Meld) -> None:
    cards = _sorted(action.cards)
    draft.remove(seat, cards)
    draft.melds = (*draft.melds, TableMeld(seat, cards, (seat,) * len(cards), action.face_down))
    draft.events.append(Melded(seat, cards, action.face_down))
    _win_if_empty(draft, seat)


def _lay_off(draft: Draft, seat: int, action: LayOff) -> None:
    meld = draft.melds[action.meld]
    by = dict(zip(meld.cards, meld.by, strict=True)) | dict.fromkeys(action.cards, seat)
    cards = _sorted(tuple(by))
    grown = replace(meld, cards=cards, by=tuple(by[card] for card in cards))
    draft.melds = (*draft.melds[: action.meld], grown, *draft.melds[action.meld + 1 :])
    draft.remove(seat, action.cards)
    draft.events.append(LaidOff(seat, action.meld, _sorted(action.cards)))
    if meld.owner != seat or draft.options.self_sapaw_blocks:  # (7.4, 7.5)
        if meld.owner not in draft.match.left:  # (7.6)
            draft.blocked = tuple(sorted({*draft.blocked, meld.owner}))
        draft.renewed = draft.renewed or meld.owner == seat
    _win_if_empty(draft, seat)


def _discard(draft: Draft, seat: int, action: Discard) -> None:
    draft.remove(seat, (action.card,))
    draft.pile, draft.takeable = (action.card, *draft.pile), True
    draft.events.append(Discarded(seat, action.card))
    if not _win_if_empty(draft, seat):
        _end_turn(draft, seat)


def _win_if_empty(draft: Draft, seat: int) -> bool:
    """End the hand where the last card has left it, however it did (9.1-9.3)."""
    if not draft.hands[seat]:
        end_hand(draft, seat, "tongits")
    return not draft.hands[seat]


def _end_turn(draft: Draft, seat: int) -> None:
    if draft.step == "discard" and not draft.stock:
        end_by_stock(draft, seat)  # nobody else acts (11.3, 16.11)
        return
    if not draft.renewed:
        draft.blocked = tuple(other for other in draft.blocked if other != seat)
    draft.renewed = False
    draft.turn, draft.step = draft.match.next_seat(seat, 1), "draw"
    draft.events.append(Turned(draft.turn))


def _call_draw(draft: Draft, seat: int, action: CallDraw) -> None:
    draft.events.append(DrawCalled(seat))
    others, opened = set(draft.match.active()) - {seat}, set(draft.open())
    forced = tuple(sorted(others - opened))  # (10.8)
    draft.events += [Folded(other, forced=True) for other in forced]
    draft.call = Call(seat, tuple(sorted(others & opened)), forced)
    if not draft.call.waiting:
        end_by_showdown(draft)


def _answer(draft: Draft, seat: int, answer: Answer) -> None:
    assert draft.call is not None
    waiting = tuple(other for other in draft.call.waiting if other != seat)
    draft.call = replace(draft.call, waiting=waiting, answers=(*draft.call.answers, (seat, answer)))
    if not waiting:
        end_by_showdown(draft)


def _reply(draft: Draft, seat: int, action: Fold | Challenge) -> None:
    _answer(draft, seat, "fold" if isinstance(action, Fold) else "challenge")


def _missing_answer(draft: Draft) -> Answer:
    return "fold" if draft.options.stake_mode == "payment_table" else "challenge"


def _worst_card(hand: tuple[Card, ...]) -> Card:
    """Return the highest card outside a best division, else of all; then clubs before diamonds, K before T (16.3)."""
    loose = cards_of(divide(hand).loose) or hand
    return max(loose, key=lambda card: (VALUES[card], SUITS.index(card[1]), RANKS.index(card[0])))


def _sorted(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the cards in an order that tells nothing of their way."""
    return tuple(sorted(cards, key=BITS.__getitem__))


_MOVES: dict[type[Action], Callable[[Draft, int, Any], None]] = {
    DrawStock: _draw_stock,
    TakeDiscard: _take_discard,
    Meld: _meld,
    LayOff: _lay_off,
    Discard: _discard,
    CallDraw: _call_draw,
    Fold: _reply,
    Challenge: _reply,
}
EVENTS = (
    AnswerMissed, Discarded, DrawCalled, Drew, Folded, LaidOff, Left, Melded, TimedOut, TookDiscard, Turned,
)  # fmt: skip
"""What moves tell of, beside what begins and ends a hand."""
