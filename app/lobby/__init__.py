"""Finding a table: the live list, Play now, new tables, practice, invitations. It runs no table."""

from app.lobby.feed import Feed
from app.lobby.service import Lobby
from app.lobby.turnstile import Turnstile

__all__ = ["Feed", "Lobby", "Turnstile"]
