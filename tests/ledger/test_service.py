import asyncio
import itertools
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from app.db import Sessions
from app.errors import InvalidError, NotFoundError
from app.ledger.audit import audit
from app.ledger.errors import CauseReusedError, MatchClosedError, NotEnoughCoinsError
from app.ledger.service import (
    MINT,
    SINK,
    Posted,
    burn_coins,
    escrow,
    find_legs,
    funds_of,
    lock_holders,
    mint_coins,
    post_transfer,
    refund,
    settle,
    statement_lines,
    take_bets,
    wallet,
)
from tests.ledger.people import new_id, people

pytestmark = pytest.mark.anyio


async def coins(sessions: Sessions, *players: int) -> list[int]:
    async with sessions() as session:
        return [(await funds_of(session, player)).coins for player in players]


async def bet(
    sessions: Sessions, match: str, players: list[int], amount: int = 6_000, table: int = 1
) -> dict[int, int]:
    async with sessions.begin() as session:
        return await take_bets(
            session,
            match_id=match,
            table_id=table,
            table_code="K7F3",
            game="toma2",
            players=players,
            bet=amount,
        )


async def pay(sessions: Sessions, match: str, payouts: dict[int, int], table: int = 1) -> dict[int, int]:
    async with sessions.begin() as session:
        return await settle(
            session, match_id=match, table_id=table, table_code="K7F3", game="toma2", payouts=payouts
        )


async def test_bets_go_to_escrow_and_the_pot_to_the_winner(sessions: Sessions) -> None:
    table, match = new_id(), f"m{new_id()}"
    ana, bo, cy = await people(sessions, 3, 10_000)
    assert await bet(sessions, match, [ana, bo, cy], 6_000, table) == {ana: 4_000, bo: 4_000, cy: 4_000}
    async with sessions() as session:
        funds = await funds_of(session, ana)
        assert (funds.coins, funds.held) == (4_000, 6_000)
    assert await pay(sessions, match, {ana: 18_000, bo: 0}, table) == {ana: 22_000}
    async with sessions() as session:
        assert [(await funds_of(session, p)).held for p in (ana, bo, cy)] == [0, 0, 0]
        lines = await statement_lines(session, ana)
        assert [(line.amount, line.after, line.kind) for line in lines] == [
            (18_000, 22_000, "settle"),
            (-6_000, 4_000, "bet"),
            (10_000, 10_000, "grant"),
        ]
        assert lines[0].facts == {"table": "K7F3", "game": "toma2", "match": match}
        older = await statement_lines(session, ana, before=lines[0].id, limit=1)
        assert [line.id for line in older] == [lines[1].id]
        assert (await audit(session)).sound


async def test_bets_are_all_or_none_and_the_short_are_named(sessions: Sessions) -> None:
    match = f"m{new_id()}"
    ana, cy = await people(sessions, 2, 10_000)
    bo, di = await people(sessions, 2, 5_999)
    with pytest.raises(NotEnoughCoinsError) as refused:
        await bet(sessions, match, [ana, bo, cy, di])
    assert refused.value.players == (bo, di)
    assert await coins(sessions, ana, bo, cy, di) == [10_000, 5_999, 10_000, 5_999]
    # the refusal left no trace: the same match may begin without them
    assert await bet(sessions, match, [ana, cy]) == {ana: 4_000, cy: 4_000}
    await pay(sessions, match, {ana: 12_000})


async def test_a_refusal_leaves_the_callers_transaction_usable(sessions: Sessions) -> None:
    (ana,) = await people(sessions, 1, 100)
    async with sessions.begin() as session:
        await mint_coins(session, ana, 1, cause=f"a:{new_id()}", kind="grant")
        with pytest.raises(NotEnoughCoinsError):
            await burn_coins(session, ana, 500, cause=f"b:{new_id()}", kind="gone")
        await mint_coins(session, ana, 2, cause=f"c:{new_id()}", kind="grant")
    assert await coins(sessions, ana) == [103]


async def test_a_player_who_never_had_a_wallet_is_short(sessions: Sessions) -> None:
    stranger = new_id()
    with pytest.raises(NotEnoughCoinsError) as refused:
        await bet(sessions, f"m{new_id()}", [stranger])
    assert refused.value.players == (stranger,)


async def test_refund_gives_everybody_the_bet_back(sessions: Sessions) -> None:
    match = f"m{new_id()}"
    ana, bo = await people(sessions, 2, 10_000)
    await bet(sessions, match, [ana, bo], 7_000)
    for _ in range(2):
        async with sessions.begin() as session:
            assert await refund(session, match_id=match) == {ana: 10_000, bo: 10_000}
    with pytest.raises(NotFoundError):
        async with sessions.begin() as session:
            await refund(session, match_id="no such match")


async def test_a_match_has_one_outcome_whoever_is_first(sessions: Sessions) -> None:
    for _ in range(10):
        match = f"m{new_id()}"
        table = new_id()
        ana, bo = await people(sessions, 2, 6_000)
        await bet(sessions, match, [ana, bo], 6_000, table)

        async def give_back(match: str = match) -> dict[int, int]:
            async with sessions.begin() as session:
                return await refund(session, match_id=match)

        answers = await asyncio.gather(
            pay(sessions, match, {ana: 12_000}, table),
            give_back(),
            pay(sessions, match, {bo: 12_000}, table),
            return_exceptions=True,
        )
        assert sum(isinstance(answer, dict) for answer in answers) == 1
        assert sum(isinstance(answer, (MatchClosedError, CauseReusedError)) for answer in answers) == 2
        assert sum(await coins(sessions, ana, bo)) == 12_000


async def test_the_same_cause_is_answered_alike_and_moves_once(sessions: Sessions) -> None:
    (ana,) = await people(sessions, 1, 100)
    cause = f"x:{new_id()}"
    async with sessions.begin() as session:
        first = await mint_coins(session, ana, 50, cause=cause, kind="bonus")
    async with sessions.begin() as session:
        await mint_coins(session, ana, 1, cause=f"y:{new_id()}", kind="bonus")
        again = await mint_coins(session, ana, 50, cause=cause, kind="bonus")
    assert first.new
    assert not again.new
    assert (again.id, again.after) == (first.id, first.after)
    async with sessions() as session:
        assert (await find_legs(session, cause))[wallet(ana)] == (50, 150)
        assert await find_legs(session, "never was") == {}
    assert await coins(sessions, ana) == [151]


async def test_l06_the_same_cause_for_something_else_is_refused(sessions: Sessions) -> None:
    (ana,) = await people(sessions, 1, 100)
    cause = f"x:{new_id()}"

    async def ask(amount: int) -> Posted:
        async with sessions.begin() as session:
            return await mint_coins(session, ana, amount, cause=cause, kind="bonus")

    answers = await asyncio.gather(*(ask(10 + n) for n in range(8)), return_exceptions=True)
    assert sum(isinstance(answer, Posted) for answer in answers) == 1
    assert sum(isinstance(answer, CauseReusedError) for answer in answers) == 7
    won = next(answer.after[wallet(ana)] for answer in answers if isinstance(answer, Posted))
    assert await coins(sessions, ana) == [won]


async def test_what_counts_as_the_same_is_the_request_when_one_is_given(sessions: Sessions) -> None:
    (ana,) = await people(sessions, 1, 100)
    cause = f"x:{new_id()}"
    async with sessions.begin() as session:
        await mint_coins(session, ana, 50, cause=cause, kind="relief", request=b"{}")
        again = await mint_coins(session, ana, 20, cause=cause, kind="relief", request=b"{}")
    assert again.after[wallet(ana)] == 150


@pytest.mark.parametrize(
    "amounts", [(1, 1), (0, 0), (5,), (2**63 - 1, 1 - 2**63), (2**70, -(2**70))], ids=str
)
async def test_l07_impossible_legs_are_refused(sessions: Sessions, amounts: tuple[int, ...]) -> None:
    legs = dict(zip((MINT, wallet(new_id())), amounts, strict=False))
    async with sessions.begin() as session:
        with pytest.raises(InvalidError):
            await post_transfer(session, cause=f"x:{new_id()}", kind="grant", legs=legs, facts={})


async def test_l07_more_than_an_account_can_count_is_refused(
    sessions: Sessions, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.ledger.service.AMOUNT_LIMIT", 2**63)
    (ana,) = await people(sessions, 1, 1)
    with pytest.raises(InvalidError):
        async with sessions.begin() as session:
            await mint_coins(session, ana, 2**63 - 1, cause=f"x:{new_id()}", kind="grant")
    assert await coins(sessions, ana) == [1]


async def at_once(count: int, ask: Callable[[int], Awaitable[Any]]) -> list[Any]:
    """Everybody stands ready with an open connection before the first may ask."""
    gate, ready = asyncio.Event(), itertools.count(1)

    async def one(number: int) -> Any:
        if next(ready) == count:
            gate.set()
        await gate.wait()
        return await ask(number)

    return await asyncio.gather(*(one(number) for number in range(count)), return_exceptions=True)


async def test_l04_fifty_identical_requests_have_one_effect_and_fifty_equal_answers(
    sessions: Sessions,
) -> None:
    (ana,) = await people(sessions, 1, 1_000)
    for _ in range(20):
        cause = f"buy:{new_id()}"
        (before,) = await coins(sessions, ana)

        async def buy(_: int, cause: str = cause) -> tuple[int, int]:
            async with sessions.begin() as session:
                posted = await burn_coins(session, ana, 10, cause=cause, kind="purchase")
                return posted.id, posted.after[wallet(ana)]

        answers = await at_once(50, buy)
        assert len(set(answers)) == 1
        assert answers[0][1] == before - 10
        assert await coins(sessions, ana) == [before - 10]


async def test_l05_fifty_buyers_of_the_last_coins_and_exactly_two_get_any(sessions: Sessions) -> None:
    (ana,) = await people(sessions, 1, 29)

    async def buy(_: int) -> Posted:
        async with sessions.begin() as session:
            return await burn_coins(session, ana, 10, cause=f"buy:{new_id()}", kind="purchase")

    answers = await at_once(50, buy)
    assert sorted(a.after[wallet(ana)] for a in answers if isinstance(a, Posted)) == [9, 19]
    assert sum(isinstance(answer, NotEnoughCoinsError) for answer in answers) == 48
    assert await coins(sessions, ana) == [9]


async def test_l02_crossing_transfers_never_deadlock(sessions: Sessions) -> None:
    group = await people(sessions, 4, 10_000)

    async def shuffle(number: int) -> None:
        for step in range(15):
            giver, taker = group[(number + step) % 4], group[(number * 3 + step * 2 + 1) % 4]
            if giver == taker:
                continue
            legs = {wallet(giver): -1, wallet(taker): 1}
            async with sessions.begin() as session:
                await post_transfer(session, cause=f"g:{new_id()}", kind="gift", legs=legs, facts={})

    answers = await at_once(16, shuffle)
    assert answers == [None] * 16
    assert sum(await coins(sessions, *group)) == 40_000


async def test_l01_every_reader_sees_every_coin(sessions: Sessions) -> None:
    group = await people(sessions, 6, 1_000)
    done = asyncio.Event()

    async def read() -> int:
        seen = 0
        while not done.is_set():
            async with sessions() as session:
                report = await audit(session)
            assert report.sound, report.faults
            seen += 1
        return seen

    async def give(number: int) -> None:
        for step in range(12):
            legs = {wallet(group[number % 6]): -3, wallet(group[(number + 1 + step % 5) % 6]): 3}
            async with sessions.begin() as session:
                await post_transfer(session, cause=f"g:{new_id()}", kind="gift", legs=legs, facts={})

    reading = asyncio.create_task(read())
    await asyncio.gather(*(give(number) for number in range(12)))
    done.set()
    assert await reading > 2
    assert sum(await coins(sessions, *group)) == 6_000


async def test_locked_holders_wait_for_each_other_and_do_not_deadlock(sessions: Sessions) -> None:
    (ana,) = await people(sessions, 1, 0)

    async def top_up(_: int) -> None:
        async with sessions.begin() as session:
            await lock_holders(session, [wallet(ana), MINT])
            missing = 100 - (await funds_of(session, ana)).coins
            if missing:
                await mint_coins(session, ana, missing, cause=f"r:{new_id()}", kind="relief")

    async with sessions.begin() as session:
        await mint_coins(session, ana, 10, cause=f"r:{new_id()}", kind="relief")
    assert await at_once(10, top_up) == [None] * 10
    assert await coins(sessions, ana) == [100]


async def test_coins_that_are_burnt_are_sunk(sessions: Sessions) -> None:
    (ana,) = await people(sessions, 1, 100)
    async with sessions() as session:
        before = await audit(session)
    async with sessions.begin() as session:
        posted = await burn_coins(session, ana, 40, cause=f"b:{new_id()}", kind="gone")
    assert posted.after[wallet(ana)] == 60
    async with sessions() as session:
        after = await audit(session)
    assert (after.sunk - before.sunk, after.held - before.held) == (40, -40)
    assert posted.after[SINK] == after.sunk
    assert escrow(3) != wallet(3)
