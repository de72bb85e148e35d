"""The robots of each game, by how well they play."""

from collections.abc import Mapping

from app.bots.robot import Robot
from app.bots.shedding import SheddingRobot
from app.bots.taki import TakiRobot
from app.bots.tongits import TongitsRobot
from app.tables.state import Level

_LEVELS: tuple[Level, ...] = ("easy", "normal", "strong")
_SHEDDING: Mapping[Level, Robot] = dict.fromkeys(_LEVELS, SheddingRobot())
ROBOTS: dict[str, Mapping[Level, Robot]] = {
    **dict.fromkeys(("toma2", "uno", "crazy_eights", "mau_mau", "switch"), _SHEDDING),
    "taki": dict.fromkeys(_LEVELS, TakiRobot()),
    "tongits": dict.fromkeys(_LEVELS, TongitsRobot()),
}
"""By the key of the game, then by level; a normal one is never heavy: it stands in for those that are."""
