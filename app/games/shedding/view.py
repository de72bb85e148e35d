"""What a viewer may know, built from nothing, field by field (T17.1-T17.8)."""

from typing import Literal

from typing_extensions import TypedDict  # pydantic makes schemas of this one alone before Python 3.12

from app.cards.notation import Card
from app.games.actions import write_action
from app.games.codec import JSON
from app.games.match_view import MatchView, match_view, own_seat
from app.games.refusals import NOT_YOUR_TURN
from app.games.shedding.legality import layable, legal, not_layable
from app.games.shedding.rules import Rules
from app.games.shedding.scoring import ranking
from app.games.shedding.state import State


class BillView(TypedDict):
    """A draw card of the pending sum; `seat` is null for the starter."""

    seat: int | None
    card: Card


class WindowView(TypedDict):
    """Who may be denounced, and who has denounced them already."""

    seat: int
    by: list[int]


class ChallengeView(TypedDict):
    """A wild draw four laid by `by`, which `seat` has to accept or challenge."""

    by: int
    seat: int


class ShownView(TypedDict):
    """A hand that the viewer alone has been shown."""

    seat: int
    hand: list[Card]


class SheddingView(MatchView):
    """The game as one viewer may know it; `hand`, `legal`, `reasons` are null for spectators and leavers."""

    top: Card
    color: str | None
    """The colour or suit in force."""
    named: Literal["color", "suit"]
    """Which key of a play names it for a wild."""
    colors: list[str]
    """What may be named, in order."""
    direction: int
    turn: int | None
    penalty: int
    bill: list[BillView]
    stock: int
    discards: int
    pile: list[Card]
    """The last three discards that were laid face up, the top last."""
    hand: list[Card] | None
    announced: list[int]
    window: WindowView | None
    drawn: Card | None
    """The viewer's own drawn card, while it may be played or kept."""
    deciding: int | None
    """Who may play or keep a drawn card."""
    choosing: int | None
    """Who has to name the colour of a wild starter."""
    challenge: ChallengeView | None
    shown: ShownView | None
    """In the challenger's view alone, until the next turn action."""
    legal: list[JSON] | None
    reasons: dict[Card, str] | None
    """For each card of the own hand that can't be played: the code of the refusal."""


def view(rules: Rules, state: State, viewer: int | None) -> SheddingView:
    """Return the view of a seat; of a spectator where `viewer` is no active seat (T17.5)."""
    match = state.match
    playing = match.phase == "playing"
    seat = own_seat(match, viewer)
    return {
        **match_view(match, state.hands, ranking(rules, match)),
        "top": state.pile[0],
        "color": state.color,
        "named": rules.named,
        "colors": list(rules.colors),
        "direction": state.direction,
        "turn": state.turn if playing else None,
        "penalty": state.penalty,
        "bill": [{"seat": by, "card": card} for by, card in state.bill],
        "stock": len(state.stock),
        "discards": len(state.pile) + len(state.buried),
        "pile": list(state.pile[2::-1]),
        "hand": None if seat is None else list(state.hands[seat]),
        "announced": list(state.announced),
        "window": None if state.window is None else {"seat": state.window.seat, "by": list(state.window.by)},
        "drawn": state.drawn if seat is not None and seat == state.turn else None,
        "deciding": None if state.drawn is None else state.turn,
        "choosing": state.turn if state.choosing else None,
        "challenge": None if state.doubt is None else {"by": state.doubt.seat, "seat": state.turn},
        "shown": None if seat is None else _shown(state, seat),
        "legal": None if seat is None else [write_action(action) for action in legal(rules, state, seat)],
        "reasons": None if seat is None else _reasons(rules, state, seat),
    }


def _reasons(rules: Rules, state: State, seat: int) -> dict[Card, str]:
    hand = state.hands[seat]
    if seat != state.turn or state.match.phase != "playing":
        return dict.fromkeys(hand, NOT_YOUR_TURN.code)
    cards = layable(rules, state)
    return dict.fromkeys([card for card in hand if card not in cards], not_layable(state).code)


def _shown(state: State, seat: int) -> ShownView | None:
    shown = state.shown
    return {"seat": shown.seat, "hand": list(shown.hand)} if shown is not None and shown.to == seat else None
