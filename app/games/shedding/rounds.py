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
from app.games.shedding.scoring import ranking
from app.games.shedding.state import Draft, State
from app.games.shedding.steps import close_window, draw_cards

EVENTS = (Dealt, MatchEnded, Penalty, Reversed, RoundEnded, Skipped, Turned, WindowClosed)


def begin_round(
    rules: Rules,
    match: Match,
    chance: Chance,
    deck: tuple[Card, ...] | None,
    told: tuple[Event, ...] = (),
    windows: int = 0,
) -> tuple[State, tuple[Event, ...]]:
    """Deal the deck, or one shuffled by `chance`, to the active seats; the starter has its effect.

    Only `match` carries over (T14.4); `told` is what was told before.

    Raises ValueError for a deck too small to deal.
    """
    first, players = match.first, len(match.active())
    deck = deck or chance.deck(rules.deck * rules.packs(players))
    hands, dealt = deal_hands(match, deck, rules.hand_size(players))
    at = next((at for at in range(dealt, len(deck)) if deck[at] not in rules.put_back), None)
    if at is None:
        raise ValueError("there is no card that can start")
    starter, stock = deck[at], deck[at + 1 :]
    if at > dealt:  # what can't start goes back, shuffled into the stock (U4.6, C2.1)
        stock, chance = chance.shuffled(deck[dealt:at] + stock)
    face = rules.faces[starter]
    state = State(
        match, match.next_seat(first, -1), chance, hands, stock, (starter,), (), None if face.wild else face.color,
        1, first, 0, (), None, face.wild, None, None, (), None, windows, 0,
    )  # fmt: skip
    draft = Draft(state)
    draft.events += (*told, Dealt(first, starter, tuple(len(hand) for hand in hands)))
    _turn_up(rules, draft, starter)
    return draft.frozen()


def _turn_up(rules: Rules, draft: Draft, starter: Card) -> None:
    face = rules.faces[starter]
    first, events = draft.turn, draft.events
    if face.draws:  # as if just played at the first player; pending from the start (T4.2, T4.4)
        draft.penalty, draft.bill = face.draws, ((None, starter),)
        events.append(Penalty(first, face.draws))
    elif face.forces:  # (U4.2, C2.3)
        draw_cards(draft, first, face.forces, "starter")
        events.append(Skipped(first))
        draft.turn = draft.match.next_seat(first, 1)
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
    points = rules.score(rules, draft, winner)
    totals = tuple(total + more for total, more in zip(match.totals, points, strict=True))
    outcome = Outcome(winner, points, tuple((seat, draft.hands[seat]) for seat in active))
    draft.events.append(RoundEnded(winner, winner is None, points, totals, outcome.hands))
    draft.match = replace(match, totals=totals, phase="round_over", outcome=outcome)
    ending = rules.ending(draft.match)
    if ending is not None:
        _end_match(rules, draft, ending)


def end_by_leaving(rules: Rules, draft: Draft, seat: int) -> None:
    """End the match at once: the last one at the table wins, whatever the totals (T15.4)."""
    _clear(draft)
    _end_match(rules, draft, Ending((seat,), ()))


def _end_match(rules: Rules, draft: Draft, ending: Ending) -> None:
    draft.match = replace(draft.match, phase="match_over", ending=ending)
    draft.events.append(MatchEnded(ending.winners, ranking(rules, draft.match), draft.match.totals))


def _clear(draft: Draft) -> None:
    close_window(draft)  # (T11.5c)
    draft.announced = ()
    draft.penalty, draft.bill = 0, ()
    draft.drawn, draft.choosing, draft.passes = None, False, 0
    draft.doubt = draft.shown = None
