"""A game of this family as data: its cards and what they do, and the few functions in which it differs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Literal, TypeAlias

from app.cards.notation import Card
from app.games.actions import Play
from app.games.match import Ending, Match
from app.games.options import OptionSet

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
    def answers(self) -> frozenset[Card]:
        """What may be laid while a sum is pending: any draw card, no plain wild (T8.1-T8.3, T8.6)."""
        return frozenset(card for card, face in self.faces.items() if face.draws)

    @cached_property
    def matching(self) -> dict[tuple[str | None, Card], frozenset[Card]]:
        """By colour in force and top: what fits by colour, number or symbol. Wilds don't match (T6.3).

        On a wild only the colour counts, whatever lies under it (T5.1, T5.4).
        """
        return {
            (color, top): frozenset(
                card
                for card, face in self.faces.items()
                if face.color is not None and (face.color == color or face.symbol == self.faces[top].symbol)
            )
            for color in (*self.colors, None)
            for top in self.faces
        }

    @cached_property
    def fitting(self) -> dict[tuple[str | None, Card], frozenset[Card]]:
        """What matches, and the wilds, which always fit; nobody can challenge them (T5.2, T5.3)."""
        wilds = frozenset(card for card, face in self.faces.items() if face.color is None)
        return {situation: cards | wilds for situation, cards in self.matching.items()}

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
