"""Cases made from random play hold when they are read back and replayed: loader, `facts` and engine agree."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from app.games.case_file import EXPECT, read_cases
from app.games.game import Game
from app.games.registry import GAMES
from app.games.scenario import main, run_case
from tests.games.make_cases import facts, make_cases
from tests.games.random_play import MATCHES, settings_of, steps

CASES = 4 * MATCHES


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
def test_what_was_played_can_be_replayed(game: Game, tmp_path: Path) -> None:
    made = make_cases(game.key, CASES, 1)
    path = tmp_path / "cases.json"
    path.write_text(json.dumps(made))
    cases = read_cases(path)
    assert len(cases) == CASES
    assert [run_case(case) for case in cases] == [None] * CASES
    kinds = [
        step.get("event", "rejected" if "rejected" in step else "") for case in cases for step in case.steps
    ]
    assert {"", "rejected", "timeout"} <= set(kinds)


def test_every_key_of_a_case_is_known_by_some_game() -> None:
    found: set[str] = set()
    for game in GAMES.values():
        setting = settings_of(game, 0)[0]
        found |= {key for step in steps(setting, 5) for key in facts(game, step.after)}
    assert found == EXPECT


def _first(made: dict[str, Any], **changes: Any) -> dict[str, Any]:
    made["cases"] = [made["cases"][0] | changes]
    return made


@pytest.mark.parametrize("key", ["counts", "stock", "turn", "phase", "hands", "can", "payout"])
def test_a_false_expectation_fails(key: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    made = make_cases("toma2", 1, 2)
    expect = made["cases"][0]["expect"]
    wrong = {"hands": {"0": ["r9"] * 3}, "can": {"0": ["play", "take", "draw"]}}.get(key, "nonsense")
    (tmp_path / "cases.json").write_text(json.dumps(_first(made, expect=expect | {key: wrong})))
    assert main([str(tmp_path / "cases.json")]) == 1
    assert f": {key}" in capsys.readouterr().out


def test_the_command_writes_a_case_file(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.games.make_cases", "toma2", "2", "7"]
    done = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == json.loads(json.dumps(make_cases("toma2", 2, 7)))
