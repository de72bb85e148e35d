from collections.abc import AsyncIterator, Callable
from typing import Any

import httpx
import pytest
from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse

from app.config import Settings
from app.db import Sessions
from app.errors import (
    AppError,
    BusyError,
    ConflictError,
    ForbiddenError,
    InvalidError,
    NotFoundError,
    TooManyError,
    UnauthorizedError,
)
from app.ledger.proof import Proof
from app.ledger.routes import router as books
from app.players.routes import router as players

STATUS: dict[type[AppError], int] = {
    InvalidError: 422,
    UnauthorizedError: 401,
    ForbiddenError: 403,
    NotFoundError: 404,
    ConflictError: 409,
    TooManyError: 429,
    BusyError: 503,
}

Browser = Callable[..., httpx.AsyncClient]


@pytest.fixture
def app(sessions: Sessions, settings: Settings) -> FastAPI:
    """The routes of people and books alone."""
    app = FastAPI()
    app.state.sessions, app.state.settings = sessions, settings
    app.state.proof = Proof(settings.database_url)

    async def refuse(_: Request, error: Exception) -> JSONResponse:
        assert isinstance(error, AppError)
        status = next(status for kind, status in STATUS.items() if isinstance(error, kind))
        return JSONResponse({"code": error.code, "text": error.text, **error.facts}, status)

    app.add_exception_handler(AppError, refuse)
    app.router.routes += [*players.routes, *books.routes]
    return app


@pytest.fixture
async def browser(app: FastAPI) -> AsyncIterator[Browser]:
    """Opens browsers, each with cookies of its own."""
    opened: list[httpx.AsyncClient] = []

    def open_one(**how: Any) -> httpx.AsyncClient:
        usual = {"transport": httpx.ASGITransport(app), "base_url": "http://cards.test"}
        opened.append(httpx.AsyncClient(**{**usual, **how}))
        return opened[-1]

    yield open_one
    for client in opened:
        await client.aclose()
