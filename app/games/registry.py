"""The games that this house plays."""

from app.errors import NotFoundError
from app.games.game import Game
from app.games.toma2 import TOMA2

GAMES: dict[str, Game] = {game.key: game for game in (TOMA2,)}
"""Every game by its key, in the order in which a lobby lists them."""


def find_game(key: str) -> Game:
    """Return the game; NotFoundError ("no_such_game") where there is none."""
    if key not in GAMES:
        raise NotFoundError("no_such_game", "There is no such game.")
    return GAMES[key]
