"""A robot that thinks ahead: it imagines the cards that it can't see, tries what it may do, and plays on."""

from typing import Any, Protocol

from app.bots.dice import Dice
from app.bots.robot import Robot
from app.games.codec import JSON
from app.games.game import Game, State
from app.games.registry import parse_action

_TRUST = 0.02
"""How much better than the rule of thumb another choice has to look, in shares of the pot: trials are few."""


class Mind(Protocol):
    """What thinking ahead needs to know of a family of games."""

    def candidates(self, view: JSON, seat: int, thumb: JSON) -> list[JSON]:
        """Return the legal actions worth trying, `thumb` among them; it alone where there is nothing to ponder."""

    def imagine(self, view: JSON, options: Any, seat: int, dice: Dice) -> State:
        """Return a state that this seat can't tell from the true one."""

    def play_out(self, state: State, dice: Dice) -> State:
        """Return the state after the rest of the round, played quickly and sensibly by everybody."""

    def worth(self, state: State, seat: int) -> float:
        """Return what the end of that round is worth to the seat: from 0 to 1, about its share of the pot."""


class StrongRobot:
    """Determinised Monte Carlo with sequential halving: each candidate is tried in the same imagined worlds."""

    heavy = True

    def __init__(self, game: Game, thumb: Robot, mind: Mind, trials: int) -> None:
        """`trials` rounds are played out for a choice, whatever the number of candidates."""
        self.mind = mind
        self._game, self._thumb, self._trials = game, thumb, trials

    def choose(self, view: JSON, seat: int, chance: int) -> JSON | None:
        """Return the action that did best; the rule of thumb's where nothing did clearly better."""
        thumb = self._thumb.choose(view, seat, chance)
        if thumb is None:
            return None
        actions = self.mind.candidates(view, seat, thumb)
        return actions[0] if len(actions) == 1 else self._best(actions, thumb, view, seat, Dice(chance))

    def think_ms(self, view: JSON, seat: int, chance: int) -> int:
        """Return what the rule of thumb takes."""
        return self._thumb.think_ms(view, seat, chance)

    def _best(self, actions: list[JSON], thumb: JSON, view: JSON, seat: int, dice: Dice) -> JSON:
        game, mind = self._game, self.mind
        options = game.options.parse(view["options"])
        tried = [(parse_action(action), action) for action in actions]
        worth = dict.fromkeys(range(len(tried)), 0.0)
        stages = (len(tried) - 1).bit_length()
        while len(worth) > 1:
            worlds = max(1, self._trials // (stages * len(worth)))
            for _ in range(worlds):
                world = mind.imagine(view, options, seat, dice)
                for number in worth:
                    state, _ = game.apply(world, seat, tried[number][0])
                    worth[number] += mind.worth(mind.play_out(state, dice), seat)
            for number in worth:
                worth[number] += _TRUST * worlds * (tried[number][1] == thumb)
            best = sorted(worth, key=worth.__getitem__, reverse=True)
            worth = {number: worth[number] for number in best[: (len(best) + 1) // 2]}
        return tried[next(iter(worth))][1]
