"""Points in hand, places, and who has the fewest."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from app.cards.notation import Card
from app.games.shedding.rules import Rules
from app.games.shedding.state import Match


def hand_points(rules: Rules, hand: Iterable[Card]) -> int:
    """Return what the cards of a hand count together (T13.2)."""
    return sum(rules.faces[card].points for card in hand)


def fewest(points: Sequence[int], seats: Sequence[int]) -> tuple[int, ...]:
    """Return those of the seats that have the fewest points; a tie is shared (T13.8)."""
    least = min(points[seat] for seat in seats)
    return tuple(seat for seat in seats if points[seat] == least)


def ranking(match: Match) -> tuple[tuple[int, ...], ...]:
    """Return the places of a finished match, none for any other.

    Winners, then ascending totals, equal ones sharing a place, then leavers, the latest first (T13.9).
    """
    if match.ending is None:
        return ()
    winners = match.ending.winners
    rest = sorted((seat for seat in match.active() if seat not in winners), key=match.totals.__getitem__)
    places = (tuple(seats) for _, seats in groupby(rest, key=match.totals.__getitem__))
    return (winners, *places, *((seat,) for seat in reversed(match.left)))
