"""Beginning and ending: the deal, the end of a round, the end of a match."""

from dataclasses import replace

from app.cards.chance import Chance
from app.cards.notation import Card
from app.games.events import Dealt, Event, MatchEnded, RoundEnded, Turned
from app.games.match import Ending, Match, Outcome, deal_hands, places
from app.games.taki.cards import FACES
from app.games.taki.options import TakiOptions
from app.games.taki.state import Draft, State

HAND_SIZE = 8  # (2.2)


def begin_round(
    match: Match, chance: Chance, deck: tuple[Card, ...], calls: int = 0
) -> tuple[State, tuple[Event, ...]]:
    """Deal to the active seats and turn up the first card with a colour, which does nothing (2.2-2.8).

    Raises ValueError for a deck that is too small, or has no such card.
    """
    hands, dealt = deal_hands(match, deck, HAND_SIZE)
    at = next((at for at, card in enumerate(deck[dealt:], dealt) if FACES[card][0] is not None), None)
    if at is None:
        raise ValueError("there is no card to turn up")
    starter, stock = deck[at], deck[dealt:at] + deck[at + 1 :]
    if at > dealt:
        stock, chance = chance.shuffled(stock)  # what was put aside goes back (2.5)
    assert isinstance(match.options, TakiOptions)
    stages = (8,) * match.seats if match.options.format == "tournament" else None  # (18.1)
    color, figure = FACES[starter]
    state = State(
        match, chance, hands, stock, (starter,), stages, color, figure,
        1, match.first, 0, None, False, None, None, (), None, calls, (), 0,
    )  # fmt: skip
    return state, (Dealt(match.first, starter, tuple(map(len, hands))), Turned(match.first))


def end_round(draft: Draft, winners: tuple[int, ...], winner: int | None) -> None:
    """End the round for these winners, a point each; `winner` went out, or nobody did (4.6, 19.4)."""
    _clear(draft)
    match = draft.match
    points = tuple(int(seat in winners) for seat in range(match.seats))
    totals = tuple(total + more for total, more in zip(match.totals, points, strict=True))
    outcome = Outcome(winner, points, tuple((seat, draft.hands[seat]) for seat in match.active()))
    draft.events.append(RoundEnded(winner, winner is None, points, totals, outcome.hands))
    draft.match = replace(match, totals=totals, phase="round_over", outcome=outcome)
    options = draft.options
    if options.format == "first_to":
        winners = tuple(seat for seat in winners if totals[seat] >= options.hands_to_win)
    if winners:
        _end_match(draft, winners)


def end_by_leaving(draft: Draft, seat: int) -> None:
    """End the match for the only one left (20.8)."""
    _clear(draft)
    _end_match(draft, (seat,))


def leaders(draft: Draft) -> tuple[int, ...]:
    """Return who is ahead where nobody went out: by stage, then by cards in hand (4.6, 18.11)."""
    active = draft.match.active()
    best = min(_standing(draft, seat) for seat in active)
    return tuple(seat for seat in active if _standing(draft, seat) == best)


def ranking(state: Draft) -> tuple[tuple[int, ...], ...]:
    """Return the places of a finished match: by stage and cards in a tournament, else by rounds won."""
    if state.stages is None:
        return places(state.match, lambda seat: -state.match.totals[seat])
    return places(state.match, lambda seat: _standing(state, seat))


def _standing(draft: Draft, seat: int) -> tuple[int, int]:
    return (draft.stages[seat] if draft.stages else 0), len(draft.hands[seat])


def _end_match(draft: Draft, winners: tuple[int, ...]) -> None:
    draft.match = replace(draft.match, phase="match_over", ending=Ending(winners, ()))
    draft.events.append(MatchEnded(winners, ranking(draft), draft.match.totals))


def _clear(draft: Draft) -> None:
    """End everything that waits; no debt is collected, no call due any more (14.2, 15.7, 15.10)."""
    draft.penalty, draft.open_taki, draft.run, draft.duty = 0, None, False, None
    draft.window, draft.announced, draft.owes, draft.fresh, draft.passes = None, (), None, (), 0
