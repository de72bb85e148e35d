"""Switch (docs/rules/crazy-eights.md, section S)."""

from dataclasses import dataclass

from app.cards.decks import suit_deck
from app.games.shedding.charged import ChargedOptions, charged_game, charged_rules
from app.games.shedding.rules import Rules
from app.games.shedding.state import Draft
from app.games.shedding.steps import draw_cards
from app.games.shedding.suit_cards import Does


@dataclass(frozen=True, slots=True)
class SwitchOptions(ChargedOptions):
    """Whether fours draw four (S1.5), and trick cards can't be the last (S1.13)."""

    fours: bool = False
    no_trick_finish: bool = False


def _one_more(rules: Rules, draft: Draft, seat: int, before: str | None) -> bool:
    if not draft.hands[seat]:
        draw_cards(draft, seat, 1, "effect")  # it was no last card after all (S1.13)
    return False


def _rules(options: SwitchOptions) -> Rules:
    points, deck = {"A": 50, **dict.fromkeys("TJQK", 10)}, suit_deck()  # (S1.14)
    does: Does = {"2": {"draws": 2}, "8": {"effect": "skip"}, "J": {"effect": "reverse"}, "A": {"wild": True}}
    does |= {"4": {"draws": 4}} if options.fours else {}  # (S1.4-S1.8)
    tricks = frozenset(card for card in deck if card[0] in does)
    stay = tricks if options.no_trick_finish else frozenset()
    return charged_rules(
        options, deck, points, does, put_back=tricks, answers="same",  # (S1.3, S1.5)
        packs=lambda players: 1 if players <= 4 else 2, no_finish=stay, hooks=dict.fromkeys(stay, _one_more),
    )  # fmt: skip


SWITCH = charged_game("switch", SwitchOptions, _rules)
