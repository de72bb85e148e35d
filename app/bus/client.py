"""The connection to Redis: a client for questions, a link for what is published; both heal by themselves."""

import asyncio
import contextlib
import logging
import math
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar
from urllib.parse import urlsplit

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.client import PubSub
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from app.tasks import end

TIMEOUT_S = 1.0
CONNECTIONS = 8
RETRY_S = 0.5
SILENCE_S = 1.0
DEAD_S = 4.0
REST_S = 1.0

AWAY = (RedisError, OSError, RuntimeError)
"""What a Redis that is away raises: a TimeoutError is an OSError; uvloop has a RuntimeError for a line just cut."""

Handler = Callable[[bytes], None]
T = TypeVar("T")
log = logging.getLogger(__name__)


class Bus:
    """Publishes and hears messages at most once; no call raises because Redis is away, or waits over 2 s."""

    def __init__(self, redis_url: str) -> None:
        # Many questions at once wait for a connection instead of opening one each; none is asked twice: a script
        # that has run must not run again because its answer was lost.
        pool = BlockingConnectionPool.from_url(
            redis_url,
            max_connections=CONNECTIONS,
            timeout=TIMEOUT_S,
            socket_timeout=TIMEOUT_S,
            socket_connect_timeout=TIMEOUT_S,
            retry=Retry(NoBackoff(), 0),
            protocol=2,
        )
        self.redis = Redis.from_pool(pool)
        # Channels know no database numbers; the prefix keeps two installations on one Redis apart.
        self._prefix = f"sobremesa:{urlsplit(redis_url).path.strip('/') or '0'}:"
        self._handlers: dict[str, Handler] = {}
        self._link: PubSub | None = None
        self._task: asyncio.Task[None] | None = None
        self._rest_until = 0.0
        self._heard = 0.0
        self.on_linked: list[Callable[[], None]] = []
        """Called whenever the link (re)opens: what was published before may have been missed."""

    def name(self, name: str) -> str:
        """Return the full name of a key or channel of this installation."""
        return self._prefix + name

    def subscribe(self, channel: str, handler: Handler) -> None:
        """Give what is published on `channel` to `handler`, which must not block; before `start`."""
        self._handlers[self.name(channel)] = handler

    async def start(self) -> None:
        """Begin to listen; returns at once, whether Redis is there or not."""
        self._task = asyncio.create_task(self._listen(), name="bus")

    async def stop(self) -> None:
        """Close both connections; what is asked afterwards finds Redis away and opens no other."""
        self._rest_until = math.inf
        await end(self._task)
        self._task = None
        with contextlib.suppress(*AWAY):
            await self.redis.aclose()

    async def publish(self, channel: str, payload: bytes) -> bool:
        """Send `payload` to every worker that listens, this one too; False if Redis is away."""
        sent = await self.attempt(lambda: self.redis.publish(self.name(channel), payload))
        return sent is not None

    async def publish_all(self, letters: Sequence[tuple[str, bytes]]) -> list[int] | None:
        """Send all (channel, payload) in order; return how many listened to each, None if Redis is away."""

        async def publish() -> list[int]:
            async with self.redis.pipeline(transaction=False) as pipe:
                for channel, payload in letters:
                    pipe.publish(self.name(channel), payload)
                return list(await pipe.execute())

        return await self.attempt(publish)

    @property
    def linked(self) -> bool:
        """Whether what is published arrives here now, as far as can be told."""
        return self._link is not None

    async def ping(self) -> bool:
        """Say whether Redis answers now."""
        try:
            async with asyncio.timeout(TIMEOUT_S):
                return bool(await self.redis.echo("ping"))
        except AWAY:
            return False

    async def attempt(self, call: Callable[[], Awaitable[T]]) -> T | None:
        """Return what `call` returns, or None if Redis failed; after a failure it is left alone for 1 s."""
        if time.monotonic() < self._rest_until:
            return None
        try:
            async with asyncio.timeout(2 * TIMEOUT_S):
                return await call()
        except AWAY as error:
            self._rest_until = max(self._rest_until, time.monotonic() + REST_S)
            log.warning("redis is away: %s", type(error).__name__)
            return None

    async def _listen(self) -> None:
        while True:
            link = self.redis.pubsub()
            try:
                await self._hear(link)
            except AWAY:
                pass
            except Exception:
                log.exception("the bus stumbled")
            finally:
                self._link = None
                with contextlib.suppress(*AWAY):
                    await link.aclose()  # type: ignore[no-untyped-call]
            await asyncio.sleep(RETRY_S)

    async def _hear(self, link: PubSub) -> None:
        if not self._handlers:
            await asyncio.Event().wait()
        await link.subscribe(*self._handlers)
        self._link, self._heard = link, time.monotonic()
        for linked in self.on_linked:
            linked()
        while time.monotonic() - self._heard < DEAD_S:
            message: dict[str, Any] | None = await link.get_message(timeout=SILENCE_S)
            if message is None:
                await link.ping()
                continue
            self._heard = time.monotonic()
            if message["type"] == "message":
                self._hand_over(message["channel"].decode(), message["data"])

    def _hand_over(self, channel: str, payload: bytes) -> None:
        try:
            self._handlers[channel](payload)
        except Exception:
            log.exception("a message on %s could not be handled", channel)
