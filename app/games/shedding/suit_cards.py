"""What the cards of suits are, in every game that is played with them."""

from collections.abc import Mapping
from typing import Any, TypeAlias

from app.cards.notation import Card
from app.games.actions import Choose
from app.games.events import Named
from app.games.shedding import legality, moves, rounds
from app.games.shedding.rules import Face

Does: TypeAlias = dict[str, dict[str, Any]]
"""By rank, or by card: fields of its face, as what it does beside following suit or rank."""
SUIT_ACTIONS = tuple(cls for cls in legality.ACTIONS if cls is not Choose)
SUIT_EVENTS = tuple(cls for cls in moves.EVENTS + rounds.EVENTS if cls is not Named)
"""No wild is ever a starter here, so nothing is named but in a play (E6)."""


def suit_faces(deck: tuple[Card, ...], points: Mapping[str, int], does: Does) -> dict[Card, Face]:
    """Return the faces of a deck: points by rank, pip value where none are given (C10.3)."""
    return {
        card: Face(
            symbol=card[0],
            color=card[1],
            points=points[card[0]] if card[0] in points else int(card[0]),
            **does.get(card[0], {}),
            **does.get(card, {}),
        )
        for card in deck
    }
