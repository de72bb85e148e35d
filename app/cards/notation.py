"""How a card is written: `r7`, `b+2`, `gS`, `yR`, `W`, `W4`. Equal cards are the same; there are no ids."""

from typing import TypeAlias

Card: TypeAlias = str
"""A card in the notation of the rule cases (tests/cases/README.md)."""

COLORS = ("r", "b", "g", "y")
"""Red, blue, green, yellow, in the order of the rules (T2.1), which also breaks ties (T15.6)."""
