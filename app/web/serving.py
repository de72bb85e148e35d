"""How the application is served: our own listening socket, limits of frames and pings, a drain before the end."""

import asyncio
import contextlib
import errno
import logging
import socket
from collections.abc import Callable
from types import FrameType

import uvicorn
from fastapi import FastAPI

from app.errors import AppError
from app.web.protocol import SocketProtocol

TCP_USER_TIMEOUT = 18  # Linux' number; the socket module knows it there only
UNREAD_MS = 10_000
PING_S = 15.0
FRAME_BYTES = 8 * 1024
DRAIN_S = 10

log = logging.getLogger(__name__)


class ListenError(AppError):
    """The address can't be listened on; the text says why and what to change."""


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that listens on `host`:`port` (0: a free one). Raises ListenError with a sentence."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=2048)
    except PermissionError as error:
        text = f"Port {port} may not be opened by this user: set PORT to a number above 1023."
        raise ListenError("port_forbidden", text) from error
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            text = (
                f"Port {port} of {host} is taken by another program: stop it, or set PORT to another number."
            )
            raise ListenError("port_taken", text) from error
        text = f"{host} is no address of this machine ({error.strerror}): set HOST to another one."
        raise ListenError("host_unknown", text) from error
    # A client that stops reading would hold its handler for ever; connections inherit this from the listener.
    with contextlib.suppress(OSError):
        listener.setsockopt(socket.IPPROTO_TCP, TCP_USER_TIMEOUT, UNREAD_MS)
    return listener


def configure(app: FastAPI) -> uvicorn.Config:
    """Return how uvicorn serves the application: limits, and our own protocol of sockets."""
    return uvicorn.Config(
        app,
        http="h11",
        ws=SocketProtocol,
        ws_max_size=FRAME_BYTES,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_S,
        ws_ping_timeout=PING_S,
        h11_max_incomplete_event_size=16 * 1024,
        timeout_graceful_shutdown=DRAIN_S,
        proxy_headers=False,  # TRUSTED_PROXIES says whose word is taken, and for how many hops
        server_header=False,
        access_log=False,
        log_config=None,
        lifespan="off",  # ours, below: Uvicorn would turn an error's sentence into a page of traceback
    )


def serve(app: FastAPI, listener: socket.socket, *, ready: Callable[[], None]) -> None:
    """Serve until SIGINT or SIGTERM; `ready` is called when requests are taken.

    At the first signal `app.state.drain` is awaited, if there is one, before any connection is closed; a second
    one cuts it short. What the application raises while it starts comes out of here.
    """
    config = configure(app)
    server = _Server(config, app, ready)

    async def live() -> None:
        async with app.router.lifespan_context(app):
            await server.serve(sockets=[listener])

    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(live())


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, app: FastAPI, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._app = app
        self._ready = ready
        self._loop: asyncio.AbstractEventLoop | None = None
        self._drain: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._loop = asyncio.get_running_loop()
        self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # Uvicorn closes every socket at once, before the lifespan ends: a drain has to come before that.
        if self._loop is None or self._drain is not None or not hasattr(self._app.state, "drain"):
            self.should_exit = True
        else:
            self._loop.call_soon_threadsafe(self._begin_drain)

    def _begin_drain(self) -> None:
        if self._drain is None:
            self._drain = asyncio.ensure_future(self._drain_and_exit())

    async def _drain_and_exit(self) -> None:
        try:
            async with asyncio.timeout(DRAIN_S):
                await self._app.state.drain()
        except Exception:
            log.exception("the drain failed; stopping without it")
        self.should_exit = True
