"""What the cards are, and what may be laid on what."""

from app.cards.decks import TAKI_SYMBOLS, taki_deck
from app.cards.notation import COLORS, Card
from app.games.actions import Play

DECK = taki_deck()
FACES: dict[Card, tuple[str | None, str]] = {
    color + symbol: (color, symbol) for color in COLORS for symbol in TAKI_SYMBOLS
} | {"CC": (None, "CC"), "ST": (None, "T"), "K": (None, "K"), "+3": (None, "+3"), "BR": (None, "BR")}
"""By card: colour, and symbol. A Super TAKI counts as a TAKI (3.6)."""
TRANSPARENT = ("K", "+3", "BR")
"""They change neither colour nor figure (3.5)."""
NOTHING: frozenset[Card] = frozenset()
ANYTHING = frozenset(FACES)
KING = frozenset({"K"})
_COLORLESS = frozenset(card for card, (color, _) in FACES.items() if color is None)
ANSWERS = frozenset(card for card, (_, symbol) in FACES.items() if symbol == "+2") | KING
"""What may be laid on a debt (7.4)."""
ANSWERS_TOO = ANSWERS | {"+3"}
"""The same where the option lets a +3 pass the debt on (17.5)."""
RUNS = {
    run: _COLORLESS | {card for card, (color, _) in FACES.items() if color == run} for run in (*COLORS, None)
}
"""By the colour of a run: what may follow in it; CC, K, +3 and BR end it (10.2-10.4)."""
FITTING = {
    (color, figure): _COLORLESS
    | {card for card, face in FACES.items() if color == face[0] or figure == face[1]}
    for color in (*COLORS, None)
    for figure in (*TAKI_SYMBOLS, None)
}
"""By colour in force and leading figure: what fits (3.2, 3.3). A Change Colour leads with no figure (8.2)."""
PLAYS = {
    card: tuple(Play(card, color) for color in COLORS) if card == "CC" else (Play(card),) for card in FACES
}
"""Every play of a card that is not the last one (8.1)."""
