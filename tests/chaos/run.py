"""One run from its seed to its table."""

import asyncio
import re
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from tests.chaos import report
from tests.chaos.draws import MOST
from tests.chaos.faults import KINDS, Nemesis
from tests.chaos.history import History
from tests.chaos.lab import GRANT, Lab
from tests.chaos.tables import House
from tests.chaos.verdict import Verdict, judge

HEALED_S = 60.0
"""Within so long after the last fault everything has an end."""
STAMP = re.compile(r"\d{4}-\d\d-\d\d \d\d:")
ERROR = re.compile(r" (ERROR|CRITICAL) |never awaited|never retrieved")
EXPECTED = re.compile(r"uvicorn\.error: ASGI callable returned without completing handshake")
"""Errors that a server may write: somebody hung up in the middle of the greeting."""


@dataclass(frozen=True)
class Wish:
    """What is asked of a run."""

    seed: int
    seconds: float
    kills: int = 0
    tables: int = 12
    kinds: Sequence[str] = tuple(KINDS)
    most: int = MOST
    """People at a table, at most; where its game takes so few."""
    calm_s: float = 3.0
    """How long a fault waits, at most, until everybody sees their table again."""
    natural_s: float = 20.0
    """For how long after the last fault matches may end by themselves."""


async def run(lab: Lab, wish: Wish, say: Callable[[str], object], log: Path | None = None) -> Verdict:
    """Play under faults, judge, say the table; the verdict has a sentence for each thing that went wrong.

    `log` is a file for everything that happened, in order.
    """
    history, began = History(), time.monotonic()
    house = House(lab.entrances, wish.seed, wish.tables, wish.most, history)
    nemesis = Nemesis(lab, wish.seed, list(wish.kinds), lambda: house.calm, wish.calm_s)
    await house.open()
    playing = asyncio.create_task(house.run())
    try:
        await nemesis.rage(seconds=wish.seconds, kills=wish.kills)
    except Exception as error:
        history.wrong(f"the run was broken off: {error!r}"[:2000])
    for words in await house.close(wish.natural_s, HEALED_S):
        history.wrong(f"{words} {HEALED_S:.0f} s after the last fault")
        playing.cancel()
    ended = await asyncio.gather(playing, return_exceptions=True)
    if isinstance(ended[0], Exception):
        history.wrong(f"the house failed: {ended[0]!r}")
    await house.stop()
    if log is not None:
        log.parent.mkdir(parents=True, exist_ok=True)
        log.write_text("\n".join(report.diary(history, nemesis.injected, lab.words())))
    took = time.monotonic() - began
    verdict = await judge(lab.database_url, history)
    verdict.wrongs += nemesis.wrongs + unexpected([line for words in lab.words().values() for line in words])
    guests, left = divmod(verdict.minted, GRANT)
    if left or not len(house.players) <= guests <= history.guests_asked:
        verdict.wrong(f"{verdict.minted} coins were minted for {len(house.players)} people")
    facts: dict[str, object] = {
        "seed": wish.seed,
        "took": f"{took:.0f} s",
        "workers": len(lab.workers),
        "tables at a time": wish.tables,
        "kinds": ", ".join(wish.kinds),
    }
    waits = report.pauses(history, nemesis.injected)
    say(report.write(history, verdict, nemesis.injected, nemesis.counts, waits, facts))
    return verdict


def unexpected(lines: Sequence[str]) -> list[str]:
    """Return the errors in the servers' logs that nothing here explains, each with the end of its traceback."""
    starts = [at for at, line in enumerate(lines) if STAMP.match(line)] + [len(lines)]
    found = [
        f"{lines[at]} | {lines[end - 1]}" if end - at > 1 else lines[at]
        for at, end in pairwise(starts)
        if ERROR.search(lines[at]) and not EXPECTED.search(lines[at])
    ]
    if not found and any(line.startswith("Traceback") for line in lines):
        found = ["a traceback without an error"]
    more = [f"... and {len(found) - 10} more errors"] if len(found) > 10 else []
    return [f"a server wrote: {line[:600]}" for line in found[:10]] + more
