"""A match in the rooms: bets, actions, pots, viewers; and the same after the worker has died."""

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import func, select, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from app.db import Sessions, make_engine
from app.errors import AppError, BusyError, ConflictError, ForbiddenError
from app.games.actions import Action
from app.ledger.audit import audit
from app.rooms.create import TableRef, TableSetup
from app.rooms.errors import ElsewhereError
from app.rooms.journal import Line
from app.rooms.keys import WrongKeyError
from app.rooms.messages import Ask
from app.rooms.models import LogRecord, MatchRecord, SeatRecord
from app.rooms.service import Rooms
from app.tables.entries import Leave
from app.wire import commands as c
from tests.databases import Databases
from tests.rooms.conftest import KEY, Someone
from tests.rooms.people import Eye, act, coins_of, command_id, first_move, salt_all

pytestmark = pytest.mark.anyio
MakeSomeone = Callable[..., Awaitable[Someone]]


def quick(**changes: Any) -> TableSetup:
    return TableSetup(**({"game": "toma2", "options": {}, "seats": 2, "bet": 6000} | changes))


async def soon(true: Callable[[], bool]) -> None:
    """Wait until something holds, and fail if it doesn't in a few seconds."""
    for _ in range(500):
        if true():
            return
        await asyncio.sleep(0.01)
    assert true()


async def sit(rooms: Rooms, table: TableRef, player: Someone, link: str | None = None) -> None:
    await rooms.ask(table.id, c.Sit(id=command_id(), type="sit", table=table.id, link=link), player)


async def begin(rooms: Rooms, ana: Someone, bo: Someone, **changes: Any) -> tuple[TableRef, Eye, Eye]:
    table = await rooms.create(quick(**changes), ana, command_id())
    eyes = Eye(ana.id), Eye(bo.id)
    await sit(rooms, table, bo)
    for eye in eyes:
        await rooms.watch(table.id, eye)
    await eyes[0].until("salting")
    await salt_all(rooms, table.id, ana, bo)
    await eyes[0].until("playing")
    return table, *eyes


async def play_out(
    rooms: Rooms, table: TableRef, people: list[tuple[Someone, Eye]], most: int = 1_000
) -> None:
    """Let both do their first legal move, up to so many."""
    for _ in range(most):
        for person, eye in people:
            if eye.view["phase"] != "playing":
                return
            if (action := first_move(eye.view)) and not eye.view["held"]:
                await rooms.ask(table.id, act(table.id, action), person)
                await eye.until_free()


async def test_a_match_moves_the_bets_and_the_pot(
    rooms: Rooms, sessions: Sessions, make_someone: MakeSomeone
) -> None:
    ana, bo = await make_someone("Ana"), await make_someone("Bo")
    wallets: list[tuple[int, bytes]] = []
    rooms.tell = lambda player, frame: wallets.append((player, frame))
    table, ana_eye, bo_eye = await begin(rooms, ana, bo)
    assert await coins_of(sessions, ana.id) == await coins_of(sessions, bo.id) == 54_000
    await play_out(rooms, table, [(ana, ana_eye), (bo, bo_eye)])
    view = await ana_eye.until("over", lambda view: view["settled"] is not None)
    (winner,) = view["game"]["result"]["winners"]
    coins = [await coins_of(sessions, ana.id), await coins_of(sessions, bo.id)]
    assert coins[winner] == 66_000
    assert coins[1 - winner] == 54_000
    assert (await _audit(sessions)).sound
    async with sessions() as session:
        match = (await session.scalars(select(MatchRecord))).one()
        assert (match.outcome, sorted(match.payouts or [])) == ("settled", [0, 12_000])
    assert (ana.id, b'{"type":"called","table":%d,"code":"%s"}' % (table.id, table.code.encode())) in wallets


async def _audit(sessions: Sessions) -> Any:
    async with sessions() as session:
        return await audit(session)


async def test_updates_have_no_gaps_and_hide_hands(rooms: Rooms, make_someone: MakeSomeone) -> None:
    ana, bo = await make_someone("Ana"), await make_someone("Bo")
    table, ana_eye, bo_eye = await begin(rooms, ana, bo)
    stranger, nobody = Eye(99_999), Eye(None)
    await rooms.watch(table.id, stranger)
    await rooms.watch(table.id, nobody)
    await play_out(rooms, table, [(ana, ana_eye), (bo, bo_eye)], most=4)
    for eye in (ana_eye, bo_eye, stranger, nobody):
        seqs = [update["seq"] for update in eye.updates]
        assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))
    for eye in (stranger, nobody):
        assert all(u["view"]["you"] is None for u in eye.updates)
        assert all((u["view"]["game"] or {}).get("hand") is None for u in eye.updates)
    assert [u["view"] for u in stranger.updates] == [u["view"] for u in nobody.updates]


@pytest.mark.parametrize("secret", [False, True])
async def test_the_same_command_id_has_one_effect_and_one_answer(
    rooms: Rooms, make_someone: MakeSomeone, monkeypatch: pytest.MonkeyPatch, secret: bool
) -> None:
    """J-12, decided 22; what is sealed is never sealed alike, and yet the same command."""
    monkeypatch.setattr(Action, "secret", secret)
    ana, bo = await make_someone("Ana"), await make_someone("Bo")
    table, ana_eye, bo_eye = await begin(rooms, ana, bo)
    person, eye = (ana, ana_eye) if first_move(ana_eye.view) else (bo, bo_eye)
    action = first_move(eye.view)
    assert action is not None
    command = act(table.id, action, "the-same-id")
    before = len(eye.updates)
    answers = await asyncio.gather(*(rooms.ask(table.id, command, person) for _ in range(50)))
    assert len({answer.seq for answer in answers}) == 1
    assert len(eye.updates) == before + 1
    with pytest.raises(ConflictError) as refused:
        await rooms.ask(table.id, act(table.id, {"type": "pass"}, "the-same-id"), person)
    assert refused.value.code == "id_reused"


async def test_after_a_restart_hands_turn_and_answers_are_the_same(
    engine: AsyncEngine, sessions: Sessions, rooms: Rooms, make_someone: MakeSomeone
) -> None:
    """The state is in the log alone: a second worker folds it to the same table."""
    ana, bo = await make_someone("Ana"), await make_someone("Bo")
    table, ana_eye, bo_eye = await begin(rooms, ana, bo)
    await play_out(rooms, table, [(ana, ana_eye), (bo, bo_eye)], most=2)
    person, eye = (ana, ana_eye) if first_move(ana_eye.view) else (bo, bo_eye)
    action = first_move(eye.view)
    assert action is not None
    command = act(table.id, action)
    answer = await rooms.ask(table.id, command, person)
    before = {eye.player_id: eye.view for eye in (ana_eye, bo_eye)}
    await rooms.stop()

    second = Rooms(engine, sessions, KEY)
    await second.start()
    try:
        for someone in (ana, bo):
            again = Eye(someone.id)
            await second.watch(table.id, again)
            assert again.view["game"] == before[someone.id]["game"]
            assert again.view["pot"] == 12_000
            old, new = before[someone.id]["clock"], again.view["clock"]
            assert 0 <= new["deadline"] - old["deadline"] <= 30_000
        assert await second.ask(table.id, command, person) == answer
        assert await coins_of(sessions, ana.id) == 54_000
    finally:
        await second.stop()


async def test_h06_a_running_round_is_not_to_be_read_in_the_database(
    rooms: Rooms, sessions: Sessions, make_someone: MakeSomeone
) -> None:
    """Decided 21: neither the seed nor any hand; the key that opens it is not there either."""
    ana, bo = await make_someone("Ana"), await make_someone("Bo")
    table, ana_eye, _ = await begin(rooms, ana, bo)
    async with sessions() as session:
        names = (
            await session.scalars(text("select tablename from pg_tables where schemaname = 'public'"))
        ).all()
        stored = ""
        for name in names:
            rows = await session.scalars(text(f'select to_jsonb(t)::text from "{name}" t'))
            stored += "".join(rows)
    assert '"sealed"' in stored
    await rooms.ask(table.id, c.Leave(id=command_id(), type="leave", table=table.id), bo)
    view = await ana_eye.until("over")
    assert view["round"]["seed"] not in stored
    hand = next(u["view"]["game"]["hand"] for u in ana_eye.updates if u["view"]["game"])
    assert json.dumps(hand) not in stored


async def test_c10_one_coin_seat_a_player_and_one_player_a_seat(
    rooms: Rooms, sessions: Sessions, make_someone: MakeSomeone
) -> None:
    ana, bo = await make_someone("Ana"), await make_someone("Bo")
    first = await rooms.create(quick(seats=3), ana, "create-1")
    second = await rooms.create(quick(seats=3), bo, "create-2")
    people = [await make_someone(f"P{n}") for n in range(12)]
    results = await asyncio.gather(
        *(sit(rooms, table, person) for person in people for table in (first, second)),
        return_exceptions=True,
    )
    assert sum(1 for result in results if result is None) == 4
    assert all(result is None or isinstance(result, AppError) for result in results)
    async with sessions() as session:
        seats = (
            await session.execute(select(SeatRecord.player_id, func.count()).group_by(SeatRecord.player_id))
        ).all()
    assert len(seats) == 6
    assert {count for _, count in seats} == {1}


async def test_who_cannot_pay_gets_up_and_nobody_is_charged(
    rooms: Rooms, sessions: Sessions, make_someone: MakeSomeone
) -> None:
    """Decided 9: the coins went while waiting."""
    ana, bo = await make_someone("Ana"), await make_someone("Bo", 6_000)
    table = await rooms.create(quick(seats=3), ana, "create-1")
    await sit(rooms, table, bo)
    async with sessions.begin() as session:
        from app.ledger import service as ledger

        await ledger.burn_coins(session, bo.id, 1, cause="test", kind="grant")
    eye = Eye(ana.id)
    await rooms.watch(table.id, eye)
    await sit(rooms, table, await make_someone("Cleo"))
    await soon(lambda: eye.view["seats"][1] is None)
    assert eye.view["phase"] == "waiting"
    assert [s and s["player"]["name"] for s in eye.view["seats"]] == ["Ana", None, "Cleo"]
    assert await coins_of(sessions, ana.id) == 60_000
    with pytest.raises(ConflictError) as refused:
        await sit(rooms, table, bo)
    assert refused.value.code == "not_enough_coins"


async def test_a_private_table_is_entered_by_its_link_and_watched_by_nobody(
    rooms: Rooms, make_someone: MakeSomeone
) -> None:
    ana, bo, cleo = [await make_someone(name) for name in ("Ana", "Bo", "Cleo")]
    table = await rooms.create(quick(public=False), ana, "create-1")
    with pytest.raises(ForbiddenError):
        await sit(rooms, table, bo)
    with pytest.raises(ForbiddenError):
        await sit(rooms, table, bo, link="x" * 32)
    with pytest.raises(ConflictError):
        await rooms.watch(table.id, Eye(cleo.id))
    await sit(rooms, table, bo, link=table.link)
    with pytest.raises(ForbiddenError):
        await rooms.watch(table.id, Eye(cleo.id))
    assert await rooms.rows() == []


async def test_creating_twice_under_one_key_makes_one_table(rooms: Rooms, make_someone: MakeSomeone) -> None:
    ana = await make_someone("Ana")
    refs = await asyncio.gather(*(rooms.create(quick(), ana, "the-key") for _ in range(10)))
    assert len({ref.id for ref in refs}) == 1
    with pytest.raises(ConflictError) as refused:
        await rooms.create(quick(bet=7000), ana, "the-key")
    assert refused.value.code == "id_reused"
    with pytest.raises(ConflictError) as elsewhere:
        await rooms.create(quick(), ana, "another-key")
    assert elsewhere.value.code == "already_seated"


async def test_a_practice_table_plays_by_itself_and_gives_way_to_the_real_match(
    rooms: Rooms, sessions: Sessions, make_someone: MakeSomeone
) -> None:
    """Decided 11, 12."""
    ana, bo = await make_someone("Ana"), await make_someone("Bo")
    waiting = await rooms.create(quick(), ana, "create-1")
    practice = await rooms.create(quick(bet=0, robots=True, public=False), ana, "create-2")
    eye = Eye(ana.id)
    await rooms.watch(practice.id, eye)
    await eye.until("playing")
    await sit(rooms, waiting, bo)
    await soon(lambda: {"type": "gone", "table": practice.id, "reason": "called"} in eye.frames)
    await soon(lambda: rooms.seat_of(practice.id, ana.id) is None)
    assert await coins_of(sessions, ana.id) == 54_000


async def test_another_key_is_refused_at_the_start(
    engine: AsyncEngine, sessions: Sessions, rooms: Rooms
) -> None:
    """Decided 21."""
    with pytest.raises(WrongKeyError, match="secret key"):
        await Rooms(engine, sessions, b"z" * 32).start()


async def test_a_log_that_cannot_be_read_closes_its_table_alone_and_gives_the_bets_back(
    engine: AsyncEngine, sessions: Sessions, rooms: Rooms, make_someone: MakeSomeone
) -> None:
    """J-16, T15.11."""
    ana, bo = await make_someone("Ana"), await make_someone("Bo")
    table, _, _ = await begin(rooms, ana, bo)
    other = await rooms.create(quick(), await make_someone("Cleo"), "create-3")
    await rooms.stop()
    async with sessions.begin() as session:
        line = await session.get_one(LogRecord, (table.id, 4))
        line.body = {"nonsense": True}
    second = Rooms(engine, sessions, KEY)
    await second.start()
    try:
        for _ in range(100):
            if await coins_of(sessions, ana.id) == 60_000:
                break
            await asyncio.sleep(0.05)
        assert await coins_of(sessions, bo.id) == 60_000
        assert [row["id"] for row in await second.rows()] == [other.id]
        assert (await _audit(sessions)).sound
    finally:
        await second.stop()


async def test_a_queue_that_is_full_at_a_take_over_ends_no_match(
    engine: AsyncEngine, sessions: Sessions, rooms: Rooms, make_someone: MakeSomeone
) -> None:
    ana, bo = await make_someone("Ana"), await make_someone("Bo")
    table, _, _ = await begin(rooms, ana, bo)
    await rooms.stop()
    second = Rooms(engine, sessions, KEY)
    write, full = second._journal.write, [BusyError("busy", "Too much is going on.")]

    async def write_later(line: Line) -> None:
        if full:
            raise full.pop()
        await write(line)

    second._journal.write = write_later  # type: ignore[method-assign]
    await second.start()
    try:
        await soon(lambda: second.seat_of(table.id, ana.id) == 0 and not full)
        eye = Eye(ana.id)
        while not eye.updates:
            with contextlib.suppress(BusyError):
                await second.watch(table.id, eye)
        await eye.until("playing")
        assert await coins_of(sessions, ana.id) == 54_000
    finally:
        await second.stop()


async def test_who_waits_at_a_room_that_fails_asks_again_unless_the_table_is_closed(
    rooms: Rooms, make_someone: MakeSomeone, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana = await make_someone("Ana")
    table, claiming = await rooms.create(quick(), ana, "create-1"), asyncio.Event()

    async def fail(_: int) -> None:
        await claiming.wait()
        raise ZeroDivisionError

    first = rooms._host.get(table.id)
    assert first is not None
    await soon(lambda: first.table is not None)
    monkeypatch.setattr(rooms._claims, "claim", fail)
    first.drop()
    await soon(lambda: rooms._host.get(table.id) not in (None, first))
    second = rooms._host.get(table.id)
    assert second is not None
    asking = asyncio.create_task(second.ask(Ask(lambda at: Leave(at, ana.id))))
    await asyncio.sleep(0)
    claiming.set()
    with pytest.raises(ElsewhereError):
        await asking


async def test_who_goes_away_from_a_room_that_takes_no_more_messages_is_no_viewer(
    rooms: Rooms, make_someone: MakeSomeone
) -> None:
    table, _, _ = await begin(rooms, await make_someone("Ana"), await make_someone("Bo"))
    room, eye = rooms._host.get(table.id), Eye(None)
    assert room is not None
    await rooms.watch(table.id, eye)
    room.post = lambda message: False  # type: ignore[method-assign]
    await rooms.unwatch(table.id, eye)
    assert (len(room._viewers), rooms.listing._watching[table.id]) == (2, 0)


async def test_d02_a_storage_that_says_nothing_is_not_waited_for_and_what_it_did_is_the_answer(
    rooms: Rooms, make_someone: MakeSomeone, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, bo = await make_someone("Ana"), await make_someone("Bo")
    table, ana_eye, bo_eye = await begin(rooms, ana, bo)
    person, action = next((p, a) for p, e in ((ana, ana_eye), (bo, bo_eye)) if (a := first_move(e.view)))
    command, write, said = act(table.id, action), rooms._journal.write, asyncio.Event()

    async def write_slowly(line: Line) -> None:
        await said.wait()
        await write(line)

    monkeypatch.setattr(rooms._journal, "write", write_slowly)
    monkeypatch.setattr("app.rooms.room.ANSWER_S", 0.05)
    with pytest.raises(BusyError, match="breath"):
        await rooms.ask(table.id, command, person)
    said.set()
    monkeypatch.setattr("app.rooms.room.ANSWER_S", 5)
    answer = await rooms.ask(table.id, command, person)
    assert await rooms.ask(table.id, command, person) == answer


async def test_a_question_about_somebody_that_fails_is_not_the_tables_end(
    rooms: Rooms, make_someone: MakeSomeone, monkeypatch: pytest.MonkeyPatch
) -> None:
    ana, bo, cy = await make_someone("Ana"), await make_someone("Bo"), await make_someone("Cy")
    table, eye, _ = await begin(rooms, ana, bo)

    async def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("app.rooms.service.check_sit", fail)
    with pytest.raises(BusyError, match="Something went wrong"):
        await sit(rooms, table, cy)
    await rooms.watch(table.id, eye)
    assert eye.updates[-1]["view"]["phase"] == "playing"


async def test_half_a_minute_offline_frees_a_seat_before_the_start_and_not_after(
    rooms: Rooms, make_someone: MakeSomeone, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Decided 12; T15.7: in a match the seat is kept."""
    monkeypatch.setattr("app.rooms.presence.OFFLINE_S", 0.3)
    ana, bo = await make_someone("Ana"), await make_someone("Bo")
    waiting = await rooms.create(quick(), ana, "create-1")
    for happens in (
        rooms.presence.opened,
        rooms.presence.opened,
        rooms.presence.closed,
    ):  # one of two sockets goes
        happens(ana.id)
    await asyncio.sleep(0.5)
    assert rooms.seat_of(waiting.id, ana.id) == 0
    rooms.presence.closed(ana.id)
    await asyncio.sleep(0.1)
    rooms.presence.opened(ana.id)  # back in time
    await asyncio.sleep(0.5)
    assert rooms.seat_of(waiting.id, ana.id) == 0
    rooms.presence.closed(ana.id)
    await soon(lambda: rooms.seat_of(waiting.id, ana.id) is None)
    for person in (ana, bo):
        rooms.presence.opened(person.id)
    playing, _, _ = await begin(rooms, ana, bo)
    rooms.presence.closed(bo.id)
    await asyncio.sleep(0.5)
    assert rooms.seat_of(playing.id, bo.id) == 1


async def test_d01_connections_that_break_lose_and_double_nothing(
    rooms: Rooms,
    database_url: str,
    sessions: Sessions,
    make_someone: MakeSomeone,
) -> None:
    """Postgres drops every connection again and again; what was refused for the moment is sent again."""
    ana, bo = await make_someone("Ana"), await make_someone("Bo")
    table, ana_eye, bo_eye = await begin(rooms, ana, bo)

    broken, outside = 0, make_engine(database_url)

    async def break_connections() -> None:
        nonlocal broken
        for pause in (0.2, 0.4, 0.3, 0.7, 0.2, 0.5):
            await asyncio.sleep(pause)
            with contextlib.suppress(DBAPIError):
                async with outside.connect() as connection:
                    broken += await connection.scalar(
                        text(
                            "select count(pg_terminate_backend(pid)) from pg_stat_activity"
                            " where datname = current_database() and usename = current_user and pid <> pg_backend_pid()"
                        )
                    )

    breaker = asyncio.create_task(break_connections())
    until = asyncio.get_running_loop().time() + 60
    while asyncio.get_running_loop().time() < until:
        person, eye = (ana, ana_eye) if first_move(ana_eye.view) else (bo, bo_eye)
        if eye.view["phase"] != "playing":
            break
        action = first_move(eye.view)
        if action is None or eye.view["held"]:
            await asyncio.sleep(0.02)
            continue
        command = act(table.id, action)
        while True:
            try:
                answer = await rooms.ask(table.id, command, person)
                break
            except BusyError:
                await asyncio.sleep(0.05)
        for _ in range(200):
            if eye.updates[-1]["seq"] >= answer.seq:
                break
            await asyncio.sleep(0.01)
    await breaker
    await outside.dispose()
    await ana_eye.until("over", lambda view: view["settled"] is not None)
    assert broken >= 5
    assert sum([await coins_of(sessions, ana.id), await coins_of(sessions, bo.id)]) == 120_000
    assert (await _audit(sessions)).sound
    async with sessions() as session:
        seqs = (await session.scalars(select(LogRecord.seq).order_by(LogRecord.seq))).all()
    assert list(seqs) == list(range(1, len(seqs) + 1))


async def test_d05_viewers_hear_once_that_storage_is_away_and_once_that_the_table_goes_on(
    rooms: Rooms, databases: Databases, engine: AsyncEngine, make_someone: MakeSomeone
) -> None:
    """In a match and where nothing runs: an unchanged view is sent again, else nobody would know."""
    ana, bo, cy = await make_someone("Ana"), await make_someone("Bo"), await make_someone("Cy")
    playing, ana_eye, bo_eye = await begin(rooms, ana, bo)
    waiting = await rooms.create(quick(), cy, "create-1")
    cy_eye = Eye(cy.id)
    await rooms.watch(waiting.id, cy_eye)
    name = str(engine.url.database)
    eyes = ((playing.id, ana_eye), (playing.id, bo_eye), (waiting.id, cy_eye))
    shown = [eye.updates[-1] for _, eye in eyes]
    person, action = next((p, a) for p, e in ((ana, ana_eye), (bo, bo_eye)) if (a := first_move(e.view)))
    databases.shut(name)
    try:
        for _, eye in eyes:
            eye.frames.clear()
        with pytest.raises(BusyError, match="breath"):
            await rooms.ask(playing.id, act(playing.id, action), person)
        with pytest.raises(BusyError, match="breath"):
            await rooms.ask(waiting.id, c.Leave(id=command_id(), type="leave", table=waiting.id), cy)
        await asyncio.sleep(0.3)  # some attempts in vain, told to nobody
        for table, eye in eyes:
            told = [frame for frame in eye.frames if frame["type"] != "presence"]
            assert told == [{"type": "stalled", "table": table, "why": "storage"}]
    finally:
        databases.let_in(name)
    for before, (_, eye) in zip(shown, eyes, strict=True):
        await soon(lambda eye=eye: bool(eye.updates))  # type: ignore[misc]
        assert eye.updates[0]["seq"] == before["seq"]
        assert eye.updates[0]["view"] == before["view"]


async def test_who_goes_away_while_asking_or_looking_does_the_table_no_harm(
    rooms: Rooms, make_someone: MakeSomeone
) -> None:
    ana, bo = await make_someone("Ana"), await make_someone("Bo")
    table, eye, _ = await begin(rooms, ana, bo)
    for turn in range(20):
        looking = asyncio.create_task(rooms.watch(table.id, Eye(None)))
        asking = asyncio.create_task(
            rooms.ask(table.id, c.Ready(id=f"ready-{turn:03}", type="ready", table=table.id), ana)
        )
        await asyncio.sleep(0)
        looking.cancel()
        asking.cancel()
        await asyncio.gather(looking, asking, return_exceptions=True)
    await rooms.watch(table.id, eye)
    assert eye.updates[-1]["view"]["phase"] == "playing"
