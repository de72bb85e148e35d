"""Who is here, over all workers: every worker knows the sockets of all others by what they announce."""

import asyncio
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable

from app.bus.client import Bus
from app.bus.post import ALL, Header, Post
from app.tasks import end

ANNOUNCE_S = 10.0
EXPIRE_S = 30.0
SWEEP_S = 1.0
HERE = ""


class Presence:
    """Counts the sockets here, hears of the others', and takes a press of a button for presence for a while.

    A worker that says nothing for 30 s has nobody any more; while the link to Redis is down nothing expires, since
    nothing could be heard.
    """

    def __init__(
        self, post: Post, bus: Bus | None = None, *, now: Callable[[], float] = time.monotonic
    ) -> None:
        self.changed: list[Callable[[int], None]] = []
        """Hear of a player's first socket anywhere, and of the end of the last one."""
        self.on_away: list[Callable[[int], None]] = []
        """Hear of a player who may have gone away from the page, or come back to it."""
        self._post, self._bus, self._now = post, bus, now
        self._here: Counter[int] = Counter()
        self._others: dict[str, set[int]] = {}
        self._away: defaultdict[str, set[int]] = defaultdict(set)
        """Whose page isn't in view, by worker; those here under `HERE`."""
        self._until: dict[str, float] = {}
        self._pressed: dict[int, float] = {}
        self._task: asyncio.Task[None] | None = None
        post.on("here", lambda sender, header, _: self._arrive(sender, header["players"]))
        post.on("gone", lambda sender, header, _: self._depart(sender, header["players"]))
        post.on("away", lambda sender, header, _: self._rest(sender, header["player"], header["on"]))
        post.on("roster", self._hear_roster)
        post.on("roster?", lambda sender, header, _: self._announce(sender))
        post.on("pressed", lambda sender, header, _: self._press(header["players"], header["for_s"]))
        post.on_lost.append(self._catch_up)
        if bus is not None:
            bus.on_linked.append(self._introduce)

    async def start(self) -> None:
        """Announce the players here now and then, and forget workers that are silent."""
        self._task = asyncio.create_task(self._run())

    async def stop(self) -> None:
        """Say that nobody is here any more."""
        await end(self._task)
        self._post.send(ALL, "roster", {"players": []})

    # ---- what happens here -----------------------------------------------------------------------------------

    def opened(self, player: int) -> None:
        """Count a socket in."""
        before = self.is_here(player)
        self.rest(player, on=False)
        self._here[player] += 1
        if self._here[player] == 1:
            self._post.send(ALL, "here", {"players": [player]})
        self._tell_if(player, before)

    def closed(self, player: int) -> None:
        """Count a socket out."""
        before = self.is_here(player)
        self._here[player] -= 1
        if not self._here[player]:
            del self._here[player]
            self._away[HERE].discard(player)
            self._post.send(ALL, "gone", {"players": [player]})
        self._tell_if(player, before)

    def touch(self, players: Iterable[int], *, for_s: float) -> None:
        """Take players for present during the next `for_s` seconds: their sockets may open a moment later."""
        pressed = list(players)
        self._press(pressed, for_s)
        self._post.send(ALL, "pressed", {"players": pressed, "for_s": for_s})

    def rest(self, player: int, *, on: bool) -> None:
        """Note that no page of a player here is in view, or that one is again; a new socket is in view."""
        if on != (player in self._away[HERE]) and (player in self._here or not on):
            self._rest(HERE, player, on)
            self._post.send(ALL, "away", {"player": player, "on": on})

    # ---- what is known ---------------------------------------------------------------------------------------

    def is_here(self, player: int) -> bool:
        """Tell whether a player has a socket open on any worker."""
        return player in self._here or any(player in players for players in self._others.values())

    def is_away(self, player: int) -> bool:
        """Tell whether a player has sockets, but no page in view."""
        workers = self.where(player) + ([HERE] if player in self._here else [])
        return bool(workers) and all(player in self._away[worker] for worker in workers)

    @property
    def workers(self) -> Collection[str]:
        """The other workers that were heard of lately."""
        return self._others.keys()

    def where(self, player: int) -> list[str]:
        """Return the other workers that have a socket of this player."""
        return [worker for worker, players in self._others.items() if player in players]

    def among(self, players: Iterable[int]) -> set[int]:
        """Return those who have a socket, or pressed something a moment ago."""
        now = self._now()
        return {p for p in players if self._pressed.get(p, 0.0) > now or self.is_here(p)}

    def forget(self, worker: str) -> None:
        """Take the players of a worker that is gone for gone."""
        self._until.pop(worker, None)
        self._replace(worker, set())
        self._others.pop(worker, None)
        self._away.pop(worker, None)

    # ---- between workers -------------------------------------------------------------------------------------

    def _introduce(self) -> None:
        self._announce(ALL)
        self._post.send(ALL, "roster?")
        for worker in self._until:
            self._until[worker] = self._now() + EXPIRE_S

    def _catch_up(self, sender: str) -> None:
        """Ask who is there, and say who is here: we may have been taken for dead."""
        self._post.send(sender, "roster?")
        self._announce(sender)

    def _announce(self, to: str) -> None:
        self._post.send(to, "roster", {"players": list(self._here), "away": list(self._away[HERE])})

    def _hear_roster(self, sender: str, header: Header, _: bytes) -> None:
        self._until[sender] = self._now() + EXPIRE_S
        self._replace(sender, set(header["players"]))
        before, self._away[sender] = self._away[sender], set(header.get("away", ()))
        for player in before ^ self._away[sender]:
            self._tell_away(player)

    def _rest(self, worker: str, player: int, on: bool) -> None:
        (self._away[worker].add if on else self._away[worker].discard)(player)
        self._tell_away(player)

    def _tell_away(self, player: int) -> None:
        for tell in self.on_away:
            tell(player)

    def _arrive(self, sender: str, players: Iterable[int]) -> None:
        self._away[sender] -= set(players)
        self._replace(sender, self._others.get(sender, set()) | set(players))

    def _depart(self, sender: str, players: Iterable[int]) -> None:
        self._replace(sender, self._others.get(sender, set()) - set(players))

    def _replace(self, worker: str, players: set[int]) -> None:
        different = self._others.get(worker, set()) ^ players
        before = {player: self.is_here(player) for player in different}
        self._others[worker] = players
        self._until.setdefault(worker, self._now() + EXPIRE_S)
        for player, was in before.items():
            self._tell_if(player, was)

    def _tell_if(self, player: int, before: bool) -> None:
        if self.is_here(player) != before:
            for tell in self.changed:
                tell(player)

    def _press(self, players: Iterable[int], for_s: float) -> None:
        now = self._now()
        self._pressed = {player: end for player, end in self._pressed.items() if end > now}
        for player in players:
            self._pressed[player] = max(now + for_s, self._pressed.get(player, 0.0))

    async def _run(self) -> None:
        announced = self._now()
        while True:
            await asyncio.sleep(SWEEP_S)
            now = self._now()
            if now - announced > ANNOUNCE_S:
                announced = now
                self._announce(ALL)
            if self._bus is not None and not self._bus.linked:
                continue
            for worker in [worker for worker, until in self._until.items() if until < now]:
                self.forget(worker)
