"""A run: people play, the nemesis rages, all heals, everything is finished and judged."""

import asyncio
import time
from collections.abc import Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field

from app.db import make_engine, make_sessions
from tests.chaos.lab import Lab
from tests.chaos.nemesis import Nemesis
from tests.chaos.play import Slot
from tests.chaos.player import Player
from tests.chaos.verdict import Verdict, judge

SEATS = 4
HEALED_S = 60.0
"""Once all is healed, every match must come to its end within this time."""


@dataclass
class Outcome:
    """Everything there is to tell of a run."""

    seed: int
    nemesis: Nemesis
    players: Sequence[Player]
    verdict: Verdict
    seconds: float
    healing_s: float
    pauses: dict[str, list[float]] = field(default_factory=dict)


async def run(
    lab: Lab, seed: int, kinds: tuple[str, ...], *, kills: int, seconds: float, tables: int
) -> Outcome:
    """Play at so many tables while the nemesis rages, then judge."""
    began = time.monotonic()
    nemesis = Nemesis(lab, seed, kinds, kills, seconds)
    async with AsyncExitStack() as stack:
        slots = []
        for number in range(tables):
            numbers = range(number * SEATS, (number + 1) * SEATS)
            players = [await stack.enter_async_context(Player(lab.urls, seed + n)) for n in numbers]
            await asyncio.gather(*(player.sign_in() for player in players))
            slots.append(Slot(number, seed, players))
        over = asyncio.Event()
        playing = [asyncio.create_task(slot.play_until(over)) for slot in slots]
        raging = asyncio.create_task(nemesis.rage())
        await asyncio.wait([raging, *playing], return_when=asyncio.FIRST_COMPLETED)
        nemesis.kills = 0  # also where a player broke off: there is nothing more to learn
        await raging
        over.set()
        healed = time.monotonic()
        done, late = await asyncio.wait(playing, timeout=HEALED_S)
        healing_s = time.monotonic() - healed
        for task in late:
            task.cancel()
        people = [player for slot in slots for player in slot.players]
        engine = make_engine(lab.database_url)
        tables_played = [table for slot in slots for table in slot.tables]
        verdict = await judge(lab.database_url, make_sessions(engine), people, tables_played)
        await engine.dispose()
    verdict.wrong += [f"table {slots[playing.index(task)].tables[-1:]} did not end" for task in late]
    verdict.wrong += [f"a player broke off: {task.exception()!r}" for task in done if task.exception()]
    seconds = time.monotonic() - began
    return Outcome(seed, nemesis, people, verdict, seconds, healing_s, _pauses(nemesis, people))


def _pauses(nemesis: Nemesis, players: Sequence[Player]) -> dict[str, list[float]]:
    """Seconds from a wish to the update that shows it, by the fault that fell into them."""
    found: dict[str, list[float]] = {}
    for player in players:
        for wish in player.story.wishes.values():
            if wish.seen is not None:
                during = [kind for kind, start, end in nemesis.spans if start <= wish.seen and wish.at <= end]
                found.setdefault(during[-1] if during else "none", []).append(wish.seen - wish.at)
    return found
