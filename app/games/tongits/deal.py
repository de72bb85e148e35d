"""How a hand begins."""

from app.cards.notation import Card
from app.games.events import Dealt, Event, Turned
from app.games.match import Match, deal_hands
from app.games.tongits.state import State


def begin_hand(
    match: Match, deck: tuple[Card, ...], previous_winner: int | None, pot: int
) -> tuple[State, tuple[Event, ...]]:
    """Deal thirteen cards to the dealer and twelve to the others; nothing is turned up (2.7, 2.8).

    Raises ValueError for a deck too small to deal, or one that puts a card into a hand twice.
    """
    hands, dealt = deal_hands(match, deck, 12)
    dealer = match.first
    hands = tuple((*hand, deck[dealt]) if seat == dealer else hand for seat, hand in enumerate(hands))
    if any(len(set(hand)) < len(hand) for hand in hands):
        raise ValueError("a hand has a card twice")  # (1.1)
    state = State(
        match, hands, deck[dealt + 1 :], (), (), (), dealer, "discard", False, (), False, None, None,
        previous_winner, pot,
    )  # fmt: skip
    return state, (Dealt(dealer, None, tuple(map(len, hands))), Turned(dealer))
