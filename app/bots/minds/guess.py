"""What all minds share: dealing the unseen cards, and how good it is to be nearer the end than others."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import exp

from app.bots.dice import Dice
from app.cards.notation import Card

Cards = tuple[Card, ...]


def deal_unseen(
    deck: Iterable[Card], seen: Iterable[Card], sizes: Sequence[int], dice: Dice
) -> tuple[list[Cards], Cards]:
    """Return hands of these sizes made of the cards not seen, and what is left of them, all in any order."""
    unseen = Counter(deck)
    unseen.subtract(seen)
    cards = dice.shuffled(unseen.elements())
    hands, at = [], 0
    for size in sizes:
        hands.append(tuple(cards[at : at + size]))
        at += size
    return hands, tuple(cards[at:])


def odds(distances: Mapping[int, float], seat: int, step: float) -> float:
    """Return the seat's chance to be the first at the goal; one unit less to go is worth a factor exp(step)."""
    nearest = min(distances.values())
    chances = {other: exp(step * (nearest - distance)) for other, distance in distances.items()}
    return chances[seat] / sum(chances.values())
