"""Tongits as the rest of the house sees it (`app.games.game.Game`)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from app.cards.chance import Chance
from app.cards.decks import suit_deck
from app.cards.melds import divide
from app.cards.notation import Card
from app.games import codec
from app.games.actions import Action
from app.games.codec import JSON
from app.games.events import Event
from app.games.game import Pace, Refusal, RefusedError
from app.games.match import Match, Outcome
from app.games.match_game import MatchGame
from app.games.options import Options
from app.games.refusals import NOT_YOUR_TURN
from app.games.tongits import ending, legality, moves, options, payments
from app.games.tongits.actions import CallDraw, Discard, DrawStock, TakeDiscard
from app.games.tongits.deal import begin_hand
from app.games.tongits.position import position
from app.games.tongits.state import Draft, HandOutcome, State
from app.games.tongits.view import TongitsView, view

_DECK = suit_deck()
_PACES = {"draw": Pace(), "discard": Pace(percent=150)}  # (16.1)
_ANSWERS = Pace(window_ms=15_000)  # (16.4)
_NO_ROUND_TO_DEAL = Refusal("no_round_to_deal", "The next hand is dealt when this one is over.")


class TongitsGame(MatchGame):
    """The game; holds nothing but constants."""

    key = "tongits"
    name_key = "game.tongits"
    seats = (3, 3)  # (2.1)
    options = options.OPTIONS
    actions = legality.ACTIONS
    events = moves.EVENTS + ending.EVENTS
    view_shape = TongitsView

    def check_bet(self, options_: Any, bet: int) -> Refusal | None:
        """Return None, or that the bet must be a multiple of 10 (14.6, 14.13)."""
        return options.check_bet(options_, bet)

    def ante(self, options_: Any, bet: int) -> int:
        """Return what each seat adds to the hitter pot (14.13)."""
        return options.ante(options_, bet)

    def deck(self, options_: Any, seats: int) -> tuple[Card, ...]:
        """Return the 52 cards (1.1)."""
        return _DECK

    def deal(
        self,
        options_: Any,
        seats: int,
        chance: Chance,
        *,
        deck: tuple[Card, ...] | None = None,
        first: int | None = None,
        carried: JSON = None,
    ) -> tuple[State, tuple[Event, ...]]:
        """Begin a match. Its dealer is `first`, else who is due by what was carried, else random (2.3-2.6)."""
        carried = carried or {"dealer": None, "winner": None, "pot": 0}
        dealer = carried["dealer"] if first is None else first
        if dealer is None:
            dealer = chance.first(seats)
        match = Match(options_, seats, (), (0,) * seats, 1, dealer, "playing", None, None)
        return begin_hand(match, deck or chance.deck(_DECK), carried["winner"], carried["pot"])

    def carry(self, state: State, bet: int) -> JSON:
        """Return who deals next (2.4, 2.5), whom a streak belongs to, and the hitter pot in coins (14.13)."""
        winner = state.outcome.winner if state.outcome else None
        dealer = state.match.first if winner is None else winner
        return {
            "dealer": None if dealer in state.match.left else dealer,  # (2.6)
            "winner": state.previous_winner if winner is None else winner,
            "pot": payments.pot_after(state, bet),
        }

    def reseat(self, carried: JSON, seats: tuple[int | None, ...]) -> JSON:
        """Keep the dealer who still sits there (2.6); pot and streak are those of the same three (14.13)."""
        dealer = carried["dealer"]
        return {"dealer": None if dealer is None else seats[dealer], "winner": None, "pot": 0}

    def next_round(
        self, state: State, chance: Chance, *, deck: tuple[Card, ...] | None = None
    ) -> tuple[State, tuple[Event, ...]]:
        """Deal the next hand of a match: the last winner deals, after a void hand the same dealer (2.4, 2.5)."""
        match = state.match
        if match.phase != "round_over" or state.outcome is None:
            raise RefusedError(_NO_ROUND_TO_DEAL)
        winner = state.outcome.winner
        dealer, last = (match.first, state.previous_winner) if winner is None else (winner, winner)
        match = replace(match, round=match.round + 1, first=dealer, phase="playing", outcome=None)
        return begin_hand(match, deck or chance.deck(_DECK), last, state.pot)

    def to_act(self, state: State) -> tuple[int, ...]:
        """Return the seat whose turn it is, or those who have to answer a Draw."""
        if state.match.phase != "playing":
            return ()
        return (state.turn,) if state.call is None else state.call.waiting

    def pace(self, state: State) -> Pace:
        """Return a turn for the draw, half as much again for what follows, and 15 s for answers (16.1, 16.4)."""
        return _PACES[state.step] if state.call is None else _ANSWERS

    def waits(self, state: State, action: Action) -> bool:
        """Tell whether the action begins or ends a turn: melds and lay-offs wind no new clock (16.1)."""
        return isinstance(action, DrawStock | TakeDiscard | CallDraw | Discard)

    def legal(self, state: State, seat: int) -> tuple[Action, ...]:
        """Return what the seat may do, of melds and lay-offs the likely ones."""
        return legality.legal(state, seat)

    def check(self, state: State, seat: int | None, action: Action) -> Refusal | None:
        """Return None where the action is legal, else why not."""
        return legality.check(state, seat, action)

    def apply(self, state: State, seat: int | None, action: Action) -> tuple[State, tuple[Event, ...]]:
        """Do a legal action; RefusedError for any other."""
        if refusal := legality.check(state, seat, action):
            raise RefusedError(refusal)
        assert seat is not None
        draft = Draft(state)
        moves.act(draft, seat, action)
        return draft.frozen()

    def view(self, state: State, viewer: int | None) -> JSON:
        """Return what the viewer may know (`app.games.tongits.view.TongitsView`)."""
        return view(state, viewer)

    def timeout(self, state: State, seat: int) -> tuple[State, tuple[Event, ...]]:
        """Do what 16.2-16.4 say; RefusedError where the clock of this seat does not run."""
        if seat not in self.to_act(state):
            raise RefusedError(NOT_YOUR_TURN)
        return moves.time_out(state, seat).frozen()

    def leave(self, state: State, seat: int) -> tuple[State, tuple[Event, ...]]:
        """Take the seat out of the match (16.6-16.11); no change after its end or for a forfeiter."""
        if state.match.phase == "match_over" or seat not in state.match.active():
            return state, ()
        return moves.leave(state, seat).frozen()

    def window(self, state: State) -> tuple[State, tuple[Event, ...]]:
        """Give the answers to a Draw that are missing (16.4); no change where none is."""
        return (state, ()) if state.call is None else moves.answer_all(state).frozen()

    def ranking(self, state: State) -> tuple[tuple[int, ...], ...]:
        """Return the places of a finished match by hands won."""
        return ending.ranking(state.match)

    def payouts(self, state: State, bet: int) -> tuple[int, ...]:
        """Return coins by seat (14); ValueError before the end of the match."""
        return payments.payouts(state, bet)

    def cards(self, state: State) -> tuple[Card, ...]:
        """Return every card of the hand, wherever it lies."""
        return state.cards()

    def facts(self, state: State) -> Mapping[str, JSON]:
        """Return all counts and melds, and the points of the last hand (21)."""
        return {
            "direction": 1,  # (2.2)
            "melds": [
                {"owner": meld.owner, "cards": list(meld.cards), "face_down": meld.face_down}
                for meld in state.melds
            ],
            "count": {str(seat): divide(hand).count for seat, hand in enumerate(state.hands)},
            "round_points": None if state.outcome is None else list(state.outcome.points),
        }

    def position(self, options_: Any, seats: int, position_: Mapping[str, JSON]) -> State:
        """Return the situation that a rule case describes; InvalidError for nonsense."""
        return position(options_, seats, position_)

    def read_state(self, data: JSON) -> State:
        """Return the state that `write_state` wrote; InvalidError for anything else."""
        return codec.read(State, data, ((Options, options.TongitsOptions), (Outcome, HandOutcome)))


TONGITS = TongitsGame()
