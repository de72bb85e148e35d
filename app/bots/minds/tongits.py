"""How to think ahead in Tongits."""

from typing import Any

from app.bots.dice import Dice
from app.bots.minds.guess import deal_unseen, match_so_far, odds
from app.cards.melds import VALUES, Division, divide
from app.cards.notation import RANKS, SUITS, Card
from app.games.actions import Action
from app.games.codec import JSON
from app.games.tongits.actions import CallDraw, Discard, DrawStock, Meld, TakeDiscard
from app.games.tongits.engine import TONGITS
from app.games.tongits.state import State, TableMeld

_AHEAD = 60
"""Actions until an imagined hand is weighed; most end before, for the stock is short."""
_DISCARDS = 5
_CALLS_TO, _FIGHTS_TO = 6, 12
"""Counts with which a Draw is called against open players, and fought."""


class TongitsMind:
    """Deals the unseen cards at random; everybody opens at once, keeps further melds and throws what is dear."""

    def candidates(self, view: JSON, seat: int, thumb: JSON) -> list[JSON]:
        """Return what may be done with the turn, of the discards only the dearest unmatched ones."""
        if view["turn"] != seat:
            return [thumb]
        loose = sorted(view["best"]["rest"], key=VALUES.__getitem__, reverse=True)[:_DISCARDS]
        return [
            action
            for action in view["legal"]
            if action["type"] != "discard" or action["card"] in loose or action == thumb
        ]

    def imagine(self, view: JSON, options: Any, seat: int, dice: Dice) -> State:
        """Return a state in which everything that the view shows is as it is, and the rest as it may be."""
        counts, pile = view["counts"], tuple(reversed(view["pile"]))
        seen = [*view["hand"], *pile, *(card for meld in view["melds"] for card in meld["cards"] or ())]
        melds = []
        for meld in view["melds"]:
            cards = tuple(meld["cards"]) if meld["cards"] else _any_four(seen, dice)
            seen += [] if meld["cards"] else cards
            melds.append(TableMeld(meld["owner"], cards, tuple(meld["by"]), meld["face_down"]))
        match = match_so_far(view, options)
        others = [0 if other == seat else count for other, count in enumerate(counts)]
        hands, rest = deal_unseen(TONGITS.deck(options, 3), seen, others, dice)
        hands[seat] = tuple(view["hand"])
        return State(
            match=match,
            hands=tuple(hands),
            stock=rest[: view["stock"]],
            pile=pile,
            aside=rest[view["stock"] :],
            melds=tuple(melds),
            turn=view["turn"],
            step=view["step"],
            takeable=any(action["type"] == "take_discard" for action in view["legal"]),
            blocked=tuple(view["blocked"]),
            renewed=False,
            last_drawer=view["last_drawer"],
            call=None,
            previous_winner=view["previous_winner"],
            pot=view["pot"],
        )

    def play_out(self, state: State, dice: Dice) -> State:
        """Return the end of the hand, or where it has come to after very many actions."""
        for _ in range(_AHEAD):
            if state.match.phase != "playing":
                break
            if state.call is not None:
                seat = state.call.waiting[0]
                fights = divide(state.hands[seat]).count <= _FIGHTS_TO
                answer = next(a for a in TONGITS.legal(state, seat) if (a.type == "challenge") == fights)
                state, _ = TONGITS.apply(state, seat, answer)
                continue
            state, _ = TONGITS.apply(state, state.turn, self._sensible(state, dice))
        return state

    def _sensible(self, state: State, dice: Dice) -> Action:
        seat, hand = state.turn, state.hands[state.turn]
        own, open_ = divide(hand), state.open()
        if state.step == "draw":
            if seat in open_ and seat not in state.blocked and (own.count <= _CALLS_TO or len(open_) == 1):
                return CallDraw()
            return self._take(state, seat, own) or DrawStock()
        if own.melds and (seat not in open_ or len(own.rest) <= 1):
            return Meld(own.melds[0])
        loose = own.rest or hand
        return Discard(max(loose, key=lambda card: VALUES[card] + dice.below(4)))

    def _take(self, state: State, seat: int, own: Division) -> Action | None:
        """Return the taking of the top discard where it opens the hand or uses up cards that fit nowhere."""
        if not (state.pile and state.takeable):
            return None
        top, hand = state.pile[0], state.hands[seat]
        with_it = divide((*hand, top))
        meld = next((meld for meld in with_it.melds if top in meld), None)
        if meld is None or (seat in state.open() and with_it.count >= own.count):
            return None
        return TakeDiscard(tuple(card for card in meld if card != top))

    def worth(self, state: State, seat: int) -> float:
        """Return 1 for a hand won, a third for a void one; of a hand that goes on, how low the count is."""
        match = state.match
        if match.outcome is not None:
            return 1 / 3 if match.outcome.winner is None else float(match.outcome.winner == seat)
        if match.ending is not None:
            return float(seat in match.ending.winners)
        return odds({other: float(divide(state.hands[other]).count) for other in match.active()}, seat, 0.08)


def _any_four(seen: list[Card], dice: Dice) -> tuple[Card, ...]:
    """Return a rank of which no card was seen."""
    fours = [tuple(rank + suit for suit in SUITS) for rank in RANKS]
    return dice.pick([four for four in fours if not set(four) & set(seen)] or fours)
