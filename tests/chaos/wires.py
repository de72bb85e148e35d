"""Links that can be cut: small TCP proxies, in a process of their own so that nothing else holds them up."""

import asyncio
import multiprocessing
import socket
import struct
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any, Literal

Mode = Literal["ok", "hole", "refuse"]
RESET = struct.pack("ii", 1, 0)  # no lingering: the other end sees a reset, not an end
_NEW = multiprocessing.get_context("spawn")


class Links:
    """All proxies of a run, by name; each call returns when it has been done."""

    def __init__(self) -> None:
        self._ours, theirs = _NEW.Pipe()
        self._process = _NEW.Process(target=_run, args=(theirs,), daemon=True)
        self._process.start()
        theirs.close()

    def open(self, name: str, ports: Sequence[int], at: int = 0) -> int:
        """Listen and lead to the first of these ports that takes the connection, beginning at the next each time."""
        return int(self._ask("open", name, list(ports), at))

    def lead(self, name: str, ports: Sequence[int]) -> None:
        """Lead new connections elsewhere."""
        self._ask("lead", name, list(ports))

    def become(self, name: str, mode: Mode, latency_s: float = 0) -> None:
        """Let everything through, swallow everything (it comes when the hole is mended), or take nobody in."""
        self._ask("become", name, mode, latency_s)

    def reset(self, name: str) -> None:
        """Break every connection that there is; new ones are welcome."""
        self._ask("reset", name)

    def stop(self) -> None:
        self._ours.close()
        self._process.join(5)

    def _ask(self, *words: Any) -> Any:
        self._ours.send(words)
        return self._ours.recv()


@dataclass(eq=False)
class _Link:
    ports: list[int]
    mode: Mode = "ok"
    latency_s: float = 0
    turn: int = 0
    open: asyncio.Event = field(default_factory=asyncio.Event)
    writers: set[asyncio.StreamWriter] = field(default_factory=set)

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.writers.add(writer)
        far = None
        try:
            if self.mode != "refuse":
                await self.open.wait()
                far = await self._reach()
            if far is not None:
                self.writers.add(far[1])
                await asyncio.gather(self._pump(reader, far[1]), self._pump(far[0], writer))
        except (OSError, asyncio.CancelledError):
            pass
        finally:
            for end in (writer, far and far[1]):
                if end:
                    self.writers.discard(end)
                    end.transport.abort()

    async def _reach(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        self.turn += 1
        for at in range(len(self.ports)):
            with suppress(OSError):
                return await asyncio.open_connection(
                    "127.0.0.1", self.ports[(self.turn + at) % len(self.ports)]
                )
        return None

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while data := await reader.read(1 << 16):
                await self.open.wait()
                if self.latency_s:
                    await asyncio.sleep(self.latency_s)
                writer.write(data)
                await writer.drain()
            await self.open.wait()
        finally:
            writer.close()


def _run(orders: Connection) -> None:
    asyncio.run(_serve(orders))


async def _serve(orders: Connection) -> None:
    links: dict[str, _Link] = {}
    ended: asyncio.Future[None] = asyncio.get_running_loop().create_future()
    taken: asyncio.Queue[Any] = asyncio.Queue()

    def hear() -> None:
        try:
            taken.put_nowait(orders.recv())
        except (EOFError, OSError):
            asyncio.get_running_loop().remove_reader(orders.fileno())
            ended.set_result(None)

    async def work() -> None:
        while True:
            what, name, *words = await taken.get()
            answer: Any = None
            if what == "open":
                link = links[name] = _Link(words[0])
                link.open.set()
                server = await asyncio.start_server(link.take, "127.0.0.1", words[1], backlog=1000)
                answer = server.sockets[0].getsockname()[1]
            elif what == "lead":
                links[name].ports = words[0]
            elif what == "become":
                link = links[name]
                link.mode, link.latency_s = words
                (link.open.clear if link.mode == "hole" else link.open.set)()
            elif what == "reset":
                for writer in links[name].writers:
                    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET)
                    writer.transport.abort()
            orders.send(answer)

    asyncio.get_running_loop().add_reader(orders.fileno(), hear)
    worker = asyncio.create_task(work())
    await ended
    worker.cancel()
