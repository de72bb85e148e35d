"""A match's money has one outcome, whoever tries to give it another, and however often (decided 6, 25; T15.11)."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

import pytest

from app.db import Sessions
from app.ledger import service as ledger
from app.ledger.errors import MatchClosedError
from app.rooms import steps
from app.rooms.audit import audit
from app.rooms.claims import claim_table
from app.rooms.errors import FencedError, UnknownOutcomeError
from app.rooms.journal import Line
from app.rooms.service import Rooms
from app.rooms.storage import commit_step, fail_table
from app.rooms.vault import Vault
from app.tables import Entry, Table, apply
from app.tables.entries import Leave, Settle
from tests.rooms.conftest import KEY, Someone
from tests.rooms.people import coins_of
from tests.rooms.test_rooms import begin

pytestmark = pytest.mark.anyio
MakeSomeone = Callable[..., Awaitable[Someone]]
VAULT = Vault(KEY)


@dataclass
class Owner:
    """Who has claimed a table and writes to it as a room does."""

    sessions: Sessions
    table: Table
    epoch: int
    seq: int

    async def commit(self, entry: Entry) -> dict[int, int]:
        after, _ = apply(self.table, entry)
        kind, body = steps.stored(entry, VAULT, f"{self.table.setup.id}:{self.seq + 1}")
        line = Line(self.table.setup.id, self.seq + 1, self.epoch, entry.at, kind, body)
        changed = steps.changes(self.table, after, entry)
        assert changed is not None
        wallets = await commit_step(self.sessions, after, line, changed)
        self.table, self.seq = after, self.seq + 1
        return wallets


async def claim(sessions: Sessions, table_id: int, worker: str) -> Owner:
    claimed = await claim_table(sessions, table_id, worker)
    assert claimed is not None
    table, _ = steps.replay(claimed, VAULT)
    return Owner(sessions, table, claimed.epoch, len(claimed.lines))


@dataclass
class Stopped:
    """A match in the middle, with nobody who runs it."""

    sessions: Sessions
    id: int
    ana: Someone
    bo: Someone

    async def coins(self) -> list[int]:
        return [await coins_of(self.sessions, player.id) for player in (self.ana, self.bo)]

    async def sound(self) -> bool:
        async with self.sessions() as session:
            return (await audit(await session.connection(), VAULT, deep=True)).sound

    async def won_by_bo(self, worker: str = "a") -> Owner:
        """An owner under whom Ana has left: all that remains is to settle."""
        owner = await claim(self.sessions, self.id, worker)
        await owner.commit(Leave(owner.table.at, self.ana.id))
        return owner


@pytest.fixture
async def match(rooms: Rooms, sessions: Sessions, make_someone: MakeSomeone) -> Stopped:
    ana, bo = await make_someone("Ana"), await make_someone("Bo")
    table, *_ = await begin(rooms, ana, bo)
    await rooms.stop()
    return Stopped(sessions, table.id, ana, bo)


async def test_two_owners_settle_at_once_and_the_former_one_is_fenced(match: Stopped) -> None:
    former = await match.won_by_bo()
    owner = await claim(match.sessions, match.id, "b")
    settle = Settle(owner.table.at)
    outcomes = await asyncio.gather(former.commit(settle), owner.commit(settle), return_exceptions=True)
    assert isinstance(outcomes[0], FencedError)
    assert outcomes[1] == {match.bo.id: 66_000}
    assert await match.coins() == [54_000, 66_000]
    assert await match.sound()


async def test_one_settlement_that_is_tried_twenty_times_pays_once(match: Stopped) -> None:
    owner = await match.won_by_bo()
    copies = [Owner(owner.sessions, owner.table, owner.epoch, owner.seq) for _ in range(20)]
    settle = Settle(owner.table.at)
    outcomes = await asyncio.gather(*(copy.commit(settle) for copy in copies), return_exceptions=True)
    assert [outcome for outcome in outcomes if isinstance(outcome, dict)] == [{match.bo.id: 66_000}]
    assert sum(isinstance(outcome, UnknownOutcomeError) for outcome in outcomes) == 19
    assert await match.coins() == [54_000, 66_000]
    assert await match.sound()


async def test_what_was_settled_is_never_refunded(match: Stopped) -> None:
    owner = await match.won_by_bo()
    await owner.commit(Settle(owner.table.at))
    with pytest.raises(MatchClosedError):
        async with match.sessions.begin() as session:
            await ledger.refund(session, match_id=f"{match.id}-1")
    assert await fail_table(match.sessions, match.id, owner.epoch) == {}
    assert await match.coins() == [54_000, 66_000]
    assert await match.sound()


async def test_what_was_refunded_is_never_settled(match: Stopped) -> None:
    owner = await match.won_by_bo()
    assert await fail_table(match.sessions, match.id, owner.epoch) == {
        match.ana.id: 60_000,
        match.bo.id: 60_000,
    }
    with pytest.raises(MatchClosedError):
        await owner.commit(Settle(owner.table.at))
    assert await match.coins() == [60_000, 60_000]
    assert await match.sound()


async def test_a_table_that_is_given_up_twice_gives_its_bets_back_once(match: Stopped) -> None:
    owner = await claim(match.sessions, match.id, "a")
    given = await asyncio.gather(
        *(fail_table(match.sessions, match.id, owner.epoch) for _ in range(10)), return_exceptions=True
    )
    assert sorted(map(len, given)) == [0] * 9 + [2]  # type: ignore[arg-type]
    assert await match.coins() == [60_000, 60_000]
    assert await match.sound()


async def test_who_no_longer_owns_a_table_can_not_give_it_up(match: Stopped) -> None:
    former = await claim(match.sessions, match.id, "a")
    await claim(match.sessions, match.id, "b")
    with pytest.raises(FencedError):
        await fail_table(match.sessions, match.id, former.epoch)
    assert await match.coins() == [54_000, 54_000]
    assert await match.sound()
