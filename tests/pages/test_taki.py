"""A hand of TAKI through the page to its end: two +3, a run, a colour, the call of the last card."""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.clients import Client, Frame
from tests.conftest import PHONE
from tests.pages import dealt
from tests.pages.person import EDGE, Person
from tests.program import Program

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(120)]
OpenPage = Callable[..., Awaitable[Page]]
PLUS_THREE = {"type": "play", "card": "+3"}
DRAW = {"type": "draw"}


class Scripted(Client):
    """A player whose turns are written down."""

    script: list[Frame]
    seen = 0

    async def _move(self, table: int, view: Frame) -> None:
        if view["phase"] != "playing":
            await super()._move(table, view)
        elif view["game"]["turn"] == view["you"] and len(self.history.updates[table]) > self.seen:
            self.seen = len(self.history.updates[table])
            await self.send({"type": "act", "table": table, "action": self.script.pop(0)})


@pytest.mark.long
async def test_a_hand_is_played_with_its_special_moves(
    make_program: Callable[..., Program], open_page: OpenPage
) -> None:
    program = make_program(prepare=dealt.taki)
    async with Scripted(program.url) as other:
        await other.sign_in()
        wish = {"game": "taki", "options": {}, "seats": 2, "bet": 0, "public": True}
        made = await other.post("/api/tables", wish)
        other.script = [PLUS_THREE, PLUS_THREE, DRAW]
        page = await open_page("about:blank", device=PHONE, reduced_motion="reduce")
        person, sent = Person(page), sent_by(page)
        await page.goto(f"{program.url}/t/{made['code']}")
        playing = asyncio.create_task(other.play(made["table"]))
        await page.get_by_role("button", name="Sit down").click()
        await plays_to_the_end(person, sent)
        await playing
    assert person.view is not None
    assert person.view["game"]["result"]["winners"] == [1]
    log = {event["type"] for frame in person.frames for event in frame.get("events", [])}
    assert {"plus_three", "plus_three_ended", "run_opened", "run_closed", "announced"} <= log


async def plays_to_the_end(person: Person, sent: list[dict[str, Any]]) -> None:
    page = person.page
    window, why, line = page.locator(".ask"), page.locator(".me .why"), page.locator(".turn .line")

    # a +3, and no breaker: whoever presses it all the same is told so, and nobody else learns of it (21.3)
    await window.get_by_role("button", name="Break it").click()
    await expect(window).to_contain_text("You hold no breaker")
    await window.get_by_role("button", name="Draw 3").click()
    await expect(hold(page)).to_have_count(7)
    assert [action["type"] for action in sent] == ["accept"]

    # a run: with a TAKI on top it can't be closed (10.8), after other cards it can, and its last card acts (10.5)
    await lay(page, "Red TAKI")
    await page.get_by_role("button", name="Close the run").click(force=True)
    await expect(why).to_contain_text("With a TAKI on top")
    await lay(page, "Red 3")
    await lay(page, "Red skip")
    await expect(line).to_contain_text("the skip acts")
    assert "Not in your run" in (await hold(page, "Yellow 4").get_attribute("aria-label") or "")
    await expect(page.locator(".inforce")).to_have_text("Colour in force:Red, open run")
    await page.get_by_role("button", name="Close the run").click()
    await expect(line).to_contain_text("Your turn")  # of two, the other was skipped

    # a colour is named; one card is called before it is the last
    await lay(page, "Change of colour")
    await page.locator('.hues [data-ink="y"]').click()
    await expect(page.locator(".inforce")).to_contain_text("Yellow")

    # the other's second +3 is broken
    await window.get_by_role("button", name="Break it").click()
    await expect(hold(page)).to_have_count(2)
    await expect(page.locator(".told")).to_contain_text("You break the +3")
    await page.keyboard.press("l")
    await expect(page.locator(".self .call")).to_have_text("Last card!")
    await lay(page, "Yellow 4")
    await expect(line).to_contain_text("Your turn")
    await lay(page, "Yellow 6")
    await expect(page.locator("match-result h1")).to_have_text("You win the match")


def hold(page: Page, card: str = "") -> Any:
    named = f'[aria-label^="{card}"]' if card else ""
    return page.locator(f"card-hand .hold{named}")


async def lay(page: Page, card: str) -> None:
    """Tap a card that may be laid, and tap it again."""
    await expect(hold(page, card)).to_have_attribute("aria-disabled", "false")
    await hold(page, card).click(position=EDGE)
    await hold(page, card).click(position=EDGE)


def sent_by(page: Page) -> list[dict[str, Any]]:
    """The actions that a page sends from now on."""
    sent: list[dict[str, Any]] = []

    def take(frame: str | bytes) -> None:
        told = json.loads(frame)
        if told["type"] == "act":
            sent.append(told["action"])

    page.on("websocket", lambda socket: socket.on("framesent", take))
    return sent
