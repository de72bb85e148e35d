"""How well the robots play: matches of one round, seats alternating, the share of the pot with its interval.

`python bench/robots.py GAME LEVEL OPPONENT --matches N [--seats S]`; OPPONENT is a level or "first": it plays the first
legal card (calling where it has to), and draws only when it must.
"""

import argparse
import random
import statistics
import time
from typing import Any

from app.bots.registry import ROBOTS
from app.cards.chance import Chance
from app.games.game import Game
from app.games.registry import GAMES, parse_action

ONE_ROUND: dict[str, dict[str, Any]] = {"uno": {"scoring": "singleRound"}}
"""Options under which a match is one round, where the defaults are others."""


class FirstLegal:
    """The first legal card with its call; anything else only where there is no card. It catches nobody."""

    heavy = False

    def choose(self, view: Any, seat: int, chance: int) -> Any:
        by_type: dict[str, Any] = {}
        for action in view["legal"] or []:
            by_type.setdefault(action["type"], action)
        by_type.pop("denounce", None)
        if "last_card" in by_type and ("play" in by_type or view["turn"] != seat):
            return by_type["last_card"]
        return by_type.get("play") or next((a for kind, a in by_type.items() if kind != "last_card"), None)

    def think_ms(self, view: Any, seat: int, chance: int) -> int:
        return 0


def robot(game: str, name: str) -> Any:
    return FirstLegal() if name == "first" else ROBOTS[game][name]


def one_match(game: Game, robots: list[Any], seed: int) -> Any:
    """Play as a table would: before each turn action, whoever may do something out of turn is asked."""
    rng, seats, given = random.Random(seed), len(robots), ONE_ROUND.get(game.key, {})
    options = game.options.parse(given)
    state, _ = game.deal(options, seats, Chance(b"%d" % seed))
    while game.phase(state) != "match_over":
        asked = rng.sample(range(seats), seats)
        to_act = game.to_act(state)
        answers = game.pace(state).window_ms is not None
        moved = False
        for seat in (*(seat for seat in asked if seat not in to_act), *(s for s in asked if s in to_act)):
            if game.phase(state) != "playing" or (seat in to_act and seat not in game.to_act(state)):
                break
            view = {**game.view(state, seat), "options": game.options.write(options)}
            if not view["legal"]:
                continue
            choice = robots[seat].choose(view, seat, rng.getrandbits(32))
            if choice is not None:
                action = parse_action(choice)
                state, _ = game.apply(state, seat, action)
                moved = True
                if game.waits(state, action):
                    break
        if answers and not moved:
            state, _ = game.window(state)
    return state


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=sorted(GAMES))
    parser.add_argument("level")
    parser.add_argument("opponent")
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--seats", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    words = parser.parse_args()
    game = GAMES[words.game]
    seats = words.seats or game.seats[0]
    me, other = robot(words.game, words.level), robot(words.game, words.opponent)
    shares, started = [], time.process_time()
    for number in range(words.matches):
        seat = number % seats
        state = one_match(
            game, [me if at == seat else other for at in range(seats)], words.seed + number // seats
        )
        shares.append(game.payouts(state, 60)[seat] / (60 * seats))
    mean = statistics.fmean(shares)
    error = 1.96 * statistics.stdev(shares) / len(shares) ** 0.5
    print(
        f"{words.game}, {seats} seats, {words.level} against {words.opponent}: {100 * mean:.1f} % of the pot"
        f" (95 %: {100 * (mean - error):.1f}-{100 * (mean + error):.1f}), {words.matches} matches,"
        f" {1000 * (time.process_time() - started) / words.matches:.0f} ms of CPU a match"
    )


if __name__ == "__main__":
    main()
