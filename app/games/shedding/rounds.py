"""Beginning and ending: the deal with its starter, the end of a round, the end of a match."""

from dataclasses import replace

from app.cards.chance import Chance
from app.cards.notation import Card
from app.games.events import (
    Dealt,
    Event,
    MatchEnded,
    Penalty,
    Reversed,
    RoundEnded,
    Skipped,
    Turned,
    WindowClosed,
)
from app.games.match import Ending, Match, Outcome, deal_hands
from app.games.shedding.rules import Rules
from app.games.shedding.scoring import hand_points, ranking
from app.games.shedding.state import Draft, State

EVENTS = (Dealt, MatchEnded, Penalty, Reversed, RoundEnded, Skipped, Turned, WindowClosed)


def begin_round(
    rules: Rules, match: Match, chance: Chance, deck: tuple[Card, ...], windows: int = 0
) -> tuple[State, tuple[Event, ...]]:
    """Deal the deck to the active seats; the starter has its effect. Only `match` carries over (T14.4).

    Raises ValueError for a deck too small to deal.
    """
    first = match.first
    hands, dealt = deal_hands(match, deck, rules.hand_size)
    starter = deck[dealt]
    state = State(
        match, chance, hands, deck[dealt + 1 :], (starter,), (), rules.faces[starter].color,
        1, first, 0, (), None, False, (), None, windows, 0,
    )  # fmt: skip
    draft = Draft(state)
    draft.events.append(Dealt(first, starter, tuple(len(hand) for hand in hands)))
    _turn_up(rules, draft, starter)
    return draft.frozen()


def _turn_up(rules: Rules, draft: Draft, starter: Card) -> None:
    face = rules.faces[starter]
    first, events = draft.turn, draft.events
    draft.choosing = face.color is None  # (T4.4, T4.6)
    if face.draws:  # as if just played at the first player; pending from the start (T4.2, T4.4)
        draft.penalty, draft.bill = face.draws, ((None, starter),)
        events.append(Penalty(first, face.draws))
    elif face.effect == "skip":  # (T4.3)
        events.append(Skipped(first))
        draft.turn = draft.match.next_seat(first, 1)
    elif face.effect == "reverse":  # the dealer seat, just before the first player, begins (T4.5)
        events.append(Reversed(-1))
        draft.direction = -1
        draft.turn = draft.match.next_seat(first, -1)
    events.append(Turned(draft.turn))


def end_round(rules: Rules, draft: Draft, winner: int | None) -> None:
    """End the round: `winner` went out, or nobody did. Pending sum and calls are dropped (T12.2, T11.4)."""
    _clear(draft)
    match = draft.match
    active = match.active()
    points = tuple(
        hand_points(rules, hand) if seat in active else 0 for seat, hand in enumerate(draft.hands)
    )  # (T13.3)
    totals = tuple(total + more for total, more in zip(match.totals, points, strict=True))
    outcome = Outcome(winner, points, tuple((seat, draft.hands[seat]) for seat in active))
    draft.events.append(RoundEnded(winner, winner is None, points, totals, outcome.hands))
    draft.match = replace(match, totals=totals, phase="round_over", outcome=outcome)
    ending = rules.ending(draft.match)
    if ending is not None:
        _end_match(draft, ending)


def end_by_leaving(draft: Draft, seat: int) -> None:
    """End the match at once: the last one at the table wins, whatever the totals (T15.4)."""
    _clear(draft)
    _end_match(draft, Ending((seat,), ()))


def _end_match(draft: Draft, ending: Ending) -> None:
    draft.match = replace(draft.match, phase="match_over", ending=ending)
    draft.events.append(MatchEnded(ending.winners, ranking(draft.match), draft.match.totals))


def _clear(draft: Draft) -> None:
    if draft.window is not None:  # (T11.5c)
        draft.events.append(WindowClosed(draft.window.seat))
    draft.window, draft.announced = None, ()
    draft.penalty, draft.bill = 0, ()
    draft.drawn, draft.choosing, draft.passes = None, False, 0
