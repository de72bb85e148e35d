from dataclasses import dataclass
from typing import Annotated, Any, Literal

import pytest

from app.errors import InvalidError
from app.games.options import Bounds, Options, OptionSet, Preset


@dataclass(frozen=True, slots=True)
class Sample(Options):
    scoring: Literal["one", "many"] = "one"
    call: bool = True
    target: Annotated[int, Bounds(1, 500)] = 100


SAMPLE = OptionSet(Sample, (Preset("quick", {}, 2), Preset("long", {"scoring": "many", "target": 200}, 4)))


def test_declared() -> None:
    assert SAMPLE.declared() == [
        {"name": "scoring", "kind": "choice", "values": ["one", "many"], "default": "one"},
        {"name": "call", "kind": "flag", "default": True},
        {"name": "target", "kind": "number", "min": 1, "max": 500, "default": 100},
    ]
    assert SAMPLE.quick.name == "quick"


def test_parse_and_differs() -> None:
    assert SAMPLE.parse({}) == SAMPLE.default == Sample()
    options = SAMPLE.parse({"target": 500, "call": False})
    assert options == Sample("one", False, 500)
    assert SAMPLE.differs(options) == [("call", False), ("target", 500)]
    assert SAMPLE.parse(SAMPLE.write(options)) == options
    assert SAMPLE.differs(SAMPLE.default) == []


@pytest.mark.parametrize(
    ("data", "option"),
    [
        ({"scoring": "none"}, "scoring"),
        ({"scoring": ["one"]}, "scoring"),
        ({"scoring": None}, "scoring"),
        ({"call": 1}, "call"),
        ({"call": "true"}, "call"),
        ({"target": 0}, "target"),
        ({"target": 501}, "target"),
        ({"target": True}, "target"),
        ({"target": 100.0}, "target"),
        ({"strange": 1}, "strange"),
        ({"x" * 400: 1}, "x" * 40),
    ],
)
def test_what_is_not_allowed_is_refused(data: dict[str, Any], option: str) -> None:
    with pytest.raises(InvalidError) as refused:
        SAMPLE.parse(data)
    assert refused.value.code == "bad_option"
    assert refused.value.facts == {"option": option}


def test_a_preset_with_a_slip_is_found_at_once() -> None:
    with pytest.raises(InvalidError):
        OptionSet(Sample, (Preset("quick", {"targt": 5}, 2),))


def test_an_option_of_another_kind_is_found_at_once() -> None:
    @dataclass(frozen=True, slots=True)
    class Odd(Options):
        name: str = "x"

    with pytest.raises(TypeError):
        OptionSet(Odd, (Preset("quick", {}, 2),)).declared()
