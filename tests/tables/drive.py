"""Drives a table as a room does: entries one after the other, at a time that the test moves."""

from collections.abc import Sequence
from typing import Any

from app.games.registry import GAMES
from app.tables import Entry, Person, Setup, Table, alarm, apply, open_table, wants
from app.tables import entries as e
from app.tables.events import Happened

SEED = bytes(range(64))


def setup(**changes: Any) -> Setup:
    given: dict[str, Any] = {
        "id": 7,
        "code": "K7F3",
        "game": "toma2",
        "options": {},
        "seats": 2,
        "bet": 6000,
        "turn_ms": 20_000,
        "public": True,
        "spectators": True,
        "robots": False,
        "created": 0,
    }
    given |= changes
    game = GAMES[given["game"]]
    given["options"] = game.options.write(game.options.parse(given["options"]))
    return Setup(**given)


def person(number: int) -> Person:
    return Person(number, f"Player {number}", "fig", False)


class Drive:
    """A table, its log and its time."""

    def __init__(self, **changes: Any) -> None:
        self.table: Table = open_table(setup(**changes))
        self.log: list[Entry] = []
        self.now = 0
        self.events: list[Happened] = []

    def do(self, entry: Entry) -> Sequence[Happened]:
        self.table, events = apply(self.table, entry)
        self.log.append(entry)
        self.events += events
        return events

    def settle_down(self) -> None:
        while (kind := wants(self.table, self.now)) is not None:
            made: dict[type[Entry], Entry] = {
                e.Commit: e.Commit(self.now, SEED),
                e.Close: e.Close(self.now, "empty"),
            }
            self.do(made.get(kind) or kind(self.now))

    def say(self, kind: type[Entry], *facts: Any) -> Sequence[Happened]:
        events = self.do(kind(self.now, *facts))
        self.settle_down()
        return events

    def sit(self, *players: int) -> None:
        for player in players:
            self.say(e.Sit, person(player))

    def wait(self, ms: int) -> None:
        """Let time pass, ringing each alarm at its time."""
        until = self.now + ms
        while (time := alarm(self.table)) is not None and time <= until:
            self.now = max(self.now, time)
            self.settle_down()
        self.now = until
        self.settle_down()

    def deal(self) -> None:
        """Let the salts close."""
        self.wait(3_000)
        assert self.table.phase == "playing"

    @property
    def game(self) -> Any:
        assert self.table.match is not None
        return self.table.match.game

    @property
    def turn(self) -> int:
        (seat,) = GAMES[self.table.setup.game].to_act(self.game)
        return seat

    def player(self, number: int) -> int:
        seat = self.table.seats[number]
        assert seat is not None
        return seat.person.id

    def act(self) -> None:
        """Let the seat to act do its first legal play, else whatever else it may."""
        legal = GAMES[self.table.setup.game].legal(self.game, self.turn)
        turn_actions = [a for a in legal if a.type not in ("last_card", "denounce")]
        self.say(e.Act, self.player(self.turn), turn_actions[0])
        if self.table.phase == "playing":
            self.wait(2_000)

    def play_out(self) -> None:
        """Play until the round or match is over."""
        while self.table.phase == "playing":
            self.act()

    def types(self) -> list[str]:
        return [event.type for event in self.events]

    def place(self, state: Any) -> None:
        """Put a game state of the test's own making on the table."""
        from dataclasses import replace

        from app.tables.clock import wind

        assert self.table.match is not None
        self.table = wind(
            replace(self.table, match=replace(self.table.match, game=state)), self.now, moved=True
        )
