"""The +3 and what becomes of it. Nothing here depends on who could have answered (12.5)."""

from dataclasses import replace
from typing import Literal

from app.games.events import Turned
from app.games.taki.events import PlusThree, PlusThreeEnded
from app.games.taki.state import Draft, Window
from app.games.taki.turns import begin_duty, draw_cards, end_turn, goes_on, lay, settle_call


def open_window(draft: Draft, seat: int) -> None:
    """Let the others answer; what turn it is doesn't change until then (12.4, 15.3)."""
    draft.window, draft.duty = Window(seat, ()), None
    draft.events.append(PlusThree(seat))


def accept(draft: Draft, seat: int) -> None:
    """Note an answer, in secret; the last one ends the window (12.5)."""
    assert draft.window is not None
    draft.window = replace(draft.window, accepted=tuple(sorted((*draft.window.accepted, seat))))
    end_if_accepted(draft)


def end_if_accepted(draft: Draft) -> None:
    """End the window where nobody's answer is waited for any more (12.5, 20.11)."""
    window = draft.window
    if window is not None and set(draft.match.active()) <= {window.by, *window.accepted}:
        unanswered(draft)


def unanswered(draft: Draft) -> None:
    """Let the others draw three each, in turn order (12.8); only then has a last +3 won (14.2, 18.8)."""
    by = _close(draft, "drawn", None)
    for seat in draft.match.order_from(by, draft.direction):
        if seat != by:
            draw_cards(draft, seat, 3, "plus_three")
    if goes_on(draft, by):
        end_turn(draft, by)  # (12.9)


def break_it(draft: Draft, seat: int) -> None:
    """Void the +3: its player draws three, but for one who has left (13.2, 20.7)."""
    lay(draft, seat, "BR")
    by = _close(draft, "broken", seat)
    if by not in draft.match.left:
        draw_cards(draft, by, 3, "breaker")
    if goes_on(draft, seat):  # (13.5, 14.3)
        end_turn(draft, by)  # whoever broke (13.4, 18.9)
        settle_call(draft, seat)


def cancel(draft: Draft, seat: int) -> None:
    """Cancel the +3 with a King: the turn goes over to its player (12.6). An emptied hand comes first (18.13)."""
    lay(draft, seat, "K")
    by = _close(draft, "king", seat)
    if not goes_on(draft, by):
        return  # (14.2)
    settle_call(draft, by)
    draft.turn = seat
    if draft.hands[seat]:
        draft.events.append(Turned(seat))
        begin_duty(draft, seat, "king")
    elif goes_on(draft, seat):
        end_turn(draft, seat)


def _close(draft: Draft, how: Literal["drawn", "broken", "king"], answered_by: int | None) -> int:
    assert draft.window is not None
    by, draft.window = draft.window.by, None
    draft.events.append(PlusThreeEnded(by, how, answered_by))
    return by
