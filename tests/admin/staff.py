"""Accounts with a role and a browser, and forms as their pages send them."""

import itertools
import re
from dataclasses import dataclass
from typing import Any

import httpx

from app.players import roles
from app.players.service import make_account
from app.players.sessions import open_session
from tests.lobby.house import House, fresh_key

numbers = itertools.count(1)
ORIGIN = {"origin": "http://test"}


def form_key() -> str:
    return f"form-key-{next(numbers):010}"


@dataclass
class Staff:
    """An account of whatever role, at the pages."""

    id: int
    name: str
    client: httpx.AsyncClient

    async def look(self, path: str) -> str:
        """A page, which has to be there."""
        answer = await self.client.get(path)
        assert answer.status_code == 200, (path, answer.status_code, answer.text[:300])
        return answer.text

    async def send(self, path: str, act: str, key: str | None = None, **fields: Any) -> httpx.Response:
        """A form; the answer isn't followed."""
        sent = {"key": key or form_key(), "act": act, "reason": "because of that", **fields}
        return await self.client.post(path, data=sent, headers=ORIGIN)

    async def act(self, whom: int, act: str, key: str | None = None, **fields: Any) -> httpx.Response:
        return await self.send(f"/admin/people/{whom}/act", act, key, **fields)

    async def ask(self, method: str, path: str, body: Any = None) -> httpx.Response:
        headers = {**ORIGIN, "idempotency-key": fresh_key()}
        return await self.client.request(method, path, json=body, headers=headers)


async def enlist(house: House, name: str, role: roles.Role = "player") -> Staff:
    """An account of this name and role, signed in."""
    state = house.app.state
    async with state.sessions.begin() as session:
        player = await make_account(session, state.settings, name=name, password_hash="-", language="en")
        await roles.set_role(session, player.id, role)
        token = await open_session(session, player.id, days=1, agent="")
        return Staff(player.id, name, house.browser(token))


def words(page: str) -> str:
    """The text of a page."""
    return " ".join(re.sub(r"<[^>]+>", " ", page).split())
