"""A shedding game as the rest of the house sees it (`app.games.game.Game`)."""

from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from functools import cache
from typing import Any

from app.cards.chance import Chance
from app.cards.notation import Card
from app.games import codec
from app.games.actions import Accept, Action, Challenge, Draw, Pass, Play, Take
from app.games.codec import JSON
from app.games.events import Event
from app.games.game import Pace, Refusal, RefusedError
from app.games.match import Match
from app.games.match_game import MatchGame
from app.games.options import Options, OptionSet
from app.games.refusals import NO_ROUND_TO_DEAL, NOT_YOUR_TURN
from app.games.shedding import legality, moves, rounds
from app.games.shedding.position import position
from app.games.shedding.rules import Rules
from app.games.shedding.scoring import ranking
from app.games.shedding.state import Draft, State
from app.games.shedding.view import SheddingView, view

_PACE = Pace()


class SheddingGame(MatchGame):
    """The engine with a set of rules for each choice of options. Holds nothing but constants."""

    def __init__(
        self,
        key: str,
        seats: tuple[int, int],
        options: OptionSet[Any],
        rules: Callable[[Any], Rules],
        actions: tuple[type[Action], ...] = legality.ACTIONS,
        events: tuple[type[Event], ...] = moves.EVENTS + rounds.EVENTS,
    ) -> None:
        self.key = key
        self.name_key = f"game.{key}"
        self.seats = seats
        self.options = options
        self.rules: Callable[[Options], Rules] = cache(rules)
        self._latest: tuple[Options, Rules] = (options.default, self.rules(options.default))
        self.actions = actions
        self.events = events
        self.view_shape = SheddingView

    def _rules(self, state: State) -> Rules:
        options, rules = self._latest
        if state.match.options is not options:  # comparing options by value takes a tenth of an action's time
            options = state.match.options
            rules = self.rules(options)
            self._latest = options, rules
        return rules

    def deck(self, options: Options, seats: int) -> tuple[Card, ...]:
        """Return all cards: as many packs as that many players need (E2)."""
        rules = self.rules(options)
        return rules.deck * rules.packs(seats)

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
        """Begin a match with the seat that the rules find by chance, or with `first`."""
        rules = self.rules(options)
        told: tuple[Event, ...] = ()
        if first is None:
            first, chance, told = rules.begins(rules, seats, chance)
        match = Match(options, seats, (), (0,) * seats, 1, first, "playing", None, None)
        return rounds.begin_round(rules, match, chance, deck, told)

    def next_round(
        self, state: State, chance: Chance, *, deck: tuple[Card, ...] | None = None
    ) -> tuple[State, tuple[Event, ...]]:
        """Deal again: the deal moves one active seat clockwise (U1.4, C1.5), or the first turn does (T14.1)."""
        match, rules = state.match, self._rules(state)
        if match.phase != "round_over":
            raise RefusedError(NO_ROUND_TO_DEAL)
        before = match.next_seat(state.dealer, 1) if rules.deal_moves else match.first
        first = match.next_seat(before, 1)
        match = replace(match, round=match.round + 1, first=first, phase="playing", outcome=None)
        return rounds.begin_round(rules, match, chance, deck, windows=state.windows)

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the seat whose turn it is."""
        return (state.turn,) if state.match.phase == "playing" else ()

    def pace(self, state: State) -> Pace:
        """Return a turn's whole time: a denounce window ends with the next turn action, not with time (T11.5)."""
        return _PACE

    def hold(self, state: State) -> Hashable | None:
        """Return the number of the open window (T11.6)."""
        return None if state.window is None else state.windows

    def waits(self, state: State, action: Action) -> bool:
        """Tell whether the action is a card, a draw, a take, a pass or an answer (T11.5a, U11.4)."""
        return isinstance(action, Play | Draw | Take | Pass | Accept | Challenge)

    def legal(self, state: State, seat: int) -> tuple[Action, ...]:
        """Return the legal actions of the seat in canonical order."""
        return legality.legal(self._rules(state), state, seat)

    def check(self, state: State, seat: int | None, action: Action) -> Refusal | None:
        """Return None where the action is legal, else why not."""
        return legality.check(self._rules(state), state, seat, action)

    def apply(self, state: State, seat: int | None, action: Action) -> tuple[State, tuple[Event, ...]]:
        """Do a legal action; RefusedError for any other."""
        rules = self._rules(state)
        if refusal := legality.check(rules, state, seat, action):
            raise RefusedError(refusal)
        assert seat is not None
        draft = Draft(state)
        moves.act(rules, draft, seat, action)
        return draft.frozen()

    def view(self, state: State, viewer: int | None) -> JSON:
        """Return what the viewer may know (`app.games.shedding.view.SheddingView`)."""
        return view(self._rules(state), state, viewer)

    def timeout(self, state: State, seat: int) -> tuple[State, tuple[Event, ...]]:
        """Do what T15.6 says; RefusedError where the clock of this seat does not run."""
        if seat not in self.to_act(state):
            raise RefusedError(NOT_YOUR_TURN)
        return moves.time_out(self._rules(state), state).frozen()

    def leave(self, state: State, seat: int) -> tuple[State, tuple[Event, ...]]:
        """Take the seat out of the match (T15.2-T15.5); no change after its end (T15.10) or for a leaver."""
        match = state.match
        if match.phase == "match_over" or seat not in match.active():
            return state, ()
        return moves.leave(self._rules(state), state, seat).frozen()

    def ranking(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Return the places: ascending totals (T13.9)."""
        return ranking(self._rules(state), state.match)

    def cards(self, state: State) -> tuple[Card, ...]:
        """Return the cards of hands, stock and discards (T2.5)."""
        return (*(card for hand in state.hands for card in hand), *state.stock, *state.pile, *state.buried)

    def facts(self, state: State) -> Mapping[str, JSON]:
        """Return who may be denounced, and the suit in force."""
        return {"window": None if state.window is None else state.window.seat, "suit": state.color}

    def position(self, options: Options, seats: int, position_: Mapping[str, JSON]) -> State:
        """Return the situation that a rule case describes; InvalidError for nonsense."""
        return position(self.rules(options), options, seats, position_)

    def read_state(self, data: JSON) -> State:
        """Return the state that `write_state` wrote; InvalidError for anything else."""
        return codec.read(State, data, ((Options, self.options.cls),))
