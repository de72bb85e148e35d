"""The running room of one table: one task, one bounded mailbox, one order of work.

Command → rules → one transaction → commit → updates → alarm. Nobody is told what could still be lost. When the outcome
of a commit is unknown the room reads its log again and answers nothing before (decided 25).
"""

import asyncio
import logging
from collections.abc import Collection

from app.errors import AppError, BusyError, ConflictError, NotFoundError
from app.ledger.errors import NotEnoughCoinsError
from app.rooms import steps
from app.rooms.context import Context
from app.rooms.errors import ElsewhereError, FencedError, UnknownOutcomeError, outcome_unknown
from app.rooms.journal import Line
from app.rooms.messages import Answer, Ask, End, Look, Wake
from app.rooms.robots import Robots
from app.rooms.storage import commit_step, fail_table, release_table
from app.rooms.viewers import Viewers, Watcher, update_frame
from app.tables import Entry, Table, alarm, apply, wants
from app.tables.entries import Begin, Close, Leave
from app.tables.state import Person
from app.wire import frames

log = logging.getLogger(__name__)

MAILBOX = 128
ANSWER_S = 4.0
FIRST_RETRY_S, RETRY_S = 0.03, 0.5


class Room:
    """Hosts a table from its claim to its end."""

    def __init__(self, context: Context, table_id: int) -> None:
        self._context = context
        self._mailbox: asyncio.Queue[Ask | End | Look | Wake] = asyncio.Queue(MAILBOX)
        self._answers: dict[tuple[int, str], tuple[bytes, int]] = {}
        self._viewers = Viewers()
        self._robots = Robots(self.post, context.thinkers, context.robot_pace)
        self._epoch = 0
        self._seq = 0
        self._pause = FIRST_RETRY_S
        self._taken: Ask | End | Look | Wake | None = None
        self.id = table_id
        self.table: Table | None = None
        self.ended = False
        self.elsewhere = False
        """The table goes on under another owner; only this room has ended."""
        self._let_go = False
        self._task: asyncio.Task[None] | None = None

    # ---- from outside ----------------------------------------------------------------------------------------

    async def ask(self, ask: Ask | End) -> Answer:
        """Return once the command is durable; raise the `AppError` it was refused with.

        Raises UnknownOutcomeError after 4 s: asked again, under its id, it has one effect and the same answer.
        """
        if self.ended:
            raise self._gone()
        if not self.post(ask):
            raise BusyError("busy", "This table is busy. Please try again.")
        try:
            async with asyncio.timeout(ANSWER_S):
                return await asyncio.shield(ask.done)  # who asked may go away; the room still has one to give
        except TimeoutError:
            raise UnknownOutcomeError from None

    def post(self, message: Ask | End | Look | Wake) -> bool:
        """Put a message into the mailbox; False when it is full or the room has ended."""
        if self.ended:
            return False
        message.arrived = self._context.now()
        try:
            self._mailbox.put_nowait(message)
        except asyncio.QueueFull:
            return False
        return True

    def drop(self) -> None:
        """Stop at once: the table may be somebody else's by now."""
        if self._task is not None:
            self._task.cancel()

    def leave(self, worker: str) -> None:
        """Forget the viewers of a worker that is gone."""
        self._viewers.leave(worker)
        self.tell_presence()

    def forget(self, viewers: Collection[Watcher]) -> None:
        """Send these viewers nothing more; at once, since a mailbox may be full or refused as a whole."""
        before = len(self._viewers)
        for viewer in viewers:
            self._viewers.remove(viewer)
        if len(self._viewers) != before:
            self.tell_presence()

    @property
    def onlookers(self) -> set[int]:
        """The players who look on without a seat."""
        return self._viewers.players - set(self.table.players if self.table is not None else ())

    def dismiss(self, players: Collection[int], why: str = "blocked") -> None:
        """Let those of the players who look on see nothing more: a block stands between them and a seat, or `why`."""
        if gone := self.onlookers.intersection(players):
            self._viewers.dismiss(frozenset(gone), frames.gone(self.id, why))
            self.tell_presence()

    def release(self) -> None:
        """Finish the step at hand, give the table up, and end: another worker is to take it over."""
        self._let_go = True
        self.post(Wake())

    def _gone(self) -> AppError:
        if self.elsewhere:
            return ElsewhereError()
        return NotFoundError("gone", "There is no such table any more.")

    # ---- the task --------------------------------------------------------------------------------------------

    async def run(self) -> None:
        """Host the table until it closes, is released, or another owner takes it over."""
        self._task = asyncio.current_task()
        try:
            while not self.ended:
                try:
                    await self._host()
                except BusyError:  # an unknown outcome, or a queue that is full: nothing to end a table for
                    log.warning("table %s: outcome unknown, reading the log again", self.id)
                    self._viewers.stall(frames.stalled(self.id, "storage"))
                    self._refuse_waiting(UnknownOutcomeError())
                    await asyncio.sleep(self._pause)
                    self._pause = min(RETRY_S, 2 * self._pause)
        except FencedError:
            self.elsewhere = True
            log.warning("table %s: another owner has it; this room writes nothing more", self.id)
        except asyncio.CancelledError:
            self.elsewhere = True
            raise
        except Exception:
            log.exception("table %s: can't go on; its match is refunded", self.id)
            self.elsewhere = True  # as long as it isn't closed for certain: who waits is to ask again
            await self._fail("failed")
            self.elsewhere = False
        finally:
            self.ended = True
            self._robots.stop()
            self._refuse_waiting(self._gone())

    async def _host(self) -> None:
        await self._load()
        while not self.ended:
            if self._let_go:
                await release_table(self._context.sessions, self.id, self._epoch)
                self.ended = self.elsewhere = True
                return
            self._taken = None if self._mailbox.empty() else self._mailbox.get_nowait()
            # What came in before a deadline counts before it, however long it lay in the mailbox (T11.10).
            await self._go_on(self._taken.arrived if self._taken else None)
            if self.ended:
                return
            message = self._taken = self._taken or await self._next_message()
            if isinstance(message, Ask):
                await self._answer(message)
            elif isinstance(message, Look):
                self._look(message)
            elif isinstance(message, End):
                with outcome_unknown():
                    await self._fail("ended")
                self.ended = True
                message.done.set_result(Answer(self._seq))

    async def _fail(self, reason: str) -> None:
        """Close the table with everybody's bet back (T15.11, decided 6): better than a guess."""
        wallets = await fail_table(self._context.sessions, self.id, self._epoch)
        for player, coins in wallets.items():
            self._context.tell(player, frames.wallet(coins))
        self._viewers.end(frames.gone(self.id, reason))
        self._context.failed(self.id)

    async def _next_message(self) -> Ask | End | Look | Wake | None:
        time = alarm(self._table)
        wait = None if time is None else max(0, time - self._context.now()) / 1000
        try:
            async with asyncio.timeout(wait):
                return await self._mailbox.get()
        except TimeoutError:
            return None

    @property
    def _table(self) -> Table:
        assert self.table is not None
        return self.table

    async def _load(self) -> None:
        """Become the owner under a new epoch and fold the log; clocks go on with what the pause took (decided 1)."""
        claimed = await self._context.claims.claim(self.id)
        if claimed is None:
            self.ended = True
            self._viewers.end(frames.gone(self.id, "closed"))
            return
        self._epoch, self._seq = claimed.epoch, len(claimed.lines)
        self.table, self._answers = steps.replay(claimed, self._context.vault)
        self._viewers.catch_up(self.table, self._seq, self._context.now())
        self._context.loaded(self)
        self._pause = FIRST_RETRY_S
        if resumed := steps.resumed(self.table, claimed, self._context.now()):
            await self._commit(resumed)

    # ---- one step --------------------------------------------------------------------------------------------

    async def _answer(self, ask: Ask) -> None:
        if ask.player is not None and ask.command_id is not None:
            known = self._answers.get((ask.player, ask.command_id))
            if known is not None:  # decided 22: same id, same answer; another body is refused
                if known[0] == ask.hash:
                    ask.done.set_result(self._told(ask, known[1]))
                else:
                    ask.done.set_exception(ConflictError("id_reused", "This command id was used before."))
                return
        if ask.check is not None:
            try:
                with outcome_unknown():
                    await ask.check(self._table)
            except AppError as error:  # an unknown outcome among them: nothing was written yet
                ask.done.set_exception(error)
                return
            except Exception:  # of who asks, not of the table
                self._stumble(ask)
                return
        try:
            await self._commit(ask.make(max(ask.arrived, self._table.at)), ask)
        except (FencedError, asyncio.CancelledError):
            if not ask.done.done():  # whoever owns the table knows what became of it
                ask.done.set_exception(ElsewhereError())
            raise
        except UnknownOutcomeError:
            if not ask.done.done():
                ask.done.set_exception(UnknownOutcomeError())
            raise
        except AppError as error:
            ask.done.set_exception(error)
        except Exception:
            self._stumble(ask)
        else:
            ask.done.set_result(self._told(ask, self._seq))

    def _stumble(self, ask: Ask) -> None:
        log.exception("table %s: a command could not be carried out; nothing was changed", self.id)
        ask.done.set_exception(BusyError("internal", "Something went wrong here. Nothing was changed."))

    def _told(self, ask: Ask, seq: int) -> Answer:
        return Answer(seq, None if ask.player is None else self._table.seat_of(ask.player))

    async def _go_on(self, until: int | None) -> None:
        """Do what the table does by itself, up to a time or to now, until it waits for people or time."""
        while kind := wants(self._table, now := max(until or self._context.now(), self._table.at)):
            try:
                if not await self._commit(steps.entry_for(kind, now)):
                    raise RuntimeError(f"nothing came of {kind.__name__}")
            except NotEnoughCoinsError as error:
                for player in error.players:  # decided 9: who can't pay gets up, nobody is charged
                    await self._commit(Leave(now, player, "cannot_pay"))
            except UnknownOutcomeError:
                raise
            except BusyError:
                await asyncio.sleep(RETRY_S)
            if self.ended:
                return
        self._robots.look(self._table)

    async def _commit(self, entry: Entry, ask: Ask | None = None) -> bool:
        """Apply, make durable, take over, tell: in this order. False where nothing came of the entry."""
        before = self._table
        after, events = apply(before, entry)
        if after is before:
            return False
        line = self._line(entry, ask)
        changes = steps.changes(before, after, entry)
        wallets: dict[int, int] = {}
        if changes is None:
            await self._context.journal.write(line)
        else:
            wallets = await commit_step(self._context.sessions, after, line, changes)
        self.table, self._seq = after, line.seq
        if line.player_id is not None and line.command_id is not None and line.command_hash is not None:
            self._answers[line.player_id, line.command_id] = (line.command_hash, line.seq)
        self._viewers.update(before, after, self._seq, self._context.now(), events)
        if changes is not None:
            self._tell_changes(before, entry, changes, wallets)
        self.ended = after.phase == "closed"
        return True

    def _line(self, entry: Entry, ask: Ask | None) -> Line:
        seq = self._seq + 1
        kind, body = steps.stored(entry, self._context.vault, f"{self.id}:{seq}")
        named = ask if ask is not None and ask.command_id is not None else None
        return Line(
            table_id=self.id,
            seq=seq,
            epoch=self._epoch,
            at=entry.at,
            kind=kind,
            body=body,
            player_id=named.player if named else None,
            command_id=named.command_id if named else None,
            command_hash=named.hash if named else None,
        )

    def _tell_changes(
        self, before: Table, entry: Entry, changes: steps.Changes, wallets: dict[int, int]
    ) -> None:
        for player, coins in wallets.items():
            self._context.tell(player, frames.wallet(coins))
        if changes.stood:
            self._viewers.dismiss(changes.stood, frames.gone(self.id, steps.parting(before, entry)))
        if isinstance(entry, Begin) and self._table.setup.bet:
            for player in self._table.players:
                self._context.tell(player, frames.called(self.id, self._table.setup.code))
            self._context.begun(self._table)
        self._context.listed(self, changes)
        self.tell_presence()
        if isinstance(entry, Close):
            self._viewers.end(frames.gone(self.id, entry.reason))

    # ---- viewers ---------------------------------------------------------------------------------------------

    def _look(self, look: Look) -> None:
        if not look.on:
            self.forget([look.viewer])
            look.done.set_result(Answer(self._seq))
            return
        if refusal := steps.may_not_watch(self._table, look.viewer.player_id, look.invited):
            look.done.set_exception(refusal)
            return
        self._viewers.add(look.viewer)
        look.done.set_result(Answer(self._seq))
        seq = self._seq - self._viewers.untold(self._table, look.viewer.player_id)
        look.viewer.send(update_frame(self._table, seq, self._context.now(), (), look.viewer.player_id))
        self.tell_presence()

    def tell_presence(self) -> None:
        """Tell the viewers who is connected and how many seats are kept; neither is any part of the log."""
        if self.table is None:
            return
        online = [n for n in self.table.humans if self._context.is_online(_person(self.table, n).id)]
        watching = self._viewers.spectators(self.table)
        self._viewers.send(frames.presence(self.id, online, watching, self._context.kept(self.table)))
        self._context.watched(self.id, watching)

    def _refuse_waiting(self, error: AppError) -> None:
        waiting = [self._taken]
        while not self._mailbox.empty():
            waiting.append(self._mailbox.get_nowait())
        for message in waiting:
            if isinstance(message, Ask | End | Look) and not message.done.done():
                message.done.set_exception(error)


def _person(table: Table, number: int) -> Person:
    seat = table.seats[number]
    assert seat is not None
    return seat.person
