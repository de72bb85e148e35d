"""Tongits: hands of forfeiters set aside, face-down fours, answers to a Draw."""

import random
from collections import defaultdict
from dataclasses import replace
from typing import Any

from app.games.game import Game
from tests.games.families.plain import Family, Place


class Tongits(Family):
    """`legal` names witnesses of what melds the cards of the hand make."""

    by_heart = frozenset({"take_discard", "meld", "lay_off"})
    winners_take_all = False
    may_be_void = True

    def stacked(self, deck: list[str], rng: random.Random) -> list[str]:
        """Each seat is dealt a four, every third card: else there would hardly ever be secret ones."""
        deck = list(deck)
        for seat, rank in enumerate(rng.sample("A23456789TJQK", 3)):
            for turn, suit in enumerate("shdc"):
                here, there = 3 * turn + seat, deck.index(rank + suit)
                deck[here], deck[there] = deck[there], deck[here]
        return deck

    def follow(self, counts: list[int], event: dict[str, Any]) -> None:
        """Cards go to melds and back to hands."""
        match event["type"]:
            case "took_discard":
                counts[event["seat"]] += 1
            case "melded":
                counts[event["seat"]] -= event["size"]
            case "laid_off":
                counts[event["seat"]] -= len(event["cards"])
            case "discarded":
                counts[event["seat"]] -= 1
            case _:
                super().follow(counts, event)

    def hidden(self, game: Game, state: Any, viewer: int | None) -> list[Place]:
        """What was set aside too."""
        places = super().hidden(game, state, None if viewer in state.match.left else viewer)
        return places + [("aside", None, at) for at in range(len(state.aside))]

    def otherwise(self, state: Any, viewer: int | None, rng: random.Random) -> Any:
        """Face-down fours of another rank, where all cards of that rank are hidden, and other answers (17.3, 17.5)."""
        viewer = None if viewer in state.match.left else viewer
        if state.match.phase != "playing":
            return state
        state = self._other_fours(state, viewer, rng)
        if state.call is None:
            return state
        answers = tuple(
            (seat, answer if seat == viewer else rng.choice(["fold", "challenge"]))
            for seat, answer in state.call.answers
        )
        return replace(state, call=replace(state.call, answers=answers))

    def rare(self, state: Any) -> bool:
        """Face-down fours, and answers to a Draw."""
        return state.call is not None or any(meld.face_down for meld in state.melds)

    def _other_fours(self, state: Any, viewer: int | None, rng: random.Random) -> Any:
        hidden = [*state.stock, *state.aside]
        hidden += [card for seat, hand in enumerate(state.hands) if seat != viewer for card in hand]
        down = [meld for meld in state.melds if meld.face_down and meld.owner != viewer]
        by_rank: defaultdict[str, list[str]] = defaultdict(list)
        for card in (*hidden, *(card for meld in down for card in meld.cards)):
            by_rank[card[0]].append(card)
        whole = sorted(rank for rank, cards in by_rank.items() if len(cards) == 4)
        other = dict(zip(whole, rng.sample(whole, len(whole)), strict=True))

        def renamed(cards: tuple[str, ...]) -> tuple[str, ...]:
            return tuple(other.get(card[0], card[0]) + card[1] for card in cards)

        return replace(
            state,
            stock=renamed(state.stock),
            aside=renamed(state.aside),
            hands=tuple(hand if seat == viewer else renamed(hand) for seat, hand in enumerate(state.hands)),
            melds=tuple(
                replace(meld, cards=renamed(meld.cards)) if meld in down else meld for meld in state.melds
            ),
        )

    def public(self, game: Game, state: Any) -> dict[str, Any]:
        """Without the cards of face-down fours and the answers given."""
        data = super().public(game, state)
        if state.match.phase == "playing":
            for meld in data["melds"]:
                if meld.get("face_down"):
                    meld["cards"] = "secret"
        if data["call"] is not None:
            data["call"]["answers"] = "secret"
        return data
