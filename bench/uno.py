"""CPU time of one action of UNO with two players who lay the first legal card: ours and rlcard's, in turns.

Ours: legal, apply with its events, whole frozen states; a match is one round. rlcard's: its bare game (legal, step
with the next player's state), and its environment, which encodes states for learning. Dealing is counted in all three.
"""

import argparse
import statistics
import time
from collections.abc import Callable

import rlcard
from engine import one_match
from rlcard.games.uno import Game as Bare

from app.games.registry import GAMES


def ours(number: int) -> int:
    """Play a round; return how many actions it took."""
    return one_match(GAMES["uno"], 2, number, {"scoring": "singleRound", "deck": 108})


def bare(number: int) -> int:
    game = Bare(num_players=2)
    game.np_random.seed(number)
    game.init_game()
    actions = 0
    while not game.is_over():
        game.step(game.get_legal_actions()[0])
        actions += 1
    return actions


ENVIRONMENT = rlcard.make("uno")


def environment(number: int) -> int:
    ENVIRONMENT.seed(number)
    state, _ = ENVIRONMENT.reset()
    actions = 0
    while not ENVIRONMENT.is_over():
        state, _ = ENVIRONMENT.step(next(iter(state["legal_actions"])))
        actions += 1
    return actions


def cost(play: Callable[[int], int], first: int, rounds: int) -> float:
    """Return microseconds of CPU an action."""
    started = time.process_time()
    actions = sum(play(first + number) for number in range(rounds))
    return (time.process_time() - started) / actions * 1e6


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=300, help="rounds in a pass")
    parser.add_argument("--passes", type=int, default=9)
    words = parser.parse_args()
    costs: dict[Callable[[int], int], list[float]] = {ours: [], bare: [], environment: []}
    for number in range(words.passes):
        for play, found in costs.items():
            found.append(cost(play, number * words.rounds, words.rounds))
    for play, found in costs.items():
        ratios = [other / own for other, own in zip(found, costs[ours], strict=True)]
        print(
            f"uno, 2 seats, {play.__name__}: {statistics.median(found):.1f} microseconds of CPU an action"
            f" ({min(found):.1f}-{max(found):.1f}); against ours {statistics.median(ratios):.2f}"
        )


if __name__ == "__main__":
    main()
