"""How refusals and failures look over HTTP: `{code, text, ...facts}` and a status; nothing of the inside."""

from collections.abc import Sequence
from typing import Any

import orjson
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeoutError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.db.faults import is_passing
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

STATUS: tuple[tuple[type[AppError], int], ...] = (
    (InvalidError, 422),
    (UnauthorizedError, 401),
    (ForbiddenError, 403),
    (NotFoundError, 404),
    (ConflictError, 409),
    (TooManyError, 429),
    (BusyError, 503),
)
PLAIN = {
    400: ("invalid", "The request can't be read."),
    404: ("not_found", "There is nothing here."),
    405: ("method", "This address does not answer to that method."),
    413: ("too_big", "The request is too big."),
    415: ("invalid", "Send JSON."),
}


def status_of(error: AppError) -> int:
    """Return the HTTP status of a refusal."""
    return next((status for kind, status in STATUS if isinstance(error, kind)), 400)


def refusal(error: AppError, status: int | None = None) -> Response:
    """Return the response that tells of a refusal."""
    status = status or status_of(error)
    headers = {"cache-control": "no-store"}
    if isinstance(retry_ms := error.facts.get("retry_ms"), int):
        headers["retry-after"] = str(-(-retry_ms // 1000))
    elif status == 503:
        headers["retry-after"] = "1"
    body = orjson.dumps(
        {**error.facts, "code": error.code, "text": error.text}, option=orjson.OPT_NON_STR_KEYS
    )
    return Response(body, status, headers, media_type="application/json")


def as_app_error(error: BaseException) -> AppError | None:
    """Return what may be told of an error, None where nothing may: a mistake of ours."""
    if isinstance(error, AppError):
        return error
    if is_database_away(error):
        return BusyError("busy", "The service can't answer just now. Please try again.")
    return None


def is_database_away(error: BaseException) -> bool:
    """Say whether Postgres could not be asked, so that asking again later may work."""
    if isinstance(error, DBAPIError | PoolTimeoutError):
        return is_passing(error) or not isinstance(getattr(error, "orig", None), Exception)
    return isinstance(error, OSError)  # refused, reset, timed out


def install(app: FastAPI) -> None:
    """Make the application answer every refusal in our form."""

    async def on_refusal(_: Request, error: Exception) -> Response:
        assert isinstance(error, AppError)
        return refusal(error)

    async def on_invalid(_: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)
        return refusal(as_invalid(error.errors()))

    async def on_http(_: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        code, text = PLAIN.get(error.status_code, ("refused", str(error.detail)))
        return refusal(AppError(code, text), error.status_code)

    app.add_exception_handler(AppError, on_refusal)
    app.add_exception_handler(RequestValidationError, on_invalid)
    app.add_exception_handler(HTTPException, on_http)


def as_invalid(errors: Sequence[Any]) -> InvalidError:
    """Return pydantic's first complaint in our form; what was sent is not repeated."""
    first = errors[0] if errors else {"loc": (), "msg": "The request can't be read."}
    where = ".".join(str(part) for part in first["loc"] if part != "body")
    return InvalidError("invalid", str(first["msg"]), where=where)
