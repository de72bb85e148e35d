"""How friends are, live: who is here, away or gone, and at which public table, on whatever worker."""

import asyncio
import logging
from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from app.bus import ALL, Post, Presence
from app.db import Sessions
from app.players.service import plain
from app.rooms.viewers import Viewer
from app.social.people.service import Circle, find_invisible, read_circle
from app.tasks import end
from app.wire import frames

AT_ONCE = 2
AGAIN_S = 1.0

Row = dict[str, Any]
Seen = dict[str, Any]
log = logging.getLogger(__name__)


class Board:
    """Tells the viewers of this worker about their friends: the whole circle first, then what changes.

    Friendships are read from the database, anew where somebody says that they changed; what was missed between
    workers costs reading them once more. Invisible players are offline to everybody.
    """

    def __init__(self, sessions: Sessions, post: Post, presence: Presence) -> None:
        self._sessions, self._post, self._presence = sessions, post, presence
        self._friends: dict[Viewer, set[int]] = {}
        self._viewers: defaultdict[int, set[Viewer]] = defaultdict(set)
        self._told: dict[int, Seen] = {}
        """How each friend of a viewer here was told last."""
        self._invisible: set[int] = set()
        self._rows: defaultdict[int, dict[int, Row]] = defaultdict(dict)
        self._stale: set[Viewer] = set()
        self._tasks: dict[Viewer, asyncio.Task[None]] = {}
        self._slots = asyncio.Semaphore(AT_ONCE)
        presence.changed.append(self._look)
        presence.on_away.append(self._look)
        post.on("circles", lambda sender, header, _: self._reload(header["players"]))
        post.on("invisible", lambda sender, header, _: self._hide(header["player"], header["on"]))
        post.on_lost.append(lambda sender: self.read_again())

    async def start(self) -> None:
        """Nothing runs before somebody looks."""

    async def stop(self) -> None:
        """Tell nobody any more."""
        self._friends.clear()
        await end(*self._tasks.values())

    # ---- viewers here ----------------------------------------------------------------------------------------

    def add(self, viewer: Viewer) -> None:
        """Send this viewer's circle, and every change from now on; a stranger has none."""
        if viewer.player_id is not None:
            self._friends.setdefault(viewer, set())
            self._load_soon(viewer)

    def remove(self, viewer: Viewer) -> None:
        """Send nothing more."""
        self._learn(viewer, self._friends.pop(viewer, set()), set())

    def seen(self, player: int) -> Seen:
        """Return how a friend is, as friends may see it; the invisible are for the caller to know."""
        if player in self._invisible or not self._presence.is_here(player):
            return {"id": player, "state": "offline", "at": None}
        state = "away" if self._presence.is_away(player) else "online"
        rows = sorted(self._rows.get(player, {}).values(), key=lambda row: (row["phase"], -row["id"]))
        return {"id": player, "state": state, "at": _place(rows[0]) if rows else None}

    def describe(self, circle: Circle, invisible: Iterable[int]) -> dict[str, Any]:
        """Return a circle as it is told."""
        hidden = set(invisible)
        unseen = {"state": "offline", "at": None}
        return {
            "friends": [
                {**(unseen if person.id in hidden else self.seen(person.id)), **plain(person)}
                for person in circle.friends
            ],
            "asks": [plain(person) for person in circle.asks],
            "asked": [plain(person) for person in circle.asked],
            "blocked": [plain(person) for person in circle.blocked],
        }

    # ---- what happens ----------------------------------------------------------------------------------------

    def changed(self, *players: int) -> None:
        """Read the circles of these players anew, on all workers: something was committed."""
        self._reload(players)
        self._post.send(ALL, "circles", {"players": list(players)})

    def read_again(self) -> None:
        """Read all circles of viewers here anew: something may have been missed."""
        self._reload(None)

    def hide(self, player: int, on: bool) -> None:
        """Show a player to nobody, or to friends again, on all workers."""
        self._hide(player, on)
        self._post.send(ALL, "invisible", {"player": player, "on": on})

    def listed(self, before: Row | None, after: Row | None) -> None:
        """Take a change in the list of public tables."""
        sat = {person["id"] for row in (before, after) if row is not None for person in row["players"]}
        for player in sat:
            if before is not None:
                self._rows[player].pop(before["id"], None)
            if after is not None and after["public"] and any(p["id"] == player for p in after["players"]):
                self._rows[player][after["id"]] = after
            if not self._rows[player]:
                del self._rows[player]
            self._look(player)

    def _hide(self, player: int, on: bool) -> None:
        self._stale.update(self._tasks)  # circles that are being read may have been read before it
        if player in self._viewers:
            (self._invisible.add if on else self._invisible.discard)(player)
            self._look(player)

    def _look(self, player: int) -> None:
        """Tell the friends of a player here how they are, if that is another than they were told."""
        if player not in self._viewers:
            return
        seen = self.seen(player)
        if seen != self._told.get(player):
            self._told[player] = seen
            frame = frames.friend(seen)
            for viewer in self._viewers[player]:
                viewer.send(frame)

    # ---- reading circles -------------------------------------------------------------------------------------

    def _reload(self, players: Iterable[int] | None) -> None:
        whose = None if players is None else set(players)
        for viewer in self._friends:
            if whose is None or viewer.player_id in whose:
                self._load_soon(viewer)

    def _load_soon(self, viewer: Viewer) -> None:
        self._stale.add(viewer)
        if viewer not in self._tasks:
            self._tasks[viewer] = asyncio.create_task(self._load(viewer))

    async def _load(self, viewer: Viewer) -> None:
        assert viewer.player_id is not None
        try:
            while viewer in self._stale:
                self._stale.discard(viewer)
                try:
                    async with self._slots, self._sessions() as session:
                        circle = await read_circle(session, viewer.player_id)
                        invisible = await find_invisible(session, [person.id for person in circle.friends])
                except Exception as error:
                    log.warning("a circle of friends could not be read: %s", type(error).__name__)
                    self._stale.add(viewer)
                    await asyncio.sleep(AGAIN_S)
                    continue
                if viewer in self._friends and viewer not in self._stale:
                    self._show(viewer, circle, invisible)
        finally:  # here, not in a callback: what grows stale from now on needs a task of its own
            del self._tasks[viewer]

    def _show(self, viewer: Viewer, circle: Circle, invisible: set[int]) -> None:
        friends = {person.id for person in circle.friends}
        self._invisible -= friends - invisible
        self._invisible |= invisible
        self._learn(viewer, self._friends[viewer], friends)
        self._friends[viewer] = friends
        for friend in friends:
            self._told.setdefault(friend, self.seen(friend))
        viewer.send(frames.friends(self.describe(circle, invisible)))
        for friend in friends:  # for the others, who may have been told something older
            self._look(friend)

    def _learn(self, viewer: Viewer, before: set[int], after: set[int]) -> None:
        for player in before - after:
            self._viewers[player].discard(viewer)
            if not self._viewers[player]:
                del self._viewers[player]
                self._told.pop(player, None)
                self._invisible.discard(player)
        for player in after - before:
            self._viewers[player].add(viewer)


def _place(row: Row) -> Seen:
    """Return a public table as friends of who sits there see it; workers of the version before tell no kept seats."""
    return {
        "id": row["id"],
        "code": row["code"],
        "game": row["game"],
        "bet": row["bet"],
        "phase": row["phase"],
        "free": row["phase"] == "waiting"
        and len(row["players"]) + row["robots"] + row.get("kept", 0) < row["seats"],
        "spectators": row["spectators"],
    }
