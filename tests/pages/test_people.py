"""People through the page: the card of a player, blocks."""

from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import Page, expect

from tests.conftest import DESKTOP
from tests.pages.person import Person
from tests.program import Program

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(120)]
OpenPage = Callable[..., Awaitable[Page]]


async def test_a_card_opens_from_a_seat_by_tap_and_by_keyboard_and_blocks(
    program: Program, open_page: OpenPage
) -> None:
    ana = Person(await open_page(program.url))
    await ana.page.get_by_role("button", name="Play now").first.click()
    await ana.until(lambda: ana.view is not None)
    bo = Person(await open_page(program.url, device=DESKTOP))
    await bo.page.get_by_role("button", name="Play now").first.click()
    await bo.until(lambda: bo.match is not None and bo.view is not None and bo.view["phase"] == "playing")
    assert bo.view is not None
    mine, other = (bo.view["seats"][seat]["player"]["name"] for seat in (bo.view["you"], 1 - bo.view["you"]))

    pic = bo.page.get_by_role("button", name=f"About {other}")
    await pic.focus()
    await bo.page.keyboard.press("Enter")
    card = bo.page.get_by_role("dialog", name=other)
    await expect(card.get_by_role("button", name="Add friend")).to_be_focused()
    await bo.page.keyboard.press("Escape")
    await expect(card).to_be_hidden()

    await ana.page.get_by_role("button", name=f"About {mine}").tap()
    await ana.page.get_by_role("dialog", name=mine).get_by_role("button", name="Block").tap()
    await expect(ana.page.locator("notice-strip")).to_contain_text(mine)
    assert [person["name"] for person in await ana.api("GET", "/api/blocks")] == [mine]
