"""Matches of every game, many at a time, as the seed draws them."""

import asyncio
import random
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from app.errors import AppError
from app.games.registry import GAMES
from tests.chaos.player import Player

BET = 6000


def draw_setup(chance: random.Random, game_key: str) -> dict[str, Any]:
    """Draw a table of this game: mostly its short form, options at will, as many seats as it may have, up to four."""
    game = GAMES[game_key]
    preset = game.options.quick if chance.random() < 0.8 else chance.choice(game.options.presets)
    options = dict(preset.options)
    for option in game.options.declared():
        if chance.random() > 0.2 or option["kind"] == "number" or _lengthens(option):
            continue
        drawn = {**options, option["name"]: chance.choice(option.get("values", (False, True)))}
        try:
            parsed = game.options.parse(drawn)
        except AppError:
            continue
        if game.check_bet(parsed, BET) is None:
            options = drawn
    least, most = game.seats
    seats = chance.randint(least, min(most, 4))
    return {
        "game": game_key, "options": options, "seats": seats, "bet": BET,
        "turn_ms": chance.choice((20_000, 40_000)), "public": True,
    }  # fmt: skip


def _lengthens(option: dict[str, Any]) -> bool:
    return option["name"] in ("format", "scoring", "target")


@dataclass
class Slot:
    """A place where one match follows another, always with the same people."""

    number: int
    seed: int
    players: list[Player]
    tables: list[int] = field(default_factory=list)
    finished: Counter[str] = field(default_factory=Counter)

    async def play_until(self, over: asyncio.Event) -> None:
        """Play match after match; the last one to its end."""
        keys = list(GAMES)
        for n in range(1_000_000):
            if over.is_set():
                return
            game = keys[(self.number + n) % len(keys)]
            await self._match(draw_setup(random.Random(f"{self.seed}:{self.number}:{n}"), game))

    async def _match(self, setup: dict[str, Any]) -> None:
        host, *others = self.players[: setup["seats"]]
        table = int((await host.post("/api/tables", setup))["table"])
        self.tables.append(table)
        await asyncio.gather(host.play(table), *(other.play(table, sit=True) for other in others))
        await asyncio.gather(*(player.leave(table) for player in (host, *others)))
        self.finished[setup["game"]] += 1
