"""What the games of suits share in which all are charged what they hold: Mau Mau and Switch (M1.14, S1.14)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from app.cards.notation import SUITS, Card
from app.games.options import Bounds, Options, OptionSet, Preset
from app.games.shedding.engine import SheddingGame
from app.games.shedding.rules import Rules
from app.games.shedding.scoring import fewest_at, one_round, own_points
from app.games.shedding.suit_cards import SUIT_ACTIONS, SUIT_EVENTS, Does, suit_faces

_PRESETS = (Preset("one_round", {}, 2), Preset("points", {"scoring": "points"}, 4))


@dataclass(frozen=True, slots=True)
class ChargedOptions(Options):
    """One round, or points up to a target; whether the last card but one has to be called."""

    scoring: Literal["single_round", "points"] = "single_round"
    target: Annotated[int, Bounds(1, 10000)] = 100
    last_card_call: bool = True


def charged_rules(
    options: ChargedOptions,
    deck: tuple[Card, ...],
    points: Mapping[str, int],
    does: Does,
    **differs: Any,
) -> Rules:
    """Return the rules: cards as in `suit_faces`, and whatever else differs."""
    common: dict[str, Any] = {
        "named": "suit",
        "calls": options.last_card_call,
        "score": own_points,
        "ending": fewest_at(options.target) if options.scoring == "points" else one_round,
    }
    return Rules(deck=deck, faces=suit_faces(deck, points, does), colors=SUITS, **common | differs)


def charged_game(key: str, options: type[ChargedOptions], rules: Callable[[Any], Rules]) -> SheddingGame:
    """Return the game, for two to eight players (C1.1)."""
    return SheddingGame(key, (2, 8), OptionSet(options, _PRESETS), rules, SUIT_ACTIONS, SUIT_EVENTS)
