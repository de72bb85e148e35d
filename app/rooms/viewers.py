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


class Watcher(Viewer, Protocol):
    """A viewer of one table."""

    @property
    def worker(self) -> str | None:
        """The worker that holds its socket; None for this one."""

    def end(self, frame: bytes) -> None:
        """Take the last frame of this table."""


class Viewers:
    """The viewers of one room. Who could tell nothing from an update hears of it with the next one that says more.

    So nobody learns from a bare number that somebody accepted a +3, or acted while a hold lasts (TAKI 12.5, T11.6).
    """

    def __init__(self) -> None:
        self._viewers: set[Watcher] = set()
        self._untold: dict[int | None, int] = {}
        """How many updates wait for each who sits, and (None) for all others."""
        self._stalled: set[Watcher] = set()

    def __len__(self) -> int:
        return len(self._viewers)

    @property
    def players(self) -> set[int]:
        """The players among them."""
        return {viewer.player_id for viewer in self._viewers if viewer.player_id is not None}

    def add(self, viewer: Watcher) -> None:
        """Send this viewer everything from now on."""
        self._viewers.add(viewer)

    def remove(self, viewer: Watcher) -> None:
        """Send this viewer nothing more."""
        self._viewers.discard(viewer)
        self._stalled.discard(viewer)

    def untold(self, table: Table, player_id: int | None) -> int:
        """Return how many of the last updates this viewer has not been told of."""
        return self._untold.get(_who(table, player_id), 0)

    def stall(self, frame: bytes) -> None:
        """Send this to each viewer who has not heard since the last catching up that the table can't go on."""
        for viewer in self._viewers - self._stalled:
            viewer.send(frame)
        self._stalled |= self._viewers

    def catch_up(self, table: Table, seq: int, now: int) -> None:
        """Send everybody the whole view, changed or not: the room has read its log again and goes on."""
        self._untold.clear()
        self._stalled.clear()
        made: dict[int | None, bytes] = {}
        for viewer in tuple(self._viewers):
            who = _who(table, viewer.player_id)
            if who not in made:
                made[who] = update_frame(table, seq, now, (), who)
            viewer.send(made[who])

    def update(self, before: Table, table: Table, seq: int, now: int, events: Sequence[Happened]) -> None:
        """Send every viewer the whole view and the events, each as that viewer may know them, without gaps in seq."""
        untold, self._untold = self._untold, {}
        for who in (None, *table.players):
            if says_nothing(before, table, events, who):
                self._untold[who] = untold.get(who, 0) + 1
        made: dict[tuple[int | None, int | None], list[bytes]] = {}
        for viewer in tuple(self._viewers):
            was, who = _who(before, viewer.player_id), _who(table, viewer.player_id)
            if who in self._untold:
                continue
            if (was, who) not in made:
                late = range(seq - untold.get(was, 0), seq)
                made[was, who] = [update_frame(before, earlier, now, (), was) for earlier in late]
                made[was, who].append(update_frame(table, seq, now, events, who))
            for frame in made[was, who]:
                viewer.send(frame)

    def send(self, frame: bytes) -> None:
        """Send everybody the same frame."""
        for viewer in tuple(self._viewers):
            viewer.send(frame)

    def dismiss(self, players: frozenset[int], frame: bytes) -> None:
        """Send these players' viewers a last frame and forget them."""
        for viewer in [v for v in self._viewers if v.player_id in players]:
            self.remove(viewer)
            viewer.end(frame)

    def end(self, frame: bytes) -> None:
        """Send everybody a last frame and forget them."""
        viewers, self._viewers = self._viewers, set()
        for viewer in viewers:
            viewer.end(frame)

    def leave(self, worker: str) -> None:
        """Forget the viewers whose sockets a worker that is gone held."""
        self._viewers = {v for v in self._viewers if v.worker != worker}

    def spectators(self, table: Table) -> int:
        """Return how many watch without a seat."""
        return sum(1 for v in self._viewers if v.player_id is None or table.seat_of(v.player_id) is None)


def says_nothing(before: Table, table: Table, events: Sequence[Happened], player_id: int | None) -> bool:
    """Tell whether this viewer would see no event and the same view again."""
    seat = None if player_id is None else table.seat_of(player_id)
    if any(redact(table, event, seat) is not None for event in events):
        return False
    return view(before, player_id) == view(table, player_id)


def _who(table: Table, player_id: int | None) -> int | None:
    """Return the player where they sit here, else None: all who look on see the same."""
    return None if player_id is None or table.seat_of(player_id) is None else player_id


def update_frame(
    table: Table, seq: int, now: int, events: Sequence[Happened], player_id: int | None
) -> bytes:
    """Return the update for one viewer: the whole view, built from nothing, and the redacted events."""
    seat = None if player_id is None else table.seat_of(player_id)
    told = [seen for event in events if (seen := redact(table, event, seat)) is not None]
    return frames.update(table.setup.id, seq, now, told, view(table, player_id))
