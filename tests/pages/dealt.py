"""Deals that a test chose, in the process of its server."""

from dataclasses import replace
from functools import partialmethod
from typing import Any
from unittest.mock import patch

from app.cards.chance import Chance
from app.cards.decks import color_deck
from app.games.events import Dealt, Turned
from app.games.game import Step
from app.games.match import deal_hands
from app.games.shedding import rounds
from app.games.shedding.engine import SheddingGame
from app.games.taki.engine import Taki
from app.games.taki.options import TakiOptions

HANDS = (("+3", "+3", "b9", "b8"), ("rT", "CC", "y4", "y6"))
STOCK = ("r3", "BR", "rS", "g1", "g3", "g4", "g5", "g6", "g7")
SHORT = ("r1", "r2", "r3", "r4", "rS", "r+2", "W", "b6", "r9")
"""Two hands of four, card by card in turn, that are soon laid down, and what they begin on."""


def toma2() -> None:
    """Every match of Toma 2 is short: hands are small, and their players can nearly always follow."""
    stock = list(color_deck())
    for card in SHORT:
        stock.remove(card)
    patch.object(SheddingGame, "deal", partialmethod(SheddingGame.deal, deck=(*SHORT, *stock))).start()
    patch.object(rounds, "deal_hands", lambda match, deck, _: deal_hands(match, deck, 4)).start()


def taki() -> None:
    """Every match of TAKI begins with these hands, the first seat's turn, and a red 5."""
    deal = Taki.deal

    def chosen(game: Taki, options: TakiOptions, seats: int, chance: Chance, **_: Any) -> Step:
        state, _events = deal(game, options, seats, chance, first=0)
        state = replace(state, hands=HANDS, stock=STOCK, pile=("r5",), color="r", figure="5")
        return state, (Dealt(0, "r5", tuple(map(len, HANDS))), Turned(0))

    patch.object(Taki, "deal", chosen).start()
