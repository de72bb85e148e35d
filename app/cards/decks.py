"""The decks, each in one canonical order: the order in which a shuffle finds the cards."""

from app.cards.notation import COLORS, RANKS, SUITS, Card


def color_deck() -> tuple[Card, ...]:
    """Return the 108 cards of four colours and eight wilds, colour by colour, wilds last (T2.1-T2.4)."""
    symbols = ["0", *(symbol for symbol in (*map(str, range(1, 10)), "+2", "S", "R") for _ in range(2))]
    return (*(color + symbol for color in COLORS for symbol in symbols), *["W"] * 4, *["W4"] * 4)


def suit_deck(ranks: str = RANKS) -> tuple[Card, ...]:
    """Return one pack of these ranks in four suits, suit by suit: 52 cards (C1.1), or 32 from 7 to ace (M1.1)."""
    return tuple(rank + suit for suit in SUITS for rank in ranks)
