"""A sound player of the shedding games.

It keeps to colours that it holds much of, keeps its wilds for the end, and stops whoever is nearly out.
"""

from collections import Counter
from collections.abc import Sequence

from app.bots.robot import legal_by_type
from app.cards.notation import Card
from app.games.codec import JSON

_DENOUNCES = 60  # of a hundred unannounced last cards: sharp, but not a machine
_THINKS_MS = range(700, 1800)
_QUICK_MS = range(700, 1100)


class SheddingRobot:
    """Announces before its last card but one, never denounces wrongly, and lays the card that is worth most now."""

    heavy = False

    def choose(self, view: JSON, seat: int, chance: int) -> JSON | None:
        """Return one of `view["legal"]`, or None while it is not this seat's turn."""
        by_type = legal_by_type(view)
        if "denounce" in by_type and self._catches(view, chance):
            return by_type["denounce"][0]
        if "choose" in by_type:
            return _naming(view, by_type["choose"], view["hand"], chance)
        if "accept" in by_type:
            return by_type["accept"][0]
        plays = by_type.get("play", [])
        if "last_card" in by_type and (plays or view["turn"] != seat):
            return by_type["last_card"][0]
        waiting = next((by_type[name][0] for name in ("take", "pass", "draw") if name in by_type), None)
        if not plays:
            return waiting
        card = max({action["card"]: None for action in plays}, key=lambda card: _worth(view, seat, card))
        if waiting is not None and _worth(view, seat, card) < 0:
            return waiting
        rest = list(view["hand"])
        rest.remove(card)
        return _naming(view, [action for action in plays if action["card"] == card], rest, chance)

    def think_ms(self, view: JSON, seat: int, chance: int) -> int:
        """Return 700 to 1800 ms; less where there is nothing to decide."""
        span = _THINKS_MS if len(view["legal"] or []) > 1 else _QUICK_MS
        return span[chance // 1000 % len(span)]

    def _catches(self, view: JSON, chance: int) -> bool:
        return view["window"]["seat"] not in view["announced"] and chance % 100 < _DENOUNCES


def _color(view: JSON, card: Card) -> str:
    """Return the colour or suit of a card; of a card without one something else."""
    return card[-1] if view["named"] == "suit" else card[0]


def _symbol(view: JSON, card: Card) -> str:
    return card[:-1] if view["named"] == "suit" else card[1:]


def _naming(view: JSON, actions: Sequence[JSON], rest: Sequence[Card], chance: int) -> JSON:
    """Return the action that names the colour held most in the rest of the hand; in a tie any of them."""
    held = Counter(_color(view, card) for card in rest)
    most = max(held[color] for color in view["colors"])
    best = [action for action in actions if held[action.get("color", action.get(view["named"]))] == most]
    return best[chance // 100 % len(best)] if best else actions[0]


def _worth(view: JSON, seat: int, card: Card) -> float:
    """Return what laying the card is worth; below 0 it is better kept. The weights were found by trial."""
    hand, counts, left = view["hand"], view["counts"], view["left"]
    if len(hand) == 1:
        return 1000
    others = [other for other in range(len(counts)) if other != seat and other not in left]
    # In turn order, seen from this seat: the first is next.
    others.sort(key=lambda other: (other - seat) * view["direction"] % len(counts))
    next_count, least = counts[others[0]], min(counts[other] for other in others)
    wild = any(action.get(view["named"]) for action in view["legal"] if action.get("card") == card)
    if wild:  # a sure card for the end, not for a quiet moment
        urgent = least <= 2 or len(hand) <= 3 or view["penalty"] >= 4
        return (8.0 if urgent else -1.0) + (4 if card == "W4" and next_count <= 2 else 0)
    rest = list(hand)
    rest.remove(card)
    symbol = _symbol(view, card)
    follow = sum(
        _color(view, other) == _color(view, card) or _symbol(view, other) == symbol for other in rest
    )
    worth: float = 10 + 2 * follow
    if symbol.isdecimal():
        return worth + int(symbol) / 10
    if next_count <= 2 and symbol != "R":
        return worth + 12  # takes the turn from somebody who is nearly out
    return worth + (8 if len(others) == 1 else -4)  # of two it wins the turn; of more it is worth keeping
