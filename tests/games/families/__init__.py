"""What differs between games for the tests that every game gets."""

from app.games.game import Game
from app.games.shedding.engine import SheddingGame
from tests.games.families.plain import Family
from tests.games.families.shedding import Shedding


def family_of(game: Game) -> Family:
    """Return what the tests have to know of a game; the plain case where nothing else is said."""
    return Shedding() if isinstance(game, SheddingGame) else Family()
