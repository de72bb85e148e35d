"""What nobody may know reaches nobody: not by a frame, not by the database, not by a log line."""

import json
import logging
import random
import re
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
from cryptography.exceptions import InvalidTag
from sqlalchemy import select, text

from app.db import Sessions
from app.games.actions import Challenge
from app.games.registry import GAMES
from app.games.tongits.actions import Fold, Meld
from app.rooms.codec import from_body, to_body
from app.rooms.create import TableSetup
from app.rooms.models import LogRecord, TableRecord
from app.rooms.service import Rooms
from app.rooms.steps import identity
from app.rooms.vault import Vault
from app.rooms.viewers import update_frame
from app.tables import Setup, Table, apply, open_table
from app.tables.entries import Act
from app.wire import commands as c
from tests.games.families import family_of
from tests.games.families.plain import swapped
from tests.games.test_secrets import CANARY, canaries, may_see
from tests.rooms.conftest import KEY, Someone
from tests.rooms.people import Eye, command_id, salt_all
from tests.rooms.test_rooms import play_out
from tests.tables.drive import Drive

MakeSomeone = Callable[..., Awaitable[Someone]]


def another_world(table: Table, viewer: int | None, rng: random.Random) -> Table:
    """Return a table that differs in everything this viewer can't know: others' cards, stock, seed."""
    assert table.match is not None
    assert table.match.round is not None
    seat = None if viewer is None else table.seat_of(viewer)
    state = table.match.game
    game = GAMES[table.setup.game]
    bound = family_of(game).bound(state)
    places = [place for place in family_of(game).hidden(game, state, seat) if place not in bound]
    state = swapped(state, places, rng)
    round_ = replace(table.match.round, seed=rng.randbytes(64))
    return replace(table, match=replace(table.match, game=state, round=round_))


def test_h01_frames_of_worlds_that_differ_in_hidden_cards_are_the_same_bytes() -> None:
    rng, differing = random.Random(1), 0
    for seats in (2, 3, 4):
        drive = Drive(seats=seats)
        drive.sit(*range(1, seats + 1))
        drive.deal()
        while drive.table.phase == "playing":
            for viewer in (*range(1, seats + 1), 99, None):
                other = another_world(drive.table, viewer, rng)
                assert other.match is not None
                differing += other.match.game != drive.game
                mine = update_frame(drive.table, 1, 0, (), viewer)
                assert update_frame(other, 1, 0, (), viewer) == mine
            drive.act()
    assert differing > 500


@pytest.mark.anyio
async def test_h02_no_canary_sings_in_frames_database_or_log(
    rooms: Rooms,
    sessions: Sessions,
    make_someone: MakeSomeone,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """Every card has a name of its own: a name in the wrong place is a leak."""
    caplog.set_level(logging.DEBUG)
    monkeypatch.setitem(GAMES, "toma2", canaries())
    ana, bo = await make_someone("Ana"), await make_someone("Bo")
    table = await rooms.create(TableSetup("toma2", {}, 2, 6000), ana, "create-1")
    await rooms.ask(table.id, c.Sit(id=command_id(), type="sit", table=table.id), bo)
    eyes = [Eye(ana.id), Eye(bo.id), Eye(99_999), Eye(None)]
    for eye in eyes:
        await rooms.watch(table.id, eye)
    await salt_all(rooms, table.id, ana, bo)
    await eyes[0].until("playing")
    await play_out(rooms, table, [(ana, eyes[0]), (bo, eyes[1])])
    await eyes[3].until("over", lambda view: view["settled"] is not None)

    states = await _states(sessions, table.id)
    heard = 0
    for eye in eyes:
        for raw, frame in zip(eye.raw, eye.frames, strict=True):
            sung = set(CANARY.findall(raw.decode()))
            if frame["type"] != "update":
                assert not sung
                continue
            heard += len(sung)
            assert sung <= _may_know(states, frame["seq"], eye.player_id)
    assert heard > 100
    last = states[max(states)].match
    assert last is not None
    async with sessions() as session:
        stored = " ".join((await session.scalars(text("select body::text from log"))).all())
        rows = " ".join((await session.scalars(text("select row::text from card_table"))).all())
    assert set(CANARY.findall(stored)) <= set(last.game.pile)
    assert not CANARY.findall(rows)
    assert not CANARY.findall(caplog.text)


def test_h03_a_face_down_meld_lies_sealed_in_the_log() -> None:
    """The cards of a running round that somebody may not know are encrypted (decided 21)."""
    vault, cards = Vault(KEY), ("Ks", "Kh", "Kd", "Kc")
    secret, shown = Act(5, 7, Meld(cards, face_down=True)), Act(5, 7, Meld(cards))
    body = to_body(secret, vault, "1:9")
    assert not set(cards) & set(re.findall("K[shdc]", json.dumps(body)))
    assert set(body) == {"player", "sealed"}
    lengths = {
        len(json.dumps(to_body(Act(5, 7, Meld(tuple(rank + suit for suit in "shdc"), True)), vault, "1:9")))
        for rank in "A9TK"
    }
    assert lengths == {len(json.dumps(body))}, "the length tells the rank"
    assert from_body("act", 5, body, vault, "1:9") == secret
    with pytest.raises(InvalidTag):
        from_body("act", 5, body, vault, "1:10")
    assert "Ks" in json.dumps(to_body(shown, vault, "1:9"))
    assert from_body("act", 5, to_body(shown, vault, "1:9"), vault, "1:9") == shown


def test_h03_answers_to_a_draw_lie_sealed_and_equally_long_in_the_log() -> None:
    """What was answered is nobody else's business before both are in (Tongits 17.5, decided 21)."""
    vault = Vault(KEY)
    answers = [Act(5, 7, answer) for answer in (Fold(), Challenge())]
    bodies = [to_body(entry, vault, "1:9") for entry in answers]
    assert [set(body) for body in bodies] == [{"player", "sealed"}] * 2
    assert len({len(json.dumps(body)) for body in bodies}) == 1, "the length tells the answer"
    assert [from_body("act", 5, body, vault, "1:9") for body in bodies] == answers


def test_h03_what_tells_a_secret_command_again_can_not_be_tried_out() -> None:
    """The hash beside a sealed entry is of no use to whoever reads the database without the key."""
    vault, other = Vault(KEY), Vault(b"o" * 32)
    fold, fight, shown = (Act(0, 7, action) for action in (Fold(), Challenge(), Meld(("Ks", "Kh", "Kd"))))
    assert identity(fold, vault, "id-1") == identity(fold, Vault(KEY), "id-1")
    others = [identity(fight, vault, "id-1"), identity(fold, vault, "id-2"), identity(fold, other, "id-1")]
    assert len({identity(fold, vault, "id-1"), *others}) == 4
    assert b"fold" not in identity(fold, vault, "id-1")
    assert identity(shown, vault, "id-1") == identity(shown, other, "id-2"), "as the logs of before have it"


async def _states(sessions: Sessions, table_id: int) -> dict[int, Table]:
    async with sessions() as session:
        record = await session.get_one(TableRecord, table_id)
        lines = await session.scalars(
            select(LogRecord).where(LogRecord.table_id == table_id).order_by(LogRecord.seq)
        )
        table = open_table(Setup(**record.setup))
        states = {0: table}
        for line in lines:
            place = f"{line.table_id}:{line.seq}"
            table, _ = apply(table, from_body(line.kind, line.at, line.body, Vault(KEY), place))
            states[line.seq] = table
    return states


def _may_know(states: dict[int, Table], seq: int, viewer: int | None) -> set[str]:
    """By the view after the entry, and by the events that led to it."""
    allowed: set[str] = set()
    for table in (states[seq - 1], states[seq]):
        if table.match is not None and table.match.game is not None:
            seat = None if viewer is None else table.seat_of(viewer)
            allowed |= may_see(table.match.game, seat)
    return allowed
