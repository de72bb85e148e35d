"""A TCP link that can be cut or turned into a black hole."""

import asyncio
import contextlib


class Link:
    """Passes bytes on to `port` of this machine, as long as it is whole."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._whole = asyncio.Event()
        self._whole.set()
        self._writers: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    async def open(self, port: int = 0) -> int:
        """Listen; return the port."""
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", port)
        return int(self._server.sockets[0].getsockname()[1])

    def cut(self) -> None:
        """Reset every connection; new ones are let through."""
        for writer in self._writers:
            writer.transport.abort()

    def hole(self) -> None:
        """Pass nothing on, and say nothing about it."""
        self._whole.clear()

    def heal(self) -> None:
        """Pass on again what was held back."""
        self._whole.set()

    def close(self) -> None:
        """Stop listening and cut what there is."""
        self.heal()
        self.cut()
        if self._server is not None:
            self._server.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await self._whole.wait()
        try:
            there, out = await asyncio.open_connection("127.0.0.1", self._port)
        except OSError:
            writer.close()
            return
        self._writers |= {writer, out}
        await asyncio.gather(self._pump(reader, out), self._pump(there, writer))
        self._writers -= {writer, out}

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(65536):
                await self._whole.wait()
                writer.write(data)
                await writer.drain()
        writer.close()
