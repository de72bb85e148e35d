"""Each shedding game against robots, through the page, to the end of its match."""

import re
from collections.abc import Awaitable, Callable, Iterator

import pytest
from playwright.async_api import Page, expect

from app.embedded.valkey import Valkey
from tests.conftest import DESKTOP, PHONE
from tests.databases import Databases
from tests.pages.person import PLAY, Person
from tests.program import Program

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(240)]
OpenPage = Callable[..., Awaitable[Page]]
DEVICES = {"uno": PHONE, "crazy_eights": DESKTOP, "mau_mau": PHONE, "switch": DESKTOP}


@pytest.fixture(scope="module")
def house(
    databases: Databases, valkey: Valkey, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Program]:
    """One server for all games of this file, whose robots don't dawdle."""
    url, name = databases.make()
    folder = tmp_path_factory.mktemp("house")
    program = Program(folder, {
        "DATABASE_URL": url, "REDIS_URL": valkey.url, "DATA_DIR": str(folder), "RATE_LIMITS": "off",
        "ROBOT_PACE": "0.02",
    })  # fmt: skip
    program.start()
    yield program
    program.stop()
    databases.drop(name)


@pytest.mark.long
@pytest.mark.parametrize("game", DEVICES)
async def test_a_match_is_played_to_its_end(game: str, house: Program, open_page: OpenPage) -> None:
    person = Person(await open_page(house.url, device=DEVICES[game]))
    await person.page.locator(f'.hero [data-key="{game}"]').click()
    await person.page.get_by_text("Practise with robots").first.click()
    await expect(person.page.locator("card-hand .hold").first).to_be_visible(timeout=15_000)
    await person.page.evaluate(PLAY)
    await expect(person.page.locator("match-result h1")).to_be_visible(timeout=100_000)
    await expect(person.page.get_by_role("button", name="Play again")).to_be_visible()  # it is settled
    view = person.view
    assert view
    assert view["table"]["game"] == game
    assert view["settled"]["payouts"] == [0, 0]
    for part in ("match-result", "#live"):
        words = await person.page.locator(part).inner_text()
        assert words
        for raw in ("option.", "event.", "status.", "undefined", "{"):
            assert raw not in words


@pytest.mark.long
async def test_a_table_of_any_options_is_opened_by_the_form(house: Program, open_page: OpenPage) -> None:
    page = await open_page(house.url, device=PHONE)
    await page.locator('.hero [data-key="uno"]').click()
    await page.get_by_role("button", name="Create a table").first.click()
    await page.get_by_text("More rules").click()
    field = page.locator("dialog label")
    await field.filter(has_text=re.compile("^Cards")).locator("select").select_option(label="108 cards")
    await field.filter(has_text="Points to reach").locator("input").fill("200")
    await field.filter(has_text=re.compile("^Players")).locator("select").select_option("10")
    await field.filter(has_text=re.compile("^Bet")).locator("select").select_option("0")
    await field.filter(has_text=re.compile("^Robots")).locator("select").select_option("easy")
    await page.get_by_role("button", name="Open the table").click()
    await expect(page.locator(".seats .seat")).to_have_count(9)
    lobby = await page.evaluate("fetch('/api/tables').then((answer) => answer.json())")
    (row,) = [row for row in lobby["rows"] if row["game"] == "uno"]
    assert (row["differs"], row["seats"], row["robots"]) == ([["deck", 108], ["target", 200]], 10, 9)


@pytest.mark.long
async def test_the_form_says_which_rules_do_not_go_together(house: Program, open_page: OpenPage) -> None:
    page = await open_page(house.url, device=PHONE)
    await page.locator('.hero [data-key="tongits"]').click()
    await page.get_by_role("button", name="Create a table").first.click()
    await page.get_by_text("More rules").click()
    field = page.locator("dialog label")
    await field.filter(has_text=re.compile("^How it is paid")).locator("select").select_option(index=1)
    await field.filter(has_text=re.compile("^Way of playing")).locator("select").select_option(index=1)
    await page.get_by_role("button", name="Open the table").click()
    await expect(
        page.get_by_role("status").filter(has_text="does not go with the other rules")
    ).to_be_visible()
