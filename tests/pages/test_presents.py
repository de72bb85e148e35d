"""Presents through the page: bought, given over the board, accepted, worn and seen, refused, given back."""

from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import Page, expect

from app.rooms.audit import audit_database
from app.social.presents.rules import QUESTIONS
from tests.conftest import DESKTOP
from tests.pages.person import Person
from tests.program import Program

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(180)]
OpenPage = Callable[..., Awaitable[Page]]
TABLE = {"game": "toma2", "options": {}, "seats": 2, "bet": 6000, "turn_ms": 40000, "public": True}
LOADED = 20_000
"""A page that is just opened, on a machine that has other things to do (ms)."""
BET, CAKE, SPARROW, WINE = 6_000, 1_000, 6_000, 1_500


async def come_in(page: Page, url: str, name: str) -> Person:
    person = Person(page)
    await person.register(url, name)
    await page.goto(url)
    return person


async def coins(person: Person) -> int:
    return int((await person.api("GET", "/api/me"))["coins"])


async def stuff(person: Person) -> set[tuple[str, bool]]:
    things = (await person.api("GET", "/api/me/things"))["things"]
    return {(thing["item"], thing["worn"]) for thing in things}


async def give(person: Person, name: str, *, own: bool, thing: str, note: str) -> None:
    """Give somebody at the table a present, by their picture."""
    await person.page.get_by_role("button", name=f"About {name}").click()
    card = person.page.get_by_role("dialog", name=name, exact=True)
    await card.get_by_role("button", name="Give a present").click()
    form = person.page.get_by_role("dialog", name=f"A present for {name}")
    if own:
        await form.get_by_role("button", name="From your stuff").click()
    await form.get_by_role("button", name=thing).click()
    await form.get_by_label("A line with it").fill(note)
    leaves = "It leaves your stuff now" if own else "leave your purse now and come back if refused"
    await expect(form).to_contain_text(leaves)
    await form.get_by_role("button", name="Give it").click()
    await expect(form).to_be_hidden()
    await expect(person.page.locator("notice-strip")).to_contain_text(f"on its way to {name}")


async def open_presents(person: Person, waiting: str) -> None:
    await person.page.get_by_role("button", name=waiting).tap()
    await expect(person.page.get_by_role("dialog", name="Presents for you")).to_be_visible()


async def test_presents_are_bought_given_at_the_table_worn_and_seen_refused_and_given_back(
    program: Program, open_page: OpenPage, database_url: str
) -> None:
    ana = await come_in(await open_page("about:blank", device=DESKTOP), program.url, "Magdalena")
    bo = await come_in(await open_page("about:blank"), program.url, "Leonardo")

    await ana.page.get_by_role("link", name="Shop").click()
    await ana.page.get_by_role("button", name="Slice of cake: Buy").click()
    await ana.page.get_by_role("button", name="Buy for 1,000").click()
    await expect(ana.page.locator("notice-strip")).to_contain_text("in your stuff")
    await expect(ana.page.locator(".purse")).to_contain_text("59,000")
    assert (await coins(ana), await stuff(ana)) == (60_000 - CAKE, {("cake", False)})

    table = await ana.page.evaluate(
        """async (table) => (await fetch("/api/tables", {method: "POST", body: JSON.stringify(table),
            headers: {"content-type": "application/json", "idempotency-key": "a-table-of-mine"}})).json()""",
        TABLE,
    )
    await ana.page.goto(f"{program.url}/t/{table['code']}")
    await bo.page.goto(f"{program.url}/t/{table['code']}")
    await bo.page.get_by_role("button", name="Sit down").tap(timeout=LOADED)
    for person in (ana, bo):
        await person.until(lambda p=person: p.view is not None and p.view["phase"] == "playing", within_s=30)

    # from the shop: accepted, and worn for everybody to see
    await give(ana, "Leonardo", own=False, thing="Sparrow", note="For that +8.")
    assert await coins(ana) == 60_000 - CAKE - BET - SPARROW
    await open_presents(bo, "Presents: one to open")
    window = bo.page.get_by_role("dialog", name="Presents for you")
    await expect(window).to_contain_text("Magdalena gives you: Sparrow “For that +8.”")
    await window.get_by_role("button", name="Accept").tap()
    await expect(window).to_contain_text("Sparrow, from Magdalena")
    await expect(ana.page.locator('.seat .gift[data-item="sparrow"]')).to_be_visible()
    await expect(bo.page.locator('.self .gift[data-item="sparrow"]')).to_be_attached()
    assert (await coins(bo), await stuff(bo)) == (60_000 - BET, {("sparrow", True)})
    await bo.page.keyboard.press("Escape")

    # one's own: refused, and back in one's stuff
    await give(ana, "Leonardo", own=True, thing="Slice of cake", note="")
    assert await stuff(ana) == set()
    await open_presents(bo, "Presents: one to open")
    await window.get_by_role("button", name="Refuse").tap()
    await expect(bo.page.locator("notice-strip")).to_contain_text("goes back to Magdalena")
    await expect(bo.page.locator("table-bar .gifts")).to_be_hidden()
    assert (await stuff(ana), await coins(ana)) == ({("cake", False)}, 60_000 - CAKE - BET - SPARROW)

    # accepted and given back: the thing itself goes to whom it came from
    await window.get_by_role("button", name="Give it back: Sparrow").tap()
    await expect(ana.page.locator('.seat .gift[data-item="sparrow"]')).to_have_count(0)
    assert (await stuff(bo), await stuff(ana)) == (set(), {("cake", False), ("sparrow", False)})
    assert await coins(ana) == 60_000 - CAKE - BET - SPARROW

    await ana.page.goto(f"{program.url}/me")
    await expect(ana.page.get_by_role("cell", name="Sparrow for Leonardo")).to_be_visible(timeout=LOADED)
    assert (await audit_database(database_url, None, deep=False, also=[QUESTIONS])).sound


@pytest.mark.long
async def test_what_is_taken_off_put_on_and_taken_back_by_keyboard(
    program: Program, open_page: OpenPage
) -> None:
    ana = await come_in(await open_page("about:blank", device=DESKTOP), program.url, "Magdalena")
    bo = await come_in(await open_page("about:blank", locale="es-ES"), program.url, "Leonardo")
    other = (await bo.api("GET", "/api/me"))["id"]

    await ana.page.goto(f"{program.url}/p/{other}")
    await ana.page.get_by_role("button", name="Give a present").press("Enter", timeout=LOADED)
    form = ana.page.get_by_role("dialog", name="A present for Leonardo")
    await form.get_by_role("button", name="Glass of red wine").press("Enter")
    await form.get_by_role("button", name="Give it").press("Enter")
    await expect(ana.page.locator(".purse")).to_contain_text("58,500")
    await ana.page.get_by_role("link", name="Shop").press("Enter")
    await ana.page.get_by_role("button", name="Take it back: Glass of red wine").press("Enter")
    await expect(ana.page.locator(".purse")).to_contain_text("60,000")
    await expect(ana.page.locator("present-list .empty")).to_be_visible()
    assert (await coins(ana), await stuff(bo)) == (60_000, set())

    await bo.page.get_by_role("link", name="Tienda").tap()
    await bo.page.get_by_role("button", name="Copa de tinto: Comprar").tap()
    await bo.page.get_by_role("button", name="Comprar por 1.500").tap()
    await bo.page.get_by_role("button", name="Tus cosas").tap()
    await bo.page.get_by_role("button", name="Copa de tinto: Poner").tap()
    await expect(bo.page.locator('.id-pic .gift[data-item="wine"]')).to_be_visible()
    assert (await coins(bo), await stuff(bo)) == (60_000 - WINE, {("wine", True)})
    await ana.page.goto(f"{program.url}/p/{other}")
    await expect(ana.page.locator('.id-card .gift[data-item="wine"]')).to_be_visible(timeout=LOADED)
    await ana.page.get_by_role("link", name="Shop").press("Enter")
    await expect(ana.page.get_by_role("heading", name="Shop")).to_be_visible()
    await ana.page.locator("top-bar .gifts").press("Enter")
    await expect(ana.page.get_by_role("dialog", name="Presents for you")).to_be_visible()
    await ana.page.go_back()  # a window belongs to its page
    await expect(ana.page.get_by_role("dialog")).to_have_count(0)
    await bo.page.get_by_role("button", name="Copa de tinto: Quitar").tap()
    await expect(bo.page.locator(".id-pic .gift")).to_have_count(0)
    assert await stuff(bo) == {("wine", False)}
