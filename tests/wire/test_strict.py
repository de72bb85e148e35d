"""The one reader of JSON: bounds hold wherever a value stands (W-04, decided 27)."""

import json
from typing import Any

import pytest

from app.wire.strict import Bounds, read_json

NARROW = Bounds(digits=3, text=5, one_line=True)
WIDE = Bounds(digits=18)
GOOD: list[Any] = [None, True, 999, -999, 1.5, "abcde", "", "é", [[]], {"a": {"b": [1, "x"]}}]
NARROW_ONLY: list[Any] = [1000, -1000, "abcdef", "a\nb", "a\x7fb"]
BAD: list[Any] = [10**18, -(10**18), "a\0", "\ud800"]


def within(value: Any) -> list[Any]:
    """The value in every place where one may stand."""
    nested = [value, [value], {"a": value}, [[1, value]], {"a": [{"b": value}]}]
    return [*nested, {value: 1}] if isinstance(value, str) else nested


@pytest.mark.parametrize("value", GOOD, ids=repr)
def test_what_is_clear_is_read(value: Any) -> None:
    for placed in within(value):
        for bounds in (NARROW, WIDE):
            assert read_json(json.dumps(placed), bounds) == placed
            assert read_json(json.dumps(placed).encode(), bounds) == placed


@pytest.mark.parametrize("value", NARROW_ONLY + BAD, ids=ascii)
def test_what_is_out_of_bounds_is_refused_wherever_it_stands(value: Any) -> None:
    for placed in within(value):
        with pytest.raises(ValueError, match=r"."):
            read_json(json.dumps(placed), NARROW)
        if value in NARROW_ONLY:
            assert read_json(json.dumps(placed), WIDE) == placed
        else:
            with pytest.raises(ValueError, match=r"."):
                read_json(json.dumps(placed), WIDE)


def test_what_a_person_types_has_its_own_bounds_under_its_own_key() -> None:
    bounds = Bounds(digits=3, text=5, one_line=True, typed=frozenset({"t"}))
    assert read_json('{"t": "many\\nlines", "u": "short"}', bounds) == {"t": "many\nlines", "u": "short"}
    for text in ('{"t": ["a\\nb"]}', '{"u": "a\\nb"}', '{"t": "a\\u0000"}', '{"t": "\\ud800"}'):
        with pytest.raises(ValueError, match=r"."):
            read_json(text, bounds)


@pytest.mark.parametrize(
    "text",
    [
        '{"a":1,"a":1}',
        '[{"a":{"b":1,"b":2}}]',
        "NaN",
        "[-Infinity]",
        "1e999",
        "[" * 40 + "]" * 40,
        "[" * 100_000,
    ],
    ids=lambda text: text[:12],
)
def test_what_readers_take_for_different_things_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_json(text, WIDE)
