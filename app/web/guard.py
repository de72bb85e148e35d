"""The outermost layer: every request gets an id, security headers and an answer, even if all else breaks."""

import logging
import re
import secrets
from collections.abc import MutableMapping
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.errors import AppError
from app.web.errors import as_app_error, refusal
from app.web.origin import header_values, http_scheme

HOST = re.compile(r"[A-Za-z0-9.\-]+(:\d+)?|\[[0-9A-Fa-f:.]+\](:\d+)?")
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "manifest-src 'self'; connect-src 'self'{socket}; base-uri 'none'; object-src 'none'; "
    "form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'"
)
FIXED = (
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"referrer-policy", b"no-referrer"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=()"),
)

log = logging.getLogger(__name__)


class Guard:
    """Answers an unexpected error with 500 and a request id, logged with it; adds the security headers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass the request on; sockets have a guard of their own."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id = secrets.token_hex(8)
        scope.setdefault("state", {})["request_id"] = request_id
        extra = [*security_headers(scope), (b"x-request-id", request_id.encode())]
        if getattr(scope["app"].state, "draining", False):  # a proxy must not keep this connection for later
            extra.append((b"connection", b"close"))
        started = False

        async def send_with_headers(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                add_headers(message, extra)
            await send(message)

        try:
            await self._app(scope, receive, send_with_headers)
        except Exception as error:
            told = as_app_error(error)
            if told is None:
                log.exception("request %s failed: %s %s", request_id, scope["method"], scope["path"][:200])
            if started:  # half an answer can't be taken back: break the connection off
                raise
            response = refusal(told) if told else broken(request_id)
            await response(scope, receive, send_with_headers)


def broken(request_id: str) -> Any:
    """Return the answer to a mistake of ours."""
    return refusal(AppError("internal", "Something went wrong on our side.", request=request_id), 500)


def add_headers(message: MutableMapping[str, Any], extra: list[tuple[bytes, bytes]]) -> None:
    """Add headers to the start of a response, unless the response set them itself."""
    headers = list(message.get("headers", []))
    present = {name.lower() for name, _ in headers}
    message["headers"] = headers + [(name, value) for name, value in extra if name not in present]


def security_headers(scope: Scope) -> list[tuple[bytes, bytes]]:
    """Return the headers every response carries (docs/reliability.md 2.17); HSTS on https only."""
    host = next(iter(header_values(scope, b"host")), "")
    secure = http_scheme(scope) == "https"
    # 'self' does not cover sockets in older Safari, so the address is named.
    socket = f" {'wss' if secure else 'ws'}://{host}" if HOST.fullmatch(host) else ""
    headers = [(b"content-security-policy", POLICY.format(socket=socket).encode()), *FIXED]
    if secure:
        headers.append((b"strict-transport-security", b"max-age=31536000"))
    return headers
