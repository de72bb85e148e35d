"""Writes rule cases from random play: `python -m tests.games.make_cases GAME N SEED` (tests/cases/README.md).

They say what the engine does, not what the rules say: a first stock to read through, clauses to be added, and a check
that the loader of cases understands all that a game can be asked.
"""

import json
import random
import sys
from collections.abc import Sequence
from itertools import islice
from typing import Any

from app.games.actions import Action, write_action
from app.games.case_file import EXPECT, chance_for
from app.games.game import Game
from app.games.registry import GAMES
from tests.games.families import family_of
from tests.games.random_play import Setting, Step, play, settings_of

BET = 6000
MOST = 150  # steps of a case


def make_cases(key: str, count: int, seed: int) -> dict[str, Any]:
    """Return a case file with cases of so many matches; options and seats go round."""
    found = settings_of(GAMES[key], 0)
    rng = random.Random(seed)
    rng.shuffle(found)
    return {
        "game": key,
        "cases": [
            _case(found[number % len(found)], f"{key}-random-{seed}-{number}") for number in range(count)
        ],
    }


def _case(setting: Setting, case_id: str) -> dict[str, Any]:
    game, rng = setting.game, random.Random(case_id)
    decks: dict[int, list[str]] = {}
    first = rng.randrange(setting.seats)

    def deals(round_: int) -> Any:
        decks[round_] = list(game.deck(setting.options, setting.seats))
        rng.shuffle(decks[round_])
        return chance_for(case_id, round_), tuple(decks[round_]), first

    match = list(islice(play(setting, rng.getrandbits(32), deals=deals), MOST))
    steps: list[dict[str, Any]] = []
    for step in match[1:]:
        told = _told(game, step, decks)
        if rng.random() < 0.2:
            told["expect"] = _some(facts(game, step.after), rng)
        steps.append(told)
        if rng.random() < 0.1 and (refused := _refused(game, step.after, rng)):
            steps.append(refused)
    return {
        "id": case_id,
        "title": f"Random play: {setting}",
        "clauses": [],
        "players": setting.seats,
        "options": {**dict(game.options.differs(setting.options)), "stake": BET},
        "deal": {"deck": decks[1], "first": first},
        "steps": steps,
        "expect": facts(game, match[-1].after),
    }


def _told(game: Game, step: Step, decks: dict[int, list[str]]) -> dict[str, Any]:
    if step.action is not None:
        return {"seat": step.seat, "action": write_action(step.action)}
    if step.kind == "next_round":
        return {"event": "next_round", "deck": decks[game.view(step.after, None)["round"]]}
    return {"event": step.kind} if step.kind == "window" else {"event": step.kind, "seat": step.seat}


def _refused(game: Game, state: Any, rng: random.Random) -> dict[str, Any] | None:
    """Return something that a seat asks for and must not have."""
    seat = rng.randrange(len(state.hands))
    tried = list(islice(family_of(game).candidates(game, state, seat, rng), 400))
    refused: list[Action] = [action for action in tried if game.check(state, seat, action) is not None]
    if not refused:
        return None
    return {"seat": seat, "action": write_action(rng.choice(refused)), "rejected": True}


def facts(game: Game, state: Any) -> dict[str, Any]:
    """Return everything that a case may expect of a state, from views, result and facts."""
    public, result = game.view(state, None), game.result(state)
    own = {
        str(seat): view
        for seat in range(len(state.hands))
        if (view := game.view(state, seat))["legal"] is not None
    }
    types = {seat: sorted({action["type"] for action in view["legal"]}) for seat, view in own.items()}
    plays = {
        seat: [action for action in view["legal"] if action["type"] == "play"] for seat, view in own.items()
    }
    every = {cls.type for cls in game.actions}
    known: dict[str, Any] = {
        **public,
        "round_winner": result.round_winner,
        "round_points": list(result.round_points),
        "winners": list(result.winners),
        **game.facts(state),
        "hands": {seat: view["hand"] for seat, view in own.items()},
        "playable": {seat: sorted({action["card"] for action in each}) for seat, each in plays.items()},
        "can": types,
        "cannot": {seat: sorted(every - set(each)) for seat, each in types.items()},
        "payout": list(game.payouts(state, BET)) if game.phase(state) == "match_over" else None,
    }
    return {key: value for key, value in known.items() if key in EXPECT}


def _some(known: dict[str, Any], rng: random.Random) -> dict[str, Any]:
    return {key: known[key] for key in rng.sample(sorted(known), 4)}


def main(words: Sequence[str]) -> int:
    """Write a case file to standard output; return 2 where the words make no sense."""
    if len(words) != 3 or words[0] not in GAMES or not all(word.isdecimal() for word in words[1:]):
        sys.stderr.write("usage: python -m tests.games.make_cases GAME N SEED\n")
        return 2
    made = make_cases(words[0], int(words[1]), int(words[2]))
    lines = ",\n ".join(json.dumps(case, ensure_ascii=False) for case in made["cases"])
    sys.stdout.write(f'{{"game": "{made["game"]}", "cases": [\n {lines}\n]}}\n')
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
