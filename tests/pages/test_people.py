"""People through the page: friends, the card of a player, and what a block takes away."""

from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import Page, expect

from tests.conftest import DESKTOP
from tests.pages.person import Person
from tests.program import Program

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(120)]
OpenPage = Callable[..., Awaitable[Page]]


async def name_of(person: Person) -> str:
    return str((await person.api("GET", "/api/me"))["name"])


async def test_friends_meet_and_a_block_parts_them_everywhere(program: Program, open_page: OpenPage) -> None:
    ana = Person(await open_page(program.url))
    await ana.page.get_by_role("button", name="Play now").first.click()
    await ana.until(lambda: ana.view is not None)
    assert ana.view is not None
    code, table = ana.view["table"]["code"], ana.view["table"]["id"]
    bo = Person(await open_page(program.url, device=DESKTOP))
    await bo.api("POST", "/api/guest", {})
    anas, bos = await ana.api("GET", "/api/me"), await bo.api("GET", "/api/me")

    await ana.api("POST", f"/api/friends/{bos['id']}")
    await bo.page.goto(f"{program.url}/friends")
    await bo.page.get_by_role("button", name=f"Accept: {anas['name']}").click()
    row = bo.page.get_by_role("listitem").filter(has_text=anas["name"])
    await expect(row).to_contain_text("waits at Toma 2", timeout=20_000)
    await bo.page.get_by_role("link", name="Tables").click()
    first = bo.page.locator("table-row").first
    await expect(first).to_contain_text("friends", timeout=20_000)
    await expect(first).to_contain_text(anas["name"])

    await ana.api("POST", f"/api/tables/{code}/invitations", {"player": bos["id"]})
    for page, seat in ((ana.page, ".seat .kept"), (bo.page, "table-row .kept")):
        await expect(page.locator(seat)).to_have_count(1, timeout=20_000)
    await expect(
        first.get_by_role("button", name="Join")
    ).to_be_visible()  # it is kept for whoever looks here
    await expect(bo.page.locator("friends-panel").get_by_role("button", name="Join")).to_be_visible()
    await bo.page.locator(".invite-card").get_by_role("button", name="Later").click()

    await bo.page.locator("friends-panel").get_by_role("button", name=anas["name"]).first.click()
    await bo.page.get_by_role("dialog", name=anas["name"]).get_by_role("button", name="Block").click()
    await expect(bo.page.locator("notice-strip")).to_contain_text(anas["name"])
    await expect(bo.page.locator("table-row")).to_have_count(0)  # their table is no longer in the list
    await expect(bo.page.locator("friends-panel")).to_be_hidden()
    await bo.page.goto(f"{program.url}/t/{code}")  # nor does its door open
    await expect(bo.page.locator("notice-strip")).to_contain_text("There is a block", timeout=20_000)
    await expect(bo.page).to_have_url(f"{program.url}/")

    cleo = Person(await open_page(program.url, device=DESKTOP))
    await cleo.page.get_by_role("button", name="Play now").first.click()
    await cleo.until(lambda: cleo.view is not None and cleo.view["phase"] == "playing", within_s=20)
    assert cleo.view is not None
    assert cleo.view["table"]["id"] == table
    await bo.page.goto(f"{program.url}/t/{code}")
    await expect(bo.page).to_have_url(f"{program.url}/", timeout=20_000)
    assert bo.view is None
    await ana.page.get_by_role("button", name=f"About {await name_of(cleo)}").tap()
    await expect(ana.page.get_by_role("dialog").get_by_role("button", name="Add friend")).to_be_visible()

    await cleo.page.get_by_role("button", name=f"About {anas['name']}").focus()
    await cleo.page.keyboard.press("Enter")
    card = cleo.page.get_by_role("dialog", name=anas["name"])
    await expect(card.get_by_role("button", name="Add friend")).to_be_focused()
    await cleo.page.keyboard.press("Escape")
    await expect(card).to_be_hidden()
    await expect(cleo.page.get_by_role("button", name=f"About {anas['name']}")).to_be_focused()
