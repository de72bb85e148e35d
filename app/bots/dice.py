"""Cheap pseudo-random numbers for thinking ahead. Nothing that is dealt to anybody comes from here."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from app.cards.chance import Chance

T = TypeVar("T")
_MASK = (1 << 64) - 1


class Dice:
    """A linear congruential generator (Knuth's 64-bit constants): the same seed rolls the same numbers."""

    __slots__ = ("_state",)

    def __init__(self, seed: int) -> None:
        self._state = (seed * 0x9E3779B97F4A7C15 + 1) & _MASK

    def below(self, n: int) -> int:
        """Return a number from 0 to n - 1; n is at most 2**31."""
        self._state = (self._state * 6364136223846793005 + 1442695040888963407) & _MASK
        return (self._state >> 33) * n >> 31

    def pick(self, items: Sequence[T]) -> T:
        """Return any of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Return the items in any order."""
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


@dataclass(frozen=True, slots=True)
class Guess(Chance):
    """The chance of an imagined round: quick instead of fair."""

    def shuffled(self, cards: Sequence[T]) -> tuple[tuple[T, ...], Chance]:
        """Return the cards in some order, and the chance that is left."""
        seed = int.from_bytes(self.key, "big") + self.counter
        return tuple(Dice(seed).shuffled(cards)), Guess(self.key, self.counter + 1)
