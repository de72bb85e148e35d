"""How a card is written: `r7`, `b+2`, `W`, `W4`; `Th`, `8d`. Equal cards are the same; there are no ids."""

from typing import TypeAlias

Card: TypeAlias = str
"""A card in the notation of the rule cases (tests/cases/README.md)."""

COLORS = ("r", "b", "g", "y")
"""Red, blue, green, yellow, in the order of the rules (T2.1), which also breaks ties (T15.6)."""
RANKS = "A23456789TJQK"
SUITS = ("s", "h", "d", "c")
"""Spades, hearts, diamonds, clubs, in the order that breaks ties (C11.2)."""
