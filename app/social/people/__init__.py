"""Friends, recent opponents, and how people are as others may see it. Blocks are kept where players are."""
