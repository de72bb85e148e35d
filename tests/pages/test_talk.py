"""Talk through the page: seen by the other in their own language, muted, hidden, reported."""

import os
from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import Page, expect

from tests.conftest import DESKTOP, PHONE
from tests.pages.person import Person
from tests.program import Program

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(120)]
OpenPage = Callable[..., Awaitable[Page]]
SHOTS = os.environ.get("SHOTS")


async def shot(page: Page, name: str) -> None:
    if SHOTS:
        await page.screenshot(path=f"{SHOTS}/{name}.png")


async def test_look(program: Program, open_page: OpenPage) -> None:
    phone = {**PHONE, "viewport": {"width": 360, "height": 740}}
    wide = {"viewport": {"width": 1440, "height": 900}}
    ana = Person(await open_page(program.url, device=phone, locale="es"))
    await ana.page.get_by_role("button", name="Jugar ahora").first.click()
    await ana.until(lambda: ana.view is not None)
    await shot(ana.page, "waiting")
    bo = Person(await open_page(program.url, device=wide))
    await bo.api("POST", "/api/register", {"name": "Magdalena", "password": "a long password"})
    await bo.page.reload()
    await bo.page.get_by_role("button", name="Play now").first.click()
    await bo.until(lambda: bo.match is not None and bo.view is not None and bo.view["phase"] == "playing")
    await bo.page.get_by_role("button", name="Well played!").click()
    await bo.page.locator(".writing input").fill("What a hand you have there, my dear friend <b>")
    await bo.page.keyboard.press("Enter")
    await ana.page.wait_for_timeout(600)
    await shot(ana.page, "phone-pop")
    await shot(bo.page, "wide")
    await bo.page.get_by_role("button", name="raises a glass").click()
    await ana.page.wait_for_timeout(500)
    await shot(ana.page, "phone-reaction")
    await ana.page.get_by_role("button", name="Charla").click()
    await ana.page.wait_for_timeout(500)
    await shot(ana.page, "phone-sheet")
    await ana.page.get_by_role("button", name="refunfuña").click()
    await bo.page.wait_for_timeout(500)
    await shot(bo.page, "wide-reaction")
    await shot(ana.page, "phone-own")
