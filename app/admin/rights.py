"""Who may do what to whom."""

from collections.abc import Mapping
from typing import Literal

from app.errors import ForbiddenError, InvalidError
from app.players.models import Player

Act = Literal["warn", "mute", "unmute", "dismiss", "ban", "unban", "correct", "end_table"]

MODERATORS = frozenset({"moderator", "admin"})
ADMINS = frozenset({"admin"})
RIGHTS: Mapping[Act, frozenset[str]] = {
    "warn": MODERATORS,
    "mute": MODERATORS,
    "unmute": MODERATORS,
    "dismiss": MODERATORS,
    "ban": ADMINS,
    "unban": ADMINS,
    "correct": ADMINS,
    "end_table": ADMINS,
}


def may(role: str, act: Act) -> bool:
    """Say whether a role is good for an act."""
    return role in RIGHTS[act]


def check(actor: Player, act: Act, whom: Player | None) -> None:
    """Raise ForbiddenError, InvalidError unless the actor may do this to that player (None: to nobody).

    Nobody acts on themself, not even to give back; a moderator acts on those who only play.
    """
    if not may(actor.role, act):
        raise ForbiddenError("not_allowed", "Your role is not good for this.")
    if whom is None:
        return
    if whom.id == actor.id:
        raise InvalidError("not_yourself", "Nobody does this to themself; ask another one.")
    if whom.role != "player" and actor.role != "admin":
        raise ForbiddenError("not_allowed", "Moderators and admins are for an admin to deal with.")
