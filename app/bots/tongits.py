"""A sensible player of Tongits: opens soon, keeps further melds hidden, throws what is dear and fits nothing."""

from app.cards.melds import VALUES, divide
from app.cards.notation import RANKS, Card
from app.games.codec import JSON

_FIGHTS_TO = 12  # points with which a Draw is challenged
_CALLS_TO = 6  # points with which a Draw is called though others may fight
_THINKS_MS = range(900, 2400)
_QUICK_MS = range(700, 1200)


class TongitsRobot:
    """Holds nothing between calls; asks the best division of its hand, which is in its view, what to do."""

    heavy = False

    def choose(self, view: JSON, seat: int, chance: int) -> JSON | None:
        """Return one of `view["legal"]`, or None while nothing is asked of this seat."""
        legal = view["legal"]
        if not legal:
            return None
        if view["call"] is not None:
            return {"type": "challenge" if view["count"] <= _FIGHTS_TO else "fold"}
        return _draw(view, seat, legal) if view["step"] == "draw" else _go_on(view, seat, legal)

    def think_ms(self, view: JSON, seat: int, chance: int) -> int:
        """Return 900 to 2400 ms; less where there is nothing to decide."""
        span = _THINKS_MS if len(view["legal"] or []) > 1 else _QUICK_MS
        return span[chance // 1000 % len(span)]


def _draw(view: JSON, seat: int, legal: list[JSON]) -> JSON:
    rivals = [other for other in view["open"] if other != seat and other not in view["left"]]
    if {"type": "call_draw"} in legal and (not rivals or view["count"] <= _CALLS_TO):
        return {"type": "call_draw"}  # whoever is not open can't fight
    takes = [action for action in legal if action["type"] == "take_discard"]
    if takes:
        best = min(takes, key=lambda action: _count_without(view, action["with"]))
        if seat not in view["open"] or _count_without(view, best["with"]) < view["count"]:
            return best
    return {"type": "draw_stock"} if {"type": "draw_stock"} in legal else legal[0]


def _go_on(view: JSON, seat: int, legal: list[JSON]) -> JSON:
    melds, rest = view["best"]["melds"], view["best"]["rest"]
    if melds and (seat not in view["open"] or len(rest) <= 1):
        four = [meld for meld in melds if len(meld) == 4 and meld[0][0] == meld[1][0]]
        meld = {"type": "meld", "cards": (four or melds)[0]}
        return {**meld, "face_down": True} if four else meld
    fitting = [
        action for action in legal if action["type"] == "lay_off" and set(action["cards"]) <= set(rest)
    ]
    if fitting:
        return max(fitting, key=lambda action: sum(VALUES[card] for card in action["cards"]))
    hand = view["hand"]
    loose = rest or [min(hand, key=VALUES.__getitem__)]
    return {"type": "discard", "card": max(loose, key=lambda card: VALUES[card] - 3 * _friends(card, hand))}


def _count_without(view: JSON, cards: list[Card]) -> int:
    return divide(card for card in view["hand"] if card not in cards).count


def _friends(card: Card, hand: list[Card]) -> int:
    """Return how many cards of the hand may one day make a meld with this one."""
    place = RANKS.index(card[0])
    return sum(
        other != card
        and (other[0] == card[0] or (other[1] == card[1] and abs(RANKS.index(other[0]) - place) <= 2))
        for other in hand
    )
