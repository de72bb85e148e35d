"""The chance of one round, as a value that a game's state carries."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import NoReturn, TypeVar

from app.cards import fair

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Chance:
    """A derived key and the number of reshuffles made with it; never part of a view, an event or an error.

    `repr` hides the key and pickling is refused, so that a log line or a dump can't give the deck away.
    """

    key: bytes = field(repr=False)
    counter: int = 0

    def __reduce__(self) -> NoReturn:
        raise TypeError("chance is not pickled: the key of a running round would lie in the bytes")

    def first(self, n: int) -> int:
        """Return the seat, below n, that begins a match (T3.4)."""
        return fair.below(n, fair.words(self.key, "first"))

    def deck(self, cards: Sequence[T]) -> tuple[T, ...]:
        """Return the deck of the round, in the order in which it is dealt (T3.5)."""
        return fair.shuffled(cards, self.key, "deal")

    def drawn(self, cards: Sequence[T], count: int) -> tuple[tuple[T, ...], "Chance"]:
        """Return cards drawn one after the other, without a shuffle of them all, and the chance that is left (U1.2)."""
        rest, words = list(cards), fair.words(self.key, f"draw/{self.counter + 1}")
        taken = tuple(rest.pop(fair.below(len(rest), words)) for _ in range(count))
        return taken, Chance(self.key, self.counter + 1)

    def shuffled(self, cards: Sequence[T]) -> tuple[tuple[T, ...], "Chance"]:
        """Return the cards of the next shuffle within the round, and the chance that is left (T10.1)."""
        order = fair.shuffled(cards, self.key, f"reshuffle/{self.counter + 1}")
        return order, Chance(self.key, self.counter + 1)
