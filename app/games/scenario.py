"""Replays rule cases on the real engine: `python -m app.games.scenario FILE...` (tests/cases/README.md)."""

import json
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from app.errors import AppError, InvalidError
from app.games.actions import Play
from app.games.case_file import Case, chance_for, read_cases
from app.games.codec import JSON
from app.games.game import Game, State
from app.games.registry import parse_action

_ANY_ORDER = {"winners", "announced", "left", "open", "blocked"}


class _Mismatch(Exception):  # noqa: N818 - a finding about a case, not an error of the program
    """What was expected and what was got."""

    def __init__(self, key: str, expected: JSON, got: JSON) -> None:
        super().__init__(f"{key}: expected {_text(expected)}, got {_text(got)}")


def run_case(case: Case) -> str | None:
    """Return None where all that the case expects holds, else `step N: KEY: expected X, got Y`.

    N counts from 1; what is expected at the end counts as the last step's.
    """
    state, at = case.start, 0
    try:
        for at, step in enumerate(case.steps, 1):  # noqa: B007 - used when a step fails
            state = _step(case, state, step)
            _compare(case, state, step.get("expect", {}))
        _compare(case, state, case.expect)
    except _Mismatch as mismatch:
        return f"step {at}: {mismatch}"
    except Exception as error:  # a crash is a failed case, and the others still count
        return f"step {at}: error: expected none, got {type(error).__name__}: {error}"
    return None


def main(paths: Sequence[str]) -> int:
    """Print a line a case and the totals; return 0, or 1 if a case failed, 2 if a file is no case file."""
    if not paths:
        sys.stderr.write("usage: python -m app.games.scenario FILE...\n")
        return 2
    cases: list[Case] = []
    broken = False
    for path in paths:
        try:
            cases += read_cases(Path(path))
        except InvalidError as error:
            sys.stderr.write(f"{path} is no case file: {error.text}\n")
            broken = True
    if broken:
        return 2
    failed = 0
    for case in cases:
        failure = run_case(case)
        failed += failure is not None
        sys.stdout.write(f"ok {case.id}\n" if failure is None else f"FAIL {case.id}: {failure}\n")
    sys.stdout.write(f"{len(cases) - failed} passed, {failed} failed\n")
    return 1 if failed else 0


def _step(case: Case, state: State, step: Mapping[str, JSON]) -> State:
    game = case.game
    if "action" in step:
        after, refused = _act(game, state, step["seat"], step["action"])
        if refused is None and step.get("rejected"):
            raise _Mismatch("action", "rejected", "accepted")
        if refused is not None and not step.get("rejected"):
            raise _Mismatch("action", "accepted", refused)
        return after
    event = step.get("event")
    try:
        if event == "leave":
            return game.leave(state, step["seat"])[0]
        if event == "timeout":
            return game.timeout(state, step["seat"])[0]
        if event == "window":
            return game.window(state)[0]
        if event == "next_round":
            deck = tuple(step["deck"]) if "deck" in step else None
            round_ = game.view(state, None)["round"] + 1
            return game.next_round(state, chance_for(case.id, round_), deck=deck)[0]
    except AppError as error:
        raise _Mismatch("event", "accepted", f"{error.code}: {error.text}") from None
    return state


def _act(game: Game, state: State, seat: int | None, data: JSON) -> tuple[State, str | None]:
    """Return the state after the action and why it was refused, if it was; nothing changes then."""
    try:
        return game.apply(state, seat, parse_action(data))[0], None
    except AppError as error:
        return state, f"{error.code}: {error.text}"


def _compare(case: Case, state: State, expect: Mapping[str, JSON]) -> None:
    for key, expected in expect.items():
        if key in ("can", "cannot"):
            _compare_types(case.game, state, key, expected)
            continue
        got = _fact(case, state, key, expected)
        if key in ("hands", "playable"):
            expected = {seat: sorted(cards) for seat, cards in expected.items()}  # noqa: PLW2901
        elif key == "melds" and isinstance(expected, list):
            expected, got = _unordered(expected), _unordered(got)  # noqa: PLW2901
        elif key in _ANY_ORDER and isinstance(expected, list):
            expected, got = sorted(expected), sorted(got)  # noqa: PLW2901
        if got != expected or type(got) is not type(expected):
            raise _Mismatch(key, expected, got)


def _compare_types(game: Game, state: State, key: str, expected: Mapping[str, Sequence[str]]) -> None:
    for seat, types in expected.items():
        legal = sorted({action.type for action in game.legal(state, int(seat))})
        if any((action in legal) != (key == "can") for action in types):
            raise _Mismatch(f"{key} {seat}", list(types), legal)


def _fact(case: Case, state: State, key: str, expected: JSON) -> JSON:
    game, view = case.game, case.game.view(state, None)
    if key == "hands":
        return {seat: sorted(game.view(state, int(seat))["hand"] or []) for seat in expected}
    if key == "playable":
        return {seat: _playable(game, state, int(seat)) for seat in expected}
    if key == "count":
        counts = game.facts(state).get("count", {})
        return {seat: counts.get(seat) for seat in expected}
    if key == "payout":
        over = game.phase(state) == "match_over"
        return list(game.payouts(state, case.bet)) if over else None
    result = game.result(state)
    facts = {
        "round_winner": result.round_winner,
        "round_points": list(result.round_points),
        "winners": list(result.winners),
        **view,
        **game.facts(state),
    }
    if key not in facts:
        raise _Mismatch(key, expected, f"{game.key} has no such thing")
    return facts[key]


def _unordered(melds: Sequence[JSON]) -> list[JSON]:
    """Return the melds in the order laid, the cards of each in one order; face up where nothing is said."""
    return [{"face_down": False, **meld, "cards": sorted(meld["cards"])} for meld in melds]


def _playable(game: Game, state: State, seat: int) -> list[str]:
    return sorted({action.card for action in game.legal(state, seat) if isinstance(action, Play)})


def _text(value: JSON) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
