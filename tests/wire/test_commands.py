"""What a client may send: strict, and every refusal is a typed one (W-04)."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.errors import InvalidError
from app.games.actions import Play
from app.wire import commands as c
from app.wire.commands import parse_command

ID = "abcdefgh"


def test_a_command_is_read() -> None:
    frame = {"type": "act", "id": ID, "table": 7, "action": {"type": "play", "card": "W", "color": "g"}}
    assert parse_command(json.dumps(frame)) == c.Act(id=ID, type="act", table=7, action=Play("W", "g"))
    assert parse_command(json.dumps({"type": "sit", "id": ID, "table": 7})).link is None


def test_what_a_person_types_may_have_any_form() -> None:
    for text in ("👩\u200d🌾 y\n<b>x</b>", "x" * 800):
        frame = {"type": "say", "id": ID, "table": 7, "text": text}
        assert parse_command(json.dumps(frame)) == c.Say(id=ID, type="say", table=7, text=text)
    for kind in ("phrase", "reaction"):
        assert parse_command(json.dumps({"type": "say", "id": ID, "table": 7, kind: "wow"}))


@pytest.mark.parametrize(
    "frame",
    [
        "",
        " ",
        "nonsense",
        "null",
        "[]",
        "3",
        '"text"',
        "[" * 5000,
        '{"a":' * 1500,
        "{",
        '{"type":"ping","id":"abcdefgh"',
        '{"type":"ping"}',
        '{"type":"ping","id":"short"}',
        '{"type":"ping","id":12345678}',
        '{"type":"ping","id":"abcdefgh","id":"abcdefgh"}',
        '{"type":"ping","id":"abcdefgh","more":1}',
        '{"type":"dance","id":"abcdefgh"}',
        '{"type":"watch","id":"abcdefgh","table":true}',
        '{"type":"watch","id":"abcdefgh","table":"7"}',
        '{"type":"watch","id":"abcdefgh","table":7.0}',
        '{"type":"watch","id":"abcdefgh","table":-1}',
        '{"type":"watch","id":"abcdefgh","table":1e400}',
        '{"type":"watch","id":"abcdefgh","table":NaN}',
        '{"type":"watch","id":"abcdefgh","table":' + "9" * 4000 + "}",
        '{"type":"watch","id":"abcdefgh","table":' + "9" * 5000 + "}",
        '{"type":"vote","id":"abcdefgh","table":7,"accept":1}',
        '{"type":"salt","id":"abcdefgh","table":7,"round":1,"salt":"zz"}',
        '{"type":"act","id":"abcdefgh","table":7,"action":null}',
        '{"type":"act","id":"abcdefgh","table":7,"action":[]}',
        '{"type":"act","id":"abcdefgh","table":7,"action":{"type":"play"}}',
        '{"type":"act","id":"abcdefgh","table":7,"action":{"type":"play","card":7}}',
        '{"type":"act","id":"abcdefgh","table":7,"action":{"type":"draw","card":"r7"}}',
        '{"type":"act","id":"abcdefgh","table":7,"action":{"type":"play","card":"r7","card":"r8"}}',
        '{"type":"act","id":"abcdefgh","table":7,"action":{"type":"play","card":"\\u0000"}}',
        '{"type":"act","id":"abcdefgh","table":7,"action":{"type":"play","card":"\\ud800"}}',
        '{"type":"say","id":"abcdefgh","table":7}',
        '{"type":"say","id":"abcdefgh","table":7,"phrase":"wow","reaction":"wow"}',
        '{"type":"say","id":"abcdefgh","table":7,"phrase":"what I want"}',
        '{"type":"say","id":"abcdefgh","table":7,"text":""}',
        '{"type":"say","id":"abcdefgh","table":7,"text":"\\u0000"}',
        '{"type":"say","id":"abcdefgh","table":7,"text":"\\ud800"}',
        '{"type":"say","id":"abcdefgh","table":7,"text":"' + "x" * 801 + '"}',
        '{"type":"say","id":"abcdefgh","table":7,"te\\nxt":"x"}',
        '{"type":"sit","id":"abcdefgh","table":7,"link":"a\\nb"}',
        '{"type":"__proto__","id":"abcdefgh","__proto__":{}}',
        "\ufeff{}",
    ],
)
def test_w04_anything_else_is_malformed(frame: str) -> None:
    with pytest.raises(InvalidError) as refused:
        parse_command(frame)
    assert refused.value.code == "malformed"
    assert 0 < len(refused.value.text) < 400
    refused.value.text.encode()


@given(st.binary(max_size=300))
def test_w04_no_bytes_do_more_than_be_refused(frame: bytes) -> None:
    with pytest.raises(InvalidError):
        parse_command(frame)


def test_the_id_of_a_malformed_command_is_told_where_it_can_be_made_out() -> None:
    with pytest.raises(InvalidError) as refused:
        parse_command('{"type":"dance","id":"abcdefgh"}')
    assert refused.value.facts == {"id": ID}
