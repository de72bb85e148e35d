"""Deals that a test chose, in the process of its server."""

from dataclasses import replace
from typing import Any
from unittest.mock import patch

from app.cards.chance import Chance
from app.games.events import Dealt, Turned
from app.games.game import Step
from app.games.taki.engine import Taki
from app.games.taki.options import TakiOptions

HANDS = (("+3", "+3", "b9", "b8"), ("rT", "CC", "y4", "y6"))
STOCK = ("r3", "BR", "rS", "g1", "g3", "g4", "g5", "g6", "g7")


def taki() -> None:
    """Every match of TAKI begins with these hands, the first seat's turn, and a red 5."""
    deal = Taki.deal

    def chosen(game: Taki, options: TakiOptions, seats: int, chance: Chance, **_: Any) -> Step:
        state, _events = deal(game, options, seats, chance, first=0)
        state = replace(state, hands=HANDS, stock=STOCK, pile=("r5",), color="r", figure="5")
        return state, (Dealt(0, "r5", tuple(map(len, HANDS))), Turned(0))

    patch.object(Taki, "deal", chosen).start()
