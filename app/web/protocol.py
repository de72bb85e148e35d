"""The socket below ASGI: uvicorn's own protocol, with a way to write at once and a way to let go for certain.

ASGI's `send` waits for a reader that has stopped reading, and a closed transport keeps its file until the last
byte is taken. A table must wait for nobody: frames go straight to the transport, dead connections are aborted.
"""

import asyncio
import socket
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import Frame

EXTENSION = "sobremesa.pipe"
SEND_BUFFER = 64 * 1024
"""Bytes the kernel keeps for a reader (it doubles the figure); by itself it would keep megabytes."""
LINGER_S = 2.0
"""Seconds a closing connection gets to take the closing frame."""
MOST_FRAGMENTS = 64
BAD_REQUEST = b"HTTP/1.1 400 Bad Request\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"
MOST_BUFFERED = 256 * 1024


class SocketProtocol(WebSocketsSansIOProtocol):
    """Offers itself to the application as the extension `sobremesa.pipe` of the scope."""

    on_room: Callable[[], None] | None = None
    """Called when the transport takes more again, after `has_room` was False."""
    on_shutdown: Callable[[], None] | None = None
    """Called when the server is about to stop, while frames can still be written."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Keep what the kernel holds for this reader small, and let nothing wait for an acknowledgement."""
        super().connection_made(transport)
        sock = transport.get_extra_info("socket")
        if sock is not None and sock.family in {socket.AF_INET, socket.AF_INET6}:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)
            # asyncio does this only where the listening socket names its protocol; else two frames take 40 ms.
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def data_received(self, data: bytes) -> None:
        """Answer a handshake that is none; uvicorn would leave its connection open, unanswered."""
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_complete:
            self.handshake_complete = self.close_sent = True
            self.transport.write(b"".join(self.conn.data_to_send()) or BAD_REQUEST)
            self.transport.close()

    async def run_asgi(self) -> None:
        """Run the application; afterwards the connection goes, whether the peer plays along or not."""
        extensions: dict[str, Any] = self.scope["extensions"]
        extensions[EXTENSION] = {"pipe": self}
        try:
            await super().run_asgi()
        finally:
            self.on_room = self.on_shutdown = None
            self._let_go()

    @property
    def has_room(self) -> bool:
        """Whether the reader keeps up."""
        return self.writable.is_set()

    def write_text(self, frame: bytes) -> None:
        """Write one text frame now; nothing happens on a connection that is closing."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return
        try:
            self.conn.send_text(frame)
        except InvalidState:
            return
        self.transport.write(b"".join(self.conn.data_to_send()))

    def write_close(self, code: int, reason: str = "") -> None:
        """Write the closing frame now; the file is free within 2 s, also if the peer reads nothing more."""
        if not (self.disconnected or self.close_sent or self.transport.is_closing()):
            try:
                self.conn.send_close(code, reason)
            except InvalidState:
                pass
            else:
                self.close_sent = True
                self.transport.write(b"".join(self.conn.data_to_send()))
                self.queue.put_nowait({"type": "websocket.disconnect", "code": code, "reason": reason})
                if self.read_paused:  # the answer to our closing frame must be heard
                    self.read_paused = False
                    self.transport.resume_reading()
                # As long as there is a timer, uvicorn waits for the answer to our closing frame.
                self.close_timer = self.loop.call_later(LINGER_S, self._abort)

    def resume_writing(self) -> None:
        """Tell the connection that there is room."""
        super().resume_writing()
        if self.on_room is not None:
            self.on_room()

    def shutdown(self) -> None:
        """Let the application say good-bye in its own words before the server stops."""
        if self.on_shutdown is not None:
            self.on_shutdown()
        super().shutdown()

    def keepalive_timeout(self) -> None:
        """Free the file of a peer that answers no ping."""
        super().keepalive_timeout()
        self._let_go()

    def handle_ping(self) -> None:
        """Answer, unless the peer pings without ever reading the answers."""
        super().handle_ping()
        if self.transport.get_write_buffer_size() > MOST_BUFFERED:
            self.transport.abort()

    def handle_cont(self, event: Frame) -> None:
        """Refuse endless empty fragments, which no limit of size would ever stop."""
        super().handle_cont(event)
        if len(self.frames) > MOST_FRAGMENTS:
            self._fail(1008, "too many fragments")

    def send_receive_event_to_app(self) -> None:
        """Refuse what is not UTF-8 as RFC 6455 8.1 says, without a traceback in the log."""
        if self.curr_msg_data_type == "text" and not self.close_sent:
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self._fail(1007, "not UTF-8")
                return
        super().send_receive_event_to_app()

    def _fail(self, code: int, reason: str) -> None:
        self.frames = []
        self.conn.fail(code, reason)
        self.handle_parser_exception()
        self._let_go()

    def _let_go(self) -> None:
        if not self.disconnected:
            self.loop.call_later(LINGER_S, self._abort)

    def _abort(self) -> None:
        if not self.disconnected:
            self.transport.abort()
