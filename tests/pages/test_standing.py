"""Points through the page: leaderboards, the panel beside the tables, a profile."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta

import pytest
from playwright.async_api import Page, expect
from sqlalchemy import text

from app.db import Sessions
from app.players import standing
from tests.conftest import DESKTOP
from tests.pages.person import Person
from tests.program import Program

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(120)]
OpenPage = Callable[..., Awaitable[Page]]


async def win(sessions: Sessions, player: int, coins: int, *, game: str = "uno", days_ago: int = 0) -> None:
    at = int((datetime.now(UTC) - timedelta(days=days_ago)).timestamp() * 1000)
    async with sessions.begin() as session:
        await standing.add_match(session, game=game, at=at, net={player: coins}, leavers=())


async def strangers(sessions: Sessions, count: int) -> list[int]:
    async with sessions.begin() as session:
        made = await session.scalars(
            text(
                "insert into player (name, folded, skeleton, guest, avatar, language)"
                " select 'Guest ' || n, 'g' || n, 'g' || n, true, 'fig', 'en' from generate_series(1, :n) n"
                " returning id"
            ),
            {"n": count},
        )
        return list(made)


@pytest.mark.long
async def test_leaderboards_are_found_from_the_lobby_and_show_where_i_am(
    program: Program, sessions: Sessions, open_page: OpenPage
) -> None:
    ana = Person(await open_page(program.url))
    me = (await ana.api("POST", "/api/guest"))["id"]
    others = await strangers(sessions, 53)
    for place, player in enumerate(others):
        await win(sessions, player, 100_000 - 1_000 * place)
    await win(sessions, me, 7_000, days_ago=400, game="taki")
    await win(sessions, me, 6_000)

    page = ana.page
    await page.reload()
    panel = page.locator("week-panel")
    await expect(panel.get_by_role("listitem")).to_have_count(4)
    await expect(panel.locator(".own")).to_contain_text("54")  # my place, beside the first three
    await page.get_by_role("button", name="Take 10,000").tap()
    await expect(page.get_by_text("You had yours")).to_be_visible()
    await expect(panel.get_by_role("listitem")).to_have_count(
        4
    )  # what is drawn anew beside it leaves it alone
    await panel.get_by_role("link", name="Leaderboards").tap()
    rows = page.get_by_role("main").get_by_role("listitem")
    await expect(rows).to_have_count(50)
    own = page.locator("p.rank.own")
    await expect(own).to_be_in_viewport()  # pinned, wherever the list is
    await expect(own).to_contain_text("54")
    await page.get_by_role("button", name="Show more").tap()
    await expect(rows).to_have_count(54)
    await expect(own).to_have_count(0)
    await expect(rows.last).to_contain_text("(you)")

    everything = page.get_by_role("button", name="All time")
    await everything.focus()
    await page.keyboard.press("Enter")
    await expect(everything).to_have_attribute("aria-pressed", "true")
    await expect(everything).to_be_focused()
    await expect(page.locator("#live")).to_contain_text("All time, All games: 50 players")
    await page.get_by_label("Game").select_option(label="TAKI")
    await expect(rows).to_have_count(1)
    await expect(rows).to_contain_text("1 won of 1, 100 % finished")
    await page.get_by_role("button", name="This week").tap()
    await expect(page.get_by_text("Nobody has points here yet")).to_be_visible()


@pytest.mark.long
async def test_a_profile_shows_level_and_games_mine_too(
    program: Program, sessions: Sessions, open_page: OpenPage
) -> None:
    ana = Person(await open_page(program.url, device=DESKTOP))
    me = (await ana.api("POST", "/api/guest"))["id"]
    for coins in (6_000, 18_000, -6_000):
        await win(sessions, me, coins)
    await win(sessions, me, 24_000, game="taki")
    for address in ("/me", f"/p/{me}"):
        await ana.page.goto(f"{program.url}{address}")
        main = ana.page.get_by_role("main")
        await expect(main.get_by_text("Level 3")).to_be_visible()
        await expect(main.get_by_text("48 of 54 points")).to_be_visible()
        await expect(main.get_by_role("row", name="UNO 3 2 24")).to_be_visible()
        await expect(main.get_by_text("100 %")).to_be_visible()
    await ana.page.goto(f"{program.url}/me")
    sound = ana.page.get_by_label("Sound", exact=True)
    await sound.press("Space")  # the whole page is drawn anew
    await expect(sound).not_to_be_checked()
    await expect(sound).to_be_focused()
