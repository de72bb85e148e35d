"""A robot that thinks ahead: it imagines the cards that it can't see, tries what it may do, and plays on."""

from typing import Any, Protocol

from app.bots.dice import Dice
from app.bots.robot import Robot
from app.games.codec import JSON
from app.games.game import Game, State
from app.games.registry import parse_action

_DOUBT = 1.5
"""By how many standard errors another choice has to look better than the rule of thumb: trials are few."""


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
        tried = [thumb, *(action for action in actions if action != thumb)]
        steps = [parse_action(action) for action in tried]
        worth: dict[int, list[float]] = {number: [] for number in range(len(tried))}
        stages = (len(tried) - 1).bit_length()
        while True:
            for _ in range(max(1, self._trials // (stages * len(worth)))):
                world = mind.imagine(view, options, seat, dice)
                for number, results in worth.items():
                    state, _ = game.apply(world, seat, steps[number])
                    results.append(mind.worth(mind.play_out(state, dice), seat))
            rivals = sorted((n for n in worth if n), key=lambda n: sum(worth[n]), reverse=True)
            if len(rivals) == 1:
                return tried[rivals[0]] if _surely_better(worth[rivals[0]], worth[0]) else thumb
            worth = {0: worth[0], **{number: worth[number] for number in rivals[: len(rivals) // 2]}}


def _surely_better(results: list[float], others: list[float]) -> bool:
    """Tell whether the gain in the same worlds is more than chance may account for."""
    gains = [mine - theirs for mine, theirs in zip(results, others, strict=True)]
    mean = sum(gains) / len(gains)
    spread = sum((gain - mean) ** 2 for gain in gains) / len(gains)
    return mean > 0 and mean**2 > _DOUBT**2 * spread / len(gains)
