"""Who is asking: the dependencies of every route that wants to know."""

from typing import Annotated

from fastapi import Depends, Request
from starlette.requests import HTTPConnection

from app.config import Settings
from app.db import Sessions
from app.errors import UnauthorizedError
from app.players.cookies import cookie_name
from app.players.models import Player
from app.players.sessions import Credential, find_credential


def token_of(connection: HTTPConnection) -> str | None:
    """Return what the asker shows: a program its bearer token, a browser its cookie."""
    scheme, _, shown = connection.headers.get("authorization", "").partition(" ")
    if scheme.lower() == "bearer" and shown:
        return shown.strip()
    return connection.cookies.get(cookie_name(connection))


def address_of(connection: HTTPConnection) -> str:
    """Return the client's address; behind proxies, the one that the outermost trusted proxy saw."""
    settings: Settings = connection.app.state.settings
    trusted = settings.trusted_proxies
    seen = [part.strip() for part in ",".join(connection.headers.getlist("x-forwarded-for")).split(",")]
    if trusted and len(seen) >= trusted and seen[-trusted]:
        return seen[-trusted]
    return connection.client.host if connection.client else ""


async def credential_or_none(request: Request) -> Credential | None:
    """Return who asks and by what, None for a stranger; in a transaction of its own, over at once."""
    token = token_of(request)
    if token is None:
        return None
    sessions: Sessions = request.app.state.sessions
    async with sessions.begin() as session:
        return await find_credential(session, token)


async def credential(found: Annotated[Credential | None, Depends(credential_or_none)]) -> Credential:
    """Return who asks and by what. Raises UnauthorizedError."""
    if found is None:
        raise UnauthorizedError("unauthorized", "Sign in first.")
    return found


async def asker(found: Annotated[Credential, Depends(credential)]) -> Player:
    """Return who asks. Raises UnauthorizedError."""
    return found.player


async def asker_or_none(found: Annotated[Credential | None, Depends(credential_or_none)]) -> Player | None:
    """Return who asks, None for a stranger."""
    return found.player if found else None


Asker = Annotated[Player, Depends(asker)]
AskerOrNone = Annotated[Player | None, Depends(asker_or_none)]
Shown = Annotated[Credential, Depends(credential)]
ShownOrNone = Annotated[Credential | None, Depends(credential_or_none)]
