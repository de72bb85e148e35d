"""What may be said by its id has a button, words and, for reactions, a drawing."""

import json
import re
from pathlib import Path
from typing import get_args

import pytest

from app.social.talk.schemas import Reason
from app.wire.talk import Phrase, Reaction

STATIC = Path(__file__).resolve().parents[2] / "static"


def keys(beginning: str) -> list[str]:
    texts = json.loads((STATIC / "messages/en/talk.json").read_text())
    return sorted(key.removeprefix(beginning) for key in texts if key.startswith(beginning))


@pytest.mark.parametrize(("ids", "name"), [(Phrase, "PHRASES"), (Reaction, "REACTIONS")])
def test_every_id_has_its_button_and_words(ids: object, name: str) -> None:
    script = (STATIC / "js/phrases.js").read_text()
    listed = re.search(rf"export const {name} = \[(.*?)\]", script, re.S)
    assert listed is not None
    assert sorted(re.findall(r'"(\w+)"', listed[1])) == sorted(get_args(ids))
    assert keys(name.lower().rstrip("s") + ".") == sorted(get_args(ids))


def test_every_reaction_has_its_drawing() -> None:
    drawn = re.findall(r'<symbol id="re-(\w+)"', (STATIC / "look/talk.svg").read_text())
    assert sorted(drawn) == sorted(get_args(Reaction))


def test_every_reason_of_a_report_is_offered() -> None:
    script = (STATIC / "js/pages/report.js").read_text()
    listed = re.search(r"const REASONS = \[(.*?)\]", script)
    assert listed is not None
    assert sorted(re.findall(r'"(\w+)"', listed[1])) == sorted(get_args(Reason)) == keys("report.reason.")
