"""TAKI as the rest of the house sees it (`app.games.game.Game`)."""

from collections.abc import Hashable, Mapping
from dataclasses import replace

from app.cards.chance import Chance
from app.cards.notation import Card
from app.games import codec
from app.games.actions import Action
from app.games.codec import JSON
from app.games.events import Event
from app.games.game import Pace, Refusal, RefusedError
from app.games.match import Match
from app.games.match_game import MatchGame
from app.games.options import Options
from app.games.refusals import NO_ROUND_TO_DEAL, NOT_YOUR_TURN
from app.games.taki import legality, moves, rounds, window
from app.games.taki.cards import DECK
from app.games.taki.events import EVENTS
from app.games.taki.options import OPTIONS, TakiOptions
from app.games.taki.position import position
from app.games.taki.state import Draft, State
from app.games.taki.view import TakiView, view

_TURN, _MORE, _WINDOW = Pace(), Pace(extends=True), Pace(window_ms=5000)  # (20.1, 12.4)
Step = tuple[State, tuple[Event, ...]]


class Taki(MatchGame):
    """The game. Holds nothing but constants."""

    key = "taki"
    name_key = "game.taki"
    seats = (2, 10)  # (2.1)
    options = OPTIONS
    actions = legality.ACTIONS
    events = EVENTS
    view_shape = TakiView

    def deck(self, options: TakiOptions, seats: int) -> tuple[Card, ...]:
        """Return the 116 cards (1.2)."""
        return DECK

    def deal(
        self,
        options: TakiOptions,
        seats: int,
        chance: Chance,
        *,
        deck: tuple[Card, ...] | None = None,
        first: int | None = None,
        carried: JSON = None,
    ) -> Step:
        """Begin a match at `first`, else one seat on from the last match, else at a random seat (2.6)."""
        if first is None:
            first = chance.first(seats) if carried is None else carried["first"]
        match = Match(options, seats, (), (0,) * seats, 1, first, "playing", None, None)
        return rounds.begin_round(match, chance, deck or chance.deck(DECK))

    def carry(self, state: State, bet: int) -> JSON:
        """Return who begins the next match (2.6)."""
        return {"first": (state.match.first + 1) % state.match.seats}

    def next_round(self, state: State, chance: Chance, *, deck: tuple[Card, ...] | None = None) -> Step:
        """Deal again, beginning one active seat further on (2.6)."""
        match = state.match
        if match.phase != "round_over":
            raise RefusedError(NO_ROUND_TO_DEAL)
        first = match.next_seat(match.first, 1)
        match = replace(match, round=match.round + 1, first=first, phase="playing", outcome=None)
        return rounds.begin_round(match, chance, deck or chance.deck(DECK), state.calls)

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the seat whose turn it is; while a +3 waits all others, whatever they hold or answered (21.3)."""
        if state.match.phase != "playing":
            return ()
        if state.window is None:
            return (state.turn,)
        return tuple(seat for seat in state.match.active() if seat != state.window.by)

    def pace(self, state: State) -> Pace:
        """Return a turn's time, more within a turn, or the fixed time of a window (12.4, 20.1)."""
        if state.window is not None:
            return _WINDOW
        return _MORE if state.run or state.duty else _TURN

    def hold(self, state: State) -> Hashable | None:
        """Return the number of the call that is owed (15.4)."""
        return None if state.owes is None else state.calls

    def waits(self, state: State, action: Action) -> bool:
        """Tell whether the action is a turn action (15.4)."""
        return isinstance(action, moves.TURN_ACTIONS)

    def legal(self, state: State, seat: int) -> tuple[Action, ...]:
        """Return the legal actions of the seat in canonical order."""
        return legality.legal(state, seat)

    def check(self, state: State, seat: int | None, action: Action) -> Refusal | None:
        """Return None where the action is legal, else why not."""
        return legality.check(state, seat, action)

    def apply(self, state: State, seat: int | None, action: Action) -> Step:
        """Do a legal action; RefusedError for any other."""
        if refusal := legality.check(state, seat, action):
            raise RefusedError(refusal)
        assert seat is not None
        draft = Draft(state)
        moves.act(draft, seat, action)
        return draft.frozen()

    def view(self, state: State, viewer: int | None) -> JSON:
        """Return what the viewer may know (`app.games.taki.view.TakiView`)."""
        return view(state, viewer)

    def timeout(self, state: State, seat: int) -> Step:
        """Do what 20.2 says; RefusedError where no clock of this seat runs, as in a window (20.3)."""
        if state.window is not None or seat not in self.to_act(state):
            raise RefusedError(NOT_YOUR_TURN)
        return moves.time_out(state).frozen()

    def leave(self, state: State, seat: int) -> Step:
        """Take the seat out of the match (20.6-20.11); no change after its end or for a leaver."""
        if state.match.phase == "match_over" or seat not in state.match.active():
            return state, ()
        return moves.leave(state, seat).frozen()

    def window(self, state: State) -> Step:
        """End the wait for answers to a +3 (20.3); no change where none waits (15.4)."""
        if state.window is None:
            return state, ()
        draft = Draft(state)
        window.unanswered(draft)
        return draft.frozen()

    def ranking(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Return the places (18.11)."""
        return rounds.ranking(state)

    def cards(self, state: State) -> tuple[Card, ...]:
        """Return the cards of hands, stock and discards (1.2)."""
        return (*(card for hand in state.hands for card in hand), *state.stock, *state.pile)

    def facts(self, state: State) -> Mapping[str, JSON]:
        """Return whether a +3 waits."""
        return {"window": None if state.window is None else "+3"}

    def position(self, options: TakiOptions, seats: int, position_: Mapping[str, JSON]) -> State:
        """Return the situation that a rule case describes; InvalidError for nonsense."""
        return position(options, seats, position_)

    def read_state(self, data: JSON) -> State:
        """Return the state that `write_state` wrote; InvalidError for anything else."""
        return codec.read(State, data, ((Options, TakiOptions),))


TAKI = Taki()
