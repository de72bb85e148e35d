"""A small application served as the real one is."""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator

from fastapi import FastAPI, WebSocket, WebSocketDisconnect

from app.errors import ForbiddenError
from app.web import health, serving
from app.web.guard import Guard
from app.web.serving import bind, serve


def make(fault: str) -> FastAPI:
    """The application, with one fault: "refuse", "hang", "wait" or none."""

    @contextlib.asynccontextmanager
    async def live(_: FastAPI) -> AsyncIterator[None]:
        if fault == "refuse":
            raise ForbiddenError("other_key", "This database belongs to another key.")
        yield
        print("ended", flush=True)  # noqa: T201

    app = FastAPI(lifespan=live)
    sockets: set[WebSocket] = set()

    async def drain() -> None:
        if fault == "hang":
            time.sleep(60)  # the whole process, not only the drain
        if fault == "wait":
            await asyncio.sleep(60)
        for socket in list(sockets):
            await socket.send_text("moving")
            await socket.close(4012)
        await asyncio.sleep(0.2)

    @app.websocket("/ws")
    async def echo(socket: WebSocket) -> None:
        await socket.accept()
        sockets.add(socket)
        try:
            while True:
                await socket.send_text(await socket.receive_text())
        except WebSocketDisconnect:
            sockets.discard(socket)

    @app.get("/address")
    async def address(request_address: str = "") -> str:
        return request_address

    app.state.drain = drain
    app.include_router(health.router)
    app.add_middleware(Guard)
    return app


def run(fault: str = "") -> None:
    """Serve it until a signal; the first line that is printed is its port."""
    if fault == "hang":
        serving.END_S = 0.5
    with bind("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        with contextlib.suppress(ForbiddenError):  # it came out of `serve` as it is: nothing is printed
            serve(make(fault), listener, ready=lambda: print(port, flush=True))  # noqa: T201
