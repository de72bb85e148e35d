"""What the view of every game with a `Match` in its state says, in the same words."""

from collections.abc import Sequence

from typing_extensions import TypedDict  # pydantic makes schemas of this one alone before Python 3.12

from app.cards.notation import Card
from app.games.events import hands_by_seat
from app.games.game import Phase
from app.games.match import Match


class OutcomeView(TypedDict):
    """How the round ended; `hands` by seat, never a leaver's."""

    winner: int | None
    blocked: bool
    points: list[int]
    hands: dict[str, list[Card]]


class ResultView(TypedDict):
    """How the match ended; `ranking` is a list of places, best first."""

    winners: list[int]
    ranking: list[list[int]]
    losers: list[int]


class MatchView(TypedDict):
    """What outlasts a turn, and how many cards each hand has."""

    counts: list[int]
    first: int
    round: int
    totals: list[int]
    left: list[int]
    phase: Phase
    outcome: OutcomeView | None
    result: ResultView | None


def own_seat(match: Match, viewer: int | None) -> int | None:
    """Return the seat of a viewer who is in the match; None for a spectator and for a leaver (T17.5)."""
    return viewer if viewer is not None and 0 <= viewer < match.seats and viewer not in match.left else None


def match_view(match: Match, hands: Sequence[Sequence[Card]], ranking: Sequence[Sequence[int]]) -> MatchView:
    """Return what every viewer may know of the match."""
    return {
        "counts": [len(hand) for hand in hands],
        "first": match.first,
        "round": match.round,
        "totals": list(match.totals),
        "left": list(match.left),
        "phase": match.phase,
        "outcome": outcome_view(match),
        "result": result_view(match, ranking),
    }


def outcome_view(match: Match) -> OutcomeView | None:
    """Return how the round ended, once it has."""
    outcome = match.outcome
    if outcome is None:
        return None
    return {
        "winner": outcome.winner,
        "blocked": outcome.winner is None,
        "points": list(outcome.points),
        "hands": hands_by_seat(outcome.hands),
    }


def result_view(match: Match, ranking: Sequence[Sequence[int]]) -> ResultView | None:
    """Return how the match ended, once it has."""
    ending = match.ending
    if ending is None:
        return None
    return {
        "winners": list(ending.winners),
        "ranking": [list(place) for place in ranking],
        "losers": list(ending.losers),
    }
