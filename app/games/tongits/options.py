"""What may be chosen for a Tongits table; the bet is the table's."""

from dataclasses import dataclass
from typing import Annotated, Literal

from app.games.game import Refusal
from app.games.options import Bounds, Options, OptionSet, Preset

BET_IN_TENS = Refusal("bet_in_tens", "With these options the bet must be a multiple of 10.")


@dataclass(frozen=True, slots=True)
class TongitsOptions(Options):
    """How hands are paid, and whether a match is one hand or a row of them."""

    stake_mode: Literal["pot", "payment_table"] = "pot"
    fold_refund_pct: Annotated[int, Bounds(0, 100)] = 50
    hitter_pot: bool = False
    self_sapaw_blocks: bool = False
    format: Literal["single", "first_to"] = "single"
    hands_to_win: Annotated[int, Bounds(1, 20)] = 5


def _conflict(options: TongitsOptions) -> str | None:
    if options.format == "single":
        return None
    if options.stake_mode != "pot":
        return "stake_mode"  # (15.4)
    return "hitter_pot" if options.hitter_pot else None  # (14.13, 15.4)


OPTIONS = OptionSet(
    TongitsOptions,
    presets=(
        Preset("single", {}, 3),
        Preset("first_to_5", {"format": "first_to"}, 3),
        Preset("table_of_payments", {"stake_mode": "payment_table"}, 3),
    ),
    conflict=_conflict,
)


def check_bet(options: TongitsOptions, bet: int) -> Refusal | None:
    """Return None, or that the bet can't be cut into ten units (14.6, 14.13)."""
    tens = options.stake_mode == "payment_table" or options.hitter_pot
    return BET_IN_TENS if tens and bet % 10 else None


def ante(options: TongitsOptions, bet: int) -> int:
    """Return the unit that each seat adds to the hitter pot (14.13)."""
    return bet // 10 if options.hitter_pot else 0
