"""CPU time of dividing a hand of thirteen cards, by how many melds it holds. `make bench`."""

import random
import statistics
import time

from app.cards.decks import suit_deck
from app.cards.melds import divide
from app.cards.notation import Card

_HANDS, _PASSES = 1000, 9
_DECK = suit_deck()
_KINDS: dict[str, list[Card]] = {
    "any cards": list(_DECK),
    "three suits from 5 to 9": [card for card in _DECK if card[0] in "56789" and card[1] != "c"],
    "four ranks in a row": [card for card in _DECK if card[0] in "6789"],
    "twelve cards in three fours, and a ten": [card for card in _DECK if card[0] in "789" or card == "Tc"],
}


def main() -> None:
    chance = random.Random(1)
    for name, cards in _KINDS.items():
        hands = [chance.sample(cards, 13) for _ in range(_HANDS)]
        costs = []
        for _ in range(_PASSES):
            started = time.process_time()
            for hand in hands:
                divide(hand)
            costs.append((time.process_time() - started) / _HANDS * 1e6)
        print(f"dividing 13 cards, {name}: {statistics.median(costs):.1f} microseconds of CPU", end="")
        print(f" ({min(costs):.1f}-{max(costs):.1f}, {_PASSES} passes of {_HANDS} hands)")


if __name__ == "__main__":
    main()
