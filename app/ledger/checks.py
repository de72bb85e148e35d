"""Rules that can be asked of the database again: each a sentence, and a query that names what breaks it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

NAMED = 5
"""So many of what breaks a rule are named; all are counted."""


@dataclass(frozen=True, slots=True)
class Rule:
    """What must hold; `query` gives one text for each thing of `of` that breaks it."""

    key: str
    sentence: str
    of: str
    query: str


@dataclass(frozen=True, slots=True)
class Check:
    """How often a rule was broken, of how many, and the first few by name."""

    key: str
    sentence: str
    looked_at: int
    of: str
    wrong: int
    names: tuple[str, ...]


def faults(checks: Sequence[Check]) -> tuple[str, ...]:
    """Return one sentence for each rule that doesn't hold: how often, and the first few by name."""
    return tuple(
        f"{check.sentence}: not so {check.wrong:,} times: {', '.join(check.names)}"
        for check in checks
        if check.wrong
    )


def statement(rules: Sequence[Rule], *, parts: Mapping[str, str], figures: Mapping[str, str]) -> str:
    """Return one statement that asks everything at one moment.

    `parts` are queries that rules share, `figures` single numbers; there is one for each thing that rules are of.
    """
    shared = [f"{name} as ({query})" for name, query in parts.items()]
    asked = [f"wrong_{rule.key} (name) as materialized ({rule.query})" for rule in rules]
    columns = [f"({query}) as {name}" for name, query in figures.items()]
    for wrong, key in ((f"wrong_{rule.key}", rule.key) for rule in rules):
        columns.append(f"(select count(*) from {wrong}) as {key}")  # noqa: S608 - made of our own words
        columns.append(f"array(select cast(name as text) from {wrong} limit {NAMED}) as named_{key}")  # noqa: S608
    return f"with {', '.join(shared + asked)} select {', '.join(columns)}"


def read(rules: Sequence[Rule], row: Mapping[str, Any]) -> tuple[Check, ...]:
    """Return what the row of such a statement says of the rules."""
    return tuple(
        Check(
            rule.key,
            rule.sentence,
            int(row[rule.of]),
            rule.of,
            int(row[rule.key]),
            tuple(row[f"named_{rule.key}"]),
        )
        for rule in rules
    )


@dataclass(frozen=True, slots=True)
class Questions:
    """Rules of one part, to be asked together; parts and figures as in `statement`."""

    rules: Sequence[Rule]
    figures: Mapping[str, str]
    parts: Mapping[str, str] = field(default_factory=dict)

    async def ask(self, connection: AsyncConnection) -> tuple[Check, ...]:
        """Return what holds at this moment."""
        asked = text(statement(self.rules, parts=self.parts, figures=self.figures))
        return read(self.rules, (await connection.execute(asked)).one()._asdict())
