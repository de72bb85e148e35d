"""Where a request comes from: the page it was made on (Origin) and the address it was sent from."""

from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlsplit

from app.config import Settings

Scope = Mapping[str, Any]
DEFAULT_PORTS = {"http": "80", "https": "443"}


def header_values(scope: Scope, name: bytes) -> list[str]:
    """Return every value of a header, in order; ASGI names are lower case."""
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]


def origin_of(url: str) -> str:
    """Return scheme, host and port of a URL as a browser writes them in an Origin."""
    parts = urlsplit(url)
    host, _, port = parts.netloc.lower().rpartition("@")[2].partition(":") if "[" not in url else ("", "", "")
    if "[" in url:
        host, _, port = parts.netloc.lower().partition("]:")
        host = host if host.endswith("]") else host + "]"
    scheme = parts.scheme.lower()
    return f"{scheme}://{host}" + (f":{port}" if port and port != DEFAULT_PORTS.get(scheme) else "")


class Origins:
    """Whose pages count as our own: PUBLIC_URL and ALLOWED_ORIGINS; without it, those of this host."""

    def __init__(self, settings: Settings) -> None:
        self._exact = frozenset(settings.allowed_origins)
        self._same_host = not settings.public_url
        if settings.public_url:
            self._exact |= {origin_of(settings.public_url)}

    def allows(self, scope: Scope) -> bool:
        """Say whether the request carries exactly one Origin, and one of ours to the letter."""
        origins = header_values(scope, b"origin")
        return len(origins) == 1 and (origins[0] in self._exact or self._is_same_host(scope, origins[0]))

    def _is_same_host(self, scope: Scope, origin: str) -> bool:
        hosts = header_values(scope, b"host")
        return self._same_host and len(hosts) == 1 and origin == f"{http_scheme(scope)}://{hosts[0]}"


def http_scheme(scope: Scope) -> str:
    """Return http or https, for a socket too."""
    return "https" if scope["scheme"] in {"https", "wss"} else "http"


def address_of(scope: Scope, trusted_proxies: int) -> str:
    """Return the client's address; behind proxies, the one that the outermost trusted proxy saw."""
    seen = [part.strip() for value in header_values(scope, b"x-forwarded-for") for part in value.split(",")]
    if trusted_proxies and len(seen) >= trusted_proxies:
        return seen[-trusted_proxies]
    return scope["client"][0] if scope.get("client") else ""


def is_signed_by_cookie(scope: Scope, cookies: Iterable[str]) -> bool:
    """Say whether the request may speak for somebody because their browser sent a cookie along."""
    sent = {
        pair.partition("=")[0].strip()
        for value in header_values(scope, b"cookie")
        for pair in value.split(";")
    }
    return not header_values(scope, b"authorization") and any(name in sent for name in cookies)
