"""Mau Mau (docs/rules/crazy-eights.md, section M)."""

from dataclasses import dataclass

from app.cards.decks import suit_deck
from app.games.shedding.charged import ChargedOptions, charged_game, charged_rules
from app.games.shedding.rules import Rules
from app.games.shedding.scoring import own_points
from app.games.shedding.state import Draft
from app.games.shedding.suit_cards import Does


@dataclass(frozen=True, slots=True)
class MauMauOptions(ChargedOptions):
    """Whether jacks go on jacks (M1.7), nines reverse (M1.8), the taker may still play (M1.5)."""

    jack_on_jack: bool = False
    nine_reverses: bool = False
    play_after_taking: bool = False


def _score(rules: Rules, draft: Draft, winner: int | None) -> tuple[int, ...]:
    double = winner is not None and rules.faces[draft.pile[0]].wild  # went out with a jack (E30, M1.14)
    return tuple(points * (1 + double) for points in own_points(rules, draft, winner))


def _rules(options: MauMauOptions) -> Rules:
    points, deck = {"T": 10, "J": 20, "Q": 3, "K": 4, "A": 11}, suit_deck("789TJQKA")  # (M1.1, M1.14)
    does: Does = {"7": {"draws": 2}, "8": {"effect": "skip"}, "J": {"wild": True}}  # (M1.3, M1.6, M1.7)
    does |= {"9": {"effect": "reverse"}} if options.nine_reverses else {}  # (M1.8)
    return charged_rules(
        options, deck, points, does,
        packs=lambda players: 1 if players <= 5 else 2, hand_size=lambda players: 5,  # (M1.1, M1.2)
        put_back=frozenset(card for card in deck if card[0] == "J"), wild_on_wild=options.jack_on_jack,
        answers="any", play_after_taking=options.play_after_taking, score=_score,
    )  # fmt: skip


MAU_MAU = charged_game("mau_mau", MauMauOptions, _rules)
