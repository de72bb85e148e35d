"""The decks, each in one canonical order: the order in which a shuffle finds the cards."""

from app.cards.notation import COLORS, RANKS, SUITS, Card


def color_deck() -> tuple[Card, ...]:
    """Return the 108 cards of four colours and eight wilds, colour by colour, wilds last (T2.1-T2.4)."""
    symbols = ["0", *(symbol for symbol in (*map(str, range(1, 10)), "+2", "S", "R") for _ in range(2))]
    return (*(color + symbol for color in COLORS for symbol in symbols), *["W"] * 4, *["W4"] * 4)


def suit_deck(ranks: str = RANKS) -> tuple[Card, ...]:
    """Return one pack of these ranks in four suits, suit by suit: 52 cards (C1.1), or 32 from 7 to ace (M1.1)."""
    return tuple(rank + suit for suit in SUITS for rank in ranks)


TAKI_SYMBOLS = ("1", *map(str, range(3, 10)), "+2", "S", "R", "P", "T")
"""What each colour of the TAKI deck has twice; its only 2 is the +2."""


def taki_deck() -> tuple[Card, ...]:
    """Return the 116 cards: four colours, then the colourless ones (TAKI 1.2)."""
    colored = (color + symbol for color in COLORS for symbol in TAKI_SYMBOLS for _ in range(2))
    return (*colored, *["CC"] * 4, *["ST"] * 2, *["K"] * 2, *["+3"] * 2, *["BR"] * 2)
