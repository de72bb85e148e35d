"""What all minds share: what is worth pondering, what is sure, dealing the unseen, and how good it is to be ahead."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import exp
from typing import Any

from app.bots.dice import Dice
from app.cards.notation import Card
from app.games.codec import JSON
from app.games.match import Match

Cards = tuple[Card, ...]


def turn_choices(view: JSON, seat: int, thumb: JSON, kinds: frozenset[str]) -> list[JSON]:
    """Return the legal actions of these kinds where the seat has the turn and one of them to choose; else `thumb`."""
    if view["turn"] != seat or thumb["type"] not in kinds:
        return [thumb]
    return [action for action in view["legal"] if action["type"] in kinds]


def match_so_far(view: JSON, options: Any) -> Match:
    """Return the match that the view shows, in the middle of a round."""
    return Match(
        options, len(view["counts"]), tuple(view["left"]), tuple(view["totals"]), view["round"], view["first"],
        "playing", None, None,
    )  # fmt: skip


def deal_unseen(
    deck: Iterable[Card], seen: Iterable[Card], sizes: Sequence[int], dice: Dice
) -> tuple[list[Cards], Cards]:
    """Return hands of these sizes made of the cards not seen, and what is left of them, all in any order."""
    unseen = Counter(deck)
    unseen.subtract(seen)
    cards = dice.shuffled(unseen.elements())
    hands, at = [], 0
    for size in sizes:
        hands.append(tuple(cards[at : at + size]))
        at += size
    return hands, tuple(cards[at:])


def share_won(match: Match, seat: int) -> float | None:
    """Return the share of the pot, or of a match that goes on whether its round was won; None while the round runs."""
    if match.ending is not None:
        return (seat in match.ending.winners) / len(match.ending.winners)
    return None if match.outcome is None else float(match.outcome.winner == seat)


def odds(distances: Mapping[int, float], seat: int, step: float) -> float:
    """Return the seat's chance to be the first at the goal; one unit less to go is worth a factor exp(step)."""
    nearest = min(distances.values())
    chances = {other: exp(step * (nearest - distance)) for other, distance in distances.items()}
    return chances[seat] / sum(chances.values())
