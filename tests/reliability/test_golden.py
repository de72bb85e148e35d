"""J-14, J-15: a log means the same in every process, in every version, and what it doesn't mean is refused."""

import json
import subprocess
import sys
from typing import Any

import pytest
from cryptography.exceptions import InvalidTag

from app.errors import AppError
from app.games.registry import GAMES
from tests.forked import ROOT, plain_environment
from tests.reliability.golden import digest, facts, kept, states


def fold_elsewhere(hash_seed: str) -> dict[str, list[str]]:
    done = subprocess.run(
        [sys.executable, "-m", "tests.reliability.golden", "fold"],
        cwd=ROOT,
        env=plain_environment() | {"PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
        timeout=100,
    )
    found: dict[str, list[str]] = json.loads(done.stdout)
    return found


def test_j14_every_log_folds_alike_in_fresh_processes() -> None:
    """Each state of each log, whatever the order in which that process keeps its sets."""
    first, second = fold_elsewhere("1"), fold_elsewhere("4242")
    assert first == second
    assert len(first) >= len(GAMES)
    assert sum(map(len, first.values())) > 400


@pytest.mark.parametrize("name", kept())
def test_j15_logs_of_every_version_mean_what_they_meant(name: str) -> None:
    record = kept()[name]
    assert [digest(facts(state)) for state in states(record)] == record["facts"]


def test_j15_every_game_has_a_kept_log() -> None:
    assert {record["game"] for record in kept().values()} == set(GAMES)


def nonsense(lines: list[Any]) -> None:
    lines[2] = [lines[2][0], "nonsense", {}]


def new_field(lines: list[Any]) -> None:
    lines[2] = [lines[2][0], lines[2][1], {**lines[2][2], "version": 2}]


def new_action(lines: list[Any]) -> None:
    number = next(n for n, line in enumerate(lines) if line[1] == "act")
    lines[number][2]["action"] = {"type": "castle"}


def missing_line(lines: list[Any]) -> None:
    del lines[3]


def other_seal(lines: list[Any]) -> None:
    number = next(n for n, line in enumerate(lines) if line[1] == "commit")
    lines[number][2]["sealed"] = lines[number][2]["sealed"][:-2] + "00"


@pytest.mark.parametrize("change", [nonsense, new_field, new_action, missing_line, other_seal])
def test_j15_what_this_version_does_not_know_is_refused_and_not_guessed(change: Any) -> None:
    record = kept()["uno-1"]
    change(record["lines"])
    with pytest.raises((AppError, KeyError, InvalidTag)):
        list(states(record))
