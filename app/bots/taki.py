"""A plain player of TAKI: long runs, effects last, colourless cards for need, and never an own Breaker."""

from collections import Counter
from collections.abc import Sequence

from app.bots.robot import legal_by_type
from app.cards.notation import COLORS, Card
from app.games.codec import JSON

_THINKS_MS = range(700, 1800)
_QUICK_MS = range(500, 900)


class TakiRobot:
    """Calls its last card, ends its runs on what hurts most, and answers a +3 wherever it can."""

    heavy = False

    def choose(self, view: JSON, seat: int, chance: int) -> JSON | None:
        """Return one of `view["legal"]`, or None where there is nothing to do."""
        by_type = legal_by_type(view)
        plays = by_type.get("play", [])
        if "last_card" in by_type and (seat in view["owes"] or (len(view["hand"]) == 2 and plays)):
            return by_type["last_card"][0]
        if "accept" in by_type:
            return by_type.get("breaker", plays or by_type["accept"])[0]
        card = max(
            {action["card"]: None for action in plays}, key=lambda card: _worth(view, card), default=None
        )
        if card is not None and (_worth(view, card) > 0 or len(view["hand"]) == 1):
            rest = list(view["hand"])
            rest.remove(card)
            return _naming([action for action in plays if action["card"] == card], rest)
        ways = ("close", "leave_open", "take", "pass", "draw")
        return next((by_type[way][0] for way in ways if way in by_type), None)

    def think_ms(self, view: JSON, seat: int, chance: int) -> int:
        """Return 700 to 1800 ms, less within a run; what it holds doesn't matter."""
        span = _QUICK_MS if view["run"] else _THINKS_MS
        return span[chance // 1000 % len(span)]


def _naming(actions: Sequence[JSON], rest: Sequence[Card]) -> JSON:
    """Return the action that names the colour held most in the rest of the hand."""
    held = Counter(card[0] for card in rest)
    return max(actions, key=lambda action: held[action.get("color")])


def _worth(view: JSON, card: Card) -> float:
    """Return what laying the card is worth; at 0 or below it is better kept."""
    hand: list[Card] = view["hand"]
    colored = card[0] in COLORS
    if view["run"]:  # effects last, colourless cards not at all
        return {"+2": 1, "S": 2, "P": 3, "R": 4}.get(card[1:], 5) if colored else 0
    follow = sum(other != card and other[0] == (card[0] if colored else view["color"]) for other in hand)
    if card == "BR":
        return -1
    if card == "ST" or card[1:] == "T":
        return 1 + 3 * follow
    if not colored:
        return 2 if card == "+3" or view["penalty"] or len(hand) < 4 else 0.5
    return 4.0 + follow + (2 if card[1:] in ("+2", "S", "P") else 0)
