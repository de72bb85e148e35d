"""What is made from the models is fresh, and what is sent has the shapes that it promises."""

import orjson
import pytest
from pydantic import TypeAdapter

from app.tables import redact, row, view
from app.wire import frames
from app.wire.generate import ROOT, generated
from app.wire.shapes import Frame, Row
from tests.tables.drive import Drive

FRAME = TypeAdapter[object](Frame)
SOMEBODY = {"id": 1, "name": "Ana", "avatar": "fig"}
AT = {
    "id": 1,
    "code": "K7F3",
    "game": "toma2",
    "bet": 0,
    "phase": "waiting",
    "free": True,
    "spectators": True,
}
FRIEND = {**SOMEBODY, "state": "online", "at": AT}


@pytest.mark.parametrize("path", sorted(generated()))
def test_generated_files_are_fresh(path: str) -> None:
    assert (ROOT / path).read_text() == generated()[path], "run: python -m app.wire.generate"


def test_updates_and_rows_have_their_shapes_all_through_a_match() -> None:
    drive = Drive(seats=3, options={"format": "three_rounds"})
    rows = TypeAdapter(Row)

    def check() -> None:
        for viewer in (1, 2, 3, 4, None):
            seat = None if viewer is None else drive.table.seat_of(viewer)
            events = [seen for event in drive.events if (seen := redact(drive.table, event, seat))]
            frame = frames.update(7, 1, drive.now, events, view(drive.table, viewer))
            FRAME.validate_json(frame)
        rows.validate_json(orjson.dumps(row(drive.table)))
        drive.events.clear()

    check()
    drive.sit(1, 2, 3)
    check()
    drive.deal()
    while drive.table.phase != "over":
        check()
        if drive.table.phase == "playing":
            drive.act()
        else:
            drive.wait(1_000)
    check()


def test_every_other_frame_has_its_shape() -> None:
    person = {"id": 1, "name": "Ana", "avatar": "fig", "guest": False}
    for frame in (
        frames.hello(
            person, [{"id": 1, "code": "K7F3", "game": "toma2", "phase": "waiting", "bet": 6000}], 0
        ),
        frames.hello(None, [], 0),
        frames.ack("abcdefgh"),
        frames.ack("abcdefgh", 3),
        frames.reject(None, "malformed", "A command is one JSON object."),
        frames.presence(7, [0, 1], 2, 1),
        frames.presence(7, [0, 1], 2, None),
        frames.stalled(7, "storage"),
        frames.stalled(7, "owner"),
        frames.lobby([], 0),
        frames.lobby_changed([], [7]),
        frames.wallet(6000),
        frames.called(7, "K7F3"),
        frames.gone(7, "closed"),
        frames.replaced(),
        frames.moving(100),
        frames.pong(0),
        frames.talk(
            {
                "id": 1,
                "table": 7,
                "from": {"id": 1, "name": "Ana", "avatar": "fig"},
                "kind": "phrase",
                "body": "hello",
                "at": 0,
            }
        ),
        frames.looks(
            {"player": 1, "companion": "cat", "avatar": None, "frame": None, "felt": None, "back": None}
        ),
        frames.presents(2),
        frames.notice(
            {"id": 1, "kind": "friend", "facts": {"from": person}, "at": 0, "read": False, "quiet": False}
        ),
        frames.notices_gone([1]),
        frames.invitations(
            7,
            [
                {
                    "id": 1,
                    "player": {"id": 1, "name": "Ana", "avatar": "fig"},
                    "state": "pending",
                    "until": 0,
                }
            ],
        ),
        frames.friends({"friends": [FRIEND], "asks": [SOMEBODY], "asked": [], "blocked": [SOMEBODY]}),
        frames.friend({"id": 1, "state": "offline", "at": None}),
    ):
        FRAME.validate_json(frame)
