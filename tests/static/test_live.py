"""The client at a real table: by keyboard alone, over a cut line, in a second window, as a stranger."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import Page, Route, WebSocketRoute, expect

from tests.conftest import DESKTOP
from tests.pages.person import Person
from tests.program import Program

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(120)]
OpenPage = Callable[..., Awaitable[Page]]
HAND = "card-hand .hold"
MOVES = 4
LISTEN = """() => {
    globalThis.spoken = "";
    const live = document.querySelector("#live");
    new MutationObserver(() => { spoken += live.textContent; }).observe(live, {childList: true, subtree: true});
}"""
"""Keeps what the live region has said: it forgets what is old."""


async def practise(person: Person) -> None:
    await person.page.get_by_text("Practise with robots").first.click()
    await expect(person.page.locator(HAND).first).to_be_visible(timeout=15_000)


def mine(view: dict[str, Any] | None) -> bool:
    game = view and view["game"]
    return bool(
        view and game and view["phase"] == "playing" and game["turn"] == view["you"] and not view["held"]
    )


async def focused(page: Page) -> str:
    label: str | None = await page.evaluate("document.activeElement.getAttribute('aria-label')")
    return label or ""


async def act_by_keys(person: Person) -> None:
    """Do one thing with keys alone: Enter on a card that fits, else D."""
    page, view = person.page, person.view
    assert view
    if not any(action["type"] == "play" for action in view["game"]["legal"]):
        await page.keyboard.press("d")
        return
    if {"type": "last_card"} in view["game"]["legal"]:
        await page.keyboard.press("l")
    await page.locator(HAND).first.focus()
    for _ in view["game"]["hand"]:
        if (await focused(page)).endswith("fits"):
            break
        await page.keyboard.press("ArrowRight")
    await page.keyboard.press("Enter")
    await page.keyboard.press("Enter")
    if await page.locator(".hues").count():
        await page.keyboard.press("2")


async def test_a_hand_is_played_by_keyboard_and_spoken(program: Program, open_page: OpenPage) -> None:
    person = Person(await open_page(program.url, device=DESKTOP))
    await practise(person)
    names = [await card.get_attribute("aria-label") for card in await person.page.locator(HAND).all()]
    assert len(names) == 7
    assert all(names)
    box = await person.page.locator(HAND).first.bounding_box()
    assert box is not None
    mouse, x, y = person.page.mouse, box["x"] + 10, box["y"] + 40
    await mouse.move(x, y)
    await mouse.down()
    await mouse.move(x, y - 15)
    await mouse.move(2, y - 50)  # a mouse may let go anywhere: the card lies where it lay
    await mouse.up()
    await expect(person.page.locator("card-hand[data-drag], .hold[data-peek]")).to_have_count(0)
    await person.page.evaluate(LISTEN)
    done = 0
    while done < MOVES and not (person.view and person.view["settled"]):
        if mine(person.view):
            seen = len(person.frames)
            await act_by_keys(person)
            done += 1
            for _ in range(100):
                if len(person.frames) > seen:
                    break
                await asyncio.sleep(0.1)
            assert len(person.frames) > seen
        await asyncio.sleep(0.1)
    spoken = await person.page.evaluate("spoken")
    assert "You play" in spoken or "You draw" in spoken
    assert await person.page.locator(".flights play-card").count() == 0


@pytest.mark.long
async def test_a_cut_line_heals_within_two_seconds(program: Program, open_page: OpenPage) -> None:
    page = await open_page("about:blank")
    wires: list[WebSocketRoute] = []

    def pass_on(wire: WebSocketRoute) -> None:
        wires.append(wire)
        wire.connect_to_server()

    await page.route_web_socket("**/ws", pass_on)
    await page.goto(program.url)
    person = Person(page)
    await practise(person)
    cards, made = await page.locator(HAND).count(), len(wires)
    person.frames.clear()
    await wires[-1].close(code=1012)
    await person.until(lambda: len(wires) > made and person.view is not None, within_s=2)
    await expect(page.locator("notice-strip")).to_be_hidden()  # a blip is no news
    assert await page.locator(HAND).count() >= cards - 1
    assert len(wires) == made + 1


async def late(route: Route) -> None:
    await asyncio.sleep(0.5)
    await route.continue_()


@pytest.mark.long
async def test_the_older_window_goes_quiet_and_may_take_over(program: Program, open_page: OpenPage) -> None:
    """C-12: the older one says so, stays quiet, and plays again when it is told to."""
    older = await open_page(program.url)
    quiet = Person(older)
    await older.locator('.hero [data-key="tongits"]').click()
    await practise(quiet)
    newer = await older.context.new_page()
    await newer.route("**/js/games/tongits.js", late)  # the view is there before the game's code
    await newer.goto(older.url)
    await expect(newer.locator(HAND).first).to_be_visible()
    names = "all => all.map((hold) => hold.querySelector('play-card').card)"
    seen = await newer.eval_on_selector_all(HAND, names)
    for _ in range(2):  # to the other order and back: it was sorted
        await newer.locator(".acts .square").click()
    assert await newer.eval_on_selector_all(HAND, names) == seen
    await expect(older.locator("notice-strip")).to_contain_text("another window")
    sockets = quiet.sockets
    await asyncio.sleep(0.8)
    assert quiet.sockets == sockets, "it comes back by itself"
    await older.get_by_role("button", name="Play here").click()
    await expect(newer.locator("notice-strip")).to_contain_text("another window")
    await expect(older.locator("notice-strip")).to_be_hidden()


@pytest.mark.long
async def test_a_stranger_sees_a_waiting_table_and_sits_down(program: Program, open_page: OpenPage) -> None:
    host = await open_page(program.url)
    await host.get_by_role("button", name="Create a table").first.click()
    await host.get_by_role("button", name="Open the table").click()
    await expect(host.locator("waiting-room")).to_be_visible()
    stranger = await open_page(host.url, locale="es")
    await expect(stranger.locator(".watch")).to_contain_text("Estás mirando")
    await stranger.get_by_role("button", name="Sentarme").click()
    await expect(stranger.locator(".watch")).to_be_hidden()
    await expect(host.get_by_role("button", name="Begin with 2")).to_be_enabled()
