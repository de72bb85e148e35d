"""The guide holds: what docs/add-a-game.md says, done to the letter, makes a game that everything works with.

The blocks of the guide are laid over a copy of the tree; one process then plays there. Nothing but the registries and
the words is touched.
"""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GUIDE = (ROOT / "docs/add-a-game.md").read_text("utf-8")
FILES = dict(re.findall(r"^`([^`\n]+)`:\n\n```\w+\n(.*?)^```$", GUIDE, re.M | re.S))
REGISTRY, ROBOTS, WORDS = (
    block.splitlines() for block in re.findall(r"^```text\n(.*?)^```$", GUIDE, re.M | re.S)
)
COPIED = ("app", "tests/games", "tests/tables", "tests/cases", "static/messages", "docs")


def test_the_toy_is_the_game_of_the_guide() -> None:
    toy = ROOT / "tests/toy"
    kept = {
        str(path.relative_to(toy)): path.read_text("utf-8")
        for path in toy.rglob("*.*")
        if path.suffix != ".pyc"
    }
    assert kept == FILES


def test_its_refusals_have_words() -> None:
    codes = set(re.findall(r'Refusal\("(\w+)"', FILES["app/games/ladder.py"])) - {"no_round_to_deal"}
    words = [json.loads(path.read_text("utf-8")) for path in (ROOT / "static/messages/en").glob("*.json")]
    assert codes
    assert {f"refused.{code}" for code in codes} <= {key for part in words for key in part}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A copy of what is needed of the tree, with the guide followed in it."""
    for name in COPIED:
        shutil.copytree(ROOT / name, tmp_path / name)  # what is compiled already too: it saves seconds
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    for name, content in FILES.items():
        path = tmp_path / name
        assert not path.exists(), "the guide writes over what is there"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content, "utf-8")
    registry, robots = tmp_path / "app/games/registry.py", tmp_path / "app/bots/registry.py"
    _insert(registry, r"^(?=from app\.games\.)", REGISTRY[0] + "\n")
    _insert(registry, r"^GAMES: [^(]* in \(", "LADDER, ")
    _insert(robots, r"^(?=from app\.bots\.)", ROBOTS[0] + "\n")
    _insert(robots, r"^ROBOTS: .*? = (?=[{d])", "{" + ROBOTS[1] + "} | ")
    for language in ("en", "es"):
        words = tmp_path / f"static/messages/{language}/first.json"
        texts = json.loads(words.read_text("utf-8")) | json.loads("{" + WORDS[0].rstrip(",") + "}")
        words.write_text(json.dumps(dict(sorted(texts.items()))), "utf-8")
    return tmp_path


def _insert(path: Path, place: str, text: str) -> None:
    content, count = re.subn(
        place, lambda match: match[0] + text, path.read_text("utf-8"), count=1, flags=re.M
    )
    assert count == 1, f"{path.name} has no place for {text}"
    path.write_text(content, "utf-8")


_PLAY = """
import sys
from pathlib import Path

import pytest
from pydantic import TypeAdapter

from app.bots.registry import ROBOTS
from app.games import scenario
from app.games.registry import GAMES, parse_action
from app.tables import entries as e
from app.tables import redact, view
from app.wire import frames, generate
from app.wire.shapes import Frame
from tests.tables.drive import Drive

assert Path(generate.__file__).is_relative_to(Path.cwd()), "this is the copy"
assert scenario.main(["tests/cases/ladder.json"]) == 0

generate.main()
assert "export interface LadderView {" in Path("static/wire.d.ts").read_text()

drive, shape, seen = Drive(game="ladder", seats=3, bet=0, robots=True), TypeAdapter(Frame), 0
drive.sit(1)
drive.deal()
while drive.table.phase == "playing":
    seat, game = drive.turn, GAMES["ladder"]
    action = ROBOTS["ladder"]["normal"].choose(game.view(drive.game, seat), seat, drive.now)
    drive.say(e.Act, drive.player(seat), parse_action(action))
    for viewer in (1, None):
        events = [told for event in drive.events if (told := redact(drive.table, event, viewer))]
        shape.validate_json(frames.update(7, 1, drive.now, events, view(drive.table, viewer)))
    seen += 1
assert drive.table.phase == "over" and seen > 3
assert view(drive.table, 1)["game"]["result"]["winners"]

chosen = "ladder and (True-2 or False-4 or ladder])"
files = ["tests/games/test_every_game.py", "tests/games/test_secrets.py"]
sys.exit(pytest.main(["-q", "--assert=plain", "-p", "no:cacheprovider", "-k", chosen, *files]))
"""


def test_whoever_follows_the_guide_has_a_game(tree: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _PLAY],
        cwd=tree, env=os.environ | {"PYTHONPATH": str(tree), "SOBREMESA_STATES": ""},
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    assert "6 passed, 0 failed" in done.stdout
