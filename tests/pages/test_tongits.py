"""A hand of Tongits through the page: drawn, laid down, laid off, discarded, and won or lost by a called Draw."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.clients import Client, Frame
from tests.conftest import PHONE
from tests.pages.person import EDGE, Person
from tests.program import Program

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(120)]
OpenPage = Callable[..., Awaitable[Page]]


class Passive(Client):
    """Opens when it can, else only draws and throws: whoever sits at the page is never hurried."""

    def choose(self, view: Frame) -> Frame | None:
        """Return what is done now."""
        game, legal = view["game"], view["game"]["legal"] or []
        kinds = ["challenge", "draw_stock", "discard"]
        if view["you"] not in game["open"]:
            kinds.insert(2, "meld")
        return next((action for kind in kinds for action in legal if action["type"] == kind), None)


class TongitsPerson(Person):
    """Plays by taps: takes what it can, lays down all it can, calls a Draw once open."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.done: set[str] = set()

    @property
    def seq(self) -> int:
        """The number of the newest update."""
        return max((frame["seq"] for frame in self.frames if frame["type"] == "update"), default=0)

    async def play_hand(self, number: int) -> dict[str, Any]:
        """Play until this hand is over; return the view of then."""
        while True:
            view, game = self.view, self.view and self.view["game"]
            if view and game and game["round"] == number:
                if game["outcome"] is not None:
                    return view
                if view["phase"] == "playing" and game["legal"]:
                    await self._act(game)
            await asyncio.sleep(0.02)

    async def _act(self, game: dict[str, Any]) -> None:
        seen, kind = self.seq, await self._taps(game)
        self.done.add(kind)
        for _ in range(400):
            if self.seq > seen:
                return
            await asyncio.sleep(0.02)
        raise AssertionError(f"nothing came of {kind}")

    async def _taps(self, game: dict[str, Any]) -> str:
        """Do one thing by taps; return what kind of action it is."""
        kinds = {action["type"] for action in game["legal"]}
        fits = next((action for action in game["legal"] if action["type"] == "lay_off"), None)
        if "fold" in kinds:
            await self._press("fight")
            return "challenge"
        if "call_draw" in kinds:
            await self._press("call")
            await self._press("call-it")
            return "call_draw"
        if "draw_stock" in kinds:
            taken = "take_discard" in kinds
            await self._press("take" if taken else "draw")
            await self._first_way()
            return "take_discard" if taken else "draw_stock"
        if fits is not None:
            meld = self.page.locator(f'[data-drop="meld {fits["meld"]}"]')
            await meld.click()  # chooses what fits
            await expect(meld).to_have_class("meld new")
            await meld.click()
            return "lay_off"
        if game["best"]["melds"]:
            await self._press("suggest")
            await self._press("lay")
            await self._first_way()
            return "meld"
        await self.page.locator("card-hand .hold").last.click(position=EDGE)
        await self._press("discard")
        return "discard"

    async def _press(self, key: str) -> None:
        await self.page.locator(f'[data-key="{key}"]:not([aria-disabled])').click()

    async def _first_way(self) -> None:
        """Of several ways the first."""
        ways = self.page.locator(".ways button")
        if await ways.count():
            await ways.first.click()


@pytest.mark.long
async def test_a_hand_is_melded_laid_off_and_ended_by_a_draw(program: Program, open_page: OpenPage) -> None:
    async with Passive(program.url, 1) as host, Passive(program.url, 2) as guest:
        for other in (host, guest):
            await other.sign_in()
        wish = {"game": "tongits", "options": {"format": "first_to"}, "seats": 3, "bet": 0}
        made = await host.post("/api/tables", wish)
        playing = [
            asyncio.create_task(other.play(made["table"], sit=other is guest)) for other in (host, guest)
        ]
        person = TongitsPerson(
            await open_page(f"{program.url}/t/{made['code']}", device=PHONE, reduced_motion="reduce")
        )
        await person.page.get_by_role("button", name="Sit down").click()
        for number in range(1, 5):
            view = await person.play_hand(number)
            await expect(person.page.locator("round-result h1")).to_be_visible()
            if "call_draw" in person.done:  # for which a meld was laid, in an earlier turn
                break
            await person.page.get_by_role("button", name="Ready").click()
        for task in playing:
            task.cancel()
    assert {"discard", "call_draw"} <= person.done
    assert person.done & {"meld", "take_discard"}
    assert view["game"]["ending"] == "draw"
    counts = view["game"]["outcome"]["counts"]
    await expect(person.page.locator(".outcome .total")).to_have_count(3)
    await expect(person.page.locator("round-result")).to_contain_text(f"counts {counts[str(view['you'])]}")
