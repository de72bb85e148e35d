"""A player of Ladder: lays the card that leaves most neighbours in its hand."""

from app.cards.notation import Card
from app.games.codec import JSON

RANKS = "A23456789TJQK"


class LadderRobot:
    """Lays where it can, else takes what is left to do."""

    heavy = False

    def choose(self, view: JSON, seat: int, chance: int) -> JSON | None:
        """Return one of `view["legal"]`, or None while it is not this seat's turn."""
        legal = view["legal"] or []
        plays = [action for action in legal if action["type"] == "play"]
        if not plays:
            return legal[0] if legal else None
        return max(plays, key=lambda action: _neighbours(action["card"], view["hand"]))

    def think_ms(self, view: JSON, seat: int, chance: int) -> int:
        """Return 700 to 1500 ms."""
        return 700 + chance % 800


def _neighbours(card: Card, hand: list[Card]) -> int:
    return sum(abs(RANKS.index(card[0]) - RANKS.index(other[0])) == 1 for other in hand)
