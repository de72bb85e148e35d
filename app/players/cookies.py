"""The cookie of a session: HttpOnly, for this site only; over https nobody but this host can set it."""

from urllib.parse import urlsplit

from starlette.requests import HTTPConnection
from starlette.responses import Response

from app.config import Settings

COOKIE = "sobremesa"
# browsers keep no cookie longer; when a session ends is the server's to say
MOST_S = 400 * 24 * 3600


def cookie_name(connection: HTTPConnection) -> str:
    """Return the cookie's name on this connection: `__Host-` over https, where browsers enforce it."""
    return f"__Host-{COOKIE}" if _is_https(connection) else COOKIE


def _is_https(connection: HTTPConnection) -> bool:
    """Tell whether the browser speaks https, also when a proxy in front does so for us (PUBLIC_URL)."""
    if connection.url.scheme in {"https", "wss"}:
        return True
    settings: Settings = connection.app.state.settings
    public = urlsplit(settings.public_url)
    return public.scheme == "https" and connection.headers.get("host", "").lower() == public.netloc.lower()


def set_cookie(connection: HTTPConnection, response: Response, token: str) -> None:
    """Let the browser show this token from now on."""
    secure = _is_https(connection)
    response.set_cookie(
        cookie_name(connection), token, max_age=MOST_S, path="/", secure=secure, httponly=True, samesite="lax"
    )


def clear_cookie(connection: HTTPConnection, response: Response) -> None:
    """Let the browser forget its token."""
    secure = _is_https(connection)
    response.delete_cookie(cookie_name(connection), path="/", secure=secure, httponly=True, samesite="lax")
