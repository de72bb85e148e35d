"""Moderation through the pages: a report is written at the table, seen by an admin, and acted on."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import Page, expect

from app.admin import console
from tests.conftest import DESKTOP
from tests.pages.person import PASSWORD, Person
from tests.program import Program

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(240)]
OpenPage = Callable[..., Awaitable[Page]]


async def test_a_report_is_seen_and_acted_on_by_an_admin(
    program: Program, open_page: OpenPage, database_url: str
) -> None:
    ana = Person(await open_page(program.url, device=DESKTOP))
    await ana.page.get_by_role("button", name="Play now").first.click()
    await ana.until(lambda: ana.view is not None)
    bo = Person(await open_page("about:blank", device=DESKTOP))
    await bo.register(program.url, "Magdalena")
    await bo.page.goto(program.url)
    await bo.page.get_by_role("button", name="Play now").first.click()
    await bo.until(lambda: bo.view is not None and bo.view["phase"] == "playing")
    await bo.page.get_by_label("Write a line").fill("you play like a <i>stone</i>")
    await bo.page.keyboard.press("Enter")
    await expect(ana.page.locator("talk-panel li").last).to_contain_text("you play like a <i>stone</i>")
    await ana.page.get_by_role("button", name="About Magdalena").first.click()
    await ana.page.get_by_role("button", name="Report").click()
    form = ana.page.get_by_role("dialog", name="Report Magdalena")
    await form.get_by_label("In your words").fill("twice today")
    await form.get_by_role("button", name="Send report").click()
    await expect(form).to_be_hidden()

    olga = await open_page("about:blank", device=DESKTOP)
    refused: list[str] = []
    olga.on("console", lambda said: refused.append(said.text) if "Content Security" in said.text else None)
    await Person(olga).register(program.url, "Olga")
    assert (await olga.goto(f"{program.url}/admin")).status == 404  # type: ignore[union-attr]
    await asyncio.to_thread(console.run, database_url, "grant", "Olga", moderator=False)
    await olga.goto(f"{program.url}/admin")
    await olga.get_by_role("link", name="Reports").click()
    await olga.get_by_role("link", name="Report 1").click()
    await expect(olga.get_by_role("row", name="Magdalena reported")).to_contain_text(
        "you play like a <i>stone</i>"
    )
    await expect(olga.locator("body")).to_contain_text("twice today")
    await olga.get_by_label("Ban: how long").select_option("a day")
    await olga.get_by_label("Ban: why").fill("insults at the table")
    await olga.get_by_role("button", name="Ban", exact=True).click()
    await olga.wait_for_url("**/admin/reports/1?done=ban")
    await expect(olga.get_by_role("status")).to_have_text("The player is banned.")
    await expect(olga.get_by_role("button", name="Dismiss")).to_have_count(0)
    await olga.get_by_role("link", name="Log of acts").click()
    await olga.wait_for_url("**/admin-act/list")
    await expect(olga.get_by_role("row", name="insults at the table")).to_contain_text("ban")
    assert refused == [], "the pages run and load what their policy allows, and nothing else"

    answer = await bo.page.request.get(f"{program.url}/api/me")
    assert answer.status == 401
    await bo.page.goto(f"{program.url}/me")
    await bo.page.get_by_role("button", name="Sign in").first.click()
    await bo.page.get_by_label("Name").fill("Magdalena")
    await bo.page.get_by_label("Password").fill(PASSWORD)
    await bo.page.get_by_role("dialog").get_by_role("button", name="Sign in").click()
    await expect(bo.page.get_by_role("dialog")).to_contain_text("Banned until")
    await expect(bo.page.get_by_role("dialog")).to_contain_text(": insults at the table")
