"""Crazy Eights with its options (docs/rules/crazy-eights.md, section C)."""

from dataclasses import dataclass
from typing import Annotated, Literal

from app.cards.decks import suit_deck
from app.cards.notation import SUITS
from app.games.match import Match
from app.games.options import Bounds, Options, OptionSet, Preset
from app.games.shedding.engine import SheddingGame
from app.games.shedding.rules import Rules
from app.games.shedding.scoring import most_at, one_round, own_points, winner_collects
from app.games.shedding.suit_cards import SUIT_ACTIONS, SUIT_EVENTS, Does, suit_faces

_POINTS = {"8": 50, "A": 1, **dict.fromkeys("TJQK", 10)}  # (C10.3)


@dataclass(frozen=True, slots=True)
class CrazyEightsOptions(Options):
    """What cards do beside the eights, how one draws, whether one calls, and one round or a game of points."""

    twos_draw_two: bool = True
    queen_draws_five: bool = False
    jacks_skip: bool = False
    aces_reverse: bool = False
    draw_until_playable: bool = False
    last_card_call: bool = False
    scoring: Literal["single_round", "points"] = "single_round"
    target: Annotated[int, Bounds(0, 10000)] = 0
    """0: 50 for each player who started (C10.4)."""


def _rules(options: CrazyEightsOptions) -> Rules:
    does: Does = {"8": {"wild": True}}  # (C3.2)
    if options.twos_draw_two:
        does["2"] = {"draws": 2}  # (C4.1)
    if options.queen_draws_five:
        does["Qs"] = {"forces": 5}  # (C5.1)
    if options.jacks_skip:
        does["J"] = {"effect": "skip"}  # (C6.1)
    if options.aces_reverse:
        does["A"] = {"effect": "reverse"}  # (C6.2)

    def target(match: Match) -> int:
        return options.target or 50 * match.seats  # of those who started, also when some leave (C10.4)

    points, deck = options.scoring == "points", suit_deck()
    return Rules(
        deck=deck,
        faces=suit_faces(deck, _POINTS, does),
        colors=SUITS,
        named="suit",
        packs=lambda players: 1 if players <= 5 else 2,  # (C1.1)
        hand_size=lambda players: 7 if players == 2 else 5,  # (C1.2)
        put_back=frozenset(card for card in deck if card[0] == "8"),  # (C2.1)
        must_play="fitting",  # (C3.4)
        until_playable=options.draw_until_playable,  # (C7.1)
        must_play_drawn=options.draw_until_playable,  # (C7.1)
        answers="any",  # (C4.2, C4.3)
        calls=options.last_card_call,  # (C9.1)
        score=winner_collects if points else own_points,  # (C10.3)
        ending=most_at(target) if points else one_round,  # (C10.2, C10.4)
        most_wins=points,
    )


_PRESETS = (
    Preset("one_round", {}, 2),
    Preset("points", {"scoring": "points"}, 4),
    Preset("plain", {"twos_draw_two": False}, 2),
    Preset("wild", {"jacks_skip": True, "aces_reverse": True, "queen_draws_five": True}, 4),
)
CRAZY_EIGHTS = SheddingGame(
    "crazy_eights", (2, 8), OptionSet(CrazyEightsOptions, _PRESETS), _rules, SUIT_ACTIONS, SUIT_EVENTS
)
