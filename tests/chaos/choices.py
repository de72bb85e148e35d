"""What somebody at a table wants next, from the newest view: a robot's choices, and getting up as planned."""

import random
from dataclasses import dataclass, field
from typing import Any

from app.bots.registry import ROBOTS
from tests.chaos.draws import Plan
from tests.chaos.history import now

Frame = dict[str, Any]
STUCK_S = 25.0
"""Whoever waits longer for a match gets up."""


@dataclass
class Sitting:
    """One person's stay at one table; `hurry` makes them get up soon, whatever the bet."""

    plan: Plan
    chance: random.Random
    host: bool
    leaves: bool
    acts: int = 0
    hurry: bool = False
    began: float = field(default_factory=now)

    def wants(self, view: Frame) -> tuple[str, Frame] | None:
        """Return the type of the next command and its fields; None where there is nothing to do."""
        seat, phase, round_ = view["you"], view["phase"], view["round"]
        if phase == "waiting":
            return self._begin(view)
        if phase == "over":
            return self._after(view)
        if (self.leaves and self.acts >= self.plan.patience) or (self.hurry and seat):
            return "leave", {}
        if phase == "vote":
            return None if seat in view["vote"]["accepted"] else ("vote", {"accept": True})
        if phase == "salting" and round_ and seat not in round_["salted"]:
            return "salt", {"round": round_["number"], "salt": self.chance.randbytes(32).hex()}
        if phase == "pause" and seat not in view["pause"]["ready"]:
            return "ready", {}
        if phase == "playing" and not view["held"] and view["game"]["legal"]:
            return self._act(view)
        return None

    def _begin(self, view: Frame) -> tuple[str, Frame] | None:
        if self.hurry or self.acts or now() - self.began > STUCK_S:
            return "leave", {}
        return ("start", {}) if self.plan.votes and self.host and self._full(view) else None

    def _after(self, view: Frame) -> tuple[str, Frame] | None:
        if view["settled"] is None:
            return None
        played = int((view["match"] or "0-0").split("-")[1])
        if played < self.plan.matches and view["again"] and not self.hurry and self._full(view):
            return None if view["you"] in view["again"]["pressed"] else ("again", {})
        return "leave", {}

    def _full(self, view: Frame) -> bool:
        return len([seat for seat in view["seats"] if seat and not seat["left"]]) == self.plan.people

    def _act(self, view: Frame) -> tuple[str, Frame] | None:
        table = view["table"]
        seen = {**view["game"], "options": table["options"]}
        action = ROBOTS[table["game"]]["normal"].choose(seen, view["you"], self.chance.getrandbits(32))
        return None if action is None else ("act", {"action": action})
