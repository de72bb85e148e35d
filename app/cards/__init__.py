"""Cards, decks, and checkable chance. Pure: knows no game, no clock and no source of randomness."""
