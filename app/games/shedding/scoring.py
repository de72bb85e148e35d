"""Points in hand, places, and who has the fewest."""

from collections.abc import Iterable, Sequence

from app.cards.notation import Card
from app.games.match import Match, places
from app.games.shedding.rules import Rules


def hand_points(rules: Rules, hand: Iterable[Card]) -> int:
    """Return what the cards of a hand count together (T13.2)."""
    return sum(rules.faces[card].points for card in hand)


def fewest(points: Sequence[int], seats: Sequence[int]) -> tuple[int, ...]:
    """Return those of the seats that have the fewest points; a tie is shared (T13.8)."""
    least = min(points[seat] for seat in seats)
    return tuple(seat for seat in seats if points[seat] == least)


def ranking(match: Match) -> tuple[tuple[int, ...], ...]:
    """Return the places of a finished match by ascending totals, none for any other (T13.9)."""
    return places(match, match.totals.__getitem__)
