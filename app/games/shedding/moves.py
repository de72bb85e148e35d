"""What happens: each function changes a draft by one legal action, or by what the table tells the game."""

from dataclasses import replace
from functools import lru_cache

from app.cards.notation import Card
from app.games.actions import Action, Choose, Denounce, Draw, LastCard, Pass, Play, Take
from app.games.events import (
    Announced,
    Denounced,
    Drew,
    Event,
    Left,
    Named,
    Passed,
    Played,
    Reshuffled,
    Reversed,
    TimedOut,
    WindowOpened,
)
from app.games.shedding.legality import layable
from app.games.shedding.rounds import end_by_leaving, end_round
from app.games.shedding.rules import Face, Move, Rules
from app.games.shedding.state import Draft, State, Window
from app.games.shedding.steps import (
    begin_action,
    begin_turn,
    can_draw,
    close_window,
    draw_cards,
    end_turn,
    take_all,
)


def act(rules: Rules, draft: Draft, seat: int, action: Action) -> None:
    """Do a legal action."""
    kind = type(action)
    move = _MOVES.get(kind) or rules.own_actions[kind][1]
    move(rules, draft, seat, action)


def time_out(rules: Rules, state: State) -> Draft:
    """Do the one thing that the rules do for the seat to act when its clock runs out (T15.6, C11.2)."""
    draft, seat = Draft(state), state.turn
    hand = state.hands[seat]
    draft.events.append(TimedOut(seat))
    if state.choosing:  # the turn goes on
        _choose(rules, draft, seat, Choose(_favourite(rules, hand)))
    elif state.penalty:  # a wild draw four is accepted (U8.5)
        take_all(draft, seat)
        end_turn(draft, seat)
    elif state.drawn is not None:
        _pass(rules, draft, seat)
    elif can_draw(state):  # one, even with a matching card in hand
        _draw_one(draft, seat)
        end_turn(draft, seat)
    elif fitting := [card for card in hand if card in layable(rules, state)]:
        _play(rules, draft, seat, _first_play(rules, hand, fitting[0]))
    else:
        _pass(rules, draft, seat)  # counts for a blocked round (T10.5)
    return draft


def leave(rules: Rules, state: State, seat: int) -> Draft:
    """Take an active seat out of a match that is not over (T15.2-T15.5, T15.10)."""
    draft = Draft(state)
    draft.events.append(Left(seat))
    draft.buried += draft.hands[seat]  # unseen under the discards, in hand order (T15.2)
    draft.set_hand(seat, ())
    draft.match = match = replace(state.match, left=(*state.match.left, seat))
    if not rules.leavers_keep_points:
        totals = match.totals
        draft.match = match = replace(match, totals=(*totals[:seat], 0, *totals[seat + 1 :]))  # (U15.2)
    draft.announced = tuple(other for other in draft.announced if other != seat)
    draft.passes = 0  # there is something to draw again
    if draft.window is not None and draft.window.seat == seat:
        close_window(draft)  # (T11.5c)
    active = match.active()
    if len(active) == 1:
        end_by_leaving(rules, draft, active[0])  # (T15.4)
    elif match.phase == "playing" and draft.turn == seat:
        draft.drawn = None  # it went with the hand; sum, naming, doubt pass on as they are (T15.3, U15.3)
        begin_turn(draft, match.next_seat(seat, draft.direction))
    return draft


def _play(rules: Rules, draft: Draft, seat: int, action: Play) -> None:
    if action.last_card and seat not in draft.announced:
        _announce(draft, seat)
    begin_action(draft)
    card, hand, before = action.card, draft.hands[seat], draft.color
    # Of equal cards the drawn one goes where it was drawn, else the one held longest (T15.6: hand order).
    at = len(hand) - 1 if draft.drawn is not None else hand.index(card)
    hand = hand[:at] + hand[at + 1 :]
    draft.set_hand(seat, hand)
    face = rules.faces[card]
    draft.pile = (card, *draft.pile)
    draft.drawn, draft.passes = None, 0
    goes_out = not hand and card not in rules.no_finish  # (E25)
    named = None
    if not face.wild:
        draft.color = face.color
    else:  # with a last card none is used (T9.1)
        named = draft.color = None if goes_out else action.color or action.suit
    draft.events.append(_played(seat, card, len(hand), named))
    if goes_out:
        if rules.final_draws:
            _final_draws(rules, draft, seat, card, before)
        end_round(rules, draft, seat)  # at once, whatever the card does (T12.1-T12.4)
        return
    if len(hand) == 1 and rules.calls and card not in rules.no_call:
        _open_window(rules, draft, seat)
    _effect(rules, draft, seat, card, face, before)


def _open_window(rules: Rules, draft: Draft, seat: int) -> None:
    """Let the seat be denounced; not if it has called, where a wrong denouncing is refused (T11.5, U11.4)."""
    if rules.wrong_denounce or seat not in draft.announced:
        draft.window = Window(seat, ())
        draft.windows += 1
        draft.events.append(WindowOpened(seat))


def _effect(rules: Rules, draft: Draft, seat: int, card: Card, face: Face, before: str | None) -> None:
    """Do what the card does, and hand the turn on."""
    if face.draws:  # (T7.1, T7.7, T8.4)
        draft.penalty += face.draws
        draft.bill = (*draft.bill, (seat, card))
    if card in rules.hooks and rules.hooks[card](rules, draft, seat, before):
        begin_turn(draft, seat)
        return
    skips = face.effect == "skip"  # (T7.2, T7.3)
    if face.effect == "reverse":
        draft.direction = -draft.direction  # (T7.4)
        draft.events.append(Reversed(draft.direction))
        skips = len(draft.match.left) == draft.match.seats - 2  # of two, its player is on again (T7.5, T15.5)
    elif face.forces:  # without a choice (U7.1, C5.1, C5.2)
        draw_cards(draft, draft.match.next_seat(seat, draft.direction), face.forces, "penalty")
        skips = True
    end_turn(draft, seat, skips)


def _final_draws(rules: Rules, draft: Draft, seat: int, card: Card, before: str | None) -> None:
    """Let the others draw what a last card still makes them draw, the whole sum without a choice (U12.2-U12.5)."""
    face = rules.faces[card]
    if due := draft.penalty + face.draws + face.forces:
        draw_cards(draft, draft.match.next_seat(seat, draft.direction), due, "penalty")
    if card in rules.hooks:
        rules.hooks[card](rules, draft, seat, before)


def _draw(rules: Rules, draft: Draft, seat: int, action: Draw) -> None:
    fitting = layable(rules, draft)
    several = rules.until_playable and fitting.isdisjoint(draft.hands[seat])  # (U6.6, C7.1)
    card = _draw_one(draft, seat)
    while several and card not in fitting and can_draw(draft):
        card = _draw_one(draft, seat)
    if card in fitting:
        draft.drawn = card  # to be played or kept (T6.4)
    else:
        end_turn(draft, seat)  # by itself (T6.5, C7.3)


def _draw_one(draft: Draft, seat: int) -> Card:
    begin_action(draft)
    draft.passes = 0
    (card,) = draw_cards(draft, seat, 1, "turn")
    return card


def _take(rules: Rules, draft: Draft, seat: int, action: Action) -> None:
    take_all(draft, seat)
    if not rules.play_after_taking:  # (M1.5)
        end_turn(draft, seat)  # (T8.8)


def _pass(rules: Rules, draft: Draft, seat: int, action: Action | None = None) -> None:
    begin_action(draft)
    forced = draft.drawn is None
    draft.drawn = None
    draft.passes = draft.passes + 1 if forced else 0
    draft.events.append(Passed(seat, forced))
    if draft.passes == len(draft.match.active()):
        end_round(rules, draft, None)  # blocked (T10.5)
    else:
        end_turn(draft, seat)


def _choose(rules: Rules, draft: Draft, seat: int, action: Choose) -> None:
    draft.color, draft.choosing = action.color, False
    draft.events.append(Named(seat, action.color))


def _last_card(rules: Rules, draft: Draft, seat: int, action: LastCard) -> None:
    _announce(draft, seat)
    if draft.window is not None and draft.window.seat == seat:
        close_window(draft)  # a late call (U11.4)


def _denounce(rules: Rules, draft: Draft, seat: int, action: Denounce) -> None:
    caught = action.seat not in draft.announced
    draft.events.append(Denounced(action.seat, seat, caught))
    if caught:  # the card laid stands, and no turn is lost (T11.8)
        close_window(draft)
        draw_cards(draft, action.seat, rules.missed_call, "denounced")
    else:  # open still for the others (T11.9)
        assert draft.window is not None
        draft.window = Window(action.seat, (*draft.window.by, seat))
        draw_cards(draft, seat, rules.wrong_denounce, "denounced")


def _announce(draft: Draft, seat: int) -> None:
    draft.announced = tuple(sorted((*draft.announced, seat)))
    draft.events.append(Announced(seat))


def _first_play(rules: Rules, hand: tuple[Card, ...], card: Card) -> Play:
    """Return the play of the card; a wild names what the rest of the hand has most of (C11.2)."""
    if not rules.faces[card].wild:
        return Play(card)
    at = hand.index(card)
    return rules.play(card, _favourite(rules, hand[:at] + hand[at + 1 :]))


def _favourite(rules: Rules, hand: tuple[Card, ...]) -> str:
    """Return the colour held most, in a tie the first (T15.6)."""
    held = [rules.faces[card].color for card in hand]
    return max(rules.colors, key=held.count)


_played = lru_cache(4096)(Played)  # many are alike, and finding one is quicker than making one
_MOVES: dict[type[Action], Move] = {
    Play: _play,
    Draw: _draw,
    Take: _take,
    Pass: _pass,
    Choose: _choose,
    LastCard: _last_card,
    Denounce: _denounce,
}
EVENTS: tuple[type[Event], ...] = (
    Announced, Denounced, Drew, Left, Named, Passed, Played, Reshuffled, TimedOut, WindowOpened,
)  # fmt: skip
"""What moves tell of, beside what begins and ends a round."""
