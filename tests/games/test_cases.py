"""The rules as data: every case of every file holds."""

import json
from pathlib import Path

import pytest

from app.games.case_file import read_cases
from app.games.scenario import main, run_case
from app.games.shedding.engine import SheddingGame

FILES = sorted((Path(__file__).parent.parent / "cases").glob("*.json"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_case_of_a_file_holds(path: Path) -> None:
    """One test a file: a thousand of them would take longer to list than to play."""
    failed = [f"{case.id}: {line}" for case in read_cases(path) if (line := run_case(case)) is not None]
    assert failed == []


SIMPLE = {
    "id": "x-1",
    "players": 2,
    "position": {"hands": [["r3", "b4", "b5"], ["b1", "b2"]], "discard": ["r7"], "stock": ["y1"]},
    "steps": [{"seat": 0, "action": {"type": "play", "card": "r3"}}],
    "expect": {"turn": 1},
}


def _file(tmp_path: Path, data: object) -> str:
    path = tmp_path / "cases.json"
    path.write_text(data if isinstance(data, str) else json.dumps(data))
    return str(path)


def _cases(*changes: dict[str, object]) -> dict[str, object]:
    return {"game": "toma2", "cases": [SIMPLE | change for change in changes]}


def test_prints_a_line_a_case_and_the_totals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = _cases({}, {"id": "x-2", "expect": {"turn": 0}})
    assert main([_file(tmp_path, data)]) == 1
    out = capsys.readouterr().out
    assert out == "ok x-1\nFAIL x-2: step 1: turn: expected 0, got 1\n1 passed, 1 failed\n"


def test_all_passed_is_status_0(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([_file(tmp_path, _cases({}))]) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "1 passed, 0 failed"


@pytest.mark.parametrize(
    ("change", "line"),
    [
        (
            {"steps": [{"seat": 0, "action": {"type": "play", "card": "b4"}}]},
            "step 1: action: expected accepted",
        ),
        ({"steps": [{"seat": 0, "action": {"type": "fly"}}]}, "step 1: action: expected accepted"),
        (
            {"steps": [{"seat": 0, "action": {"type": "play", "card": "r3"}, "rejected": True}]},
            "step 1: action: expected rejected, got accepted",
        ),
        ({"steps": [{"seat": 1, "event": "timeout"}]}, "step 1: event: expected accepted, got not_your_turn"),
        ({"steps": [{"event": "next_round"}]}, "step 1: event: expected accepted, got no_round_to_deal"),
        (
            {"steps": [], "expect": {"hands": {"0": ["r3"]}}},
            'step 0: hands: expected {"0": ["r3"]}, got {"0"',
        ),
        ({"steps": [], "expect": {"playable": {"0": ["b4"]}}}, "step 0: playable: "),
        ({"steps": [], "expect": {"can": {"0": ["draw"]}}}, 'step 0: can 0: expected ["draw"], got ["play"]'),
        ({"steps": [], "expect": {"cannot": {"0": ["play"]}}}, "step 0: cannot 0: "),
        ({"steps": [], "expect": {"melds": []}}, "step 0: melds: "),
        ({"steps": [], "expect": {"penalty": False}}, "step 0: penalty: expected false, got 0"),
        ({"expect": {"payout": [0, 0]}}, "step 1: payout: expected [0, 0], got null"),
        ({"expect": {"can": {"9": ["play"]}}}, "step 1: can 9: "),
    ],
)
def test_what_does_not_hold_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], change: dict[str, object], line: str
) -> None:
    assert main([_file(tmp_path, _cases(change))]) == 1
    assert f"FAIL x-1: {line}" in capsys.readouterr().out


def test_a_step_may_do_nothing(tmp_path: Path) -> None:
    assert (
        main([_file(tmp_path, _cases({"steps": [{}, {"expect": {"turn": 0}}], "expect": {"turn": 0}}))]) == 0
    )


def test_junk_that_must_be_rejected_is(tmp_path: Path) -> None:
    junk = [
        {"type": "play", "cards": ["r3", "b4"]},
        {"type": "challenge"},
        {"type": "play", "card": 3},
        {"type": "denounce", "seat": 1},
    ]
    steps = [
        {"seat": seat, "action": action, "rejected": True} for action in junk for seat in (0, 1, 7, None)
    ]
    assert main([_file(tmp_path, _cases({"steps": steps, "expect": {"turn": 0}}))]) == 0


@pytest.mark.parametrize(
    "data",
    [
        "{",
        "[]",
        '{"game": "toma2", "game": "toma2", "cases": []}',
        {"game": "chess", "cases": []},
        {"game": ["toma2"], "cases": []},
        {"game": "toma2"},
        {"game": "toma2", "cases": [7]},
        _cases({"id": ""}),
        _cases({"expects": {}}),
        _cases({"players": 5}),
        _cases({"players": True}),
        _cases({"players": 3}),
        _cases({"options": {"fomrat": "express"}}),
        _cases({"options": {"format": "to_61"}}),
        _cases({"options": {"stake": "much"}}),
        _cases({"deal": {"deck": ["r1"]}}),
        _cases({"position": {"hands": [["x1"], []], "discard": ["r7"]}}),
        _cases({"position": {"hands": [[], []], "discard": []}}),
        _cases({"position": {"hands": [[], []], "discard": ["r7"], "turns": 1}}),
        _cases({"position": {"hands": [[], []], "discard": ["r7"], "turn": 2}}),
        _cases({"position": {"hands": [[], []], "discard": ["r7"], "left": [1]}}),
        _cases({"position": {"hands": 7, "discard": ["r7"]}}),
        _cases({"position": {"hands": [[], 7], "discard": ["r7"]}}),
        _cases({"position": {"hands": [[], []], "discard": ["r7"], "totals": [1]}}),
        _cases({"position": {"hands": [[], []], "discard": ["r7"], "direction": 2}}),
        _cases({"position": {"hands": [[], []], "discard": ["r7"], "color": "purple"}}),
        _cases({"position": {"hands": [[], []], "discard": ["r7"], "penalty": -2}}),
        _cases({"position": {"hands": [[], []], "discard": ["r7"], "left": 1}}),
        _cases({"players": 3, "position": {"hands": [[], [], []], "discard": ["r7"], "left": [1, 1]}}),
        _cases({"position": {"hands": [[], []], "discard": ["r7"], "color": ["r"]}}),
        _cases({"position": {"hands": [[], []], "discard": ["r7"], "totals": ["a", "b"]}}),
        _cases({"position": [1]}),
        _cases({"steps": [7]}),
        _cases({"steps": [{"seat": 0, "event": ["leave"]}]}),
        _cases({"options": {"format": ["express"]}}),
        _cases({"steps": {}}),
        _cases({"steps": [{"seat": 0, "action": {"type": "draw"}, "event": "leave"}]}),
        _cases({"steps": [{"seat": 0, "action": {"type": "draw"}, "rejected": "yes"}]}),
        _cases({"steps": [{"seat": 0, "event": "leave", "deck": ["r1"]}]}),
        _cases({"steps": [{"seat": 0}]}),
        _cases({"steps": [{"action": {"type": "draw"}}]}),
        _cases({"steps": [{"seat": 0, "action": {}}]}),
        _cases({"steps": [{"event": "leave"}]}),
        _cases({"steps": [{"event": "flood"}]}),
        _cases({"steps": [{"expct": {}}]}),
        _cases({"expect": {"trun": 1}}),
        _cases({"expect": {"hands": []}}),
    ],
    ids=str,
)
def test_no_case_file_is_status_2(tmp_path: Path, capsys: pytest.CaptureFixture[str], data: object) -> None:
    assert main([_file(tmp_path, data)]) == 2
    shown = capsys.readouterr()
    assert "is no case file: " in shown.err
    assert shown.out == ""


def test_a_stake_that_the_options_refuse_is_no_case(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Situation 46 of Tongits: 14.6."""
    case: dict[str, object] = {"id": "t-1", "players": 3, "position": {"hands": [["2c"], ["3c"], ["4c"]]}}
    for stake, status in ((25, 2), (30, 0)):
        case["options"] = {"stake": stake, "stake_mode": "payment_table"}
        assert main([_file(tmp_path, {"game": "tongits", "cases": [case]})]) == status
    assert "t-1: stake: With these options the bet must be a multiple of 10." in capsys.readouterr().err


def test_a_deal_needs_enough_cards(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    case = {key: value for key, value in SIMPLE.items() if key != "position"}
    path = _file(tmp_path, {"game": "toma2", "cases": [case | {"deal": {"deck": ["r1"] * 14}}]})
    assert main([path]) == 2
    assert "too few cards" in capsys.readouterr().err


@pytest.mark.parametrize(
    "deal", [{"deck": ["r1"] * 40, "first": 2}, {"deck": ["r1"] * 40 + ["x"]}, {"deck": 3}]
)
def test_a_deal_must_make_sense(tmp_path: Path, deal: object) -> None:
    case = {key: value for key, value in SIMPLE.items() if key != "position"}
    assert main([_file(tmp_path, {"game": "toma2", "cases": [case | {"deal": deal}]})]) == 2


def test_a_crash_is_a_failed_case(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SheddingGame, "apply", lambda *_: 1 / 0)
    assert main([_file(tmp_path, _cases({}, {"id": "x-2", "steps": [], "expect": {}}))]) == 1
    out = capsys.readouterr().out
    assert out.startswith("FAIL x-1: step 1: error: expected none, got ZeroDivisionError")
    assert out.endswith("ok x-2\n1 passed, 1 failed\n")


def test_a_missing_file_is_status_2(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nowhere.json"]) == 2
    assert main([]) == 2
    assert "nowhere.json is no case file: it can't be read" in capsys.readouterr().err
