"""Workers without rooms that keep what their membership tells them, the ways in which they fail, and a line to cut."""

import asyncio
import contextlib
import time
from collections.abc import Sequence
from urllib.parse import urlsplit

from sqlalchemy import text

from app.bus import Bus
from app.bus.lease import Lease
from app.db import Sessions
from app.rooms.membership import Membership
from app.rooms.timekeeper import Timekeeper
from app.tasks import end


class Member(Membership):
    """A worker that notes what it hears; `offers` says how often each table was offered."""

    def __init__(self, database_url: str, name: str, bus: Bus) -> None:
        self.name = name
        self.lease = Lease(bus, name)
        super().__init__(database_url, name, self.lease, Timekeeper())
        self.offers: dict[int, list[float]] = {}
        self.gone: list[str] = []
        self.expelled = 0
        self.on_free, self.on_left, self.on_expelled = self._note, self.gone.append, self._count

    def _note(self, tables: Sequence[int]) -> None:
        for table in tables:
            self.offers.setdefault(table, []).append(time.monotonic())

    def _count(self) -> None:
        self.expelled += 1

    async def resume(self) -> None:
        """Come out of a hang."""
        self._beating, self._renewing = asyncio.create_task(self._run()), asyncio.create_task(self._renew())


async def hang(member: Membership) -> None:
    """Give no more signs of life, the line to Postgres left as it is."""
    await end(member._beating, member._renewing)


async def die(member: Membership) -> None:
    """End as a process does that is killed: no word, the line broken."""
    await hang(member)
    member._pulse.cut()


class Wire:
    """A line to a port of this machine that can be a black hole, with all that it carries."""

    def __init__(self, url: str) -> None:
        self.url, self.port = url, urlsplit(url).port or 0
        self._open = asyncio.Event()
        self._open.set()
        self._server: asyncio.Server | None = None
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        self.url = self.url.replace(f":{self.port}/", f":{self._server.sockets[0].getsockname()[1]}/")

    def swallow(self) -> None:
        """Let nothing through, not even an end."""
        self._open.clear()

    def heal(self) -> None:
        self._open.set()

    async def stop(self) -> None:
        assert self._server is not None
        self._server.close()
        await end(*self._tasks)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.create_task(self._carry(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            await self._open.wait()
            far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self.port)
            await asyncio.gather(self._pump(reader, far_writer), self._pump(far_reader, writer))
        except OSError:
            pass
        finally:
            writer.close()

    async def _pump(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            try:
                while data := await reader.read(65536):
                    await self._open.wait()
                    writer.write(data)
                    await writer.drain()
                await self._open.wait()
            finally:
                writer.close()


async def make_tables(sessions: Sessions, creator: int, count: int, owner: str | None = None) -> list[int]:
    """Rows of open tables, nothing behind them."""
    async with sessions.begin() as session:
        ids = await session.scalars(
            text(
                "insert into card_table (code, creator_id, create_key, create_hash, link, setup, row, epoch, owner)"
                " select 'c' || gen_random_uuid(), :creator, 'k' || gen_random_uuid(), '', 'l' || gen_random_uuid(),"
                " '{}', '{}', 1, :owner from generate_series(1, :count) returning id"
            ),
            {"creator": creator, "count": count, "owner": owner},
        )
        return list(ids.all())
