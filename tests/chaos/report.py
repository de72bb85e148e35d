"""The table that a run prints."""

import math
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from tests.chaos.faults import Injected
from tests.chaos.history import History, now
from tests.chaos.verdict import Verdict

LONG_S = 0.4
CALM, MIX = "none", "mix"
AT_ONCE = 20
"""So many faults before the end of a wait may have fallen into it."""


@dataclass(frozen=True, slots=True)
class Pauses:
    """How long was waited under one kind of fault, in seconds."""

    kind: str
    tables: Sequence[float]
    """For each fault and each table that somebody wished something at: the longest wait."""
    players: Sequence[float]
    """For each fault and player the longest wait or time without a view, own socket included."""


def pauses(history: History, injected: Sequence[Injected]) -> list[Pauses]:
    """Lay every wait at the door of the fault that it overlaps; of several, at that of `mix`; of none, it was calm."""
    tables: dict[tuple[str, int, int], float] = {}
    players: dict[tuple[str, int, int], float] = {}
    starts = [fault.since for fault in injected]

    def blame(since: float, until: float) -> tuple[str, int]:
        last = bisect_right(starts, until)
        at = [n for n in range(max(0, last - AT_ONCE), last) if injected[n].healed > since]
        return (CALM, -1) if not at else (injected[at[0]].kind if len(at) == 1 else MIX, at[0])

    def note(where: dict[tuple[str, int, int], float], whose: int, since: float, until: float) -> None:
        kind, at = blame(since, until)
        began = since if at < 0 else max(since, starts[at])
        if since < began:  # what was waited before the fault is not its doing
            where[CALM, -1, whose] = max(where.get((CALM, -1, whose), 0), began - since)
        where[kind, at, whose] = max(where.get((kind, at, whose), 0), until - began)

    for command in history.commands.values():
        if command.ended is not None and command.type not in ("sit", "leave"):
            note(tables, command.table, command.wished, command.ended)
            note(players, command.player, command.wished, command.ended)
    for blind in history.blind:
        note(players, blind.player, blind.since, blind.until)
    kinds = [CALM, *sorted({kind for kind, _, _ in (*tables, *players)} - {CALM})]
    return [Pauses(kind, _of(kind, tables), _of(kind, players)) for kind in kinds]


def _of(kind: str, waits: dict[tuple[str, int, int], float]) -> list[float]:
    return sorted(wait for (of, _, _), wait in waits.items() if of == kind)


def quantile(sorted_: Sequence[float], share: float) -> float:
    """Return the value that this share of the values does not exceed; 0 of none."""
    return sorted_[max(0, math.ceil(share * len(sorted_)) - 1)] if sorted_ else 0.0


def diary(history: History, injected: Sequence[Injected], words: Mapping[str, Sequence[str]]) -> list[str]:
    """Return faults, long waits and what the workers said, in the order of the clock."""
    wall = datetime.now() - timedelta(seconds=now())  # as in the workers' logs

    def at(moment: float) -> str:
        return f"{wall + timedelta(seconds=moment):%Y-%m-%d %H:%M:%S,%f}"[:-3]

    lines = [f"{at(f.since)} FAULT {f.kind} {f.where}until {at(f.healed)} {f.note}" for f in injected]
    for id_, c in history.commands.items():
        if c.ended is None or c.ended - c.wished > LONG_S:
            end = "never" if c.ended is None else f"{c.ended - c.wished:.2f} s"
            lines.append(
                f"{at(c.wished)} WAIT {end} player {c.player} table {c.table} {c.type} {id_} {c.code}"
            )
    for blind in history.blind:
        if blind.until - blind.since > LONG_S:
            span = f"{blind.until - blind.since:.2f} s player {blind.player} table {blind.table}"
            lines.append(f"{at(blind.since)} BLIND {span}")
    lines += [f"{at(when)} END player {who} table {table}: {why}" for when, who, table, why in history.ends]
    for who, said in words.items():
        stamp = ""
        for line in said:
            stamp = line[:23] if line[:2] == "20" else stamp
            lines.append(f"{stamp} {who}: {line.removeprefix(stamp).strip()}")
    return sorted(lines, key=lambda line: line[:23])


def write(
    history: History,
    verdict: Verdict,
    injected: Sequence[Injected],
    counts: Counter[str],
    waits: Iterable[Pauses],
    facts: dict[str, object],
) -> str:
    """Return the table as text (Markdown)."""
    lines = [f"{name}: {value}" for name, value in facts.items()]
    lines += [
        "",
        "| faults | injected |",
        "|---|---|",
        *(f"| {k} | {n} |" for k, n in sorted(counts.items())),
    ]
    lines += ["", "| game | settled | refunded | other |", "|---|---|---|---|"]
    for game in sorted({game for game, _ in verdict.outcomes}):
        of = {outcome: n for (key, outcome), n in verdict.outcomes.items() if key == game}
        other = sum(of.values()) - of.get("settled", 0) - of.get("refunded", 0)
        lines.append(f"| {game} | {of.get('settled', 0)} | {of.get('refunded', 0)} | {other} |")
    figures = {
        "tables": verdict.tables,
        "lines of logs": verdict.entries,
        "views told and compared": verdict.views,
        "commands sent": len(history.commands),
        "accepted": verdict.accepted,
        "found in the log": verdict.found,
        "accepted, nothing to do": verdict.nothing_came,
        "lost": verdict.accepted - verdict.found - verdict.nothing_came,
        "refused": verdict.rejected,
        "never answered": verdict.unknown,
        "commands that came twice or more": verdict.doubled,
        "of them over two sockets": history.two_sockets,
        "double effects": verdict.twice + sum("two tables" in wrong for wrong in verdict.wrongs),
        "sockets lost": history.lost_sockets,
        "gaps in seq seen by a viewer": history.gaps,
        "epochs used, a table": f"{verdict.epochs / max(1, verdict.tables):.2f}",
        "coins minted": f"{verdict.minted:,}",
        "coins held and sunk at the end": f"{verdict.held + verdict.sunk:,}",
    }
    lines += ["", "| figure | |", "|---|---|", *(f"| {name} | {value} |" for name, value in figures.items())]
    lines += ["", "| pause (s) | n | median | p99 | max | worst a player saw |", "|---|---|---|---|---|---|"]
    for wait in waits:
        t, p = wait.tables, wait.players
        lines.append(
            f"| {wait.kind} | {len(t)} | {quantile(t, 0.5):.2f} | {quantile(t, 0.99):.2f} "
            f"| {quantile(t, 1):.2f} | {quantile(p, 1):.2f} |"
        )
    drains = [fault.note for fault in injected if fault.kind == "drain" and fault.note]
    lines += ["", *(f"drain: {note}" for note in drains[:5])]
    lines += ["", *(f"WRONG: {sentence}" for sentence in verdict.wrongs[:40])]
    lines.append(f"{len(verdict.wrongs)} wrong" if verdict.wrongs else "all is well")
    return "\n".join(lines) + "\n"
