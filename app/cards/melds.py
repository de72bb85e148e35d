"""Sets and runs of one 52-card pack, and the best division of a hand into them, by exact search on bit masks.

A mask has a bit for each card: suit by suit, ace low, with a gap after each king, so that no run goes round.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from app.cards.notation import RANKS, SUITS, Card

_WIDTH = len(RANKS) + 1
_SUIT = (1 << _WIDTH) - 1
_COLUMN = sum(1 << _WIDTH * suit for suit in range(len(SUITS)))  # the four aces
BITS: dict[Card, int] = {
    rank + suit: 1 << _WIDTH * at + place for at, suit in enumerate(SUITS) for place, rank in enumerate(RANKS)
}
_CARDS = {bit: card for card, bit in BITS.items()}
VALUES: dict[Card, int] = {card: min(RANKS.index(card[0]) + 1, 10) for card in BITS}
_POINTS = [0]  # of every mask of one suit
for _rank in RANKS:
    _POINTS += [points + VALUES[_rank + SUITS[0]] for points in _POINTS]


@dataclass(frozen=True, slots=True)
class Division:
    """A hand divided so that the cards outside its melds have the lowest count."""

    count: int
    melds: tuple[tuple[Card, ...], ...]
    rest: tuple[Card, ...]
    loose: int
    """Mask of the cards that at least one division with this count leaves out."""
    has_four: bool
    """A set of four is among the melds: so it is wherever a division with this count has one."""


def mask_of(cards: Iterable[Card]) -> int:
    """Return the mask of different cards."""
    mask = 0
    for card in cards:
        mask |= BITS[card]
    return mask


def cards_of(mask: int) -> tuple[Card, ...]:
    """Return the cards of a mask, suit by suit, ascending."""
    return tuple([_CARDS[bit] for bit in _bits(mask)])


def is_meld(mask: int) -> bool:
    """Tell whether the cards are a set of three or four, or a run of three or more."""
    return mask in _MELDS


def is_set(meld: int) -> bool:
    """Tell a set from a run."""
    return meld & meld >> 1 == 0


def melds_in(mask: int) -> list[int]:
    """Return every meld that can be made of the cards: runs of any length, threes out of fours too."""
    return [meld for meld in _MELDS if meld & mask == meld]


def fitting(meld: int, mask: int) -> list[int]:
    """Return what can be added to the meld: each single card that fits by itself, and all that fit together."""
    if is_set(meld):
        return [bit for bit in _bits(mask & ~meld) if meld | bit in _MELDS]
    singles, whole = [], 0
    down, up = (meld & -meld) >> 1, 1 << meld.bit_length()
    singles = [bit for bit in (down, up) if bit & mask]
    while down & mask:
        whole, down = whole | down, down >> 1
    while up & mask:
        whole, up = whole | up, up << 1
    return singles if whole in (0, *singles) else [*singles, whole]


def points(mask: int) -> int:
    """Return the sum of the values of the cards."""
    return (
        _POINTS[mask & _SUIT]
        + _POINTS[mask >> _WIDTH & _SUIT]
        + _POINTS[mask >> 2 * _WIDTH & _SUIT]
        + _POINTS[mask >> 3 * _WIDTH]
    )


def divide(cards: Iterable[Card]) -> Division:
    """Return the best division of a hand: lowest count first, then one that has a set of four.

    Once the sets are chosen, all that stands in a row of three is a run. So only choices of sets are tried, and of
    those only such as can be the best: a card is kept out of its set for a run alone, nothing is followed that
    leaves out more than the best so far, and no more is tried once only such cards are left out as fit nowhere.
    """
    mask = mask_of(cards)
    columns = _columns(mask)
    coming = [mask & sum(columns[at:]) for at in range(1, len(columns) + 1)]
    rest = _not_in_runs(mask)
    least = points(rest & ~sum(columns))
    bound, best, loose, has_four = 1000, (mask, 0), 0, False
    # How many ranks are settled; what is left, and of it in no run; what lies in sets; what is kept for runs.
    tries = [(0, mask, rest, 0, 0)]
    while tries:
        at, left, rest, sets, kept = tries.pop()
        if at < len(columns):
            held = left & columns[at]
            for taken, keep in _choices(held, held & ~rest, kept):
                out = _not_in_runs(left ^ taken) if taken else rest
                lost = out & ~coming[at]
                if not lost & keep and (not lost or points(lost) <= bound):
                    tries.append((at + 1, left ^ taken, out, sets | taken, keep))
            continue
        count = points(rest)
        if count > bound:
            continue
        four = _has_four(sets)
        if count < bound or four > has_four:
            best, has_four = (left, sets), four
        loose = rest if count < bound else loose | rest
        bound = count
        if bound == least and has_four == _has_four(mask):
            break
    left, sets = best
    rest = _not_in_runs(left)
    melds = [_MELDS[sets & column] for column in _columns(sets)] + [_MELDS[row] for row in _rows(left ^ rest)]
    return Division(bound, tuple(melds), cards_of(rest), loose, has_four)


def _choices(held: int, in_runs: int, kept: int) -> list[tuple[int, int]]:
    """Return the sets of a rank's cards worth trying (0: none), the largest last, with what is kept for runs."""
    some = [(held, kept)]
    if in_runs and held.bit_count() == 3:
        return [(0, kept), *some]
    if in_runs:
        some = [*[(held ^ bit, kept | bit) for bit in _bits(in_runs)], *some]
    return [(0, kept), *some] if in_runs & in_runs - 1 else some


def _bits(mask: int) -> list[int]:
    bits = []
    while mask:
        bit = mask & -mask
        bits.append(bit)
        mask ^= bit
    return bits


def _not_in_runs(mask: int) -> int:
    starts = mask & mask >> 1 & mask >> 2
    return mask & ~(starts | starts << 1 | starts << 2)


def _rows(mask: int) -> list[int]:
    """Return the cards of each unbroken row."""
    rows = []
    while mask:
        row = mask & ~(mask + (mask & -mask))
        rows.append(row)
        mask ^= row
    return rows


def _has_four(mask: int) -> bool:
    return bool(mask & mask >> _WIDTH & mask >> 2 * _WIDTH & mask >> 3 * _WIDTH)


def _columns(mask: int) -> list[int]:
    """Return the four cards of each rank of which at least three are held."""
    a, b, c, d = mask & _SUIT, mask >> _WIDTH & _SUIT, mask >> 2 * _WIDTH & _SUIT, mask >> 3 * _WIDTH
    return [bit * _COLUMN for bit in _bits(a & b & (c | d) | c & d & (a | b))]


_SETS = [
    meld
    for ace in range(len(RANKS))
    for four in [_COLUMN << ace]
    for meld in (*(four ^ bit for bit in _bits(four)), four)
]
_RUNS = [
    (1 << size) - 1 << start + _WIDTH * suit
    for suit in range(len(SUITS))
    for start in range(len(RANKS) - 2)
    for size in range(3, len(RANKS) - start + 1)
]
_MELDS = {meld: cards_of(meld) for meld in _SETS + _RUNS}
"""Every meld there is."""
