"""The door of /admin: for a browser in which a moderator or an admin is signed in; for all others nothing is there."""

from collections.abc import Callable
from functools import cached_property

from starlette.applications import Starlette
from starlette.datastructures import MutableHeaders
from starlette.exceptions import HTTPException
from starlette.requests import HTTPConnection
from starlette.routing import BaseRoute
from starlette.types import Message, Receive, Scope, Send

from app.admin.rights import MODERATORS
from app.db import Sessions
from app.players.asker import token_of
from app.players.cookies import cookie_name
from app.players.models import Player
from app.players.sessions import find_credential

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
"""Narrower than the client's but for trusted types, which jQuery doesn't know."""
REFERRER = "same-origin"
"""Under no-referrer, as elsewhere, a browser would send forms with the Origin "null"."""


class Gate:
    """Lets staff through, with who they are in `request.state.staff`; to all others nothing is here."""

    def __init__(self, build: Callable[[], Starlette]) -> None:
        """`build` makes what lies behind, once, when it is first needed."""
        self._build = build

    @cached_property
    def _app(self) -> Starlette:
        return self._build()

    @property
    def routes(self) -> list[BaseRoute]:
        """The routes behind the door, for links."""
        return self._app.routes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Ask who comes, anew for each request: a role that was taken is no good at once."""
        if scope["type"] != "http":
            raise HTTPException(404)
        connection = HTTPConnection(scope)
        scope.setdefault("state", {})["staff"] = await find_staff(connection)
        if cookie_name(connection).startswith("__Host-"):
            scope["scheme"] = "https"  # links carry the scheme, also where a proxy speaks https for us

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers["content-security-policy"] = POLICY
                headers["referrer-policy"] = REFERRER
                headers.setdefault("cache-control", "no-store")
            await send(message)

        await self._app(scope, receive, send_with_headers)


async def find_staff(connection: HTTPConnection) -> Player:
    """Return the moderator or admin whose browser asks; raise 404 for anybody else, programs of theirs too."""
    token = token_of(connection)
    sessions: Sessions = connection.app.state.sessions
    if token is not None:
        async with sessions.begin() as session:
            found = await find_credential(session, token)
        if found is not None and found.session_id is not None and found.player.role in MODERATORS:
            return found.player
    raise HTTPException(404)
