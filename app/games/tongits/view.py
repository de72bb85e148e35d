"""What a viewer may know, built from nothing, field by field (17.1-17.8)."""

from typing_extensions import TypedDict  # pydantic makes schemas of this one alone before Python 3.12

from app.cards.melds import Division, divide
from app.cards.notation import Card
from app.games.actions import write_action
from app.games.codec import JSON
from app.games.game import Phase
from app.games.match_view import OutcomeView, ResultView, outcome_view, own_seat, result_view
from app.games.tongits.ending import ranking
from app.games.tongits.legality import legal
from app.games.tongits.state import State, TableMeld


class MeldView(TypedDict):
    """A meld on the table; `cards` is null for a face-down four of somebody else until the hand ends."""

    owner: int
    cards: list[Card] | None
    size: int
    face_down: bool
    by: list[int]
    """Who laid each card."""


class CallView(TypedDict):
    """A called Draw; `waiting` have yet to answer, `folded` were folded by force."""

    caller: int
    waiting: list[int]
    folded: list[int]


class BestView(TypedDict):
    """The best division of the own hand."""

    melds: list[list[Card]]
    rest: list[Card]


class HandOutcomeView(OutcomeView):
    """Beside what every game says: how it ended, who fought; by seat, never a forfeiter's, counts and melds in hand."""

    ending: str
    fought: list[int]
    """The caller of a Draw and those who challenged it."""
    folded: list[int]
    """Who folded of their own will."""
    counts: dict[str, int]
    divisions: dict[str, list[list[Card]]]


class TongitsView(TypedDict):
    """The game as one viewer may know it; what is the viewer's own is null for spectators and forfeiters."""

    top: Card | None
    turn: int | None
    step: str | None
    """Whether the seat to act has yet to "draw", or has to "discard"."""
    stock: int
    discards: int
    pile: list[Card]
    """All discards, the newest last."""
    counts: list[int]
    hand: list[Card] | None
    melds: list[MeldView]
    open: list[int]
    blocked: list[int]
    call: CallView | None
    answered: str | None
    """The own answer to the Draw, "fold" or "challenge"."""
    count: int | None
    """Points of the own unmatched cards."""
    best: BestView | None
    last_drawer: int | None
    dealer: int
    first: int
    round: int
    totals: list[int]
    left: list[int]
    phase: Phase
    pot: int
    """Coins in the hitter pot before this hand's antes."""
    previous_winner: int | None
    ending: str | None
    legal: list[dict[str, JSON]] | None
    outcome: HandOutcomeView | None
    result: ResultView | None


def view(state: State, viewer: int | None) -> TongitsView:
    """Return the view of a seat; of a spectator where `viewer` is no active seat (17.8)."""
    match, call, outcome = state.match, state.call, state.outcome
    acting = match.phase == "playing" and call is None
    seat = own_seat(match, viewer)
    own = None if seat is None else divide(state.hands[seat])
    return {
        "top": state.pile[0] if state.pile else None,
        "turn": state.turn if acting else None,
        "step": state.step if acting else None,
        "stock": len(state.stock),
        "discards": len(state.pile),
        "pile": list(reversed(state.pile)),
        "counts": [len(hand) for hand in state.hands],
        "hand": None if seat is None else list(state.hands[seat]),
        "melds": [_meld(meld, outcome is not None or meld.owner == seat) for meld in state.melds],
        "open": list(state.open()),
        "blocked": list(state.blocked),
        "call": None
        if call is None
        else {"caller": call.caller, "waiting": list(call.waiting), "folded": list(call.forced)},
        "answered": None if call is None or seat is None else dict(call.answers).get(seat),
        "count": None if own is None else own.count,
        "best": None if own is None else {"melds": _melds(own), "rest": list(own.rest)},
        "last_drawer": state.last_drawer,
        "dealer": match.first,
        "first": match.first,
        "round": match.round,
        "totals": list(match.totals),
        "left": list(match.left),
        "phase": match.phase,
        "pot": state.pot,
        "previous_winner": state.previous_winner,
        "ending": None if outcome is None else outcome.ending,
        "legal": None if seat is None else [write_action(action) for action in legal(state, seat)],
        "outcome": _outcome(state),
        "result": result_view(match, ranking(match)),
    }


def _meld(meld: TableMeld, known: bool) -> MeldView:
    return {
        "owner": meld.owner,
        "cards": list(meld.cards) if known or not meld.face_down else None,
        "size": len(meld.cards),
        "face_down": meld.face_down,
        "by": list(meld.by),
    }


def _melds(division: Division) -> list[list[Card]]:
    return [list(meld) for meld in division.melds]


def _outcome(state: State) -> HandOutcomeView | None:
    outcome, common = state.outcome, outcome_view(state.match)
    if outcome is None or common is None:
        return None
    divisions = {str(seat): divide(hand) for seat, hand in outcome.hands}
    return {
        **common,
        "ending": outcome.ending,
        "fought": list(outcome.fought),
        "folded": list(outcome.folded),
        "counts": {seat: division.count for seat, division in divisions.items()},
        "divisions": {seat: _melds(division) for seat, division in divisions.items()},
    }
