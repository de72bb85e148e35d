"""A small application served as the real one is: `python -m tests.web.served`."""

import asyncio
import contextlib
import sys
from collections.abc import AsyncIterator

from fastapi import FastAPI, WebSocket, WebSocketDisconnect

from app.errors import ForbiddenError
from app.web.serving import listen, serve


def make() -> FastAPI:
    @contextlib.asynccontextmanager
    async def live(_: FastAPI) -> AsyncIterator[None]:
        if "refuse" in sys.argv:
            raise ForbiddenError("other_key", "This database belongs to another key.")
        yield
        print("ended", flush=True)  # noqa: T201

    app = FastAPI(lifespan=live)
    sockets: set[WebSocket] = set()

    async def drain() -> None:
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
    return app


if __name__ == "__main__":
    with listen("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        with contextlib.suppress(ForbiddenError):  # it came out of `serve` as it is: nothing is printed
            serve(make(), listener, ready=lambda: print(port, flush=True))  # noqa: T201
