"""How to think ahead in the shedding games."""

from typing import Any

from app.bots.dice import Dice, Guess
from app.bots.minds.guess import deal_unseen, match_so_far, odds, share_won, turn_choices
from app.cards.notation import Card
from app.games.actions import Action, LastCard, Play
from app.games.codec import JSON
from app.games.shedding.engine import SheddingGame
from app.games.shedding.state import State, Window

_PONDERED = frozenset({"play", "draw", "take", "pass", "choose"})
_AHEAD = 14
"""Actions until an imagined round is weighed: longer ones cost more and say less, so many are dice by then."""
_STEP = 0.45
_WILD, _STRONG, _TURN = 0.5, 0.15, 0.3
"""In cards: what a wild, a card with an effect and the turn are worth beside the number of cards. Found by trial."""


class SheddingMind:
    """Deals the unseen cards at random and lets everybody play the first thing that seems sensible."""

    def __init__(self, game: SheddingGame) -> None:
        self._game = game

    def candidates(self, view: JSON, seat: int, thumb: JSON) -> list[JSON]:
        """Return what may be done with the turn; calls and answers are left to the rule of thumb."""
        return turn_choices(view, seat, thumb, _PONDERED)

    def imagine(self, view: JSON, options: Any, seat: int, dice: Dice) -> State:
        """Return a state in which everything that the view shows is as it is, and the rest as it may be."""
        counts, pile = view["counts"], tuple(reversed(view["pile"]))
        match = match_so_far(view, options)
        cards = sum(counts) + view["stock"] + view["discards"]
        # Who left since the deal counts for the packs (C1.2).
        dealt = range(len(match.active()), len(counts) + 1)
        deck = next(deck for players in dealt if len(deck := self._game.deck(options, players)) >= cards)
        others = [0 if other == seat else count for other, count in enumerate(counts)]
        hands, rest = deal_unseen(deck, [*view["hand"], *pile], others, dice)
        hands[seat] = tuple(view["hand"])
        window = view["window"] and Window(view["window"]["seat"], tuple(view["window"]["by"]))
        return State(
            match=match,
            dealer=match.next_seat(view["first"], -1),
            chance=Guess(dice.below(1 << 30).to_bytes(8, "big")),
            hands=tuple(hands),
            stock=rest[: view["stock"]],
            pile=pile + rest[view["stock"] :],
            buried=(),
            color=view["color"],
            direction=view["direction"],
            turn=view["turn"],
            penalty=view["penalty"],
            bill=tuple((laid["seat"], laid["card"]) for laid in view["bill"]),
            drawn=view["drawn"],
            choosing=view["choosing"] is not None,
            doubt=None,
            shown=None,
            announced=tuple(view["announced"]),
            window=window,
            windows=0,
            passes=0,
        )

    def play_out(self, state: State, dice: Dice) -> State:
        """Return where the round has come to after a while, or its end."""
        game = self._game
        for _ in range(_AHEAD):
            if state.match.phase != "playing":
                break
            legal = game.legal(state, state.turn)
            state, _ = game.apply(state, state.turn, _sensible(legal, state, dice))
        return state

    def worth(self, state: State, seat: int) -> float:
        """Return the share of the pot; of a match that goes on, how well the round went or stands."""
        match, won = state.match, share_won(state.match, seat)
        return (
            won
            if won is not None
            else odds({other: _distance(state, other) for other in match.active()}, seat, _STEP)
        )


def _distance(state: State, seat: int) -> float:
    hand = state.hands[seat]
    worth = sum(
        _WILD if card[0] in "W8" else _STRONG * (not card[-1].isdecimal() or "+" in card) for card in hand
    )
    return len(hand) - worth + (state.penalty - _TURN if seat == state.turn else 0)


def _sensible(legal: tuple[Action, ...], state: State, dice: Dice) -> Action:
    """Return a card with its call, coloured ones before wilds; else whatever else the turn allows."""
    plays = [action for action in legal if type(action) is Play]
    if not plays:
        return next(action for action in legal if type(action) is not LastCard)
    plain = [action for action in plays if action.color is None and action.suit is None]
    play = dice.pick(plain or plays)
    if len(plain) > 1:  # of two, the one that leaves more of its kind
        hand, other = state.hands[state.turn], dice.pick(plain)
        if _kin(hand, other.card) > _kin(hand, play.card):
            play = other
    if LastCard() in legal:
        return Play(play.card, play.color, play.suit, last_card=True)
    return play


def _kin(hand: tuple[Card, ...], card: Card) -> int:
    first, last = card[0], card[1:]
    return sum(other[0] == first or other[1:] == last for other in hand)
