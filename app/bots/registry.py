"""The robot of each game."""

from app.bots.robot import Robot
from app.bots.shedding import SheddingRobot

ROBOTS: dict[str, Robot] = {"toma2": SheddingRobot()}
"""By the key of the game."""
