"""How to think ahead in TAKI."""

from typing import Any

from app.bots.dice import Dice, Guess
from app.bots.minds.guess import deal_unseen, match_so_far, odds, share_won, turn_choices
from app.games.actions import Action, Play
from app.games.codec import JSON
from app.games.taki.actions import Breaker, Close, LeaveOpen
from app.games.taki.engine import TAKI
from app.games.taki.state import State

_PONDERED = frozenset({"play", "draw", "take", "pass", "close", "leave_open"})
_AHEAD = 16
"""Actions until an imagined round is weighed."""
_STEP = 0.5


class TakiMind:
    """Deals the unseen cards at random; everybody goes on with a run as long as there are cards for it."""

    def candidates(self, view: JSON, seat: int, thumb: JSON) -> list[JSON]:
        """Return what may be done with the turn; calls and answers to a +3 are left to the rule of thumb."""
        return turn_choices(view, seat, thumb, _PONDERED)

    def imagine(self, view: JSON, options: Any, seat: int, dice: Dice) -> State:
        """Return a state in which everything that the view shows is as it is, and the rest as it may be."""
        counts, pile = view["counts"], tuple(reversed(view["pile"]))
        match = match_so_far(view, options)
        deck = TAKI.deck(options, len(counts))
        others = [0 if other == seat else count for other, count in enumerate(counts)]
        hands, rest = deal_unseen(deck, [*view["hand"], *pile], others, dice)
        hands[seat] = tuple(view["hand"])
        return State(
            match=match,
            chance=Guess(dice.below(1 << 30).to_bytes(8, "big")),
            hands=tuple(hands),
            stock=rest[: view["stock"]],
            pile=pile + rest[view["stock"] :],
            stages=None if view["stages"] is None else tuple(view["stages"]),
            color=view["color"],
            figure=view["figure"],
            direction=view["direction"],
            turn=view["turn"],
            penalty=view["penalty"],
            open_taki=view["open_taki"],
            run=view["run"],
            duty=view["duty"],
            window=None,
            announced=tuple(view["announced"]),
            owes=next(iter(view["owes"]), None),
            calls=0,
            fresh=(),
            passes=0,
        )

    def play_out(self, state: State, dice: Dice) -> State:
        """Return where the round has come to after a while, or its end."""
        for _ in range(_AHEAD):
            if state.match.phase != "playing":
                break
            if state.window is not None:
                state = self._answer(state)
                continue
            action = _sensible(TAKI.legal(state, state.turn), state, dice)
            state, _ = TAKI.apply(state, state.turn, action)
        return state

    def _answer(self, state: State) -> State:
        assert state.window is not None
        for seat in state.match.active():
            if seat != state.window.by and "BR" in state.hands[seat]:
                return TAKI.apply(state, seat, Breaker())[0]
        return TAKI.window(state)[0]

    def worth(self, state: State, seat: int) -> float:
        """Return the share of the pot; of a match that goes on, how well the round went or stands."""
        match, won = state.match, share_won(state.match, seat)
        return (
            won
            if won is not None
            else odds({other: _distance(state, other) for other in match.active()}, seat, _STEP)
        )


def _distance(state: State, seat: int) -> float:
    stage = 1 if state.stages is None else state.stages[seat]
    hand = state.hands[seat]
    follow = sum(card[1:] == "T" or card == "ST" for card in hand)
    # A TAKI takes two or three others along; the cards of the stages to come weigh less than those in hand.
    return len(hand) - 1.2 * follow + stage * (stage - 1) / 4 + (state.penalty if seat == state.turn else 0)


def _sensible(legal: tuple[Action, ...], state: State, dice: Dice) -> Action:
    """Return a card with its call, cards of a run before others, no Breaker; else whatever the turn allows."""
    plays = [action for action in legal if type(action) is Play and action.card != "BR"]
    colored = [play for play in plays if play.card[0] in "rgby"]
    if state.run and not colored:
        plays = [play for play in plays if play.card == "ST"]
    if not plays:
        ends = [action for action in legal if type(action) in (Close, LeaveOpen)]
        return (
            ends[0]
            if ends
            else next(action for action in legal if type(action) is not Play or len(legal) == 1)
        )
    openers = [play for play in colored if play.card[1:] == "T"]
    play = dice.pick(openers or colored or plays)
    return Play(play.card, play.color, play.suit, last_card=len(state.hands[state.turn]) <= 2)
