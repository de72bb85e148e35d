"""A beginner: any legal action, in a sensible order of kinds."""

from app.bots.robot import legal_by_type
from app.games.codec import JSON

_FIRST = ("last_card", "choose", "take_discard", "meld", "play", "accept", "close", "leave_open", "pass")
_LAST = ("take", "draw", "draw_stock", "lay_off", "discard", "fold", "challenge", "breaker", "call_draw")
_THINKS_MS = range(900, 2400)


class EasyRobot:
    """Announces, then does the first kind of thing that it can, and of that kind anything; it catches nobody."""

    heavy = False

    def choose(self, view: JSON, seat: int, chance: int) -> JSON | None:
        """Return one of `view["legal"]`, or None where nothing is asked of this seat."""
        by_type = legal_by_type(view)
        by_type.pop("denounce", None)
        if "accept" not in by_type and "play" not in by_type and "last_card" in by_type:
            by_type.pop("last_card")  # nothing to play: it would be one card too many
        known = next((kind for kind in (*_FIRST, *_LAST) if kind in by_type), next(iter(by_type), None))
        return None if known is None else by_type[known][chance % len(by_type[known])]

    def think_ms(self, view: JSON, seat: int, chance: int) -> int:
        """Return 900 to 2400 ms: it looks at its cards one by one."""
        return _THINKS_MS[chance // 1000 % len(_THINKS_MS)]
