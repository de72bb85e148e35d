"""Shedding games: hands, stock, and hands of leavers buried under the discards."""

import random
from dataclasses import replace
from typing import Any

from app.games.actions import Action, Play
from app.games.game import Game
from tests.games.families.plain import Family, Place


class Shedding(Family):
    """A drawn card that waits is the last of its hand, and everybody knows that it fits."""

    secret = frozenset({"chance", "drawn", "doubt", "shown"})

    def unlisted(self, state: Any, seat: int, action: Action) -> bool:
        """A last wild may come with a colour, which is not used (T9.1)."""
        needless = (
            isinstance(action, Play) and bool(action.color or action.suit) and len(state.hands[seat]) == 1
        )
        return needless or super().unlisted(state, seat, action)

    def hidden(self, game: Game, state: Any, viewer: int | None) -> list[Place]:
        """The buried hands too."""
        places = super().hidden(game, state, None if viewer in state.match.left else viewer)
        return places + [("buried", None, at) for at in range(len(state.buried))]

    def otherwise(self, state: Any, viewer: int | None, rng: random.Random) -> Any:
        """A wild draw four was a bluff or was none, with another hand behind it (U17.4)."""
        state = super().otherwise(state, viewer, rng)
        if state.shown is not None and viewer != state.shown.to:  # (U8.7)
            hand = tuple(rng.sample(state.stock + state.shown.hand, len(state.shown.hand)))
            state = replace(state, shown=replace(state.shown, hand=hand))
        if state.doubt is None:
            return state
        hand = tuple(rng.sample(state.stock + state.doubt.hand, len(state.doubt.hand)))
        return replace(state, doubt=replace(state.doubt, guilty=not state.doubt.guilty, hand=hand))

    def rare(self, state: Any) -> bool:
        """A wild draw four that may be doubted, and the hand that a doubt has shown."""
        return state.doubt is not None or state.shown is not None

    def bound(self, state: Any) -> set[Place]:
        """The drawn card fits."""
        return set() if state.drawn is None else {("hands", state.turn, len(state.hands[state.turn]) - 1)}
