"""On whose page a request was made, by its Origin."""

import logging
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from app.config import Settings

log = logging.getLogger(__name__)
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
        self._warned = False
        if settings.public_url:
            self._exact |= {origin_of(settings.public_url)}

    def allows(self, scope: Scope) -> bool:
        """Say whether the request carries exactly one Origin, and one of ours to the letter."""
        origins = header_values(scope, b"origin")
        allowed = len(origins) == 1 and (origins[0] in self._exact or self._is_same_host(scope, origins[0]))
        if origins and not allowed and not self._warned:
            self._warned = True  # once: a host who forgot PUBLIC_URL learns why nobody gets in
            log.warning("refused the Origin %.100r; if it is yours, set PUBLIC_URL to it", origins[0])
        return allowed

    def _is_same_host(self, scope: Scope, origin: str) -> bool:
        hosts = header_values(scope, b"host")
        return self._same_host and len(hosts) == 1 and origin == f"{http_scheme(scope)}://{hosts[0]}"


def http_scheme(scope: Scope) -> str:
    """Return http or https, for a socket too."""
    return "https" if scope["scheme"] in {"https", "wss"} else "http"
