"""`python -m tests.chaos`: kill servers under people who play, and say whether anything was lost or doubled."""

import argparse
import asyncio
import random
import sys

from tests.chaos.lab import own_lab
from tests.chaos.nemesis import KINDS, ONE_WORKER
from tests.chaos.report import report
from tests.chaos.run import Outcome, run


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    parser.add_argument("--seed", type=int, help="repeats a schedule; default: any")
    parser.add_argument("--kills", type=int, default=10**9, help="end after so many kills")
    parser.add_argument("--minutes", type=float, default=3, help="end after so many minutes at the latest")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--tables", type=int, default=12, help="tables at a time")
    parser.add_argument("--kinds", default="", help="of " + ",".join(KINDS))
    words = parser.parse_args()
    seed = random.randrange(2**32) if words.seed is None else words.seed
    usual = KINDS if words.workers > 1 else ONE_WORKER
    kinds = tuple(words.kinds.split(",")) if words.kinds else usual
    if unknown := set(kinds) - set(usual):
        parser.error(f"with so many workers there is no {', '.join(sorted(unknown))}")
    sys.stdout.write(f"seed {seed}, {words.workers} workers, {', '.join(kinds)}\n")
    sys.stdout.flush()
    outcome = asyncio.run(_run(seed, kinds, words))
    sys.stdout.write(report(outcome) + "\n")
    return 1 if outcome.verdict.wrong else 0


async def _run(seed: int, kinds: tuple[str, ...], words: argparse.Namespace) -> Outcome:
    async with own_lab(words.workers, links="links" in kinds) as lab:
        return await run(lab, seed, kinds, kills=words.kills, seconds=words.minutes * 60, tables=words.tables)


if __name__ == "__main__":
    sys.exit(main())
