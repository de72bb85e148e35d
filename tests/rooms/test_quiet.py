"""What is done in secret doesn't show by the number of updates either (TAKI 12.5, 21.3; T11.6)."""

import json

from app.games.actions import Accept, Play
from app.games.registry import GAMES
from app.games.taki.actions import Breaker
from app.rooms.viewers import Viewers, update_frame
from app.tables import Table
from app.tables import entries as e
from tests.rooms.people import Eye
from tests.tables.drive import Drive

HANDS = [["+3", "r1", "r3"], ["r4", "g3", "BR"], ["b1", "b4", "b3"], ["y1", "y4", "y3"]]


class Watched(Drive):
    """A table of four at TAKI, with a viewer for each seat and two who look on."""

    def __init__(self) -> None:
        super().__init__(game="taki", seats=4)
        self.viewers = Viewers()
        self.eyes = [Eye(player) for player in (1, 2, 3, 4, 99, None)]
        for eye in self.eyes:
            self.viewers.add(eye)
        self.sit(1, 2, 3, 4)
        self.deal()
        game = GAMES["taki"]
        position = {"hands": HANDS, "discard": ["r7"], "stock": ["b9"] * 40, "turn": 0}
        self.place(game.position(game.options.parse({}), 4, position))
        for eye in self.eyes:
            eye.frames.clear()

    def do(self, entry: e.Entry) -> tuple[object, ...]:
        before: Table = self.table
        events = tuple(super().do(entry))
        self.viewers.update(
            before, self.table, len(self.log), self.now, self.events[-len(events) :] if events else ()
        )
        return events

    def heard(self) -> list[list[int]]:
        return [[frame["seq"] for frame in eye.frames] for eye in self.eyes]


def test_an_accepted_plus_three_is_told_to_nobody_else_before_the_window_ends() -> None:
    drive = Watched()
    drive.say(e.Act, 1, Play("+3"))
    opened = len(drive.log)
    drive.wait(1_000)
    drive.say(e.Act, 3, Accept())
    drive.say(e.Act, 4, Accept())
    assert drive.heard() == [
        [opened], [opened], [opened, opened + 1], [opened, opened + 1, opened + 2], [opened], [opened],
    ]  # fmt: skip
    for who, waiting in ((1, 2), (2, 2), (3, 1), (4, 0), (99, 2), (None, 2)):
        assert drive.viewers.untold(drive.table, who) == waiting  # who looks again learns no more
    last = [json.loads(update_frame(drive.table, 0, 0, (), eye.player_id))["view"] for eye in drive.eyes]
    assert [eye.view for eye in drive.eyes] == last, "what waits would have told something"

    drive.say(e.Act, 2, Breaker())
    assert drive.heard() == [list(range(opened, opened + 4))] * 6
    assert [eye.frames[2]["view"] for eye in drive.eyes] == last
    assert {drive.viewers.untold(drive.table, who) for who in (1, 2, 3, 4, 99, None)} == {0}


def test_who_accepts_after_a_clock_that_ran_out_is_back_with_the_next_turn_action() -> None:
    """Else the end of "robot plays for" would tell who has accepted."""
    drive = Watched()
    drive.wait(40_000)  # the first player's clock and bank
    timed_out = drive.table.seats[0]
    assert timed_out is not None
    assert timed_out.timeouts == 1
    game = GAMES["taki"]
    hands = [HANDS[1], HANDS[0], *HANDS[2:]]
    position = {"hands": hands, "discard": ["r7"], "stock": ["b9"] * 40, "turn": 1}
    drive.place(game.position(game.options.parse({}), 4, position))
    drive.say(e.Act, 2, Play("+3"))
    heard = drive.heard()
    drive.say(e.Act, 1, Accept())
    assert drive.heard()[1:] == heard[1:]
    drive.say(e.Ready, 1)
    back = drive.table.seats[0]
    assert back is not None
    assert back.timeouts == 0
