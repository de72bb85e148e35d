"""A whole match through the page: a guest by Play now, an account by link, somebody who watches."""

import asyncio
from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import Page, expect

from tests.conftest import DESKTOP, PHONE
from tests.pages import dealt
from tests.pages.person import Person
from tests.program import Program

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(240)]
OpenPage = Callable[..., Awaitable[Page]]


async def test_a_guest_and_an_account_play_for_coins_and_a_third_watches(
    make_program: Callable[..., Program], open_page: OpenPage
) -> None:
    program = make_program(dealt.toma2)
    guest = Person(await open_page(program.url, device=PHONE))
    await guest.page.get_by_role("button", name="Play now").first.click()
    link = guest.page.locator("text=/\\/j\\//").first
    await expect(link).to_be_visible()
    address = (await link.text_content() or "").strip()

    account = Person(await open_page("about:blank", device=DESKTOP))
    await account.register(program.url, "Magdalena")
    await account.page.goto(address.replace("localhost", "127.0.0.1"))
    await expect(account.page.locator("card-hand .hold").first).to_be_visible(timeout=15_000)

    watcher = Person(await open_page(program.url, device=DESKTOP))
    await watcher.page.get_by_role("button", name="Watch").first.click()
    await expect(watcher.page.locator(".pile.discard").first).to_be_visible()

    views = await asyncio.gather(guest.play_out(taps=12), account.play_out(taps=12))
    (winner,) = views[0]["game"]["result"]["winners"]
    people = {views[0]["you"]: guest, views[1]["you"]: account}
    started = {guest: 30_000, account: 60_000}
    for seat, person in people.items():
        net = 6_000 if seat == winner else -6_000
        assert (await person.api("GET", "/api/me"))["coins"] == started[person] + net
        lines = (await person.api("GET", "/api/me/statement"))["lines"]
        amounts = [line["amount"] for line in lines if line["kind"] in ("bet", "settle")]
        assert amounts == ([12_000, -6_000] if seat == winner else [-6_000])
    await expect(guest.page.get_by_role("button", name="Play again")).to_be_visible()

    check_watcher(watcher)


def check_watcher(watcher: Person) -> None:
    """No frame holds a card of a hand, an action or a reason, before the round's end showed them."""
    updates = [frame for frame in watcher.frames if frame["type"] == "update"]
    assert len(updates) > 5
    for frame in watcher.frames:
        if frame["type"] != "update":
            assert "cards" not in str(frame)
            continue
        assert frame["view"]["you"] is None
        game = frame["view"]["game"]
        if game is None:
            continue
        assert [game[key] for key in ("hand", "legal", "reasons", "drawn")] == [None] * 4
        assert all("cards" not in event for event in frame["events"])
        if game["outcome"] is None:
            assert not any("hands" in event for event in frame["events"])
            assert frame["view"]["round"]["seed"] is None


@pytest.mark.long
async def test_a_match_against_robots_is_played_to_its_end(
    make_program: Callable[..., Program], open_page: OpenPage
) -> None:
    program = make_program(ROBOT_PACE="0.1")
    person = Person(await open_page(program.url, device=PHONE, reduced_motion="no-preference"))
    await person.page.get_by_text("Practise with robots").first.click()
    await expect(person.page.locator("card-hand .hold").first).to_be_visible(timeout=15_000)
    view = await person.play_out(taps=12)
    assert view["settled"]["payouts"] == [0, 0]
    assert (await person.api("GET", "/api/me"))["coins"] == 30_000
