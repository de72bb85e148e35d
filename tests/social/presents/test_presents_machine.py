"""Any order of purchases, presents, answers, blocks and repetitions, several at once, against a model.

What wishes of one moment do to each other is not foretold: each may be granted or refused. But what was granted must
add up, coin for coin and thing for thing, and the books are proved at the end of every run.
"""

import asyncio
import os
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncSession

from app.config import Settings
from app.db import make_engine, make_sessions
from app.db.faults import sqlstate
from app.errors import AppError, BusyError
from app.ledger.audit import audit
from app.players.service import block_player, make_account, unblock_player
from app.social.presents import service, things
from app.social.presents.catalogue import CATALOGUE
from app.social.presents.rules import QUESTIONS
from app.social.presents.service import STATES, Gift, Outcome
from tests.lobby.house import fresh_key

EXAMPLES = int(os.environ.get("MACHINE_EXAMPLES", "4"))
STEPS = 12
WAITED_LONG = "55P03"  # lock_not_available
RECENT = 5
GRANT = 4_000
ITEMS = ("espresso", "cake", "carnation", "cat")
WHO, ANY = st.integers(0, 3), st.integers(0, 999)
PAIRS = st.tuples(WHO, WHO).filter(lambda pair: pair[0] != pair[1])
_GIVE = st.tuples(st.just("give"), PAIRS, st.sampled_from(ITEMS))
_SEND = st.tuples(st.just("send"), PAIRS, ANY)
_ANSWER = st.tuples(st.just("answer"), ANY, st.sampled_from([*STATES, "accept", "refuse"]))
# what stands twice is wished for twice as often
WISHES = st.one_of(
    _GIVE, _GIVE, _SEND, _SEND, _SEND, _ANSWER, _ANSWER, _ANSWER, _ANSWER,
    st.tuples(st.just("buy"), WHO, st.sampled_from(ITEMS)),
    st.tuples(st.just("wear"), ANY, st.booleans()),
    st.tuples(st.just("part"), PAIRS),
    st.tuples(st.just("make_up"), PAIRS), st.tuples(st.just("make_up"), PAIRS),
    st.tuples(st.just("forget"), ANY),
)  # fmt: skip
FOUND = text("""
select a.owner as player, a.balance as coins,
    (select coalesce(jsonb_agg(item), '[]') from thing where owner = a.owner and held_by is null) as things
from account a where a.kind = 'wallet' and a.owner = any(:players)
""")
Ask = Callable[[AsyncSession], Awaitable[Any]]


@dataclass
class Holdings:
    """What a player must have."""

    coins: int = GRANT
    things: Counter[str] = field(default_factory=Counter)


class PresentsMachine(RuleBasedStateMachine):
    """Knows what everybody must have, from what was granted."""

    database_url: str

    def __init__(self) -> None:
        super().__init__()
        self.loop = asyncio.new_event_loop()
        self.engine = make_engine(self.database_url, pool_size=12)
        self.sessions = make_sessions(self.engine)
        self.holdings = dict[int, Holdings]()
        self.presents, self.things = list[int](), list[tuple[int, int]]()
        self.outcomes = Counter[int]()

    def teardown(self) -> None:
        async def prove() -> list[str]:
            async with self.engine.connect() as connection:
                checks = await QUESTIONS.ask(connection)
                books = await audit(connection)
            await self.engine.dispose()
            return [*books.faults, *(check.sentence for check in checks if check.wrong)]

        faults = self.loop.run_until_complete(prove())
        self.loop.close()
        assert faults == []

    @initialize()
    def people_come(self) -> None:
        async def come(session: AsyncSession) -> list[int]:
            made = [
                await make_account(
                    session,
                    Settings(account_grant=GRANT),
                    name=f"Cy{fresh_key().replace('wish-', 'x')}",
                    password_hash="-",
                    language="en",
                )
                for _ in range(4)
            ]
            await session.execute(text("update player set made_at = now() - interval '2 days'"))
            return [player.id for player in made]

        self.holdings = {player: Holdings() for player in self.loop.run_until_complete(self.once(come))}
        self.players = list(self.holdings)
        for who in range(4):
            for item in ("espresso", "cake"):
                ask, take = self.buy(who, item)
                take(self.loop.run_until_complete(self.once(ask)))

    async def once(self, ask: Ask) -> Any:
        async with self.sessions.begin() as session:
            return await ask(session)

    async def try_once(self, ask: Ask) -> Any:
        """The answer, None for a refusal."""
        try:
            return await self.once(ask)
        except (BusyError, DBAPIError) as error:
            cause = error.__cause__ if isinstance(error, BusyError) else error
            if isinstance(cause, DBAPIError) and sqlstate(cause) == WAITED_LONG:
                return await self.try_once(ask)  # a slow machine: whoever asks again is served
            raise  # a deadlock
        except AppError:
            return None

    @rule(wishes=st.lists(WISHES, min_size=1, max_size=6), twice=st.booleans())
    def all_at_once(self, wishes: list[Any], twice: bool) -> None:
        asks = [ask for kind, *facts in wishes if (ask := getattr(self, kind)(*facts))]
        times = 2 if twice else 1
        answers = self.loop.run_until_complete(self._gather([ask for ask, _ in asks for _ in range(times)]))
        for (_, take), start in zip(asks, range(0, len(answers), times), strict=True):
            for answer in answers[start : start + times]:
                if answer is not None:
                    take(answer)

    async def _gather(self, asks: list[Ask]) -> list[Any]:
        return await asyncio.gather(*map(self.try_once, asks))

    # ---- wishes: what is asked, and what the model makes of the answer ---------------------------------------

    def buy(self, who: int, item: str) -> Any:
        player, key, paid = self.players[who], fresh_key(), list[int]()

        async def ask(session: AsyncSession) -> int:
            return (await things.buy_thing(session, player, CATALOGUE[item], key))[0].id

        def take(thing: int) -> None:
            assert paid in ([], [thing])
            if not paid:
                paid.append(thing)
                self.things.append((player, thing))
                self.move(player, -CATALOGUE[item].price, item, 1)

        return ask, take

    def give(self, pair: tuple[int, int], item: str) -> Any:
        return self._give(pair, Gift(item, None, ""))

    def send(self, pair: tuple[int, int], nth: int) -> Any:
        mine = [thing for owner, thing in self.things if owner == self.players[pair[0]]]
        return self._give(pair, Gift(None, mine[nth % len(mine)], "Mine, yours.")) if mine else None

    def _give(self, pair: tuple[int, int], gift: Gift) -> Any:
        giver, receiver, key = self.players[pair[0]], self.players[pair[1]], fresh_key()

        async def ask(session: AsyncSession) -> Outcome:
            return await service.give_present(session, giver, receiver, gift, key)

        def take(outcome: Outcome) -> None:
            if outcome.new:
                present = outcome.present
                self.presents.append(present.id)
                own = not present.coins
                self.move(giver, -present.coins, present.item, -1 if own else 0)

        return ask, take

    def answer(self, nth: int, word: service.Answer) -> Any:
        if not self.presents:
            return None
        present_id = self.presents[-1 - nth % min(RECENT, len(self.presents))]
        column = "giver" if word == "withdraw" else "receiver"

        async def ask(session: AsyncSession) -> Outcome:
            player = await session.scalar(
                text(f"select {column} from present where id = :id"), {"id": present_id}
            )
            return await service.answer_present(session, player, present_id, word)

        return ask, self.take_outcome

    def forget(self, nth: int) -> Any:
        if not self.presents:
            return None
        present_id = self.presents[-1 - nth % min(RECENT, len(self.presents))]

        async def age(session: AsyncSession) -> None:
            statement = text("update present set sent_at = sent_at - interval '15 days' where id = :id")
            await session.execute(statement, {"id": present_id})

        async def ask(session: AsyncSession) -> Outcome | None:
            await self.once(age)  # before the first lock of the session that is asked
            return await service.expire_present(session, present_id)

        return ask, self.take_outcome

    def wear(self, nth: int, worn: bool) -> Any:
        if not self.things:
            return None
        owner, thing = self.things[nth % len(self.things)]

        async def ask(session: AsyncSession) -> None:
            await things.wear_thing(session, owner, thing, worn=worn)

        return ask, self.take_outcome

    def part(self, pair: tuple[int, int]) -> Any:
        player, other = self.players[pair[0]], self.players[pair[1]]

        async def ask(session: AsyncSession) -> list[Outcome]:
            await block_player(session, player, other)
            return await service.send_back_between(session, player, other)

        def take(outcomes: list[Outcome]) -> None:
            for outcome in outcomes:
                self.take_outcome(outcome)

        return ask, take

    def make_up(self, pair: tuple[int, int]) -> Any:
        async def ask(session: AsyncSession) -> None:
            await unblock_player(session, self.players[pair[0]], self.players[pair[1]])

        return ask, self.take_outcome

    def take_outcome(self, outcome: Outcome) -> None:
        if not outcome.new:
            return
        present = outcome.present
        back = present.state in service.BACK
        if present.state != "returned":
            self.outcomes[present.id] += 1
            assert self.outcomes[present.id] == 1, "a present has one outcome"
        if back:
            self.move(present.giver, present.coins, present.item, 0 if present.coins else 1)
            return
        came, went = (present.giver, present.receiver), (present.receiver, present.giver)
        to, of = came if present.state == "returned" else went
        self.move(to, 0, present.item, 1)
        if present.state == "returned":
            self.move(of, 0, present.item, -1)
        assert present.thing is not None
        self.things.append((to, present.thing))

    def move(self, player: int, coins: int, item: str, count: int) -> None:
        self.holdings[player].coins += coins
        self.holdings[player].things[item] += count

    @invariant()
    def everybody_has_what_was_granted(self) -> None:
        async def look(session: AsyncSession) -> dict[int, Any]:
            found = await session.execute(FOUND, {"players": list(self.holdings)})
            return {player: (coins, Counter(things)) for player, coins, things in found}

        found = self.loop.run_until_complete(self.once(look))
        assert found == {player: (has.coins, +has.things) for player, has in self.holdings.items()}


def test_the_books_and_the_stuff_follow_what_was_granted(database_url: str) -> None:
    from hypothesis.stateful import run_state_machine_as_test

    PresentsMachine.database_url = database_url
    run_state_machine_as_test(
        PresentsMachine,
        settings=settings(
            max_examples=EXAMPLES,
            stateful_step_count=STEPS,
            deadline=None,
            phases=[Phase.explicit, Phase.reuse, Phase.generate],
            suppress_health_check=list(HealthCheck),
        ),
    )
