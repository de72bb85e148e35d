"""Every game under faults, over real sockets: the short form of `make chaos`."""

import os
import random
from itertools import islice

import pytest

from app.games.registry import GAMES
from tests.chaos.draws import draw_plan
from tests.chaos.faults import KINDS, draw_faults
from tests.chaos.lab import open_lab
from tests.chaos.run import Wish, run

FEW = ("kill", "cut", "flush", "postgres-cut", "redis-cut")
WORKERS = 1
KILLS = 4
SEED = int(os.environ.get("SOBREMESA_SEED") or random.randrange(2**32))


@pytest.mark.anyio
@pytest.mark.timeout(300)
async def test_j01_j02_c01_c02_nothing_is_lost_or_doubled_under_faults(database_url: str) -> None:
    """Commands come late, twice, over two sockets; sockets break; the server is killed again and again."""
    wish = Wish(seed=SEED, seconds=90, kills=KILLS, tables=len(GAMES), kinds=FEW, most=2, natural_s=0)
    with open_lab(WORKERS, database_url=database_url, proxy=False) as lab:
        verdict = await run(lab, wish, print)
    assert verdict.wrongs == [], f"SOBREMESA_SEED={wish.seed}"
    assert verdict.found > 20
    assert verdict.views > 50


def test_a_seed_repeats_its_faults_and_its_tables() -> None:
    def first(seed: int) -> list[object]:
        return [*islice(draw_faults(seed, list(KINDS)), 50), *(draw_plan(seed, n) for n in range(50))]

    assert first(7) == first(7) != first(8)
