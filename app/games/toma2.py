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
from app.games.shedding.scoring import fewest


@dataclass(frozen=True, slots=True)
class Toma2Options(Options):
    """One round, exactly three, or as many as it takes until somebody has 60 points (T13.1)."""

    format: Literal["express", "three_rounds", "to_60"] = "express"


def _ending(match: Match) -> Ending | None:
    options, outcome, active = match.options, match.outcome, match.active()
    assert isinstance(options, Toma2Options)
    assert outcome is not None
    if options.format == "express":  # who went out wins alone; blocked, the fewest points in hand (T13.6)
        return Ending(fewest(outcome.points, active) if outcome.winner is None else (outcome.winner,), ())
    over = [seat for seat in active if match.totals[seat] >= 60]  # 60 itself counts (T13.4)
    winners = fewest(match.totals, active)  # even at 60 or more (T13.5); ties share (T13.8)
    if options.format == "to_60":
        return Ending(winners, tuple(seat for seat in over if seat not in winners)) if over else None
    return Ending(winners, ()) if match.round >= 3 else None  # (T13.7)


TOMA2 = SheddingGame(
    Rules(
        key="toma2",
        name_key="game.toma2",
        seats=(2, 4),  # (T1.1)
        options=OptionSet(
            Toma2Options,
            presets=(
                Preset("express", {}, 2),  # (T1.4)
                Preset("three_rounds", {"format": "three_rounds"}, 4),
                Preset("to_60", {"format": "to_60"}, 4),
            ),
        ),
        deck=color_deck(),  # (T2.1-T2.5)
        faces=COLOR_FACES,
        colors=COLORS,
        hand_size=7,  # (T3.1)
        missed_call=2,  # (T11.8)
        wrong_denounce=2,  # (T11.9)
        ending=_ending,
    )
)
