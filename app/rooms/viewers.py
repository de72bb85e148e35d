"""Who looks at a room, and what each of them is sent: one frame for each seat, one shared by all spectators."""

from collections.abc import Sequence
from typing import Protocol

from app.tables import Table, redact, view
from app.tables.events import Happened
from app.wire import frames


class Viewer(Protocol):
    """Where frames go: a socket's outbox, which is bounded and never blocks."""

    @property
    def player_id(self) -> int | None:
        """Who looks on; None for a stranger."""

    def send(self, frame: bytes) -> None:
        """Take a frame for sending; a viewer that can't keep up is dropped by its owner."""


class Viewers:
    """The viewers of one room."""

    def __init__(self) -> None:
        self._viewers: set[Viewer] = set()

    def __len__(self) -> int:
        return len(self._viewers)

    def add(self, viewer: Viewer) -> None:
        """Send this viewer everything from now on."""
        self._viewers.add(viewer)

    def remove(self, viewer: Viewer) -> None:
        """Send this viewer nothing more."""
        self._viewers.discard(viewer)

    def update(self, table: Table, seq: int, now: int, events: Sequence[Happened]) -> None:
        """Send every viewer the whole view and the events, each as that viewer may know them."""
        made: dict[int | None, bytes] = {}
        for viewer in tuple(self._viewers):
            seat = None if viewer.player_id is None else table.seat_of(viewer.player_id)
            if seat not in made:
                made[seat] = update_frame(table, seq, now, events, viewer.player_id)
            viewer.send(made[seat])

    def send(self, frame: bytes) -> None:
        """Send everybody the same frame."""
        for viewer in tuple(self._viewers):
            viewer.send(frame)

    def dismiss(self, players: frozenset[int], frame: bytes) -> None:
        """Send these players' viewers a last frame and forget them."""
        for viewer in [v for v in self._viewers if v.player_id in players]:
            viewer.send(frame)
            self._viewers.discard(viewer)

    def spectators(self, table: Table) -> int:
        """Return how many watch without a seat."""
        return sum(1 for v in self._viewers if v.player_id is None or table.seat_of(v.player_id) is None)


def update_frame(
    table: Table, seq: int, now: int, events: Sequence[Happened], player_id: int | None
) -> bytes:
    """Return the update for one viewer: the whole view, built from nothing, and the redacted events."""
    seat = None if player_id is None else table.seat_of(player_id)
    told = [seen for event in events if (seen := redact(table, event, seat)) is not None]
    return frames.update(table.setup.id, seq, now, told, view(table, player_id))
