"""What the creator of a table may choose."""

from dataclasses import dataclass
from typing import Annotated, Literal

from app.games.options import Bounds, Options, OptionSet, Preset


@dataclass(frozen=True, slots=True)
class TakiOptions(Options):
    """How long a match is (19.4), and two points on which the sources differ (12.6, 17.5)."""

    format: Literal["single", "first_to", "tournament"] = "single"
    hands_to_win: Annotated[int, Bounds(1, 20)] = 3
    king_answers_plus_three: bool = True
    plus_three_on_plus_two: bool = False


OPTIONS = OptionSet(
    TakiOptions,
    presets=(
        Preset("single", {}, 2),
        Preset("first_to_3", {"format": "first_to"}, 4),
        Preset("tournament", {"format": "tournament"}, 4),
    ),
)
