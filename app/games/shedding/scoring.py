"""Points in hand, points of a round, who wins a match, and places."""

from collections.abc import Callable, Iterable, Sequence

from app.cards.notation import Card
from app.games.match import Ending, Match, places
from app.games.shedding.rules import Rules
from app.games.shedding.state import Draft


def hand_points(rules: Rules, hand: Iterable[Card]) -> int:
    """Return what the cards of a hand count together (T13.2)."""
    return sum(rules.faces[card].points for card in hand)


def fewest(points: Sequence[int], seats: Sequence[int]) -> tuple[int, ...]:
    """Return those of the seats that have the fewest points; a tie is shared (T13.8)."""
    least = min(points[seat] for seat in seats)
    return tuple(seat for seat in seats if points[seat] == least)


def own_points(rules: Rules, draft: Draft, winner: int | None) -> tuple[int, ...]:
    """Return what each has left in hand, the leavers nothing (T13.3)."""
    left = draft.match.left
    return tuple(0 if seat in left else hand_points(rules, hand) for seat, hand in enumerate(draft.hands))


def winner_collects(rules: Rules, draft: Draft, winner: int | None) -> tuple[int, ...]:
    """Return what the others have left, for the winner alone (U13.1, C10.3).

    Blocked, for the one with the fewest points what the others have more; for nobody in a tie (U10.3, C8.3).
    """
    points, active = own_points(rules, draft, winner), draft.match.active()
    if winner is None:
        least = fewest(points, active)
        if len(least) > 1:
            return (0,) * len(points)
        (winner,) = least
    gain = sum(points[seat] - points[winner] for seat in active)
    return tuple(gain if seat == winner else 0 for seat in range(len(points)))


def one_round(match: Match) -> Ending:
    """End the match with its first round: who went out wins alone; blocked, the fewest points in hand (T13.6)."""
    outcome = match.outcome
    assert outcome is not None
    winners = fewest(outcome.points, match.active()) if outcome.winner is None else (outcome.winner,)
    return Ending(winners, ())


def most_at(target: Callable[[Match], int]) -> Callable[[Match], Ending | None]:
    """Return the ending in which whoever reaches the target wins (U13.3, C10.4)."""

    def ending(match: Match) -> Ending | None:
        over = tuple(seat for seat in match.active() if match.totals[seat] >= target(match))
        return Ending(over, ()) if over else None

    return ending


def fewest_at(target: int) -> Callable[[Match], Ending | None]:
    """Return the ending in which the fewest points win when somebody reaches the target (U13.6, M1.14, S1.14)."""

    def ending(match: Match) -> Ending | None:
        active = match.active()
        over = any(match.totals[seat] >= target for seat in active)
        return Ending(fewest(match.totals, active), ()) if over else None

    return ending


def ranking(rules: Rules, match: Match) -> tuple[tuple[int, ...], ...]:
    """Return the places of a finished match from the best total on, none for any other (T13.9)."""
    sign = -1 if rules.most_wins else 1
    return places(match, lambda seat: sign * match.totals[seat])
