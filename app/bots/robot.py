"""What a robot is."""

from typing import Protocol

from app.games.codec import JSON


class Robot(Protocol):
    """A way to play one game. Holds nothing between calls: the same view, seat and chance give the same answer."""

    @property
    def heavy(self) -> bool:
        """Whether choosing takes so long that it must never be done where anything else has to go on."""

    def choose(self, view: JSON, seat: int, chance: int) -> JSON | None:
        """Return one of `view["legal"]`, or None to let things be, which only happens where the turn is not its own.

        `view` is the game's view for this seat, with the `options` of the table beside.

        To be asked once after each change of the view, with a fresh non-negative `chance` of at least 32 bits.
        """

    def think_ms(self, view: JSON, seat: int, chance: int) -> int:
        """Return how many milliseconds a person might take over this choice."""


def legal_by_type(view: JSON) -> dict[str, list[JSON]]:
    """Return the legal actions of the viewer by their type, each list in canonical order; none for spectators."""
    found: dict[str, list[JSON]] = {}
    for action in view["legal"] or ():
        found.setdefault(action["type"], []).append(action)
    return found
