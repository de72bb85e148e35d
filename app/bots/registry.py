"""The robot of each game."""

from app.bots.robot import Robot
from app.bots.shedding import SheddingRobot

ROBOTS: dict[str, Robot] = dict.fromkeys(("toma2", "crazy_eights"), SheddingRobot())
"""By the key of the game."""
