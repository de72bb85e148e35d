"""How a hand begins."""

from app.cards.notation import Card
from app.games.events import Dealt, Event, Turned
from app.games.match import Match, deal_hands
from app.games.tongits.state import State


def begin_hand(
    match: Match, deck: tuple[Card, ...], previous_winner: int | None, pot: int
) -> tuple[State, tuple[Event, ...]]:
    """Deal thirteen cards to the dealer and twelve to the others; nothing is turned up (2.7, 2.8).

    Raises ValueError for a deck too small to deal, or with a card that is in it twice.
    """
    if len(set(deck)) < len(deck):
        raise ValueError("a card is in the deck twice")  # (1.1)
    hands, dealt = deal_hands(match, deck, 12)
    dealer = match.first
    hands = tuple((*hand, deck[dealt]) if seat == dealer else hand for seat, hand in enumerate(hands))
    state = State(
        match, hands, deck[dealt + 1 :], (), (), (), dealer, "discard", False, (), False, None, None,
        previous_winner, pot,
    )  # fmt: skip
    return state, (Dealt(dealer, None, tuple(map(len, hands))), Turned(dealer))
