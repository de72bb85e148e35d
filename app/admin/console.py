"""`sobremesa admin`: who may act at /admin is decided where the server stands, never on a page."""

import asyncio
import secrets
import sys
from typing import Literal

from sqlalchemy.ext.asyncio import AsyncSession

from app.admin.acts import note_at_console
from app.db import make_sessions, own_engine
from app.errors import InvalidError, NotFoundError
from app.players.roles import Role, list_roles, set_role
from app.players.service import find_by_name

Command = Literal["grant", "revoke", "list"]


def run(database_url: str, command: Command, name: str | None, *, moderator: bool) -> int:
    """Give a role to an account, take it, or list who has one. Raises AppError with the reason why not."""
    role: Role = "moderator" if moderator else "admin"
    sys.stdout.write(asyncio.run(_run(database_url, command, name, role)))
    return 0


async def _run(database_url: str, command: Command, name: str | None, role: Role) -> str:
    async with own_engine(database_url) as engine, make_sessions(engine).begin() as session:
        if command == "list":
            found = await list_roles(session)
            return "".join(f"{player.role:<10}{player.name}\n" for player in found) or "nobody yet\n"
        if not name:
            raise InvalidError("invalid", f"Whom? sobremesa admin {command} NAME", where="name")
        return await _change(session, name, role if command == "grant" else "player")


async def _change(session: AsyncSession, name: str, role: Role) -> str:
    player = await find_by_name(session, name)
    if player is None:
        raise NotFoundError("not_found", f"Nobody is called {name}; they register first.")
    if player.role != role:
        await set_role(session, player.id, role)
        await note_at_console(session, f"role_{role}", player.id, secrets.token_urlsafe(18))
    return f"{player.name} is {'a player' if role == 'player' else role} now\n"
