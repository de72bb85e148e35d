"""What happens: each function changes a draft by one legal action, or by what the table tells the game."""

from collections.abc import Callable
from dataclasses import replace

from app.games.actions import Accept, Action, Draw, LastCard, Pass, Play, Take
from app.games.events import Announced, Left, Passed, Reversed, TimedOut
from app.games.taki import window
from app.games.taki.actions import Breaker, Close, LeaveOpen
from app.games.taki.cards import FACES
from app.games.taki.events import Fined, LeftOpen, RunClosed, RunOpened
from app.games.taki.legality import check
from app.games.taki.rounds import end_by_leaving, end_round, leaders
from app.games.taki.state import Draft, State
from app.games.taki.turns import begin_duty, draw_cards, end_turn, goes_on, lay

TURN_ACTIONS = (Play, Draw, Take, Pass, Close, LeaveOpen)
"""The first of them is too late for a call (15.4)."""
_TIMED_OUT = (Take(), LeaveOpen(), Close(), Draw(), Pass())
"""The first of them that is legal is done when time is up (20.2, 10.12, 4.8)."""


def act(draft: Draft, seat: int, action: Action) -> None:
    """Do a legal action."""
    if isinstance(action, TURN_ACTIONS):
        _fine(draft)
    if isinstance(action, Play):
        _play(draft, seat, action)
    else:
        _MOVES[type(action)](draft, seat)


def time_out(state: State) -> Draft:
    """Do what the rules do for the seat to act when its clock runs out (20.2)."""
    draft, seat = Draft(state), state.turn
    draft.events.append(TimedOut(seat))
    action = next(action for action in _TIMED_OUT if check(state, seat, action) is None)
    act(draft, seat, action)
    if draft.duty == "plus" and isinstance(action, Close):
        _draw(draft, seat)
    return draft


def leave(state: State, seat: int) -> Draft:
    """Take an active seat out of a match that is not over (20.5-20.11)."""
    draft = Draft(state)
    draft.events.append(Left(seat))
    if hand := draft.hands[seat]:
        unseen, draft.chance = draft.chance.shuffled(hand)
        draft.stock += unseen  # (20.6)
    draft.set_hand(seat, ())
    draft.match = match = replace(state.match, left=(*state.match.left, seat))
    draft.passes = 0  # (4.6)
    if draft.owes == seat:
        draft.owes = None
    active = match.active()
    if len(active) == 1:
        end_by_leaving(draft, active[0])  # (20.8)
    elif draft.window is not None:
        window.end_if_accepted(draft)
    elif match.phase == "playing" and draft.turn == seat:
        draft.penalty = 0  # (20.7)
        if draft.run:  # what was laid does nothing; a TAKI not used stays open (20.10)
            _end_taki(draft, seat)
        end_turn(draft, seat)
    return draft


def _play(draft: Draft, seat: int, action: Play) -> None:
    if action.last_card and len(draft.hands[seat]) <= 2 and seat not in draft.announced:
        _announce(draft, seat)  # else the flag is ignored (15.3, 15.9)
    if draft.window is not None:
        window.cancel(draft, seat)
        return
    lay(draft, seat, action.card, action.color)
    draft.duty = None
    color, symbol = FACES[action.card]
    last = not draft.hands[seat]
    in_run = symbol == "T" or (color is not None and color == draft.open_taki)
    if in_run and not draft.run:
        assert draft.color is not None
        draft.events.append(RunOpened(seat, draft.color))
    if symbol == "T" or (in_run and not last):
        draft.open_taki, draft.run = draft.color, True  # (9.1, 9.2, 10.1)
    else:
        _end_taki(draft, seat)  # (10.4, 10.9); a last card closes the run it was a part of (10.14, 18.6)
    if last and symbol not in ("P", "+3", "BR"):  # these finish nothing by themselves (14.2)
        if goes_on(draft, seat):
            _effect(draft, seat, None if symbol == "K" else symbol)  # (18.5)
    elif not draft.run:  # within a run no card acts (10.5)
        _effect(draft, seat, symbol)


def _effect(draft: Draft, seat: int, symbol: str | None) -> None:
    if symbol == "K":
        begin_duty(draft, seat, "king")  # (11.3)
    elif symbol == "P" and draft.hands[seat]:
        begin_duty(draft, seat, "plus")  # (6.1)
    elif symbol == "+3":
        window.open_window(draft, seat)
    elif symbol == "S":
        end_turn(draft, seat, skips=True)  # (5.2)
    else:
        if symbol == "P":  # the last card; there is one to draw, that under the Plus (6.4)
            draw_cards(draft, seat, 1, "turn")
        elif symbol == "BR":  # (13.7, 13.8)
            draw_cards(draft, seat, 3, "breaker")
        elif symbol == "+2":  # (7.1)
            draft.penalty += 2
        elif symbol == "R":  # of two, the other is next all the same (5.3, 5.4)
            draft.direction = -draft.direction
            draft.events.append(Reversed(draft.direction))
        end_turn(draft, seat)


def _draw(draft: Draft, seat: int) -> None:
    _yield(draft, seat, draw_cards(draft, seat, 1, "turn"))  # an open TAKI stays open (10.9)


def _take(draft: Draft, seat: int) -> None:
    count, draft.penalty = draft.penalty, 0  # what can't be drawn is forgiven (4.5)
    _yield(draft, seat, draw_cards(draft, seat, count, "penalty"))


def _pass(draft: Draft, seat: int) -> None:
    declined = draft.duty == "king"
    draft.events.append(Passed(seat, not declined))
    _yield(draft, seat, declined)


def _yield(draft: Draft, seat: int, something: bool) -> None:
    """End a turn without a card; a round of turns in which nothing was drawn or played ends the game (4.6)."""
    draft.passes += not something
    if draft.passes == len(draft.match.active()):
        end_round(draft, leaders(draft), None)
    else:
        end_turn(draft, seat)


def _close(draft: Draft, seat: int) -> None:
    _end_taki(draft, seat)
    _effect(draft, seat, draft.figure)  # the last card acts (10.5)


def _leave_open(draft: Draft, seat: int) -> None:
    assert draft.open_taki is not None
    draft.events.append(LeftOpen(seat, draft.open_taki))
    _effect(draft, seat, draft.figure)  # (10.11)


def _end_taki(draft: Draft, seat: int) -> None:
    if draft.open_taki is not None:
        draft.events.append(RunClosed(seat))
    draft.open_taki, draft.run = None, False


def _announce(draft: Draft, seat: int) -> None:
    draft.announced = tuple(sorted((*draft.announced, seat)))
    draft.events.append(Announced(seat))
    if draft.owes == seat:
        draft.owes = None


def _fine(draft: Draft) -> None:
    """Fine whoever has not called in time; turn and debt stay as they are (15.5, 17.7)."""
    seat, draft.owes = draft.owes, None
    if seat is not None:
        draft.events.append(Fined(seat, 4))
        draw_cards(draft, seat, 4, "fined")


_MOVES: dict[type[Action], Callable[[Draft, int], None]] = {
    Draw: _draw,
    Take: _take,
    Pass: _pass,
    Close: _close,
    LeaveOpen: _leave_open,
    Accept: window.accept,
    Breaker: window.break_it,
    LastCard: _announce,
}
