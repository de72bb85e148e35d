"""The robots of each game, by how well they play."""

from collections.abc import Mapping

from app.bots.easy import EasyRobot
from app.bots.minds.shedding import SheddingMind
from app.bots.minds.taki import TakiMind
from app.bots.minds.tongits import TongitsMind
from app.bots.robot import Robot
from app.bots.shedding import SheddingRobot
from app.bots.strong import Mind, StrongRobot
from app.bots.taki import TakiRobot
from app.bots.tongits import TongitsRobot
from app.games.crazy_eights import CRAZY_EIGHTS
from app.games.game import Game
from app.games.mau_mau import MAU_MAU
from app.games.shedding.engine import SheddingGame
from app.games.switch import SWITCH
from app.games.taki.engine import TAKI
from app.games.toma2 import TOMA2
from app.games.tongits.engine import TONGITS
from app.games.uno import UNO
from app.tables.state import Level

_SHEDDING: tuple[SheddingGame, ...] = (TOMA2, UNO, CRAZY_EIGHTS, MAU_MAU, SWITCH)


def levels(game: Game, thumb: Robot, mind: Mind, trials: int) -> Mapping[Level, Robot]:
    """Return the three robots of a game that has a rule of thumb and a way to think ahead."""
    return {"easy": EasyRobot(), "normal": thumb, "strong": StrongRobot(game, thumb, mind, trials)}


ROBOTS: dict[str, Mapping[Level, Robot]] = {
    **{game.key: levels(game, SheddingRobot(), SheddingMind(game), 160) for game in _SHEDDING},
    "taki": levels(TAKI, TakiRobot(), TakiMind(), 80),
    "tongits": levels(TONGITS, TongitsRobot(), TongitsMind(), 120),
}
"""By the key of the game, then by level; a normal one is never heavy: it stands in for those that are."""
