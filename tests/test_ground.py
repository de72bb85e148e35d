"""The fixtures themselves: what other tests stand on."""

from collections.abc import Awaitable, Callable

import pytest
from playwright.async_api import Page
from redis.asyncio import Redis
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncEngine

from app.config import Settings
from app.db import Sessions

pytestmark = pytest.mark.anyio


@pytest.mark.parametrize("turn", range(2))
async def test_each_test_has_a_database_of_its_own(sessions: Sessions, turn: int) -> None:
    async with sessions.begin() as session:
        await session.execute(text("CREATE TABLE mark (turn int)"))  # fails if the first turn is still there


async def test_several_databases_for_one_test_and_none_with_superpowers(
    make_database: Callable[[], str], engine: AsyncEngine
) -> None:
    assert make_database() != make_database()
    async with engine.connect() as connection:
        row = (await connection.execute(text("SELECT current_user, current_setting('is_superuser')"))).one()
    assert tuple(row) == ("sobremesa", "off")


@pytest.mark.parametrize("turn", range(2))
async def test_valkey_is_empty_before_each_test(settings: Settings, turn: int) -> None:
    async with Redis.from_url(settings.redis_url) as redis:
        assert await redis.dbsize() == 0
        await redis.set("mark", turn)


async def test_a_page_of_our_own_browser(open_page: Callable[..., Awaitable[Page]]) -> None:
    page = await open_page("data:text/html,<title>Table</title><p>cards")
    assert await page.title() == "Table"
    assert page.viewport_size == {"width": 390, "height": 844}
