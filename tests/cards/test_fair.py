"""Chance that can be checked: against a second implementation, at the edges, and by counting."""

import itertools
import json
from collections import Counter
from typing import Any

import pytest

from app.cards import fair
from app.cards.chance import Chance
from app.cards.decks import color_deck
from tests.cards import second_fair

VECTORS = json.loads(second_fair.VECTORS.read_text())
each_vector = pytest.mark.parametrize("vector", VECTORS, ids=lambda vector: vector["name"])


def salts(vector: dict[str, Any]) -> dict[int, bytes]:
    return {int(seat): bytes.fromhex(salt) for seat, salt in vector["salts"].items()}


def test_the_file_is_what_the_second_implementation_says() -> None:
    assert second_fair.vectors() == VECTORS


@each_vector
def test_vectors(vector: dict[str, Any]) -> None:
    seed, table, round_id = bytes.fromhex(vector["seed"]), vector["table"], vector["round"]
    assert fair.commitment(seed, table, round_id).hex() == vector["commitment"]
    key = fair.round_key(seed, table, round_id, salts(vector))
    assert key.hex() == vector["key"]
    assert list(itertools.islice(fair.words(key, "deal", 2), 40)) == vector["words"]
    chance = Chance(key)
    assert {n: chance.first(int(n)) for n in vector["first"]} == vector["first"]
    assert list(chance.deck(color_deck())) == vector["deal"]
    for reshuffle in vector["reshuffles"]:
        order, chance = chance.shuffled(reshuffle["from"])
        assert list(order) == reshuffle["to"]


@each_vector
def test_a_bit_flipped_anywhere_is_noticed(vector: dict[str, Any]) -> None:
    seed, table, round_id = bytes.fromhex(vector["seed"]), vector["table"], vector["round"]
    given = salts(vector)
    flipped = bytes([seed[0] ^ 1]) + seed[1:]
    shown, key = fair.commitment(seed, table, round_id), fair.round_key(seed, table, round_id, given)
    for other in ((flipped, table, round_id), (seed, table + "1", round_id), (seed, table, round_id + "1")):
        assert fair.commitment(*other) != shown
        assert fair.round_key(*other, given) != key
    for seat, salt in given.items():
        assert fair.round_key(seed, table, round_id, given | {seat: salt[:-1] + b"\0"}) != key
        fewer = {other: value for other, value in given.items() if other != seat}
        assert fair.round_key(seed, table, round_id, fewer) != key
        assert fair.round_key(seed, table, round_id, fewer | {(seat + 1) % 200: salt}) != key
    assert fair.commitment(seed, table[:-1], table[-1] + round_id) != shown  # parts can't run into each other


def test_the_order_in_which_salts_came_in_does_not_matter() -> None:
    one, two = {0: b"a" * 32, 1: b"b" * 32}, {1: b"b" * 32, 0: b"a" * 32}
    assert fair.round_key(b"s", "1", "1", one) == fair.round_key(b"s", "1", "1", two)
    assert fair.round_key(b"s", "1", "1", {0: b"b" * 32, 1: b"a" * 32}) != fair.round_key(b"s", "1", "1", one)


@pytest.mark.parametrize("n", [*range(1, 109), 255, 256, 257, 32768, 32769, 65535, 65536])
def test_rejection_is_exact(n: int) -> None:
    limit = 65536 - 65536 % n
    assert limit % n == 0
    edges = [limit - 1, *(word for word in (limit, 65535) if word >= limit)]
    assert fair.below(n, iter([limit - 1])) == n - 1
    assert fair.below(n, iter([0])) == 0
    for refused in edges[1:]:
        assert fair.below(n, iter([refused, refused, 7])) == 7 % n


def test_every_word_below_the_limit_is_used_evenly() -> None:
    for n in (3, 7, 100):
        counts = Counter(fair.below(n, iter([word, 0])) for word in range(65536 - 65536 % n))
        assert len(set(counts.values())) == 1


def test_words_that_run_out_are_an_error() -> None:
    with pytest.raises(ValueError, match="ran out"):
        fair.below(3, iter([65535]))


def test_purposes_passes_and_reshuffles_are_independent() -> None:
    key = b"k" * 128
    streams = [
        tuple(itertools.islice(fair.words(key, purpose, number), 8))
        for purpose in ("deal", "first", "reshuffle/1", "reshuffle/2", "reshuffle/11")
        for number in (1, 2)
    ]
    assert len(set(streams)) == len(streams)


def test_a_shuffle_keeps_the_cards_and_the_chance_moves_on() -> None:
    deck, chance = color_deck(), Chance(b"k")
    once, after = chance.shuffled(deck)
    twice, last = after.shuffled(deck)
    assert sorted(once) == sorted(twice) == sorted(chance.deck(deck)) == sorted(deck)
    assert len({once, twice, chance.deck(deck), deck}) == 4
    assert (after.counter, last.counter) == (1, 2)
    assert chance.shuffled(deck) == (once, after)
    assert chance.shuffled(()) == ((), after)


def chi_squared(counts: list[int]) -> float:
    mean = sum(counts) / len(counts)
    return sum((count - mean) ** 2 / mean for count in counts)


def biased(items: tuple[int, ...], key: bytes) -> tuple[int, ...]:
    """The classic wrong shuffle: each place swaps with any other."""
    order, source = list(items), fair.words(key, "wrong")
    for i in range(len(order)):
        j = fair.below(len(order), source)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def test_all_orders_come_up_alike() -> None:
    """24 orders of four cards, 6000 shuffles; chi squared with 23 degrees: 55 is p = 0.0002."""
    items, rounds = (0, 1, 2, 3), 6000
    keys = [at.to_bytes(4, "big") for at in range(rounds)]
    fair_counts = Counter(Chance(key).deck(items) for key in keys)
    wrong_counts = Counter(biased(items, key) for key in keys)
    every = list(itertools.permutations(items))
    assert chi_squared([fair_counts[order] for order in every]) < 55
    assert chi_squared([wrong_counts[order] for order in every]) > 100


def test_each_card_lands_everywhere_alike() -> None:
    """20 x 20 places, 2000 shuffles; chi squared with 361 degrees: 460 is p = 0.0003."""
    counts: Counter[tuple[int, int]] = Counter()
    for at in range(2000):
        counts.update(enumerate(Chance(b"place" + at.to_bytes(4, "big")).deck(range(20))))
    assert chi_squared([counts[place, card] for place in range(20) for card in range(20)]) < 460


def test_first_seats_come_up_alike() -> None:
    """4 seats, 4000 matches; chi squared with 3 degrees: 19 is p = 0.0003."""
    counts = Counter(Chance(at.to_bytes(4, "big")).first(4) for at in range(4000))
    assert chi_squared([counts[seat] for seat in range(4)]) < 19


def test_the_key_is_not_shown() -> None:
    assert repr(Chance(b"secret", 3)) == "Chance(counter=3)"
