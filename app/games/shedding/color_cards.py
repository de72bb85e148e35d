"""What the cards of the colour deck are, in every game that is played with it."""

from app.cards.notation import COLORS, Card
from app.games.shedding.rules import Face


def _faces(color: str) -> dict[Card, Face]:
    numbers = {f"{color}{number}": Face(str(number), color, number) for number in range(10)}
    return numbers | {
        f"{color}+2": Face("+2", color, 20, draws=2),
        f"{color}S": Face("S", color, 20, effect="skip"),
        f"{color}R": Face("R", color, 20, effect="reverse"),
    }


COLOR_FACES: dict[Card, Face] = {card: face for color in COLORS for card, face in _faces(color).items()} | {
    "W": Face("W", None, 50, wild=True),
    "W4": Face("W4", None, 50, wild=True, draws=4),
}
"""By card: symbol, colour, points, what it draws, skip or reverse (T7.1-T7.7, T13.2)."""
