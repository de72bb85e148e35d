"""Rule cases as they stand in a file: read strictly, so that a slip in a case can't pass for a success."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.cards.chance import Chance
from app.errors import AppError, InvalidError
from app.games.codec import JSON
from app.games.game import Game, State
from app.games.registry import GAMES

_CASE = {"id", "title", "clauses", "players", "options", "position", "deal", "steps", "expect"}
_STEP = {"seat", "action", "rejected", "event", "deck", "expect"}
_EVENTS = {"leave": True, "timeout": True, "window": False, "next_round": False}
"""What the table may tell a game, and whether it is told of a seat."""
_BY_SEAT = {"hands", "playable", "can", "cannot", "count"}
EXPECT = _BY_SEAT | {
    "turn", "top", "color", "suit", "direction", "penalty", "counts", "stock", "discards", "phase",
    "round_winner", "round_points", "totals", "winners", "payout", "announced", "window",
    "open_taki", "duty", "stages", "melds", "open", "blocked", "ending",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Case:
    """One case: where it starts, its steps, and what holds after the last of them."""

    id: str
    game: Game
    start: State
    bet: int
    steps: tuple[Mapping[str, JSON], ...]
    expect: Mapping[str, JSON]


def chance_for(case_id: str, round_: int) -> Chance:
    """Return the chance of a case's round: always the same, known to everybody."""
    return Chance(f"case/{case_id}/{round_}".encode())


def read_cases(path: Path) -> list[Case]:
    """Return the cases of a file.

    Raises InvalidError ("no_case_file") with a sentence that says what is wrong with it.
    """
    try:
        data = json.loads(path.read_text(encoding="utf-8"), object_pairs_hook=_no_doubles)
    except OSError as error:
        raise _bad(f"it can't be read ({error.strerror})") from None
    except (ValueError, RecursionError) as error:
        raise _bad(f"it is no JSON ({error})") from None
    _keys(data, {"game", "cases"}, "the file")
    game = GAMES.get(data["game"]) if isinstance(data.get("game"), str) else None
    if game is None:
        raise _bad(f"game must be one of {', '.join(GAMES)}")
    if not isinstance(data.get("cases"), list):
        raise _bad("cases must be a list")
    return [_case(game, number, case) for number, case in enumerate(data["cases"], 1)]


def _case(game: Game, number: int, data: JSON) -> Case:
    case_id = data.get("id") if isinstance(data, dict) else None
    if not isinstance(case_id, str) or not case_id or not case_id.isprintable():
        raise _bad(f"case {number} has no id")
    try:
        _keys(data, _CASE, "the case")
        options = dict(_of(dict, data, "options", {}))
        bet = options.pop("stake", 6000)
        if type(bet) is not int or bet < 0:
            raise _bad("stake must be a whole number")
        chosen = game.options.parse(options)
        if refusal := game.check_bet(chosen, bet):
            raise _bad(f"stake: {refusal.text}")
        steps = _of(list, data, "steps", [])
        for at, step in enumerate(steps, 1):
            _check_step(step, at)
        expect = _of(dict, data, "expect", {})
        _check_expect(expect)
        start = _start(game, case_id, chosen, data)
    except AppError as error:
        raise _bad(f"{case_id}: {error.text}") from None
    return Case(case_id, game, start, bet, tuple(steps), expect)


def _start(game: Game, case_id: str, options: Any, data: Mapping[str, JSON]) -> State:
    players = data.get("players")
    if type(players) is not int or not game.seats[0] <= players <= game.seats[1]:
        raise _bad(f"players must be a number from {game.seats[0]} to {game.seats[1]}")
    if ("position" in data) == ("deal" in data):
        raise _bad("it needs either a position or a deal")
    if "position" in data:
        return game.position(options, players, _of(dict, data, "position"))
    deal = _of(dict, data, "deal")
    _keys(deal, {"deck", "first"}, "deal")
    first = deal.get("first", 0)
    if type(first) is not int or not 0 <= first < players:
        raise _bad("first must be a seat")
    deck = _of(list, deal, "deck")
    if strange := [card for card in deck if card not in game.deck(options, players)]:
        raise _bad(f"{strange[0]!s:.20} is no card of this game")
    try:
        return game.deal(options, players, chance_for(case_id, 1), deck=tuple(deck), first=first)[0]
    except ValueError as error:
        raise _bad(str(error)) from None


def _check_step(step: JSON, at: int) -> None:
    where = f"step {at}"
    _keys(step, _STEP, where)
    if "action" in step:
        if not isinstance(step["action"], dict) or not isinstance(step["action"].get("type"), str):
            raise _bad(f"{where}: an action has a type")
        if "seat" not in step or "event" in step or "deck" in step:
            raise _bad(f"{where}: an action needs a seat, and goes without event and deck")
    elif "event" in step:
        event = step["event"]
        if not isinstance(event, str) or event not in _EVENTS:
            raise _bad(f"{where}: event must be one of {', '.join(_EVENTS)}")
        if (type(step.get("seat")) is int) != _EVENTS[event] or "rejected" in step:
            raise _bad(f"{where}: leave and timeout need a seat, others none, and none can be rejected")
        if "deck" in step and event != "next_round":
            raise _bad(f"{where}: only next_round has a deck")
        _of(list, step, "deck", [])
    elif step.keys() - {"expect"}:  # nothing at all is a step too: what holds at the start is looked at
        raise _bad(f"{where}: it needs an action or an event")
    if not isinstance(step.get("rejected", False), bool):
        raise _bad(f"{where}: rejected must be true or false")
    _check_expect(_of(dict, step, "expect", {}), f"{where}: ")


def _check_expect(expect: Mapping[str, JSON], where: str = "") -> None:
    _keys(expect, EXPECT, f"{where}expect")
    for key in _BY_SEAT & expect.keys():
        if not isinstance(expect[key], dict) or not all(seat.isdecimal() for seat in expect[key]):
            raise _bad(f"{where}{key} must be by seat")


def _of(kind: type, data: Mapping[str, JSON], key: str, default: JSON = None) -> Any:
    value = data.get(key, default)
    if not isinstance(value, kind):
        raise _bad(f"{key} must be {'a list' if kind is list else 'an object'}")
    return value


def _keys(data: JSON, known: Iterable[str], what: str) -> None:
    if not isinstance(data, dict):
        raise _bad(f"{what} must be an object")
    if unknown := data.keys() - set(known):
        raise _bad(f"{what} has an unknown key, {min(unknown)!r:.40}")


def _no_doubles(pairs: list[tuple[str, JSON]]) -> dict[str, JSON]:
    data = dict(pairs)
    if len(data) != len(pairs):
        raise ValueError("a key stands twice in one object")
    return data


def _bad(text: str) -> InvalidError:
    return InvalidError("no_case_file", text)
