"""L-03: any order of grants, gifts, bets, pay-outs, refunds and repetitions, against a dict."""

import asyncio
import os
from collections.abc import Awaitable, Callable
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncSession

from app.db import make_engine, make_sessions
from app.ledger import service
from app.ledger.audit import audit
from app.ledger.errors import CauseReusedError, MatchClosedError, NotEnoughCoinsError
from app.ledger.service import SINK, Holder, wallet
from tests.ledger.people import new_id

PLAYERS = st.integers(0, 3)
AMOUNTS = st.integers(1, 120)
# a night's run may ask for 2,000
EXAMPLES = int(os.environ.get("MACHINE_EXAMPLES", "12"))
# all four at one moment, in one round trip
FUNDS = text(
    "select owner, balance, (select coalesce(sum(amount), 0)::bigint from open_bet where player = owner)"
    " from account where kind = 'wallet' and owner = any(:them)"
)
Ask = Callable[[AsyncSession], Awaitable[Any]]


class WalletMachine(RuleBasedStateMachine):
    """Knows what every wallet must hold, and what every cause came to."""

    database_url: str

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.engine = make_engine(self.database_url, pool_size=1)
        self.sessions = make_sessions(self.engine)
        self.players = [new_id() for _ in range(4)]
        self.table = new_id()
        self.coins = dict.fromkeys(self.players, 0)
        self.made = self.burnt = 0
        self.open: dict[str, dict[int, int]] = {}
        self.closed: list[str] = []
        self.answers: list[tuple[Ask, Any]] = []
        self.grants: list[tuple[str, int]] = []

    def teardown(self) -> None:
        self.loop.run_until_complete(self.engine.dispose())
        self.loop.close()

    def ask(self, ask: Ask) -> Any:
        async def once() -> Any:
            async with self.sessions.begin() as session:
                return await ask(session)

        return self.loop.run_until_complete(once())

    def refuse(self, ask: Ask, *kinds: type[Exception]) -> Exception:
        try:
            answer = self.ask(ask)
        except kinds as error:
            return error
        raise AssertionError(f"{answer} where a refusal was due")

    @initialize()
    def begin(self) -> None:
        for who in range(4):
            self.grant(who, 200)

    @rule(who=PLAYERS, amount=AMOUNTS)
    def grant(self, who: int, amount: int) -> None:
        player, cause = self.players[who], f"grant:{new_id()}"

        async def ask(session: AsyncSession) -> Any:
            return (await service.mint_coins(session, player, amount, cause=cause, kind="grant")).after

        self.coins[player] += amount
        self.made += amount
        answer = self.ask(ask)
        assert answer[wallet(player)] == self.coins[player]
        self.answers.append((ask, answer))
        self.grants.append((cause, player))

    @rule(who=PLAYERS, whom=PLAYERS, amount=AMOUNTS)
    def give(self, who: int, whom: int, amount: int) -> None:
        giver, taker, cause = self.players[who], self.players[whom], f"gift:{new_id()}"
        target: Holder = SINK if giver == taker else wallet(taker)
        legs = {wallet(giver): -amount, target: amount}

        async def ask(session: AsyncSession) -> Any:
            posted = await service.post_transfer(session, cause=cause, kind="gift", legs=legs, facts={})
            return posted.after

        if self.coins[giver] < amount:
            error = self.refuse(ask, NotEnoughCoinsError)
            assert isinstance(error, NotEnoughCoinsError)
            assert error.players == (giver,)
            return
        self.coins[giver] -= amount
        if giver == taker:
            self.burnt += amount
        else:
            self.coins[taker] += amount
        self.answers.append((ask, self.ask(ask)))

    @rule(who=st.sets(PLAYERS, min_size=1), bet=AMOUNTS)
    @precondition(lambda self: not self.open)
    def bet(self, who: set[int], bet: int) -> None:
        players, match = sorted(self.players[w] for w in who), f"m{new_id()}"

        async def ask(session: AsyncSession) -> Any:
            return await service.take_bets(
                session,
                match_id=match,
                table_id=self.table,
                table_code="K7F3",
                game="uno",
                players=players,
                bet=bet,
            )

        short = tuple(p for p in players if self.coins[p] < bet)
        if short:
            error = self.refuse(ask, NotEnoughCoinsError)
            assert isinstance(error, NotEnoughCoinsError)
            assert error.players == short
            return
        for player in players:
            self.coins[player] -= bet
        answer = self.ask(ask)
        assert answer == {p: self.coins[p] for p in players}
        self.answers.append((ask, answer))
        self.open[match] = dict.fromkeys(players, bet)

    def paying(self, match: str, payouts: dict[int, int]) -> Ask:
        async def ask(session: AsyncSession) -> Any:
            return await service.settle(
                session, match_id=match, table_id=self.table, table_code="K7F3", game="uno", payouts=payouts
            )

        return ask

    @rule(data=st.data())
    @precondition(lambda self: self.open)
    def settle(self, data: st.DataObject) -> None:
        match, bets = self.open.popitem()
        pot = sum(bets.values())
        first = data.draw(st.integers(0, pot))
        shares = [first, pot - first, 0, 0]
        payouts = dict(zip(bets, shares, strict=False)) if len(bets) > 1 else dict.fromkeys(bets, pot)
        for player, share in payouts.items():
            self.coins[player] += share
        ask = self.paying(match, payouts)
        answer = self.ask(ask)
        assert answer == {p: self.coins[p] for p, share in payouts.items() if share}
        self.answers.append((ask, answer))
        self.closed.append(match)

    @rule()
    @precondition(lambda self: self.open)
    def refund(self) -> None:
        match, bets = self.open.popitem()
        for player, bet in bets.items():
            self.coins[player] += bet

        async def ask(session: AsyncSession) -> Any:
            return await service.refund(session, match_id=match)

        answer = self.ask(ask)
        assert answer == {p: self.coins[p] for p in bets}
        self.answers.append((ask, answer))
        self.closed.append(match)

    @rule(data=st.data())
    @precondition(lambda self: self.closed)
    def pay_again(self, data: st.DataObject) -> None:
        match = data.draw(st.sampled_from(self.closed))
        self.refuse(self.paying(match, {self.players[0]: 121 * 5}), MatchClosedError, CauseReusedError)

    @rule(data=st.data())
    def repeat(self, data: st.DataObject) -> None:
        ask, answer = data.draw(st.sampled_from(self.answers))
        assert self.ask(ask) == answer

    @rule(data=st.data())
    def repeat_otherwise(self, data: st.DataObject) -> None:
        cause, player = data.draw(st.sampled_from(self.grants))

        async def ask(session: AsyncSession) -> Any:
            return await service.mint_coins(session, player, 121, cause=cause, kind="grant")

        self.refuse(ask, CauseReusedError)

    @invariant()
    def the_books_say_the_same(self) -> None:
        async def ask(session: AsyncSession) -> Any:
            return {
                p: (coins, held) for p, coins, held in await session.execute(FUNDS, {"them": self.players})
            }

        held = {p: sum(bets.get(p, 0) for bets in self.open.values()) for p in self.players}
        assert self.ask(ask) == {p: (self.coins[p], held[p]) for p in self.players}
        assert sum(self.coins.values()) + sum(held.values()) == self.made - self.burnt


class AuditedWalletMachine(WalletMachine):
    """The same, and the whole books are proved at the end of every run."""

    def teardown(self) -> None:
        report = self.ask(audit)
        super().teardown()
        assert report.sound, report.faults


def test_l03_the_books_follow_the_model(database_url: str) -> None:
    from hypothesis.stateful import run_state_machine_as_test

    AuditedWalletMachine.database_url = database_url
    run_state_machine_as_test(
        AuditedWalletMachine,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=30,
            deadline=None,
            # a failing run of thirty steps reads well enough; shrinking one takes minutes
            phases=[Phase.explicit, Phase.reuse, Phase.generate],
            suppress_health_check=list(HealthCheck),
        ),
    )
