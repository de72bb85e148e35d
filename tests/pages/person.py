"""Somebody at a page: plays with taps alone, as a person does, and keeps every frame the page was sent."""

import asyncio
import json
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from playwright.async_api import Page, Position, WebSocket
from playwright.async_api import TimeoutError as PageTimeoutError

PASSWORD = "a long password"
HAND = "card-hand .hold"
EDGE: Position = {"x": 9, "y": 30}
"""Where a card in a full hand is seen, whatever lies over the rest of it."""
PLAY = """() => setInterval(() => {
  const first = (...names) => names.map((name) => document.querySelector(name)).find(Boolean);
  const offer = (key) => `.acts [data-key="${key}"]:not([aria-disabled="true"])`;
  const asked = first(".hues button", '.ask [data-key="doubt"]');
  const card = document.querySelector('.mine card-hand .hold[aria-disabled="false"]');
  const few = document.querySelectorAll("card-hand .hold").length === 2;
  const pressed = asked ?? (few && first(offer("last"))) ?? first(offer("play"));
  if (pressed) pressed.click();
  else if (card) card.click();
  else if (document.querySelector(".me.mine")) first(offer("draw"), offer("keep"))?.click();
}, 40)"""
"""A player who knows nothing but what the page shows: answers what is asked, else lays the first card that is lit."""


class Person:
    """One page with a seat or without."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.frames: list[dict[str, Any]] = []
        self.sockets = 0
        page.on("websocket", self._open)

    def _open(self, socket: WebSocket) -> None:
        self.sockets += 1
        socket.on("framereceived", self._take)

    def _take(self, frame: str | bytes) -> None:
        self.frames.append(json.loads(frame))

    @property
    def view(self) -> dict[str, Any] | None:
        """The newest view that the page was sent."""
        return next((frame["view"] for frame in reversed(self.frames) if frame["type"] == "update"), None)

    @property
    def hand(self) -> list[str]:
        """My cards in that view."""
        view = self.view
        return [] if view is None or view["game"] is None else list(view["game"]["hand"])

    @property
    def match(self) -> str | None:
        """The match in that view."""
        return None if self.view is None else self.view["match"]

    @property
    def may_act(self) -> bool:
        """Whether it is my turn in that view."""
        return self.view is not None and self._mine(self.view)

    async def act(self) -> None:
        """Do one thing in my turn."""
        if (view := self.view) is not None:
            with suppress(PageTimeoutError):
                await self._turn(view)

    async def until(self, true: Callable[[], bool], *, within_s: float = 10) -> float:
        """Wait until something holds; return after how many seconds."""
        began = time.monotonic()
        while not true():
            assert time.monotonic() - began < within_s, f"not within {within_s} s"
            await asyncio.sleep(0.02)
        return time.monotonic() - began

    async def api(self, method: str, path: str, body: object = None) -> Any:
        """Ask the server as the page itself does."""
        return await self.page.evaluate(
            """async ([method, path, body]) => {
                const wish = `wish-${Date.now()}-${Math.random().toString(36).slice(2)}`;
                const headers = {"content-type": "application/json", "idempotency-key": wish};
                const answer = await fetch(path, {method, headers,
                    body: body === null ? undefined : JSON.stringify(body)});
                if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
                return answer.status === 204 ? null : answer.json();
            }""",
            [method, path, body],
        )

    async def register(self, url: str, name: str) -> None:
        """Make an account before there is a page of the server's to make it in."""
        answer = await self.page.request.post(
            f"{url}/api/register",
            data={"name": name, "password": PASSWORD},
            headers={"origin": url, "idempotency-key": f"register-{name}"},
        )
        assert answer.ok, await answer.text()

    async def play_out(self, *, taps: int) -> dict[str, Any]:
        """Play with so many taps and then as the page itself can, until the match is settled; return the last view."""
        while taps and (self.view is None or self.view["settled"] is None):
            if self.may_act:
                await self.act()
                taps -= 1
            await asyncio.sleep(0.05)
        await self.page.evaluate(PLAY)
        await self.until(lambda: self.view is not None and self.view["settled"] is not None, within_s=200)
        assert self.view is not None
        return self.view

    def _mine(self, view: dict[str, Any]) -> bool:
        game = view["game"]
        return (
            view["phase"] == "playing"
            and game is not None
            and game["turn"] == view["you"]
            and not view["held"]
        )

    async def _turn(self, view: dict[str, Any]) -> None:
        """Do one thing: announce, play a card that is lit, else press what is there to press."""
        seq = len(self.frames)
        page, legal = self.page, view["game"]["legal"] or []
        types = {action["type"] for action in legal}
        hues = page.locator(".hues button")
        if await hues.count():
            await hues.first.click()
        elif "last_card" in types and len(view["game"]["hand"]) == 2:
            await page.locator('[data-key="last"]').click()
        elif view["game"]["drawn"]:
            await page.locator('[data-key="play"]').click()
        elif "play" in types:
            card = page.locator('card-hand .hold[aria-disabled="false"]').first
            await card.click(position=EDGE)
            if not await hues.count():
                await card.click(position=EDGE)
        elif types & {"draw", "take", "pass"}:
            await page.locator('[data-key="draw"]').click()
        for _ in range(40):  # an answer, or the choice of a colour
            if len(self.frames) > seq or await hues.count():
                return
            await asyncio.sleep(0.05)
