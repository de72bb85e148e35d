"""What a player sees of trouble: a pause, never an end (C-12), and a page that is too old says so (C-13).

A second window is opened in tests/static/test_live.py.
"""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import Page, Route, expect
from redis import Redis
from sqlalchemy import make_url

from tests.conftest import DESKTOP, PHONE
from tests.databases import Databases
from tests.pages.person import HAND, Person
from tests.program import Program

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(120)]
OpenPage = Callable[..., Awaitable[Page]]
BACK_S = 15.0
"""Within so many seconds after the cause has gone the page shows what is true."""


class Witness:
    """Holds what a page shows against what it was sent."""

    def __init__(self, person: Person) -> None:
        self.person, self.page = person, person.page
        self.strip = self.page.locator("notice-strip")

    async def cards(self) -> list[str]:
        """The cards on the page, sorted."""
        names: list[str] = await self.page.eval_on_selector_all(
            HAND, "all => all.map((hold) => hold.querySelector('play-card').card)"
        )
        return sorted(names)

    async def holds(self, hand: list[str]) -> bool:
        return await self.cards() == sorted(hand) and not await self.strip.is_visible()

    async def back(self) -> float:
        """Wait for a fresh view and a page that shows it; return how long that took."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        for _ in range(round(BACK_S / 0.02)):
            view = self.person.view
            if view is not None and view["game"] and await self.holds(view["game"]["hand"]):
                break
            await asyncio.sleep(0.02)
        assert await self.holds(self.person.hand), "the page doesn't show what it was sent"
        return loop.time() - began


async def go_on(*people: Person) -> None:
    """Let whoever's turn it is do something, twice: nothing is stuck."""
    for _ in range(2):
        await people[0].until(lambda: any(person.may_act for person in people), within_s=20)
        await next(person for person in people if person.may_act).act()


async def test_c12_a_coin_match_outlives_the_server_the_network_and_the_page(
    program: Program, open_page: OpenPage
) -> None:
    people = [Person(await open_page(program.url, device=device)) for device in (PHONE, DESKTOP)]
    for person in people:
        await person.page.get_by_role("button", name="Play now").first.click()
    for person in people:
        await expect(person.page.locator(HAND).first).to_be_visible(timeout=15_000)
    ana, bo = (Witness(person) for person in people)
    held, match = sorted(ana.person.hand), ana.person.match

    program.kill()
    for each in (ana, bo):
        await expect(each.strip).to_contain_text("Reconnecting")
    program.start()
    for person in people:
        person.frames.clear()
    await ana.back()
    await bo.back()
    assert sorted(ana.person.hand) == held
    await go_on(*people)
    await ana.page.context.set_offline(True)
    await expect(ana.strip).to_contain_text("Reconnecting")
    ana.person.frames.clear()
    await ana.page.context.set_offline(False)
    await ana.back()

    ana.person.frames.clear()
    await ana.page.reload()
    await ana.back()

    await ana.page.get_by_role("button", name="Leave").first.wait_for()
    ana.person.frames.clear()
    await ana.page.go_back()
    await expect(ana.page.locator("lobby-page")).to_be_visible()
    await ana.page.go_forward()
    await ana.back()
    await go_on(*people)

    for person in people:
        assert person.match == match
        lines = (await person.api("GET", "/api/me/statement"))["lines"]
        assert [line["amount"] for line in lines if line["kind"] == "bet"] == [-6_000]


@pytest.mark.long
async def test_c12_redis_emptied_changes_nothing_and_postgres_away_is_a_pause(
    make_program: Callable[..., Program],
    open_page: OpenPage,
    databases: Databases,
    database_url: str,
    redis_url: str,
) -> None:
    person = Person(await open_page(make_program(ROBOT_PACE="0.2").url))
    await person.page.get_by_text("Practise with robots").first.click()
    await expect(person.page.locator(HAND).first).to_be_visible(timeout=15_000)
    witness, name = Witness(person), str(make_url(database_url).database)
    await person.page.evaluate(
        """() => {
            globalThis.shown = [];
            const strip = document.querySelector("notice-strip");
            new MutationObserver(() => { if (!strip.hidden) shown.push(strip.textContent); })
                .observe(strip, {attributes: true, childList: true, subtree: true});
        }"""
    )
    sockets, live = person.sockets, person.page.locator("#live")
    with Redis.from_url(redis_url) as client:
        client.flushall()
    await go_on(person)
    assert await person.page.evaluate("shown") == []

    await person.until(lambda: person.may_act, within_s=20)
    databases.shut(name)
    try:
        acting = asyncio.create_task(person.act())
        await expect(witness.strip).to_contain_text("catching its breath")
        await expect(live).to_contain_text("catching its breath")
        opacity = "node => Number(getComputedStyle(node).opacity)"
        await asyncio.sleep(0.3)
        assert await person.page.locator("card-hand").evaluate(opacity) < 0.8
        ring = person.page.locator(".ring").first
        stood = await ring.evaluate("node => node.style.getPropertyValue('--left')")
        await asyncio.sleep(0.6)
        assert await ring.evaluate("node => node.style.getPropertyValue('--left')") == stood
    finally:
        databases.let_in(name)
    person.frames.clear()
    await witness.back()
    await expect(live).to_contain_text("On we go")
    await acting
    await go_on(person)
    assert person.sockets == sockets, "the socket outlives the storage"
    assert await person.page.evaluate("new Set(shown).size") == 1


@pytest.mark.long
async def test_c13_a_page_that_is_too_old_says_so_once_and_stays_quiet(
    program: Program, open_page: OpenPage
) -> None:
    page = await open_page("about:blank", device=DESKTOP)

    async def older(route: Route) -> None:
        answer = await route.fetch()
        text = (await answer.text()).replace("sobremesa.v1", "sobremesa.v0")
        await route.fulfill(body=text, content_type="text/javascript", headers={"Cache-Control": "no-store"})

    await page.route("**/js/socket.js", older)
    person = Person(page)
    await page.goto(program.url)
    strip = page.locator("notice-strip")
    await expect(strip).to_contain_text("new version")
    await asyncio.sleep(1.5)
    assert person.sockets == 1
    await page.unroute("**/js/socket.js")
    await page.get_by_role("button", name="Reload the page").click()
    await person.until(lambda: any(frame["type"] == "hello" for frame in person.frames))
    await expect(strip).to_be_hidden()


@pytest.mark.long
async def test_a_page_that_lacks_a_part_says_so_and_is_loaded_again(
    program: Program, open_page: OpenPage
) -> None:
    page = await open_page("about:blank", device=PHONE)
    await page.route("**/js/store.js", lambda route: route.abort())
    await page.goto(program.url)
    await expect(page.get_by_text("did not come whole")).to_be_visible()
    await page.unroute("**/js/store.js")
    await page.get_by_role("button", name="Load it again").tap()
    await expect(page.get_by_role("button", name="Play now").first).to_be_visible()
    await expect(page.get_by_text("did not come whole")).to_be_hidden()


@pytest.mark.long
async def test_a_page_that_did_not_arrive_says_so_and_comes_whole_when_the_line_is_back(
    program: Program, open_page: OpenPage
) -> None:
    page = await open_page(program.url, device=PHONE)
    await expect(page.get_by_role("button", name="Play now").first).to_be_visible(timeout=20_000)
    await page.context.set_offline(True)
    await page.get_by_role("link", name="Shop").tap()
    await expect(page.get_by_role("alert")).to_contain_text("did not arrive", timeout=20_000)
    await page.context.set_offline(False)
    await page.get_by_role("button", name="Try again").tap()
    tile = page.locator(".good-item").first
    await expect(tile).to_be_visible(timeout=20_000)
    assert await tile.evaluate("tile => getComputedStyle(tile).display") == "grid"
    await expect(page.locator("#page > .late, [data-busy]")).to_have_count(0)
