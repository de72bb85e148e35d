"""What moves are made of: drawing, calls and their window, and whose turn it is. Each step changes a draft."""

from app.cards.notation import Card
from app.games.events import Drew, Penalty, Reason, Reshuffled, Skipped, Turned, WindowClosed
from app.games.shedding.state import Draft, State


def can_draw(state: State | Draft) -> bool:
    """Tell whether at least one card could be drawn, after a reshuffle if need be (T10.1, T10.4)."""
    return bool(state.stock) or len(state.pile) > 1 or bool(state.buried)


def draw_cards(draft: Draft, seat: int, count: int, reason: Reason) -> tuple[Card, ...]:
    """Draw as many of `count` as there are; whoever draws a card has announced nothing any more (T11.4)."""
    cards = draft.stock[:count]
    draft.stock = draft.stock[count:]
    if len(cards) < count and (under := draft.pile[1:] + draft.buried):
        # Only when a card is needed; the top and its colour stay (T10.1, T10.2).
        stock, draft.chance = draft.chance.shuffled(under)
        draft.pile, draft.buried = draft.pile[:1], ()
        draft.events.append(Reshuffled(len(stock)))
        missing = count - len(cards)
        cards += stock[:missing]
        draft.stock = stock[missing:]
    draft.set_hand(seat, draft.hands[seat] + cards)
    draft.events.append(Drew(seat, cards, reason))
    if cards:
        lapse(draft, seat)
    return cards


def lapse(draft: Draft, seat: int) -> None:
    """End the announcement of a seat (T11.4)."""
    if seat in draft.announced:
        draft.announced = tuple(other for other in draft.announced if other != seat)


def close_window(draft: Draft) -> None:
    """End the time in which somebody may be denounced."""
    if draft.window is not None:
        draft.events.append(WindowClosed(draft.window.seat))
        draft.window = None


def begin_action(draft: Draft) -> None:
    """Do what every turn action begins with: the window closes (T11.5a), a hand that was shown is hidden (U8.7)."""
    if draft.window is not None:
        close_window(draft)
    draft.shown = None


def take_all(draft: Draft, seat: int) -> None:
    """Draw the pending sum; what can't be drawn is cancelled (T10.3)."""
    begin_action(draft)
    draft.passes = 0
    count, draft.penalty, draft.bill, draft.doubt = draft.penalty, 0, (), None
    draw_cards(draft, seat, count, "penalty")


def end_turn(draft: Draft, seat: int, skips: bool = False) -> None:
    """Hand the turn on to the next seat, or past it."""
    if draft.announced and len(draft.hands[seat]) != 1:
        lapse(draft, seat)  # (T11.4)
    if skips:
        seat = draft.match.next_seat(seat, draft.direction)
        draft.events.append(Skipped(seat))
    begin_turn(draft, draft.match.next_seat(seat, draft.direction))


_TURNED = tuple(
    Turned(seat) for seat in range(10)
)  # one for each seat of the largest table: it is told so often


def begin_turn(draft: Draft, seat: int) -> None:
    """Give the turn, and what is pending, to a seat."""
    draft.turn = seat
    if draft.penalty:
        draft.events.append(Penalty(seat, draft.penalty))
    draft.events.append(_TURNED[seat])
