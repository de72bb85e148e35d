"""`python -m tests.chaos`: a run of its own, with its own Postgres and store."""

import argparse
import asyncio
import os
import secrets
import sys
from pathlib import Path

from tests.chaos.faults import KINDS
from tests.chaos.lab import open_lab
from tests.chaos.run import Wish, run


def main() -> int:
    """Run as the words say; 0 when all is well."""
    words = argparse.ArgumentParser(prog="python -m tests.chaos", description=__doc__)
    kills = int(os.environ.get("SOBREMESA_KILLS") or 0)
    words.add_argument("--minutes", type=float, default=600 if kills else 3, help="end after so many")
    words.add_argument("--kills", type=int, default=kills, help="end after so many")
    words.add_argument("--workers", type=int, default=2)
    words.add_argument("--tables", type=int, default=12, help="tables at a time")
    words.add_argument("--calm", type=float, default=3, help="seconds that a fault waits, at most, for calm")
    words.add_argument("--no-proxy", action="store_true", help="lead people to the workers without Caddy")
    words.add_argument(
        "--log",
        type=Path,
        help="write the faults, long waits and what workers said, in order, into this file",
    )
    words.add_argument("--kinds", default=",".join(KINDS), help="of faults: %(default)s")
    words.add_argument(
        "--seed", type=int, default=int(os.environ.get("SOBREMESA_SEED") or secrets.randbits(32))
    )
    asked = words.parse_args()
    kinds = [kind for kind in asked.kinds.split(",") if kind]
    if strange := set(kinds) - set(KINDS):
        words.error(f"there are no such kinds: {', '.join(sorted(strange))}")
    say = sys.stdout.write
    again = f"python -m tests.chaos --seed {asked.seed} --minutes {asked.minutes:g} --kills {asked.kills}"
    again += f" --workers {asked.workers} --tables {asked.tables} --calm {asked.calm:g} --kinds {asked.kinds}"
    again += " --no-proxy" * asked.no_proxy
    say(f"{again}\n")
    sys.stdout.flush()
    wish = Wish(asked.seed, asked.minutes * 60, asked.kills, asked.tables, kinds, calm_s=asked.calm)
    with open_lab(asked.workers, proxy=not asked.no_proxy) as lab:
        verdict = asyncio.run(run(lab, wish, say, asked.log))
    if verdict.wrongs:
        say(f"repeat with: {again}\n")
    return 1 if verdict.wrongs else 0


if __name__ == "__main__":
    sys.exit(main())
