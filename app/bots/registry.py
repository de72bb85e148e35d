"""The robots of each game, by how well they play."""

from collections.abc import Mapping

from app.bots.robot import Robot
from app.bots.shedding import SheddingRobot
from app.bots.taki import TakiRobot
from app.tables.state import Level

_SHEDDING: Mapping[Level, Robot] = dict.fromkeys(("easy", "normal", "strong"), SheddingRobot())
ROBOTS: dict[str, Mapping[Level, Robot]] = {
    **dict.fromkeys(("toma2", "crazy_eights", "mau_mau", "switch"), _SHEDDING),
    "taki": dict.fromkeys(("easy", "normal", "strong"), TakiRobot()),
}
"""By the key of the game, then by level; a normal one is never heavy: it stands in for those that are."""
