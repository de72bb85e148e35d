"""What comes in over HTTP, measured before anything reads it: sizes, time, form, and whose page sent it."""

import asyncio
from urllib.parse import unquote_to_bytes

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.errors import AppError, ForbiddenError, InvalidError, TooManyError
from app.players.asker import address_of
from app.web.errors import refusal
from app.web.knocks import Knocks
from app.web.origin import Origins, header_values
from app.wire.strict import Bounds, read_json

MOST_BYTES = 16 * 1024
BODY_S = 10.0
BOUNDS = Bounds(digits=18)
"""What every database and driver can hold."""
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
REQUESTS_A_SECOND, REQUESTS_BURST = 50, 500
"""Requests to /api from one address."""


class TooBigError(AppError):
    """The body is longer than 16 KiB."""


class TooSlowError(AppError):
    """The body did not arrive within 10 s."""


class Bodies:
    """Lets a request through whole and well-formed, or answers it here."""

    def __init__(self, app: ASGIApp, *, origins: Origins, limited: bool) -> None:
        self._app, self._origins = app, origins
        self._knocks = Knocks(REQUESTS_A_SECOND, REQUESTS_BURST) if limited else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check the request and pass it on with its body already read."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        try:
            check_address(scope)
            self._count(scope)
            if scope["method"] in SAFE:
                await self._app(scope, receive, send)
                return
            self._check_origin(scope)
            body = await read_body(scope, receive)
            if body is None:
                return
            check_body(scope, body)
        except TooBigError as error:
            await refusal(error, 413)(scope, receive, send)
        except TooSlowError as error:
            await refusal(error, 408)(scope, receive, send)
        except AppError as error:
            await refusal(error)(scope, receive, send)
        else:
            await self._app(scope, Replay(body, receive), send)

    def _count(self, scope: Scope) -> None:
        if self._knocks is None or not scope["path"].startswith("/api/"):
            return
        if not self._knocks.allow(address_of(HTTPConnection(scope))):
            raise TooManyError("too_many", "Too many requests. Please wait a moment.", retry_ms=1000)

    def _check_origin(self, scope: Scope) -> None:
        """A cookie speaks for a browser, and a browser says on whose page it is (decided 29)."""
        named = bool(header_values(scope, b"origin"))
        by_cookie = bool(header_values(scope, b"cookie")) and not header_values(scope, b"authorization")
        if (named or by_cookie) and not self._origins.allows(scope):
            raise ForbiddenError("origin", "This request must come from the site's own pages.")


class Replay:
    """The body that was read, once more, as an ASGI `receive`."""

    def __init__(self, body: bytes, receive: Receive) -> None:
        self._body: bytes | None = body
        self._receive = receive

    async def __call__(self) -> Message:
        """Return the body first, then whatever the server has to say."""
        if self._body is None:
            return await self._receive()
        body, self._body = self._body, None
        return {"type": "http.request", "body": body, "more_body": False}


async def read_body(scope: Scope, receive: Receive) -> bytes | None:
    """Return the body, None if the client left; raise TooBigError over 16 KiB, TooSlowError after 10 s."""
    declared = next(iter(header_values(scope, b"content-length")), "0")
    if not declared.isdecimal() or int(declared) > MOST_BYTES:
        raise TooBigError("too_big", "The request is too big.")
    parts, size = list[bytes](), 0
    try:
        async with asyncio.timeout(BODY_S):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return None
                parts.append(message.get("body", b""))
                size += len(parts[-1])
                if size > MOST_BYTES:
                    raise TooBigError("too_big", "The request is too big.")
                if not message.get("more_body", False):
                    return b"".join(parts)
    except TimeoutError:
        raise TooSlowError("too_slow", "The request took too long.") from None


def check_address(scope: Scope) -> None:
    """Raise InvalidError for a path or query with NUL or bytes that are not UTF-8."""
    for part in (scope.get("raw_path") or b"", scope["query_string"]):
        try:
            text = unquote_to_bytes(part).decode()
        except UnicodeDecodeError:
            raise InvalidError("invalid", "The address is not UTF-8.", where="address") from None
        if "\0" in text:
            raise InvalidError("invalid", "The address contains NUL.", where="address")


def check_body(scope: Scope, body: bytes) -> None:
    """Raise InvalidError unless the body is empty or strict JSON named so, which no form can do.

    Forms are for the pages below /admin: who comes in there comes by a cookie, and has shown an Origin.
    """
    if not body:
        return
    kind = next(iter(header_values(scope, b"content-type")), "").partition(";")[0].strip().lower()
    if kind == "application/x-www-form-urlencoded" and scope["path"].startswith("/admin/"):
        return
    if kind != "application/json":
        raise InvalidError("invalid", "Send JSON, with its content type.", where="content-type")
    try:
        read_json(body, BOUNDS)
    except ValueError:
        raise InvalidError("invalid", "The body is not well-formed JSON.", where="") from None
