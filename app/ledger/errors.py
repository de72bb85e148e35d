"""How the books refuse."""

from collections.abc import Sequence

from app.errors import ConflictError


class NotEnoughCoinsError(ConflictError):
    """Somebody can't pay; `players` names all who can't (ascending ids), and nothing was changed."""

    def __init__(self, players: Sequence[int]) -> None:
        super().__init__("not_enough_coins", "There are not enough coins for this.", players=list(players))
        self.players = tuple(players)


class CauseReusedError(ConflictError):
    """The same cause came before with another request; the first one stands, and nothing was changed."""

    def __init__(self) -> None:
        super().__init__("cause_reused", "This request's key was used before for something else.")


class MatchClosedError(ConflictError):
    """The match has been settled or refunded already, in another way; nothing was changed."""

    def __init__(self) -> None:
        super().__init__("match_closed", "The coins of this match were already paid out.")
