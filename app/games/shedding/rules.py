"""A game of this family as data: its cards and what they do, and the few functions in which it differs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypeAlias

from app.cards.notation import Card
from app.games.actions import Play
from app.games.options import OptionSet
from app.games.shedding.state import Ending, Match

Effect: TypeAlias = Literal["skip", "reverse"]


@dataclass(frozen=True, slots=True)
class Face:
    """What a card is and does."""

    symbol: str
    color: str | None
    """None: a wild, whose player names the colour (E7)."""
    points: int
    """What it counts in a hand at the end of a round (E27)."""
    draws: int = 0
    """What it adds to the pending sum; any card that draws answers any other (E13, E14)."""
    effect: Effect | None = None
    """Skip or reverse (E18, E19)."""


@dataclass(frozen=True)
class Rules:
    """The parameters of the engine, by the numbers of the table (E1, ...)."""

    key: str
    name_key: str
    seats: tuple[int, int]
    options: OptionSet[Any]
    deck: tuple[Card, ...]
    """All cards in canonical order (E1)."""
    faces: Mapping[Card, Face]
    colors: tuple[str, ...]
    """What may be named for a wild; the order breaks ties (T15.6)."""
    hand_size: int
    """Cards dealt to each (E3)."""
    missed_call: int
    """Drawn by whoever is rightly denounced (E22)."""
    wrong_denounce: int
    """Drawn by whoever denounces wrongly (E22)."""
    ending: Callable[[Match], Ending | None]
    """After each round: winners and losers if the match is over (E27)."""

    @cached_property
    def plays(self) -> dict[Card, tuple[Play, ...]]:
        """Every play of a card that leaves cards in hand: one for each colour that may be named."""
        return {
            card: (Play(card),) if face.color else tuple(Play(card, color) for color in self.colors)
            for card, face in self.faces.items()
        }

    @cached_property
    def last_plays(self) -> dict[Card, tuple[Play, ...]]:
        """The play of a last card: nothing needs to be named (T9.1)."""
        return {card: (Play(card),) for card in self.faces}
