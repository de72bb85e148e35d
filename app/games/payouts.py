"""How a pot is shared: exactly, to the last coin."""

from collections.abc import Sequence


def share(pot: int, winners: Sequence[int], seats: int, first: int) -> tuple[int, ...]:
    """Return the coins by seat: equal parts for the winners, nothing for others, summing to the pot.

    Coins left over go one each to the winners in clockwise order from seat `first` on (T16.4).
    """
    each, odd = divmod(pot, len(winners))
    lucky = sorted(winners, key=lambda seat: (seat - first) % seats)[:odd]
    return tuple((each + (seat in lucky)) if seat in winners else 0 for seat in range(seats))
