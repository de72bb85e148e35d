"""TAKI: hands and stock; and who has accepted a +3, which nobody else may know (21.3)."""

import random
from dataclasses import replace
from typing import Any

from app.games.actions import Action, Play
from app.games.game import Game
from tests.games.families.plain import Family, Place


class Taki(Family):
    """While a +3 waits, the answers are secret."""

    secret = frozenset({"chance", "window"})

    def unlisted(self, state: Any, seat: int, action: Action) -> bool:
        """A last Change Colour may come with a colour (14.2)."""
        needless = isinstance(action, Play) and bool(action.color) and len(state.hands[seat]) == 1
        return needless or super().unlisted(state, seat, action)

    def hidden(self, game: Game, state: Any, viewer: int | None) -> list[Place]:
        """A leaver looks on as a spectator."""
        return super().hidden(game, state, None if viewer in state.match.left else viewer)

    def otherwise(self, state: Any, viewer: int | None, rng: random.Random) -> Any:
        """Others have accepted the +3, or have not."""
        state = super().otherwise(state, viewer, rng)
        if state.window is None:
            return state
        others = [seat for seat in state.match.active() if seat not in (state.window.by, viewer)]
        accepted = {seat for seat in others if rng.random() < 0.5} | ({viewer} & set(state.window.accepted))
        return replace(state, window=replace(state.window, accepted=tuple(sorted(accepted))))

    def rare(self, state: Any) -> bool:
        """Answers to a +3."""
        return state.window is not None
