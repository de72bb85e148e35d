"""The games that this house plays."""

from app.errors import InvalidError, NotFoundError
from app.games import codec
from app.games.actions import Action
from app.games.codec import JSON
from app.games.crazy_eights import CRAZY_EIGHTS
from app.games.game import Game
from app.games.mau_mau import MAU_MAU
from app.games.switch import SWITCH
from app.games.taki.engine import TAKI
from app.games.toma2 import TOMA2
from app.games.tongits.engine import TONGITS
from app.games.uno import UNO

GAMES: dict[str, Game] = {
    game.key: game for game in (TOMA2, UNO, CRAZY_EIGHTS, MAU_MAU, SWITCH, TAKI, TONGITS)
}
"""Every game by its key, in the order in which a lobby lists them."""
ACTIONS: dict[str, type[Action]] = {cls.type: cls for game in GAMES.values() for cls in game.actions}
"""Every action of any game by its type."""


def find_game(key: str) -> Game:
    """Return the game; NotFoundError ("no_such_game") where there is none."""
    if key not in GAMES:
        raise NotFoundError("no_such_game", "There is no such game.")
    return GAMES[key]


def parse_action(data: JSON) -> Action:
    """Return the action that the JSON data stands for.

    Raises InvalidError ("malformed") for anything else; whether it is legal is the game's to say.
    """
    tag = data.get("type") if isinstance(data, dict) else None
    cls = ACTIONS.get(tag) if isinstance(tag, str) else None
    if cls is None:
        raise InvalidError("malformed", "there is no such action")
    return codec.read(cls, data)
