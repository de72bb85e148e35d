"""The table that a run ends with."""

from collections import Counter
from statistics import median

from tests.chaos.run import Outcome


def report(outcome: Outcome) -> str:
    """Return what happened, in figures, and what was wrong."""
    verdict, stories = outcome.verdict, [player.story for player in outcome.players]
    wishes = [wish for story in stories for wish in story.wishes.values()]
    refused = sum((story.refused for story in stories), Counter[str]())
    rows = [
        ("seed", outcome.seed),
        ("workers", len(outcome.nemesis.lab.workers)),
        (
            "duration",
            f"{outcome.seconds:.0f} s; the last match ended {outcome.healing_s:.1f} s after healing",
        ),
        ("faults", _counts(outcome.nemesis.done)),
        ("matches", f"{sum(verdict.finished.values())}: {_counts(verdict.finished)}"),
        ("outcomes", _counts(verdict.outcomes)),
        (
            "commands",
            f"{len(wishes):,} sent, {sum(len(s.acked) for s in stories):,} acked, {verdict.found:,} found",
        ),
        (
            "doubled",
            f"{sum(wish.copies > 1 for wish in wishes):,} commands, {verdict.doubles} double effects",
        ),
        ("refused", _counts(refused)),
        ("log", f"{verdict.lines:,} lines, {verdict.views:,} views compared"),
        ("coins", f"{verdict.coins_before:,} before, {verdict.coins_after:,} after"),
    ]
    lines = [f"{name:<10} {value}" for name, value in rows]
    lines.append(f"{'pause':<10} {'n':>8} {'median':>8} {'p99':>8} {'max':>8}  (seconds from wish to update)")
    for kind, pauses in sorted(outcome.pauses.items()):
        pauses.sort()
        p99 = pauses[int(len(pauses) * 0.99)]
        lines.append(f"  {kind:<8} {len(pauses):>8} {median(pauses):>8.3f} {p99:>8.3f} {pauses[-1]:>8.3f}")
    lines += [f"WRONG: {sentence}" for sentence in verdict.wrong[:40]]
    lines.append(f"{len(verdict.wrong)} things are wrong" if verdict.wrong else "nothing is wrong")
    return "\n".join(lines)


def _counts(counter: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(counter.items())) or "none"
