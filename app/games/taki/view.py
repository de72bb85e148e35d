"""What a viewer may know, built from nothing, field by field (21.1-21.7)."""

from typing_extensions import TypedDict  # pydantic makes schemas of this one alone before Python 3.12

from app.cards.notation import Card
from app.games.actions import write_action
from app.games.codec import JSON
from app.games.match_view import MatchView, match_view, own_seat
from app.games.refusals import NOT_YOUR_TURN
from app.games.taki.legality import king_seat, layable, legal, not_layable
from app.games.taki.rounds import ranking
from app.games.taki.state import Duty, State


class PlusThreeView(TypedDict):
    """Whose +3 waits, and who is next in turn, if that player may answer with a King."""

    by: int
    king: int | None


class TakiView(MatchView):
    """TAKI as one viewer may know it; `hand`, `legal`, `reasons` are null for spectators and leavers."""

    top: Card
    color: str | None
    figure: str | None
    direction: int
    turn: int | None
    penalty: int
    stock: int
    discards: int
    pile: list[Card]
    """The last three discards, the top last."""
    hand: list[Card] | None
    announced: list[int]
    owes: list[int]
    """Who has to call the last card before the next turn action."""
    window: PlusThreeView | None
    answered: bool | None
    """While a +3 waits: whether the viewer has accepted it; nobody else is told."""
    open_taki: str | None
    run: bool
    duty: Duty | None
    stages: list[int] | None
    drawn: None
    legal: list[JSON] | None
    reasons: dict[Card, str] | None
    """For each card of the own hand that can't be played: the code of the refusal."""


def view(state: State, viewer: int | None) -> TakiView:
    """Return the view of a seat; of a spectator where `viewer` is no active seat."""
    match, window = state.match, state.window
    seat = own_seat(match, viewer)
    return {
        **match_view(match, state.hands, ranking(state)),
        "top": state.pile[0],
        "color": state.color,
        "figure": state.figure,
        "direction": state.direction,
        "turn": state.turn if match.phase == "playing" and window is None else None,
        "penalty": state.penalty,
        "stock": len(state.stock),
        "discards": len(state.pile),
        "pile": list(state.pile[2::-1]),
        "hand": None if seat is None else list(state.hands[seat]),
        "announced": list(state.announced),
        "owes": [] if state.owes is None else [state.owes],
        "window": None if window is None else {"by": window.by, "king": king_seat(state)},
        "answered": None if window is None or seat in (None, window.by) else seat in window.accepted,
        "open_taki": state.open_taki,
        "run": state.run,
        "duty": state.duty,
        "stages": None if state.stages is None else list(state.stages),
        "drawn": None,
        "legal": None if seat is None else [write_action(action) for action in legal(state, seat)],
        "reasons": None if seat is None else _reasons(state, seat),
    }


def _reasons(state: State, seat: int) -> dict[Card, str]:
    hand = state.hands[seat]
    if state.match.phase != "playing":
        return dict.fromkeys(hand, NOT_YOUR_TURN.code)
    cards = layable(state, seat)
    return dict.fromkeys([card for card in hand if card not in cards], not_layable(state, seat).code)
