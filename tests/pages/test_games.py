"""Each shedding game against robots, through the page, to the end of its match."""

from collections.abc import Awaitable, Callable, Iterator

import pytest
from playwright.async_api import Page, expect

from app.embedded.valkey import Valkey
from app.games.registry import GAMES
from tests.conftest import DESKTOP, PHONE
from tests.databases import Databases
from tests.pages.person import Person
from tests.program import Program

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(240)]
OpenPage = Callable[..., Awaitable[Page]]
SHEDDING = [key for key in ("uno", "crazy_eights", "mau_mau", "switch") if key in GAMES]


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


@pytest.mark.parametrize("game", SHEDDING)
async def test_a_match_is_played_to_its_end(game: str, house: Program, open_page: OpenPage) -> None:
    device = PHONE if game in ("uno", "mau_mau") else DESKTOP
    person = Person(await open_page(house.url, device=device, reduced_motion="reduce"))
    await person.page.locator(f'.hero [data-key="{game}"]').click()
    await person.page.get_by_text("Practise with robots").first.click()
    await expect(person.page.locator("card-hand .hold").first).to_be_visible(timeout=15_000)
    view = await person.play_out()
    assert view["table"]["game"] == game
    assert view["settled"]["payouts"] == [0, 0]
    await expect(person.page.locator("match-result h1")).to_be_visible()
    spoken = await person.page.locator("body").inner_text()
    assert "option." not in spoken
    assert "undefined" not in spoken
