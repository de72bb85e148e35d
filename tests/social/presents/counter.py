"""A house with accounts that may give, and what its database says of their coins and things."""

import itertools
from typing import Any

from sqlalchemy import text

from app.players.service import make_account
from app.players.sessions import open_session
from app.rooms.audit import audit_database
from app.social.presents.rules import QUESTIONS
from tests.lobby.house import House, Person

names = itertools.count(1)
GRANT = 60_000


class Counter:
    def __init__(self, house: House, database_url: str) -> None:
        self.house, self.url = house, database_url
        self.sessions = house.app.state.sessions

    async def account(self, *, days: int = 2) -> Person:
        """Somebody registered, for so many days."""
        async with self.sessions.begin() as session:
            player = await make_account(
                session,
                self.house.app.state.settings,
                name=f"Asa{next(names)}",
                password_hash="-",
                language="en",
            )
            await session.execute(
                text("update player set made_at = made_at - make_interval(days => :days) where id = :id"),
                {"days": days, "id": player.id},
            )
            token = await open_session(session, player.id, days=1, agent="")
        return Person(player.id, self.house.browser(token))

    async def accounts(self, count: int) -> list[Person]:
        return [await self.account() for _ in range(count)]

    async def query(self, query: str, **facts: Any) -> list[Any]:
        async with self.sessions() as session:
            return [tuple(row) for row in await session.execute(text(query), facts)]

    async def coins(self, person: Person) -> int:
        [(coins,)] = await self.query(
            "select balance from account where kind = 'wallet' and owner = :id", id=person.id
        )
        return int(coins)

    async def things(self, person: Person) -> list[tuple[str, bool]]:
        """What lies in somebody's stuff, and whether it is worn."""
        answer = await person.ask("GET", "/api/me/things")
        return [(thing["item"], thing["worn"]) for thing in answer.json()["things"]]

    async def grow_old(self, present: int, days: int = 14) -> None:
        await self._change(
            "update present set sent_at = sent_at - make_interval(days => :days),"
            " answered_at = answered_at - make_interval(days => :days) where id = :id",
            days=days,
            id=present,
        )

    async def _change(self, statement: str, **facts: Any) -> None:
        async with self.sessions.begin() as session:
            await session.execute(text(statement), facts)

    async def prove(self) -> None:
        found = await audit_database(self.url, None, deep=False, also=[QUESTIONS])
        assert found.sound, found.faults


async def buy(person: Person, item: str, key: str | None = None) -> Any:
    answer = await person.ask("POST", "/api/things", {"item": item}, key)
    return answer.json()


async def give(person: Person, to: Person, key: str | None = None, **what: Any) -> Any:
    """Give; the answer's body, with the status where it is a refusal."""
    answer = await person.ask("POST", "/api/presents", {"to": to.id, **what}, key)
    return answer.json()


async def sent(person: Person, to: Person, **what: Any) -> int:
    """The number of a present that is on its way now."""
    return int((await give(person, to, **what))["present"]["id"])


async def answer(person: Person, present: int, word: str) -> Any:
    return (await person.ask("POST", f"/api/presents/{present}/{word}")).json()
