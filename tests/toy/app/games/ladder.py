"""Ladder (docs/rules/ladder.md): lay a card whose rank is next to the top's, or draw."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from app.cards.chance import Chance
from app.cards.notation import Card
from app.games import codec
from app.games.actions import Action, Draw, Pass, Play, write_action
from app.games.codec import JSON
from app.games.events import (
    Dealt,
    Drew,
    Event,
    Left,
    MatchEnded,
    Passed,
    Played,
    RoundEnded,
    TimedOut,
    Turned,
)
from app.games.game import Refusal, RefusedError
from app.games.match import Ending, Match, Outcome, deal_hands, places
from app.games.match_game import MatchGame
from app.games.match_view import MatchView, match_view, own_seat
from app.games.options import Options, OptionSet, Preset
from app.games.refusals import (
    DRAW_FIRST,
    NOT_IN_HAND,
    NOT_IN_THIS_GAME,
    NOT_YOUR_TURN,
    NOTHING_TO_DRAW,
    out_of_play,
)
from app.games.situation import bad, read_cards, read_hands, read_match, read_turn

RANKS = "A23456789TJQK"
DECK: tuple[Card, ...] = tuple(rank + suit for suit in "shdc" for rank in RANKS)
NOT_NEXT = Refusal("does_not_fit", "Its rank is not next to that of the top.")
ONE_ROUND = Refusal("no_round_to_deal", "A match is one round.")


@dataclass(frozen=True, slots=True)
class LadderOptions(Options):
    """Whether ace and king are neighbours (L2)."""

    ring: bool = True


@dataclass(frozen=True, slots=True)
class State:
    """One moment of a match; the first card of a pile is its top. What is secret is not in the `repr`."""

    match: Match
    hands: tuple[tuple[Card, ...], ...] = field(repr=False)
    stock: tuple[Card, ...] = field(repr=False)
    pile: tuple[Card, ...]
    turn: int
    passes: int
    """How many have passed in a row (L6)."""


class LadderView(MatchView):
    """The game as one viewer may know it."""

    turn: int | None
    stock: int
    discards: int
    top: Card
    hand: list[Card] | None
    legal: list[JSON] | None
    reasons: dict[Card, str] | None
    """For each card of the own hand that can't be played: the code of the refusal."""


def fits(options: Options, card: Card, top: Card) -> bool:
    """Tell whether the ranks are next to each other (L2, L3)."""
    assert isinstance(options, LadderOptions)
    apart = abs(RANKS.index(card[0]) - RANKS.index(top[0]))
    return apart == 1 or (options.ring and apart == len(RANKS) - 1)


class Ladder(MatchGame):
    """The rules. Holds nothing but constants."""

    key = "ladder"
    name_key = "game.ladder"
    seats = (2, 5)
    options = OptionSet(LadderOptions, (Preset("ring", {}, 2), Preset("straight", {"ring": False}, 4)))
    actions = (Play, Draw, Pass)
    events = (Dealt, Drew, Left, MatchEnded, Passed, Played, RoundEnded, TimedOut, Turned)
    view_shape = LadderView

    # ---- dealing

    def deck(self, options: Options, seats: int) -> tuple[Card, ...]:
        """Return the pack (L1)."""
        return DECK

    def deal(
        self,
        options: Options,
        seats: int,
        chance: Chance,
        *,
        deck: tuple[Card, ...] | None = None,
        first: int | None = None,
        carried: JSON = None,
    ) -> tuple[State, tuple[Event, ...]]:
        """Begin a match (L1)."""
        first = chance.first(seats) if first is None else first
        match = Match(options, seats, (), (0,) * seats, 1, first, "playing", None, None)
        deck = deck or chance.deck(DECK)
        hands, dealt = deal_hands(match, deck, 5)
        state = State(match, hands, deck[dealt + 1 :], deck[dealt : dealt + 1], first, 0)
        return state, (Dealt(first, deck[dealt], tuple(map(len, hands))), Turned(first))

    def next_round(self, state: State, chance: Chance, *, deck: tuple[Card, ...] | None = None) -> Any:
        """Refuse: a match is one round."""
        raise RefusedError(ONE_ROUND)

    # ---- what may be done

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the seat whose turn it is."""
        return (state.turn,) if state.match.phase == "playing" else ()

    def waits(self, state: State, action: Action) -> bool:
        """Return True: every action ends a turn."""
        return True

    def legal(self, state: State, seat: int) -> tuple[Action, ...]:
        """Return the legal actions of the seat."""
        if self.to_act(state) != (seat,):
            return ()
        every = (*map(Play, dict.fromkeys(state.hands[seat])), Draw(), Pass())
        return tuple(action for action in every if self.check(state, seat, action) is None)

    def check(self, state: State, seat: int | None, action: Action) -> Refusal | None:
        """Return None where the action is legal, else why not."""
        if refusal := out_of_play(state.match, seat):
            return refusal
        if seat != state.turn:
            return NOT_YOUR_TURN
        match action:
            case Play(card, color=None, suit=None, last_card=False):
                if card not in state.hands[seat]:
                    return NOT_IN_HAND
                return None if fits(state.match.options, card, state.pile[0]) else NOT_NEXT  # (L3)
            case Draw():
                return None if state.stock else NOTHING_TO_DRAW
            case Pass():
                return DRAW_FIRST if state.stock else None  # (L4)
        return NOT_IN_THIS_GAME

    # ---- doing it

    def apply(self, state: State, seat: int | None, action: Action) -> tuple[State, tuple[Event, ...]]:
        """Do a legal action; RefusedError for any other."""
        if refusal := self.check(state, seat, action):
            raise RefusedError(refusal)
        assert seat is not None
        hand = state.hands[seat]
        happened: Event
        if isinstance(action, Play):
            at = hand.index(action.card)
            hand, pile = hand[:at] + hand[at + 1 :], (action.card, *state.pile)
            state = replace(state, hands=_put(state.hands, seat, hand), pile=pile, passes=0)
            happened = Played(seat, action.card, len(hand))
        elif isinstance(action, Draw):
            drawn, stock = state.stock[:1], state.stock[1:]
            state = replace(state, hands=_put(state.hands, seat, hand + drawn), stock=stock, passes=0)
            happened = Drew(seat, drawn, "turn")
        else:
            state = replace(state, passes=state.passes + 1)
            happened = Passed(seat, forced=True)
        return self._go_on(state, happened)

    def timeout(self, state: State, seat: int) -> tuple[State, tuple[Event, ...]]:
        """Draw or pass (L7)."""
        if seat not in self.to_act(state):
            raise RefusedError(NOT_YOUR_TURN)
        after, events = self.apply(state, seat, Draw() if state.stock else Pass())
        return after, (TimedOut(seat), *events)

    def leave(self, state: State, seat: int) -> tuple[State, tuple[Event, ...]]:
        """Take a seat out of the match (L8)."""
        match = state.match
        if match.phase == "match_over" or seat not in match.active():
            return state, ()
        match = replace(match, left=(*match.left, seat))
        stock = state.stock + state.hands[seat]
        state = replace(state, match=match, hands=_put(state.hands, seat, ()), stock=stock, passes=0)
        if len(match.active()) == 1:
            state = replace(
                state, match=replace(match, phase="match_over", ending=Ending(match.active(), ()))
            )
            return state, (Left(seat), self._ended(state))
        if seat != state.turn:
            return state, (Left(seat),)
        state = replace(state, turn=match.next_seat(seat, 1))
        return state, (Left(seat), Turned(state.turn))

    def _go_on(self, state: State, happened: Event) -> tuple[State, tuple[Event, ...]]:
        match, seat = state.match, state.turn
        out, blocked = not state.hands[seat], state.passes == len(match.active())
        if not out and not blocked:
            state = replace(state, turn=match.next_seat(seat, 1))
            return state, (happened, Turned(state.turn))
        points = tuple(map(len, state.hands))
        fewest = min(points[each] for each in match.active())
        winners = tuple(each for each in match.active() if points[each] == fewest)  # (L5, L6)
        hands = tuple((each, state.hands[each]) for each in match.active() if state.hands[each])
        outcome = Outcome(seat if out else None, points, hands)
        match = replace(match, phase="match_over", totals=points, outcome=outcome, ending=Ending(winners, ()))
        state = replace(state, match=match)
        ended = RoundEnded(outcome.winner, blocked, points, points, hands)
        return state, (happened, ended, self._ended(state))

    def _ended(self, state: State) -> Event:
        return MatchEnded(self.result(state).winners, self.ranking(state), state.match.totals)

    # ---- what is known

    def ranking(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Return the places: the fewer cards, the better."""
        return places(state.match, state.match.totals.__getitem__)

    def view(self, state: State, viewer: int | None) -> JSON:
        """Return what the viewer may know."""
        seat = own_seat(state.match, viewer)
        hand = () if seat is None else state.hands[seat]
        refused = {card: self.check(state, seat, Play(card)) for card in hand}
        view: LadderView = {
            **match_view(state.match, state.hands, self.ranking(state)),
            "turn": state.turn if state.match.phase == "playing" else None,
            "stock": len(state.stock),
            "discards": len(state.pile),
            "top": state.pile[0],
            "hand": None if seat is None else list(hand),
            "legal": None if seat is None else [write_action(each) for each in self.legal(state, seat)],
            "reasons": None if seat is None else {card: why.code for card, why in refused.items() if why},
        }
        return view

    def cards(self, state: State) -> tuple[Card, ...]:
        """Return the cards of hands, stock and discards."""
        return (*(card for hand in state.hands for card in hand), *state.stock, *state.pile)

    # ---- cases and logs

    def position(self, options: Options, seats: int, position: Mapping[str, JSON]) -> State:
        """Return the situation that a rule case describes; InvalidError for nonsense."""
        if unknown := position.keys() - {"hands", "stock", "discard", "turn", "left", "dealer"}:
            raise bad(f"{min(unknown)} is no key of a position")
        match = read_match(options, seats, position)
        hands = read_hands(DECK, seats, position)
        stock = read_cards(DECK, position.get("stock", []), "stock")
        pile = read_cards(DECK, position.get("discard"), "discard")
        if not pile:
            raise bad("discard must have a card")
        return State(match, hands, stock, pile, read_turn(match, position), 0)

    def read_state(self, data: JSON) -> State:
        """Return the state that `write_state` wrote; InvalidError for anything else."""
        return codec.read(State, data, ((Options, LadderOptions),))


def _put(hands: tuple[tuple[Card, ...], ...], seat: int, hand: tuple[Card, ...]) -> Any:
    return (*hands[:seat], hand, *hands[seat + 1 :])


LADDER = Ladder()
