"""What outlasts a turn in every game: who plays, totals, rounds, how they ended. Nothing in it is secret."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from app.cards.notation import Card
from app.games.events import Hands
from app.games.game import Phase
from app.games.options import Options


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a round ended. `hands` are those left over, without the leavers' (T17.6)."""

    winner: int | None
    """None: the round was blocked (T10.5)."""
    points: tuple[int, ...]
    hands: Hands


@dataclass(frozen=True, slots=True)
class Ending:
    """Who wins the match, and whom the rules show as losers."""

    winners: tuple[int, ...]
    losers: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Match:
    """What outlasts a turn; nothing in it is secret."""

    options: Options
    seats: int
    left: tuple[int, ...]
    """Seats that have left, in the order of leaving (T13.9)."""
    totals: tuple[int, ...]
    round: int
    """1 for the first."""
    first: int
    """The first player of this round (T14.1)."""
    phase: Phase
    outcome: Outcome | None
    """Of this round, once it has ended; None too where leaving ended the match (T15.4)."""
    ending: Ending | None
    """Once the match is over."""

    def active(self) -> tuple[int, ...]:
        """Return the seats still in the match."""
        return tuple(seat for seat in range(self.seats) if seat not in self.left)

    def next_seat(self, seat: int, direction: int) -> int:
        """Return the next active seat that way; the seat itself if there is no other."""
        seat = (seat + direction) % self.seats
        while seat in self.left:
            seat = (seat + direction) % self.seats
        return seat

    def order_from(self, seat: int, direction: int = 1) -> tuple[int, ...]:
        """Return the active seats in turn order that way, this one first if it is active."""
        seats = ((seat + direction * step) % self.seats for step in range(self.seats))
        return tuple(each for each in seats if each not in self.left)


def places(match: Match, order: Callable[[int], Any]) -> tuple[tuple[int, ...], ...]:
    """Return the places of a finished match, none for any other.

    Winners, then the other seats by `order`, the least first and equal ones sharing a place, then leavers, the
    latest first (T13.9).
    """
    if match.ending is None:
        return ()
    winners = match.ending.winners
    rest = sorted((seat for seat in match.active() if seat not in winners), key=order)
    shared = (tuple(seats) for _, seats in groupby(rest, key=order))
    return (winners, *shared, *((seat,) for seat in reversed(match.left)))


def deal_hands(match: Match, deck: tuple[Card, ...], size: int) -> tuple[tuple[tuple[Card, ...], ...], int]:
    """Return the hands, dealt one card at a time from the first player on (T3.2), and how many cards were dealt.

    Raises ValueError for a deck that leaves no card to turn up.
    """
    order = match.order_from(match.first)
    dealt = size * len(order)
    if len(deck) <= dealt:
        raise ValueError("there are too few cards to deal")
    hands: list[tuple[Card, ...]] = [()] * match.seats
    for place, seat in enumerate(order):
        hands[seat] = deck[place : dealt : len(order)]
    return tuple(hands), dealt
