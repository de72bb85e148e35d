"""The server dies at any moment, under players at their own sockets, and nothing is lost or doubled."""

import os
import random
from collections.abc import Callable

import pytest

from app.games.registry import GAMES
from tests.chaos.lab import SETTINGS, Lab
from tests.chaos.nemesis import Fault, schedule
from tests.chaos.report import report
from tests.chaos.run import run
from tests.program import Program

KILLS = int(os.environ.get("SOBREMESA_KILLS", "6"))
pytestmark = [pytest.mark.anyio, pytest.mark.timeout(150 + 10 * KILLS)]


async def test_j02_kills_in_mid_match_of_every_game_lose_and_double_nothing(
    make_program: Callable[..., Program], database_url: str, redis_url: str
) -> None:
    lab = Lab(database_url, redis_url, [make_program(**SETTINGS)])
    seed = random.randrange(2**32)
    outcome = await run(lab, seed, ("kill",), kills=KILLS, seconds=60 + 5 * KILLS, tables=len(GAMES))
    print(report(outcome))  # noqa: T201 - shown when the test fails
    verdict = outcome.verdict
    assert verdict.wrong == []
    assert set(verdict.finished) == set(GAMES)
    assert verdict.outcomes == {"settled": sum(verdict.finished.values())}  # no match had to be refunded
    assert outcome.nemesis.done["kill"] == KILLS
    assert verdict.found > 0
    assert verdict.views > 0
    assert any(wish.copies > 1 for player in outcome.players for wish in player.story.wishes.values())


def test_a_seed_repeats_its_faults() -> None:
    def first(seed: int) -> list[Fault]:
        faults = schedule(seed, ("kill", "pause", "flush"), workers=3)
        return [next(faults) for _ in range(50)]

    assert first(7) == first(7) != first(8)
