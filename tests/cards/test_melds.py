"""Divisions of hands are held against a plain search through every way to lay melds (Tongits 12.2, 12.5, 16.3)."""

import random
from collections.abc import Iterator
from itertools import combinations

import pytest

from app.cards.decks import suit_deck
from app.cards.melds import BITS, VALUES, cards_of, divide, fitting, is_meld, is_set, mask_of, melds_in
from app.cards.notation import RANKS, SUITS, Card

DECK = suit_deck()


def plain_melds(hand: list[Card]) -> set[frozenset[Card]]:
    """Every set and run, found from the words of the rules (1.4, 1.5)."""
    sets = {
        frozenset(cards)
        for size in (3, 4)
        for cards in combinations(hand, size)
        if len({card[0] for card in cards}) == 1
    }
    rows = {
        frozenset(rank + suit for rank in RANKS[start:end])
        for suit in SUITS
        for start in range(11)
        for end in range(start + 3, 14)
    }
    return sets | {row for row in rows if row <= set(hand)}


def ways(
    melds: list[frozenset[Card]], left: frozenset[Card], four: bool
) -> Iterator[tuple[frozenset[Card], bool]]:
    """Every way to lay some of the melds: what is left, and whether a set of four was among them."""
    yield left, four
    for at, meld in enumerate(melds):
        if meld <= left:
            is_four = len(meld) == 4 and len({card[0] for card in meld}) == 1
            yield from ways(melds[at + 1 :], left - meld, four or is_four)


def hands(count: int) -> Iterator[list[Card]]:
    chance = random.Random(12)
    for _ in range(count):
        start, kind = chance.randrange(7), chance.random()
        ranks = RANKS[start : start + (4 if kind < 0.3 else 7)]
        suits = SUITS if kind < 0.3 else chance.sample(SUITS, 3)
        pool = [card for card in DECK if kind > 0.7 or (card[0] in ranks and card[1] in suits)]
        yield chance.sample(pool, min(len(pool), chance.randrange(4, 14)))


def test_a_division_is_the_best_of_all_ways() -> None:
    fours = 0
    for hand in hands(400):
        melds = sorted(plain_melds(hand), key=sorted)
        found = list(ways(melds, frozenset(hand), four=False))
        least = min(sum(VALUES[card] for card in left) for left, _ in found)
        best = [(left, four) for left, four in found if sum(VALUES[card] for card in left) == least]
        division = divide(hand)
        assert division.count == least
        assert division.has_four == any(four for _, four in best)
        assert set(cards_of(division.loose)) == frozenset().union(*(left for left, _ in best))
        assert (frozenset(division.rest), division.has_four) in best
        assert sorted([*division.rest, *(card for meld in division.melds for card in meld)]) == sorted(hand)
        assert all(frozenset(meld) in melds for meld in division.melds)
        fours += division.has_four
    assert fours > 15


def test_melds_in_a_hand_are_all_there_are() -> None:
    for hand in hands(150):
        found = [frozenset(cards_of(meld)) for meld in melds_in(mask_of(hand))]
        assert len(found) == len(set(found))
        assert set(found) == plain_melds(hand)


def test_what_fits_a_meld() -> None:
    """Singles by themselves, and all that fit together; every one of them makes a meld (7.3)."""
    for hand in hands(40):
        mask = mask_of(hand)
        for meld in melds_in(mask_of(DECK)):
            if meld & mask:
                continue
            more = fitting(meld, mask)
            assert all(is_meld(meld | cards) and cards & mask == cards for cards in more)
            singles = {bit for bit in BITS.values() if bit & mask and is_meld(meld | bit)}
            assert {cards for cards in more if cards.bit_count() == 1} == singles
            assert len(more) - len(singles) in (0, 1)
            if more and not is_set(meld):
                assert not fitting(meld | max(more, key=int.bit_count), mask & ~max(more, key=int.bit_count))


@pytest.mark.parametrize(
    "cards", ["As Ks Qs", "Ks As 2s", "Qs Ks As 2s", "7c 8c 9d", "5c 6c", "5c 5d", "5c 6c 8c"]
)
def test_no_meld(cards: str) -> None:
    """(1.4, 1.5, situations 10, 104, 107)"""
    assert not is_meld(mask_of(cards.split()))


def test_values() -> None:
    """(1.3)"""
    assert [VALUES[rank + "h"] for rank in RANKS] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10]


def test_a_whole_suit_is_one_run() -> None:
    """(1.4)"""
    division = divide(rank + "h" for rank in RANKS)
    assert (division.count, division.rest) == (0, ())
    assert division.melds == (tuple(rank + "h" for rank in RANKS),)
