"""Toma 2 (docs/rules/toma2.md)."""

from dataclasses import dataclass
from typing import Literal

from app.cards.decks import color_deck
from app.cards.notation import COLORS
from app.games.match import Ending, Match
from app.games.options import Options, OptionSet, Preset
from app.games.shedding.color_cards import COLOR_FACES
from app.games.shedding.engine import SheddingGame
from app.games.shedding.rules import Rules
from app.games.shedding.scoring import fewest, one_round, own_points


@dataclass(frozen=True, slots=True)
class Toma2Options(Options):
    """One round, exactly three, or as many as it takes until somebody has 60 points (T13.1)."""

    format: Literal["express", "three_rounds", "to_60"] = "express"


def _three_rounds(match: Match) -> Ending | None:
    return Ending(fewest(match.totals, match.active()), ()) if match.round >= 3 else None  # (T13.7)


def _to_60(match: Match) -> Ending | None:
    over = [seat for seat in match.active() if match.totals[seat] >= 60]  # 60 itself counts (T13.4)
    winners = fewest(match.totals, match.active())  # even at 60 or more (T13.5); ties share (T13.8)
    return Ending(winners, tuple(seat for seat in over if seat not in winners)) if over else None


def _rules(options: Toma2Options) -> Rules:
    return Rules(
        deck=color_deck(),  # (T2.1-T2.5)
        faces=COLOR_FACES,
        colors=COLORS,
        must_play="matching",  # (T6.2, T6.3)
        answers="any",  # (T8.2)
        late_calls=False,  # (T11.3)
        wrong_denounce=2,  # (T11.9)
        score=own_points,  # (T13.3)
        ending={"express": one_round, "three_rounds": _three_rounds, "to_60": _to_60}[options.format],
        deal_moves=False,  # (T14.1)
    )


_PRESETS = (
    Preset("express", {}, 2),  # (T1.4)
    Preset("three_rounds", {"format": "three_rounds"}, 4),
    Preset("to_60", {"format": "to_60"}, 4),
)
TOMA2 = SheddingGame("toma2", (2, 4), OptionSet(Toma2Options, _PRESETS), _rules)
