"""Tables one after another: who plays where, until the run is over and everybody has got up."""

import asyncio
from collections import Counter

from tests.chaos.draws import draw_plan
from tests.chaos.history import History, now
from tests.chaos.player import Player


class House:
    """Keeps `tables` tables at play."""

    def __init__(self, urls: list[str], seed: int, tables: int, most: int, history: History) -> None:
        self.seed, self.history, self._most = seed, history, most
        number = tables * min(3, most) + most
        self.players = [Player(urls[n % len(urls)], seed, n, history) for n in range(number)]
        self.made: dict[int, str] = {}
        """The game of each table of the run."""
        self.begun = Counter[str]()
        self._free = list(self.players)
        self._seats = asyncio.Condition()
        self._number = 0
        self._closing = False
        self._tables = tables
        self._playing: set[Player] = set()

    @property
    def calm(self) -> bool:
        """Whether people play, and each sees the table."""
        return bool(self._playing) and all(player.calm for player in self._playing)

    async def open(self) -> None:
        """Let everybody sign in."""
        for at in range(0, len(self.players), 8):
            await asyncio.gather(*(player.sign_in() for player in self.players[at : at + 8]))

    async def run(self) -> None:
        """Play table after table until `close`."""
        await asyncio.gather(*(self._keep() for _ in range(self._tables)))

    async def close(self, natural_s: float, patience_s: float) -> list[str]:
        """Begin nothing more and return who still sits when the patience is at its end.

        Matches may end by themselves for a while; then all but one at each table get up.
        """
        self._closing = True
        async with self._seats:
            self._seats.notify_all()
        until, natural = now() + patience_s, now() + natural_s
        while self._playing and now() < until:
            await asyncio.sleep(0.1)
            if now() > natural:
                for player in self._playing:
                    player.hurry_up()
        return [player.describe() for player in self._playing]

    async def stop(self) -> None:
        await asyncio.gather(*(player.stop() for player in self.players), return_exceptions=True)

    async def _keep(self) -> None:
        while not self._closing:
            number, self._number = self._number, self._number + 1
            plan = draw_plan(self.seed, number, self._most)
            async with self._seats:
                await self._seats.wait_for(lambda plan=plan: self._closing or len(self._free) >= plan.people)
                if self._closing:
                    return
                people = [self._free.pop(0) for _ in range(plan.people)]
            self._playing.update(people)
            try:
                host = people[0]
                if (table := await host.create(plan)) is not None:
                    self.made[table] = plan.game
                    await asyncio.gather(
                        *(
                            player.play(table, plan, host=player is host, leaves=at == plan.leaver)
                            for at, player in enumerate(people)
                        )
                    )
            finally:
                self._playing.difference_update(people)
                async with self._seats:
                    self._free.extend(people)
                    self._seats.notify_all()
