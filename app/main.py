"""The application: the one place where the parts are wired together."""

import contextlib
from collections.abc import AsyncIterator
from functools import partial

from fastapi import FastAPI

from app.admin import site
from app.bus import Bus, Limiter
from app.config import Settings
from app.db import make_engine, make_sessions
from app.db.chores import Chore
from app.embedded.secrets import secret_key
from app.ledger.proof import Proof
from app.ledger.routes import router as ledger_router
from app.lobby import Feed, Lobby, Turnstile
from app.lobby.invitations import on_block, on_farewell, tell_changed
from app.lobby.invitations import router as invitations_router
from app.lobby.routes import router as lobby_router
from app.players.models import Player
from app.players.routes import router as players_router
from app.players.sessions import find_credential
from app.rooms.service import Rooms
from app.social.notices.routes import router as notices_router
from app.social.people import routes as people
from app.social.people.board import Board
from app.social.presents import partings
from app.social.presents.expiry import EVERY_S, Expiry
from app.social.presents.routes import router as presents_router
from app.social.presents.tidings import say_of
from app.social.talk.routes import router as talk_router
from app.social.talk.service import forget_lines
from app.social.talk.speaking import Talk
from app.web import errors, health, pages, socket
from app.web.bodies import Bodies
from app.web.guard import Guard
from app.web.origin import Origins
from app.web.sockets import Sockets, come_back
from app.wire import frames

FORGET_S = 600.0
"""How often old talk is taken out."""
MOVE_S = 1.0
"""The sockets of a worker that stops are spread over so long: the others take them in one by one."""


def create_app(settings: Settings) -> FastAPI:
    """Return the application; DATABASE_URL and REDIS_URL must be set. It begins to live with its lifespan."""
    engine = make_engine(settings.database_url)
    sessions = make_sessions(engine)
    bus = Bus(settings.redis_url)
    limiter = Limiter(bus, enabled=settings.rate_limits)
    origins = Origins(settings)
    rooms = Rooms(engine, sessions, secret_key(settings), robot_pace=settings.robot_pace, bus=bus)
    turnstile, proof = Turnstile(settings.database_url), Proof(settings.database_url)
    feed = Feed(bus, rooms.rows, rooms.worker)
    lobby = Lobby(settings, sessions, rooms, turnstile)
    talk = Talk(sessions, rooms.say, limited=settings.rate_limits)

    async def identify(token: str) -> Player | None:
        async with sessions.begin() as session:
            found = await find_credential(session, token)
        return found.player if found else None

    sockets = Sockets(bus, rooms.post, rooms.presence, identify)
    board = Board(sessions, rooms.post, rooms.presence)
    bus.on_linked.append(board.read_again)
    expiry = Expiry(sessions, sockets.tell)
    forgetting, expiring = (
        Chore(sessions, "forget talk", FORGET_S, forget_lines),
        Chore(sessions, "expire presents", EVERY_S, expiry.look),
    )

    def tell_wallet(player: int, coins: int) -> None:
        sockets.tell(player, frames.wallet(coins))

    rooms.listing.on_row, rooms.listing.on_gone = feed.changed, feed.gone
    rooms.tell, rooms.on_cut, feed.listed = sockets.tell, come_back, board.listed

    async def drain() -> None:
        await rooms.drain()
        await sockets.move_all(MOVE_S)

    @contextlib.asynccontextmanager
    async def live(app: FastAPI) -> AsyncIterator[None]:
        async with contextlib.AsyncExitStack() as stack:
            stack.push_async_callback(engine.dispose)
            stack.push_async_callback(turnstile.stop)
            for part in (proof, bus, rooms, board, feed, sockets, forgetting, expiring):
                stack.push_async_callback(part.stop)
                await part.start()
            yield

    app = FastAPI(
        title="Sobremesa", lifespan=live, docs_url=None, redoc_url=None, openapi_url="/api/openapi.json"
    )
    app.state.settings, app.state.engine, app.state.sessions = settings, engine, sessions
    app.state.drain, app.state.draining, app.state.proof = drain, False, proof
    app.state.bus, app.state.redis, app.state.limiter = bus, bus.redis, limiter
    app.state.rooms, app.state.lobby, app.state.feed, app.state.sockets = rooms, lobby, feed, sockets
    app.state.look_again, app.state.tell_wallet = sockets.look_again, tell_wallet
    app.state.push, app.state.board = sockets.tell, board
    app.state.circles_changed, app.state.invisible, app.state.part = board.changed, board.hide, rooms.part
    app.state.tell_invitations = partial(tell_changed, rooms.listing.invited, sessions, sockets.tell)
    app.state.say_of, app.state.expire, app.state.uninvite = (
        partial(say_of, rooms),
        expiry.expire,
        rooms.uninvite,
    )
    socket.install(app, socket.Door(settings, identify, origins, sockets, rooms, feed, board, talk, limiter))
    errors.install(app)
    _share(app)
    pages.install(app)
    site.install(app, engine)
    # Added last is outermost: every answer, the refusals of Bodies too, passes the guard.
    app.add_middleware(Bodies, origins=origins, limited=settings.rate_limits)
    app.add_middleware(Guard)
    return app


def _share(app: FastAPI) -> None:
    """Give every part its routes, and its share in what a player decides elsewhere."""
    for router in (
        players_router,
        ledger_router,
        lobby_router,
        invitations_router,
        notices_router,
        people.router,
        talk_router,
        presents_router,
        health.router,
    ):
        # As they are: `include_router` would build each anew, at the first request.
        app.router.routes += router.routes
    app.state.on_block = [on_block, people.on_block, partings.part]
    app.state.on_farewell = [on_farewell, people.on_farewell, partings.clear_away]
