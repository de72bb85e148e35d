"""CPU time of the pure engine for one action: legal, choose the first, apply with its events. `make bench`."""

import argparse
import statistics
import time
from typing import Any

from app.cards.chance import Chance
from app.games.registry import GAMES


def one_match(game: Any, seats: int, number: int, chosen: dict[str, Any] | None = None) -> int:
    """Play a match by first legal actions, which lay a card where one fits; return how many actions it took."""
    options = game.options.parse(chosen or {})
    state, _ = game.deal(options, seats, Chance(number.to_bytes(8, "big")))
    actions = 0
    while game.phase(state) == "playing":
        seat = game.to_act(state)[0]
        state, _ = game.apply(state, seat, game.legal(state, seat)[0])
        actions += 1
    return actions


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="toma2", choices=sorted(GAMES))
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--matches", type=int, default=300, help="matches in a pass")
    parser.add_argument("--passes", type=int, default=7)
    words = parser.parse_args()
    game, costs = GAMES[words.game], []
    one_match(game, words.seats, 0)
    for number in range(words.passes):
        started = time.process_time()
        actions = sum(
            one_match(game, words.seats, number * words.matches + match) for match in range(words.matches)
        )
        costs.append((time.process_time() - started) / actions * 1e6)
    print(
        f"{words.game}, {words.seats} seats: {statistics.median(costs):.1f} microseconds of CPU an action"
        f" ({min(costs):.1f}-{max(costs):.1f}, {words.passes} passes of {words.matches} matches)"
    )


if __name__ == "__main__":
    main()
