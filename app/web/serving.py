"""How the application is served: our own listening socket, limits of frames and pings, a drain before the end."""

import asyncio
import contextlib
import errno
import faulthandler
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
DRAIN_S = 6.0
"""Seconds to hand over what is running here."""
CLOSE_S = 2
"""Seconds for connections to end after that."""
END_S = 10.0
"""Seconds from the first signal to the end of this process, whatever hangs."""
NOTICE_S = 1.0
"""Seconds in which a proxy finds out that it must send nothing more (deploy/Caddyfile asks each half second)."""

log = logging.getLogger(__name__)


class ListenError(AppError):
    """The address can't be listened on; the text says why and what to change."""


def bind(host: str, port: int) -> socket.socket:
    """Return a socket for `host`:`port` (0: a free one). Raises ListenError with a sentence.

    It refuses connections until `serve` listens on it: nobody waits in line for a server that isn't ready.
    """
    listener = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
    try:
        _prepare(listener)
        listener.bind((host, port))
    except PermissionError as error:
        listener.close()
        text = f"Port {port} may not be opened by this user: set PORT to a number above 1023."
        raise ListenError("port_forbidden", text) from error
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            text = (
                f"Port {port} of {host} is taken by another program: stop it, or set PORT to another number."
            )
            raise ListenError("port_taken", text) from error
        text = f"{host} is no address of this machine ({error.strerror}): set HOST to another one."
        raise ListenError("host_unknown", text) from error
    return listener


def _prepare(listener: socket.socket) -> None:
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if listener.family == socket.AF_INET6:
        listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
    # A client that stops reading would hold its handler for ever; connections inherit this from the listener.
    with contextlib.suppress(OSError):
        listener.setsockopt(socket.IPPROTO_TCP, TCP_USER_TIMEOUT, UNREAD_MS)


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
        timeout_graceful_shutdown=CLOSE_S,
        proxy_headers=False,  # TRUSTED_PROXIES says whose word is taken, and for how many hops
        server_header=False,
        access_log=False,
        log_config=None,
        lifespan="off",  # ours, below: Uvicorn would turn an error's sentence into a page of traceback
    )


def serve(app: FastAPI, listener: socket.socket, *, ready: Callable[[], None], notice_s: float = 0.0) -> None:
    """Serve until SIGINT or SIGTERM; `ready` is called when requests are taken.

    At the first signal `listener` is closed and `app.state.draining` set, then `app.state.drain` is awaited, if there
    is one, then connections are closed, not earlier than `notice_s` after the signal. A second signal cuts it
    short; ten seconds after the first one the process ends, whatever hangs. What the application raises while it
    starts comes out of here.
    """
    config = configure(app)
    server = _Server(config, app, ready, notice_s)

    async def live() -> None:
        async with app.router.lifespan_context(app):
            await server.serve(sockets=[listener])

    try:
        with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
            runner.run(live())
    finally:
        faulthandler.cancel_dump_traceback_later()


class _Server(uvicorn.Server):
    def __init__(
        self, config: uvicorn.Config, app: FastAPI, ready: Callable[[], None], notice_s: float
    ) -> None:
        super().__init__(config)
        self._app = app
        self._ready = ready
        self._notice_s = notice_s
        self._listeners: list[socket.socket] = []
        self._loop: asyncio.AbstractEventLoop | None = None
        self._ending = False
        self._end: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._loop = asyncio.get_running_loop()
        self._listeners = sockets or []
        self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        # Uvicorn closes every socket at once, before the lifespan ends: a drain has to come before that.
        if self._loop is None or self._ending:
            self.should_exit = self.force_exit = True
            return
        self._ending = True
        # A thread of its own, that needs no turn of ours: it shows where we hang, and ends us.
        faulthandler.dump_traceback_later(END_S, exit=True)
        self._loop.call_soon_threadsafe(self._begin_end)

    def _begin_end(self) -> None:
        self._end = asyncio.ensure_future(self._drain_and_exit())

    async def _drain_and_exit(self) -> None:
        self._app.state.draining = True
        for server in self.servers:
            server.close()
        for listener in self._listeners:
            listener.close()
        noticed = asyncio.create_task(asyncio.sleep(self._notice_s))
        try:
            async with asyncio.timeout(DRAIN_S):
                if drain := getattr(self._app.state, "drain", None):
                    await drain()
        except Exception:
            log.exception("the drain failed; stopping without it")
        await noticed
        self.should_exit = True
