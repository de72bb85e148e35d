"""The lobby over HTTP."""

import re
from typing import Annotated, Any

from fastapi import APIRouter, Header, Path, Query, Request
from starlette.responses import Response

from app.bus import Limiter
from app.config import Settings
from app.errors import InvalidError
from app.lobby.feed import Feed
from app.lobby.qr import draw_qr
from app.lobby.schemas import NewTable, PlayNow, Practice
from app.lobby.service import Lobby, describe_games, now_ms
from app.players.asker import Asker, AskerOrNone
from app.rooms.create import TableSetup
from app.rooms.service import Rooms

router = APIRouter(prefix="/api", tags=["lobby"])

Key = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        pattern=r"^[A-Za-z0-9_-]{8,56}$",
        description="Made by the client for each wish, sent again unchanged: one effect, the same answer.",
    ),
]
Code = Annotated[str, Path(pattern=r"^[A-Za-z0-9]{4}$", description="A table's short name.")]
Link = Annotated[str | None, Query(pattern=r"^[A-Za-z0-9_-]{8,64}$", description="The token of its link.")]
HOST = re.compile(r"[A-Za-z0-9.\-]{1,255}(:\d{1,5})?|\[[0-9A-Fa-f:.]+\](:\d{1,5})?")
WISHES, WINDOW_S = 30, 60


def lobby_of(request: Request) -> Lobby:
    """Return the lobby of the application that was asked."""
    lobby: Lobby = request.app.state.lobby
    return lobby


def rooms_of(request: Request) -> Rooms:
    """Return the rooms of the application that was asked."""
    rooms: Rooms = request.app.state.rooms
    return rooms


async def count_wish(request: Request, player: int) -> None:
    """Raise TooManyError for more than 30 wishes a minute."""
    limiter: Limiter = request.app.state.limiter
    await limiter.require(f"wish:{player}", limit=WISHES, window_s=WINDOW_S)


@router.get("/games")
async def list_games(request: Request) -> list[dict[str, Any]]:
    """The games with their options and presets."""
    settings: Settings = request.app.state.settings
    return describe_games(settings)


@router.get("/tables")
async def list_tables(request: Request) -> dict[str, Any]:
    """The public tables; live over the socket with `lobby`."""
    feed: Feed = request.app.state.feed
    return {"rows": feed.rows(), "now": now_ms()}


@router.get("/tables/{code}")
async def read_table(request: Request, code: Code, player: AskerOrNone, link: Link = None) -> dict[str, Any]:
    """One table: whether the asker can sit down there, and why not; the link for its host."""
    ref = await rooms_of(request).find(code)
    return await lobby_of(request).look_at(ref, player, invited=link == ref.link)


@router.get("/invitations/{link}")
async def read_invitation(
    request: Request, link: Annotated[str, Path(pattern=r"^[A-Za-z0-9_-]{8,64}$")], player: AskerOrNone
) -> dict[str, Any]:
    """The table that an invitation leads to."""
    ref = await rooms_of(request).find_by_link(link)
    found = await lobby_of(request).look_at(ref, player, invited=True)
    return {"table": ref.id, "code": ref.code, **found}


@router.post("/play-now")
async def play_now(request: Request, wish: PlayNow, key: Key, player: Asker) -> dict[str, Any]:
    """A seat at the longest-waiting quick table, or at a new one."""
    await count_wish(request, player.id)
    place = await lobby_of(request).play_now(player, wish.game, key)
    return {"table": place.table, "code": place.code, "seat": place.seat}


@router.post("/tables")
async def create_table(request: Request, wish: NewTable, key: Key, player: Asker) -> dict[str, Any]:
    """A table of one's own."""
    await count_wish(request, player.id)
    ref = await lobby_of(request).create(player, TableSetup(**wish.model_dump()), key)
    return {"table": ref.id, "code": ref.code, "link": ref.link}


@router.post("/practice")
async def practice(request: Request, wish: Practice, key: Key, player: Asker) -> dict[str, Any]:
    """A table with robots, for nothing, also while waiting elsewhere."""
    await count_wish(request, player.id)
    ref = await lobby_of(request).practice(player, wish, key)
    return {"table": ref.id, "code": ref.code}


@router.get("/tables/{code}/qr.svg", response_class=Response)
async def draw_invitation(request: Request, code: Code, link: Link = None) -> Response:
    """The address of a table, or of its invitation, as a QR code."""
    base = base_of(request)
    address = f"{base}/j/{link}" if link else f"{base}/t/{code.upper()}"
    return Response(
        draw_qr(address), media_type="image/svg+xml", headers={"cache-control": "private, max-age=600"}
    )


def base_of(request: Request) -> str:
    """Return the address people type: PUBLIC_URL, else the one this request came to."""
    settings: Settings = request.app.state.settings
    if settings.public_url:
        return settings.public_url.rstrip("/")
    host = request.headers.get("host", "")
    if not HOST.fullmatch(host):
        raise InvalidError("invalid", "The Host header can't be read.", where="host")
    return f"{request.url.scheme}://{host}"
