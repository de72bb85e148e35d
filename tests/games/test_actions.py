from typing import Any

import pytest

from app.errors import InvalidError
from app.games import codec
from app.games.actions import Choose, Denounce, Draw, Play, write_action
from app.games.registry import parse_action


def test_actions_are_short_in_json() -> None:
    assert write_action(Play("r7")) == {"type": "play", "card": "r7"}
    assert write_action(Play("W", "g", last_card=True)) == {
        "type": "play",
        "card": "W",
        "color": "g",
        "last_card": True,
    }
    assert write_action(Draw()) == {"type": "draw"}
    assert parse_action({"type": "play", "card": "r7", "color": None}) == Play("r7")
    assert parse_action({"type": "denounce", "seat": 3}) == Denounce(3)
    assert parse_action({"type": "choose", "color": "?"}) == Choose("?")  # legality is the game's to say


@pytest.mark.parametrize(
    "data",
    [
        None,
        [],
        "draw",
        {},
        {"type": None},
        {"type": ["draw"]},
        {"type": "fly"},
        {"type": "Draw"},
        {"type": "draw", "count": 2},
        {"type": "play"},
        {"type": "play", "card": 7},
        {"type": "play", "card": None},
        {"type": "play", "card": "r7", "last_card": 1},
        {"type": "play", "card": "r7", "color": 1},
        {"type": "play", "cards": ["r7", "b7"]},
        {"type": "denounce", "seat": "1"},
        {"type": "denounce", "seat": True},
        {"type": "denounce", "seat": 1.0},
        {"type": "choose"},
        {"type": "play", "card": "r7", 7: 7},
    ],
    ids=str,
)
def test_junk_is_malformed(data: Any) -> None:
    with pytest.raises(InvalidError) as refused:
        parse_action(data)
    assert refused.value.code == "malformed"
    assert len(refused.value.text) < 100


def test_only_plain_data_and_dataclasses_are_written() -> None:
    for odd in (object(), {"a": 1}, [1], 1.5, Play):
        with pytest.raises(TypeError):
            codec.write(odd)
