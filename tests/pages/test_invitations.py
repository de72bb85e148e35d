"""Asking people to one's table: who comes, who says no, a new guest by link; and calling back who looks away."""

import re
from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import Page, expect

from tests.conftest import DESKTOP, PHONE
from tests.pages.person import Person
from tests.program import Program

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(240)]
OpenPage = Callable[..., Awaitable[Page]]
SOON = 20_000
AWAY = """
window.calls = {buzzes: 0, notes: [], asked: 0};
Object.defineProperty(navigator, "vibrate", {value: () => { calls.buzzes += 1; return true; }});
window.Notification = class {
  static permission = "default";
  static async requestPermission() { calls.asked += 1; return (this.permission = "granted"); }
  constructor(_, {body}) { calls.notes.push(body); }
  close() {}
};
let away = false;
Object.defineProperty(document, "hidden", {get: () => away});
window.look = (on) => { away = !on; document.dispatchEvent(new Event("visibilitychange")); };
"""
"""A page that can be looked away from, and what it does to be looked at again."""
CALL = """async () => {
  const { attend } = await import(new URL("attention.js", document.querySelector("script[src]").src));
  attend("turn", "Your turn");
}"""


async def come_in(open_page: OpenPage, url: str, name: str, device: dict[str, object]) -> Person:
    person = Person(await open_page("about:blank", device=device))
    await person.register(url, name)
    await person.page.add_init_script(AWAY)
    await person.page.goto(url)
    await expect(person.page.locator(".bell")).to_be_visible(timeout=SOON)
    return person


async def befriend(one: Person, other: Person) -> None:
    ids = [(await person.api("GET", "/api/me"))["id"] for person in (one, other)]
    await one.api("POST", f"/api/friends/{ids[1]}", {})
    await other.api("POST", f"/api/friends/{ids[0]}/accept", {})


async def test_a_friend_comes_another_says_no_and_a_new_guest_sits_down_by_the_link(
    program: Program, open_page: OpenPage
) -> None:
    host = await come_in(open_page, program.url, "Magdalena", DESKTOP)
    ana = await come_in(open_page, program.url, "Ana", PHONE)
    bo = await come_in(open_page, program.url, "Bo-Bo", PHONE)
    for friend in (ana, bo):
        await befriend(host, friend)

    await ana.page.evaluate("look(false)")
    await host.page.get_by_role("button", name="Create a table").first.click()
    form = host.page.locator("create-form")
    await form.get_by_label("Players").select_option("3")
    await form.get_by_label("Private").check()
    await form.get_by_text("Invite people").click()
    for name in ("Ana", "Bo-Bo"):
        await form.locator("people-pick").get_by_text(name).click()
    await form.get_by_role("button", name="Open the table").click()
    kept = host.page.locator("kept-seats li")
    await expect(kept).to_have_count(2, timeout=SOON)
    await expect(kept.filter(has_text="Ana")).to_contain_text("seat kept for")
    await expect(host.page.locator(".seat .kept")).to_have_count(2)

    await expect(ana.page).to_have_title(re.compile(r"^● \(1\)"), timeout=SOON)
    assert await ana.page.evaluate("calls.buzzes") >= 1
    await ana.page.evaluate("look(true)")
    await expect(ana.page).to_have_title("Sobremesa")

    card = bo.page.locator(".invite-card")
    await expect(card).to_contain_text("Magdalena invites you to play Toma 2", timeout=SOON)
    await card.get_by_role("button", name="No, thanks").click()
    await expect(kept.filter(has_text="Bo-Bo")).to_contain_text("said no", timeout=SOON)
    await expect(card).to_have_count(0)
    await expect(host.page.locator(".seat .kept")).to_have_count(1)

    await ana.page.locator(".bell").click()
    await ana.page.locator("notice-list").get_by_role("button", name="Sit down").click()
    await expect(ana.page).to_have_url(re.compile("/t/"), timeout=SOON)
    await expect(kept.filter(has_text="Ana")).to_contain_text("said yes", timeout=SOON)
    await expect(ana.page.locator(".invite-card")).to_have_count(0)

    token = (await host.page.locator("code.link").text_content() or "").rsplit("/", 1)[1]
    await expect(host.page.locator(f'img[src*="qr.svg?link={token}"]')).to_be_visible()
    guest = Person(await open_page(f"{program.url}/j/{token}", device=PHONE))
    await guest.until(lambda: guest.view is not None and guest.view["you"] is not None, within_s=20)
    assert guest.view is not None
    assert [seat["player"]["name"] for seat in guest.view["seats"]][:2] == ["Magdalena", "Ana"]
    assert guest.view["seats"][2]["player"]["guest"]
    await expect(host.page.locator("card-hand .hold").first).to_be_visible(timeout=SOON)


@pytest.mark.long
async def test_my_turn_calls_me_back_when_the_page_is_not_in_view(
    program: Program, open_page: OpenPage
) -> None:
    ana = await come_in(open_page, program.url, "Ana", DESKTOP)
    page = ana.page
    await page.get_by_text("Practise with robots").first.click()
    await ana.until(lambda: ana.may_act, within_s=30)
    assert await page.evaluate("calls.asked") == 0  # only a press asks
    await page.evaluate("look(false)")
    while ana.may_act:  # one more thing to do is the same turn
        await ana.act()
    before = await page.evaluate("calls.buzzes")
    await ana.until(lambda: ana.may_act, within_s=30)
    await expect(page).to_have_title(re.compile("^● Your turn"))
    await expect(page.locator('link[rel="icon"]')).to_have_attribute("href", re.compile("favicon-turn"))
    assert await page.evaluate("calls.buzzes") == before + 1
    assert await page.evaluate("calls.notes") == []

    await page.goto(f"{program.url}/me")
    wish = page.get_by_label("Notes on the desktop")
    assert await page.evaluate("calls.asked") == 0
    await wish.check()
    await expect(wish).to_be_checked()
    assert await page.evaluate("calls.asked") == 1
    await page.get_by_label("Invitations to a table").uncheck()
    await page.evaluate("look(false)")
    await page.evaluate(CALL)
    assert await page.evaluate("calls.notes") == ["Your turn"]
    await page.get_by_label("My turn").uncheck()
    await page.evaluate(CALL)
    assert await page.evaluate("calls.notes") == ["Your turn"]
    assert (await ana.api("GET", "/api/me/notices"))["quiet"] == ["invitation"]
