"""Several workers as one server: processes that share a listening socket, minded by one that serves nobody."""

import asyncio
import logging
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Mapping
from functools import partial

FIRST_PAUSE_S = 0.1
LONGEST_PAUSE_S = 10.0
STEADY_S = 10.0
"""A worker that lived so long is replaced at once when it ends."""
END_S = 12.0
"""Workers end by themselves within ten seconds of a signal; who doesn't is killed."""

log = logging.getLogger(__name__)


def run(count: int, listener: socket.socket, settings: Mapping[str, str], ready: Callable[[], None]) -> int:
    """Keep `count` workers running on `listener` until SIGINT, SIGTERM or SIGHUP; return the code to exit with.

    `settings` are given to them by environment; `ready` is called when all of them serve. One that ends is replaced,
    after growing pauses. At SIGUSR2 all are replaced in turn, by the code that is installed then; each takes
    requests before its predecessor is told to end. They end with this process, however it ends.
    """
    return asyncio.run(_Workers(count, listener, settings).run(ready))


class _Workers:
    def __init__(self, count: int, listener: socket.socket, settings: Mapping[str, str]) -> None:
        self._count = count
        self._listener = listener
        self._environment = {**os.environ, **settings}
        self._living: list[asyncio.subprocess.Process] = []
        self._coming = 0
        self._minders: set[asyncio.Task[None]] = set()
        self._short = asyncio.Event()
        self._renewal = asyncio.Event()
        self._ending = False

    async def run(self, ready: Callable[[], None]) -> int:
        work = asyncio.ensure_future(self._work(ready))
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            if signal.getsignal(number) is not signal.SIG_IGN:
                loop.add_signal_handler(number, partial(self._end, work))
        loop.add_signal_handler(signal.SIGUSR2, self._renewal.set)
        try:
            return await work
        except asyncio.CancelledError:
            return 0
        finally:
            await self._end_all()

    async def _work(self, ready: Callable[[], None]) -> int:
        begun = await asyncio.gather(*(self._start() for _ in range(self._count)))
        if not all(begun):
            return 1  # it has said itself why
        ready()
        async with asyncio.TaskGroup() as forever:
            forever.create_task(self._refill())
            forever.create_task(self._renew_when_asked())
        return 0

    async def _refill(self) -> None:
        """Replace workers that have ended; the pause before grows while they don't live for long."""
        pause_s, began = FIRST_PAUSE_S, time.monotonic()
        while True:
            await self._short.wait()
            self._short.clear()
            if time.monotonic() - began > STEADY_S:
                pause_s = FIRST_PAUSE_S
            while self._missing() > 0:
                await asyncio.sleep(pause_s)
                pause_s, began = min(2 * pause_s, LONGEST_PAUSE_S), time.monotonic()
                await asyncio.gather(*(self._start() for _ in range(self._missing())))

    def _missing(self) -> int:
        return self._count - len(self._living) - self._coming

    async def _start(self) -> bool:
        """Start a worker; True once it serves, False if it ended instead."""
        file = self._listener.fileno()
        self._coming += 1
        try:
            worker = await self._execute(
                "serve", "--listener", str(file), "--end-with-parent", str(os.getpid())
            )
        finally:
            self._coming -= 1
        self._living.append(worker)
        minder = asyncio.create_task(self._mind(worker))
        self._minders.add(minder)
        minder.add_done_callback(self._minders.discard)
        assert worker.stdout is not None
        return bool(await worker.stdout.readline())

    async def _mind(self, worker: asyncio.subprocess.Process) -> None:
        code = await worker.wait()
        self._living.remove(worker)
        if code != 0 and not self._ending:
            log.warning("worker %d has ended (code %d)", worker.pid, code)
        self._short.set()

    async def _execute(self, *words: str) -> asyncio.subprocess.Process:
        # A session of its own: Ctrl+C is ours to pass on, once.
        return await asyncio.create_subprocess_exec(
            sys.executable, "-m", "app.cli", *words,
            env=self._environment, pass_fds=[self._listener.fileno()], start_new_session=True,
            stdin=asyncio.subprocess.DEVNULL, stdout=asyncio.subprocess.PIPE,
        )  # fmt: skip

    async def _renew_when_asked(self) -> None:
        while True:
            await self._renewal.wait()
            self._renewal.clear()
            await self._renew()

    async def _renew(self) -> None:
        # What is installed now may be newer than we are: it brings the database up to date itself.
        migration = await self._execute("migrate")
        if await migration.wait() != 0:
            log.error("the database could not be brought up to date; the workers stay as they are")
            return
        for worker in list(self._living):
            if worker not in self._living:
                continue  # it died meanwhile: whoever replaced it is new already
            if not await self._start():
                log.error("the new worker does not start; the others stay as they are")
                return
            await _end(worker)
        log.warning("all workers have been replaced")

    def _end(self, work: "asyncio.Task[int]") -> None:
        if self._ending:  # asked twice: pass it on
            for worker in self._living:
                send(worker, signal.SIGTERM)
        self._ending = True
        work.cancel()

    async def _end_all(self) -> None:
        self._ending = True
        self._listener.close()
        for worker in self._living:
            send(worker, signal.SIGTERM)
        if not self._minders:
            return
        _, late = await asyncio.wait(self._minders, timeout=END_S)
        if late:
            log.error("%d workers do not end and are killed", len(late))
            for worker in self._living:
                send(worker, signal.SIGKILL)
            await asyncio.wait(late)


def send(worker: asyncio.subprocess.Process, number: signal.Signals) -> None:
    """Send a signal to a worker, if it still runs."""
    if worker.returncode is None:
        worker.send_signal(number)


async def _end(worker: asyncio.subprocess.Process) -> None:
    """Let a worker end, and kill it where it doesn't: one that is halted hears no signal."""
    send(worker, signal.SIGTERM)
    try:
        async with asyncio.timeout(END_S):
            await worker.wait()
    except TimeoutError:
        log.error("worker %d does not end and is killed", worker.pid)
        send(worker, signal.SIGKILL)
        await worker.wait()
