from collections import Counter

from app.cards.decks import color_deck
from app.games.shedding.scoring import hand_points
from app.games.toma2 import TOMA2


def test_the_colour_deck() -> None:
    """(T2.1-T2.6, situation 1)"""
    deck = Counter(color_deck())
    assert deck.total() == 108
    assert sum(deck[f"{color}{number}"] for color in "rgby" for number in range(10)) == 76
    assert all(deck[f"{color}0"] == 1 for color in "rgby")
    for number in range(1, 10):
        assert sum(deck[f"{color}{number}"] for color in "rgby") == 8
    for symbol in ("+2", "S", "R"):
        assert [deck[color + symbol] for color in "rgby"] == [2] * 4
    assert (deck["W"], deck["W4"]) == (4, 4)
    assert hand_points(TOMA2.rules(TOMA2.options.default), color_deck()) == 1240
