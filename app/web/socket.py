"""The address `/ws`: who may open a socket, as whom, and what holds while it is open."""

import logging
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket

from app.bus import Limiter
from app.config import Settings
from app.errors import BusyError, ForbiddenError, InvalidError, TooManyError, UnauthorizedError
from app.lobby import Feed
from app.players.asker import address_of, token_of
from app.players.models import Player
from app.rooms.service import Rooms
from app.social.people.board import Board
from app.social.talk.speaking import Talk
from app.web.answers import Answers
from app.web.connection import BROKEN, GOING, OUTDATED, Connection, Pipe
from app.web.conversation import Conversation, as_app_error
from app.web.errors import refusal
from app.web.origin import Origins, header_values
from app.web.protocol import EXTENSION
from app.web.sockets import Identify, Sockets, move
from app.wire import frames

PROTOCOL_FAMILY = "sobremesa."
SUBPROTOCOL = "sobremesa.v1"
HANDSHAKES, HANDSHAKES_S = 40, 4.0
"""How many an address may begin within so many seconds; many phones may share one address."""

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Door:
    """Everything a socket needs, put together once by `create_app`."""

    settings: Settings
    identify: Identify
    origins: Origins
    sockets: Sockets
    rooms: Rooms
    feed: Feed
    board: Board
    talk: Talk
    limiter: Limiter
    answers: Answers = field(default_factory=Answers)


async def open_socket(websocket: WebSocket) -> None:
    """Let a socket in and talk until it closes.

    Refused before the handshake ends: 422 without the sub-protocol, 403 for another page's Origin, 401 for a
    bearer token that is none, 429 for too many, 503 while the database is away or this worker is about to stop.
    A cookie that is no longer good makes a stranger, who may see the lobby and public tables. A page of another
    version is let in only to be told so (4000): a browser can't see why a handshake was refused, and would knock
    for ever.
    """
    door: Door = websocket.app.state.door
    if other := _other_version(websocket):
        await websocket.accept(other)
        await websocket.close(OUTDATED, "another version")
        return
    looks = door.sockets.looks
    try:
        if websocket.app.state.draining:  # over a connection that a proxy keeps; others are refused
            raise BusyError("moving", "This worker is about to stop.")
        token, player = await _let_in(door, websocket)
        tables = [] if player is None else await door.rooms.seats_of(player.id)
    except Exception as error:
        told = as_app_error(error)
        await websocket.send_denial_response(refusal(told))
        return
    pipe: Pipe = websocket.scope["extensions"][EXTENSION]["pipe"]
    address = address_of(websocket)
    await websocket.accept(SUBPROTOCOL)
    connection = Connection(pipe, player=player, token=token, address=address)
    # Which of a player's sockets is the newest is asked across workers, whose own clocks may differ (D-13).
    connection.opened_ns = door.rooms.now() * 1_000_000 + connection.opened_ns % 1_000_000
    pipe.on_shutdown = partial(move, connection)
    connection.send(frames.hello(describe(player), tables, door.rooms.now()))
    door.sockets.open(connection, looks)
    limited = door.settings.rate_limits
    conversation = Conversation(
        connection, door.rooms, door.feed, door.board, door.talk, door.answers, limited=limited
    )
    try:
        await conversation.listen(websocket)
    except Exception:
        log.exception("a conversation broke off")
        connection.close(BROKEN, "internal")
    finally:
        door.sockets.leave(connection)
        connection.close(GOING)


def install(app: Starlette, door: Door) -> None:
    """Open the address: a plain route, since what FastAPI keeps for a socket's whole life is memory for nothing."""
    app.state.door = door
    app.router.routes.insert(0, WebSocketRoute("/ws", open_socket))


def _other_version(websocket: WebSocket) -> str | None:
    """Return the sub-protocol of ours that is asked for, where it is none that this server speaks."""
    offered: list[str] = websocket.scope["subprotocols"]
    if SUBPROTOCOL in offered:
        return None
    return next((name for name in offered if name.startswith(PROTOCOL_FAMILY)), None)


async def _let_in(door: Door, websocket: WebSocket) -> tuple[str | None, Player | None]:
    scope = websocket.scope
    if SUBPROTOCOL not in scope["subprotocols"]:
        raise InvalidError("sub_protocol", f"Ask for the sub-protocol {SUBPROTOCOL}.")
    token = token_of(websocket)
    by_bearer = bool(header_values(scope, b"authorization"))
    if not (by_bearer and not header_values(scope, b"origin")) and not door.origins.allows(scope):
        raise ForbiddenError("origin", "This socket must be opened by the site's own pages.")
    if door.settings.rate_limits:
        address = address_of(websocket)
        await door.limiter.require(f"handshake:{address}", limit=HANDSHAKES, window_s=HANDSHAKES_S)
        if await door.sockets.count(address) >= door.settings.socket_limit_address:
            raise TooManyError("too_many", "Too many sockets from your address.")
    player = None if token is None else await door.identify(token)
    if by_bearer and player is None:
        raise UnauthorizedError("signed_out", "The token is not good, or no longer.")
    return (token, player) if player is not None else (None, None)


def describe(player: Player | None) -> dict[str, Any] | None:
    """Return who a socket belongs to, as it is told in hello."""
    if player is None:
        return None
    return {"id": player.id, "name": player.name, "avatar": player.avatar, "guest": player.guest}
