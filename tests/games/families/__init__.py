"""What differs between games for the tests that every game gets."""

from app.games.game import Game
from app.games.shedding.engine import SheddingGame
from app.games.taki.engine import Taki as TakiGame
from app.games.tongits.engine import TongitsGame
from tests.games.families.plain import Family
from tests.games.families.shedding import Shedding
from tests.games.families.taki import Taki
from tests.games.families.tongits import Tongits


def family_of(game: Game) -> Family:
    """Return what the tests have to know of a game; the plain case where nothing else is said."""
    if isinstance(game, TakiGame):
        return Taki()
    if isinstance(game, TongitsGame):
        return Tongits()
    return Shedding() if isinstance(game, SheddingGame) else Family()
