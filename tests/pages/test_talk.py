"""Talk through the page: read by the other in their own language, hushed and hidden at once, reported."""

import os
from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import Page, expect

from tests.conftest import PHONE
from tests.pages.person import Person
from tests.program import Program

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(120)]
OpenPage = Callable[..., Awaitable[Page]]
NARROW = {**PHONE, "viewport": {"width": 360, "height": 740}}
WIDE = {"viewport": {"width": 1440, "height": 900}}


async def look(page: Page, name: str) -> None:
    """A picture for whoever asks for one: TALK_SHOTS=folder."""
    if folder := os.environ.get("TALK_SHOTS"):
        await page.wait_for_timeout(500)
        await page.screenshot(path=f"{folder}/{name}.png")


LINK = """async (on) => {
    const { link } = await import(new URL("app.js", document.querySelector("script[src]").src));
    if (on) link.connect();
    else { link.drop(); link.state = "off"; }
}"""


@pytest.mark.long
async def test_talk_is_read_in_ones_own_language_hushed_hidden_and_reported(
    program: Program, open_page: OpenPage
) -> None:
    ana = Person(await open_page(program.url, device=NARROW, locale="es"))
    await ana.page.get_by_role("button", name="Jugar ahora").first.click()
    await ana.until(lambda: ana.view is not None)
    bo = Person(await open_page(program.url, device=WIDE))
    await bo.api("POST", "/api/register", {"name": "Magdalena", "password": "a long password"})
    await bo.page.reload()
    await bo.page.get_by_role("button", name="Play now").first.click()
    await bo.until(lambda: bo.view is not None and bo.view["phase"] == "playing")

    # said by a phrase and in writing; beside the seat, in the live region, counted on the button
    await bo.page.get_by_role("button", name="Well played!").click()
    await expect(ana.page.locator(".seat .said")).to_have_text("¡Bien jugado!")
    await expect(ana.page.locator("#live")).to_contain_text("Magdalena: ¡Bien jugado!")
    await bo.page.get_by_label("Write a line").fill("<b>bravo</b> \u202e what a hand")
    await bo.page.keyboard.press("Enter")
    await expect(bo.page.locator("talk-panel li.mine").last).to_have_text("You <b>bravo</b> what a hand")
    await expect(bo.page.get_by_label("Write a line")).to_have_value("")
    await look(bo.page, "wide")
    await look(ana.page, "phone")
    await ana.page.get_by_role("button", name="Charla, 2 líneas nuevas").click()
    sheet = ana.page.get_by_role("dialog", name="Charla")
    await expect(sheet.locator("li")).to_have_text(
        ["Magdalena ¡Bien jugado!", "Magdalena <b>bravo</b> what a hand"]
    )
    hand = await ana.page.locator("card-hand").bounding_box()
    over = await sheet.bounding_box()
    assert hand is not None
    assert over is not None
    assert over["y"] + over["height"] <= hand["y"]  # the hand is sacred
    await look(ana.page, "sheet")
    await ana.page.keyboard.press("Escape")
    await expect(sheet).to_be_hidden()
    await expect(ana.page.get_by_role("button", name="Charla")).to_be_focused()  # where it came from
    await ana.page.keyboard.press("Enter")
    await sheet.get_by_role("button", name="aplaude").click()
    await expect(sheet).to_be_hidden()
    await expect(ana.page.locator(".self .said use")).to_have_attribute("href", "#re-clap")
    assert ana.view is not None
    me = ana.view["seats"][ana.view["you"]]["player"]["name"]
    await expect(bo.page.locator("talk-panel li").last).to_contain_text(f"{me} claps")

    # what was said while the line was down is there when it is back
    await ana.page.evaluate(LINK, False)
    await bo.page.get_by_role("button", name="Oops").click()
    await expect(bo.page.locator("talk-panel li.mine")).to_have_count(3)
    await ana.page.evaluate(LINK, True)
    await ana.page.get_by_role("button", name="Charla").click()
    await expect(sheet.locator("li").last).to_have_text("Magdalena Uy")
    await sheet.get_by_role("button", name="Cerrar").click()

    # muted on this page at once, and after a reload
    await ana.page.get_by_role("button", name="Sobre Magdalena").tap()
    await ana.page.get_by_role("button", name="Silenciar aquí").tap()
    await bo.page.get_by_role("button", name="Bad luck").click()
    await expect(bo.page.locator("talk-panel li.mine")).to_have_count(4)
    await expect(ana.page.locator(".seat .said")).to_have_count(0)
    await ana.page.reload()
    await ana.page.get_by_role("button", name="Charla").click()
    await expect(sheet).to_contain_text("Has silenciado a 1 persona")
    await expect(sheet.locator("li")).to_have_count(1)
    await sheet.get_by_role("button", name="Leer a todos").click()
    await expect(sheet.locator("li")).to_have_count(5)

    # all talk hidden, and back
    await bo.page.get_by_role("button", name="Hide all talk").click()
    await expect(bo.page.get_by_role("button", name="Well played!")).to_be_hidden()
    await sheet.get_by_role("button", name="sonríe").click()
    await expect(ana.page.locator(".self .said")).to_be_visible()
    await expect(bo.page.locator(".seat .said")).to_have_count(0)
    await bo.page.get_by_role("button", name="Show talk").click()
    await expect(bo.page.locator("talk-panel li").last).to_contain_text("smiles")

    # reported from the card
    await bo.page.get_by_role("button", name=f"About {me}").first.click()
    await bo.page.get_by_role("button", name="Report").click()
    form = bo.page.get_by_role("dialog", name=f"Report {me}")
    await form.get_by_label("What happened").select_option("stalling")
    await form.get_by_label("In your words").fill("Takes for ever")
    await look(bo.page, "report")
    await form.get_by_role("button", name="Send report").click()
    await expect(bo.page.locator("notice-strip")).to_contain_text("A moderator will look at it")
    await expect(form).to_be_hidden()
