"""What the seed decides: which tables are played, by how many, with which options, and what people do there."""

import random
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from app.errors import InvalidError
from app.games.game import Game
from app.games.registry import GAMES

BET = 6000
TURN_MS = 10_000
MOST = 6
"""People at a table: more of them say nothing new and cost time."""


@dataclass(frozen=True)
class Plan:
    """A table: what its creator asks for and what its people have in mind."""

    game: str
    options: Mapping[str, Any]
    people: int
    seats: int
    matches: int
    leaver: int | None
    """Who gets up in mid-match, if anybody; and after how many own actions."""
    patience: int

    @property
    def votes(self) -> bool:
        """Whether a seat stays free, so that the host has to ask the others to begin."""
        return self.seats > self.people

    @property
    def body(self) -> dict[str, Any]:
        """What is posted to make it."""
        common = {"bet": BET, "turn_ms": TURN_MS, "public": True}
        return {"game": self.game, "options": dict(self.options), "seats": self.seats, **common}


def draw_plan(seed: int, number: int, most: int = MOST) -> Plan:
    """Return the table with this number of the run; every seven of them hold every game once."""
    chance = random.Random(f"{seed}/table/{number}")
    keys = list(GAMES)
    random.Random(f"{seed}/round/{number // len(keys)}").shuffle(keys)
    game = GAMES[keys[number % len(keys)]]
    options, preset_seats = _options(game, chance)
    least, room = game.seats
    people = min(max(least, min(most, chance.choice((2, 2, 3, 3, 4, preset_seats, MOST)))), room)
    seats = people + (people < room and chance.random() < 0.2)
    return Plan(
        game=game.key,
        options=options,
        people=people,
        seats=seats,
        matches=2 if chance.random() < 0.25 else 1,
        leaver=chance.randrange(people) if chance.random() < 0.1 else None,
        patience=chance.randint(1, 12),
    )


def _options(game: Game, chance: random.Random) -> tuple[dict[str, Any], int]:
    """Return a preset or options at random; most matches short, some of a few rounds, none without end."""
    preset = chance.choice(game.options.presets)
    options: dict[str, Any] = dict(preset.options)
    if chance.random() < 0.5:
        for option in game.options.declared():
            value = _value(option, chance)
            try:
                game.options.parse(tried := {**options, option["name"]: value})
                options = tried
            except InvalidError:
                continue
    short = {"target": chance.choice((15, 40, 60)), "hands_to_win": chance.choice((1, 2))}
    if options.get("format") in ("to_60", "tournament") and chance.random() < 0.7:
        del options["format"]
    names = {option["name"] for option in game.options.declared()}
    return options | {name: value for name, value in short.items() if name in names}, preset.seats


def _value(option: dict[str, Any], chance: random.Random) -> Any:
    if option["kind"] == "choice":
        return chance.choice(option["values"])
    if option["kind"] == "flag":
        return chance.random() < 0.5
    return chance.choice((option["min"], option["default"], option["max"]))
