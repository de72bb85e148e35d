"""The decks, each in one canonical order: the order in which a shuffle finds the cards."""

from app.cards.notation import COLORS, Card


def color_deck() -> tuple[Card, ...]:
    """Return the 108 cards of four colours and eight wilds, colour by colour, wilds last (T2.1-T2.4)."""
    symbols = ["0", *(symbol for symbol in (*map(str, range(1, 10)), "+2", "S", "R") for _ in range(2))]
    return (*(color + symbol for color in COLORS for symbol in symbols), *["W"] * 4, *["W4"] * 4)
