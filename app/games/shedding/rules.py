"""A game of this family as data: its cards and what they do, and the few functions in which it differs."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, TypeAlias

from app.cards.chance import Chance
from app.cards.notation import Card
from app.games.actions import Action, Play
from app.games.events import Event
from app.games.game import Refusal
from app.games.match import Ending, Match
from app.games.shedding.state import Draft, State

Effect: TypeAlias = Literal["skip", "reverse"]
Situation: TypeAlias = tuple[str | None, Card]
"""The colour in force and the top: what fits follows from these two."""
Hook: TypeAlias = Callable[["Rules", Draft, int, str | None], bool]
"""After a play: gets the seat and the colour that was in force before; True gives that seat another turn."""
Check: TypeAlias = Callable[["Rules", State, int, Any], Refusal | None]
Move: TypeAlias = Callable[["Rules", Draft, int, Any], None]


@dataclass(frozen=True, slots=True)
class Face:
    """What a card is and does."""

    symbol: str
    color: str | None
    """As printed: the colour, or the suit."""
    points: int
    """What it counts in a hand at the end of a round (E27)."""
    wild: bool = False
    """Its player names the colour (E7)."""
    draws: int = 0
    """What it adds to the pending sum (E13)."""
    forces: int = 0
    """What the next player draws at once, losing the turn, without a choice (E17)."""
    effect: Effect | None = None
    """Skip or reverse (E18, E19)."""


def at_random(rules: "Rules", seats: int, chance: Chance) -> tuple[int, Chance, tuple[Event, ...]]:
    """Return a random first seat (T3.4), the chance that is left, and what is told of it: nothing."""
    return chance.first(seats), chance, ()


@dataclass(frozen=True)
class Rules:
    """The parameters of the engine, by the numbers of the table (E1, ...): one value for each set of options."""

    deck: tuple[Card, ...]
    """The cards of one pack in canonical order (E1)."""
    faces: Mapping[Card, Face]
    colors: tuple[str, ...]
    """What may be named for a wild; the order breaks ties (T15.6)."""
    score: Callable[["Rules", Draft, int | None], tuple[int, ...]]
    """Points of a round that has just ended, by its winner if it has one (E27, E30)."""
    ending: Callable[[Match], Ending | None]
    """After each round: winners and losers if the match is over (E27)."""
    named: Literal["color", "suit"] = "color"
    """Which key of a play names it."""
    packs: Callable[[int], int] = lambda players: 1
    """How many packs are shuffled together, by the players dealt in (E2)."""
    hand_size: Callable[[int], int] = lambda players: 7
    """How many cards each gets, by the players dealt in (E3)."""
    put_back: frozenset[Card] = frozenset()
    """What can't be the starter (E4, E6)."""
    wild_on_wild: bool = True
    """(E8)"""
    must_play: Literal["nothing", "matching", "fitting"] = "nothing"
    """What in the hand forbids a draw; wilds fit but don't match (E9, E10)."""
    until_playable: bool = False
    """A player with nothing to play draws until a card fits (E11)."""
    must_play_drawn: bool = False
    """(E12)"""
    answers: Literal["nothing", "same", "any"] = "nothing"
    """Which draw card may be laid on a pending sum (E14)."""
    play_after_taking: bool = False
    """(E16)"""
    calls: bool = True
    """Whether "last one!" has to be said (E21)."""
    late_calls: bool = True
    """(E23)"""
    missed_call: int = 2
    """Drawn by whoever is rightly denounced (E22)."""
    wrong_denounce: int = 0
    """Drawn by whoever denounces wrongly; 0: that is refused (E22)."""
    final_draws: bool = False
    """The next player still draws for a last card (E24)."""
    no_finish: frozenset[Card] = frozenset()
    """Cards with which nobody goes out: the round goes on (E25)."""
    no_call: frozenset[Card] = frozenset()
    """Cards after which nothing has to be said (U11.9)."""
    most_wins: bool = False
    """Whether the highest total is the best (E27)."""
    deal_moves: bool = True
    """The deal moves to the next active seat; else the first turn does (E28)."""
    leavers_keep_points: bool = True
    """(U15.2)"""
    begins: Callable[["Rules", int, Chance], tuple[int, Chance, tuple[Event, ...]]] = at_random
    """Who is the first player of a match."""
    hooks: Mapping[Card, Hook] = field(default_factory=dict)
    """What cards of this game alone do."""
    own_actions: Mapping[type[Action], tuple[Check, Move]] = field(default_factory=dict)
    """Actions of this game alone, which answer a card: legal only while one is in doubt."""

    def play(self, card: Card, color: str) -> Play:
        """Return the play of a wild that names this colour or suit."""
        return Play(card, suit=color) if self.named == "suit" else Play(card, color)

    @cached_property
    def answering(self) -> dict[Card, frozenset[Card]]:
        """By top: what may be laid while a sum is pending; never a plain wild (T8.1-T8.3, T8.6)."""
        draws = {card: face for card, face in self.faces.items() if face.draws}
        return {
            top: frozenset(
                card
                for card, face in draws.items()
                if self.answers == "any" or (self.answers == "same" and face.symbol == self.faces[top].symbol)
            )
            for top in self.faces
        }

    @cached_property
    def matching(self) -> dict[Situation, frozenset[Card]]:
        """What fits by colour, number or symbol; wilds don't match (T6.3).

        On a wild only the colour counts, whatever lies under it (T5.1, T5.4).
        """
        return {
            (color, top): frozenset(
                card
                for card, face in self.faces.items()
                if not face.wild and (face.color == color or face.symbol == self.faces[top].symbol)
            )
            for color in (*self.colors, None)
            for top in self.faces
        }

    @cached_property
    def fitting(self) -> dict[Situation, frozenset[Card]]:
        """What matches, and the wilds, which always fit, but for a wild on a wild where that is barred (E8)."""
        wilds = frozenset(card for card, face in self.faces.items() if face.wild)
        return {
            (color, top): cards if self.faces[top].wild and not self.wild_on_wild else cards | wilds
            for (color, top), cards in self.matching.items()
        }

    @cached_property
    def compelling(self) -> dict[Situation, frozenset[Card]]:
        """What must be played instead of drawing, where anything must (E9, E10)."""
        return self.matching if self.must_play == "matching" else self.fitting

    @cached_property
    def plays(self) -> dict[Card, tuple[Play, ...]]:
        """Every play of a card that leaves cards in hand: one for each colour that may be named."""
        return {
            card: tuple(self.play(card, color) for color in self.colors) if face.wild else (Play(card),)
            for card, face in self.faces.items()
        }

    @cached_property
    def last_plays(self) -> dict[Card, tuple[Play, ...]]:
        """The play of a last card: nothing needs to be named, unless the round goes on (T9.1, U12.4, S1.13)."""
        return {card: self.plays[card] if card in self.no_finish else (Play(card),) for card in self.faces}
