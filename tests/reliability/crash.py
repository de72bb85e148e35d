"""A server that dies at a chosen moment of a chosen request: before or after any statement, commit or reply.

The request says at which by its header `x-die-at`; 0 only counts, and the reply says how many moments there were.
"""

import os
from contextvars import ContextVar
from dataclasses import dataclass
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

import app.main
from tests.reliability.moments import watch


@dataclass
class Moments:
    """The moments of one request so far; tasks that it leaves behind count no more once it is answered."""

    die_at: int
    count: int = 0
    answered: bool = False

    def pass_one(self) -> None:
        if self.answered:
            return
        self.count += 1
        if self.count == self.die_at:
            os._exit(9)


_moments: ContextVar[Moments | None] = ContextVar("moments", default=None)


def _pass(*_: Any) -> None:
    if moments := _moments.get():
        moments.pass_one()


class Deadly:
    """Middleware that gives each request that asks for it its moments."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        die_at = dict(scope.get("headers", ())).get(b"x-die-at")
        if die_at is None:
            await self._app(scope, receive, send)
            return
        moments = Moments(int(die_at))
        _moments.set(moments)

        async def reply(message: Message) -> None:
            if message["type"] == "http.response.start":
                moments.pass_one()
                moments.answered = True
                message["headers"] = [*message["headers"], (b"x-moments", str(moments.count).encode())]
            await send(message)

        await self._app(scope, receive, reply)


def prepare() -> None:
    """Make the server of this process deadly."""
    watch(_pass)
    create_app = app.main.create_app

    def create_deadly_app(*words: Any) -> Any:
        made = create_app(*words)
        made.add_middleware(Deadly)
        return made

    app.main.create_app = create_deadly_app
