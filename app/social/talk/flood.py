"""How much one person may say: at first freely, then with growing pauses."""

from collections.abc import Sequence

WINDOWS = ((5, 10_000), (15, 60_000), (60, 600_000))
"""At most so many lines in so many ms."""
LOOK_BACK_MS = WINDOWS[-1][1]
MOST = WINDOWS[-1][0]
AGAIN_MS = 60_000
"""The same words may be said twice in a row within this time, no third time."""


def wait_ms(said: Sequence[int], now: int) -> int:
    """Return how long somebody must wait who spoke at these times (ms, the newest first); 0: not at all."""
    waits = (said[most - 1] + window_ms - now for most, window_ms in WINDOWS if len(said) >= most)
    return max([0, *waits])


def says_again(words: str, before: Sequence[tuple[str, int]], now: int) -> bool:
    """Tell whether the last two things said (words and time, the newest first) were these words, too."""
    last = before[:2]
    return len(last) == 2 and all(said == words and now - at < AGAIN_MS for said, at in last)
