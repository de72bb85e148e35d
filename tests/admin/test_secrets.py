"""No answer at /admin has a secret in it, whatever page, order or search is asked for."""

import re
from html import unescape
from urllib.parse import urlsplit

import pytest
from sqlalchemy import text

from app.admin.records import RECORDS
from tests.admin.staff import Staff, enlist
from tests.lobby.house import House

pytestmark = pytest.mark.anyio

PLANTED = "planted"
"""Pages repeat what was searched for: that is one letter less."""
OPEN = {
    "AdminAct": {"id", "at", "actor", "act", "player", "table_id", "report", "reason", "facts"},
    "MatchRecord": {
        "id", "table_id", "game", "options", "bet", "ante", "players", "first_seq", "last_seq", "started_at",
        "ended_at", "outcome", "payouts", "points",
    },
    "TableRecord": {"id", "code", "phase", "creator_id", "pot", "owner", "created_at"},
    "Transfer": {"id", "at", "kind", "cause", "match", "facts", "legs"},
    "Posting": {"id", "transfer", "account", "amount", "after"},
    "Account": {"id", "kind", "owner", "balance"},
    "Present": {"id", "giver", "receiver", "item", "coins", "thing", "state", "sent_at", "answered_at"},
    "Thing": {"id", "item", "slot", "owner", "held_by", "worn", "got_at"},
}  # fmt: skip
"""The columns that may be read, written down a second time: a new one has to be thought about here."""


def test_records_show_the_columns_that_were_thought_about_and_search_no_others() -> None:
    assert {record.model.__name__ for record in RECORDS} == set(OPEN)
    for record in RECORDS:
        allowed = OPEN[record.model.__name__]
        for shown in (record.column_list, record.column_details_list):
            assert shown, "an empty list is all there are"
            assert set(shown) <= allowed
        assert {*record.column_searchable_list, *record.column_sortable_list} <= allowed
        assert {record.can_create, record.can_edit, record.can_delete, record.can_export} == {False}


async def plant(house: House) -> None:
    """A mark in every column that no page may show."""
    async with house.app.state.sessions.begin() as session:
        for change in (
            "update player set password = 'planted-password' where not guest",
            "update player_session set agent = 'planted-agent'",
            "insert into api_token (player, token_hash, name)"
            " select id, convert_to('planted-token' || id, 'UTF8'), 'planted-name' from player",
            "insert into recovery_code (player, code_hash) select id, 'planted-code' from player",
            "update card_table set link = 'planted-link', create_hash = 'planted-hash', create_key = 'planted-key',"
            ' setup = setup || \'{"planted": "planted-setup"}\'',
            'update log set body = body || \'{"planted": "planted-body"}\'',
        ):
            done = await session.execute(text(change))
            assert done.rowcount > 0, change  # type: ignore[attr-defined]


def links(page: str) -> set[str]:
    """Where a page leads to below /admin."""
    found = {urlsplit(unescape(href)) for href in re.findall(r'(?:href|action)="([^"]+)"', page)}
    return {
        f"{link.path}?{link.query}"
        for link in found
        if link.netloc in ("", "test")
        and link.path.startswith("/admin")
        and "/statics/" not in link.path
        and "pageSize" not in link.query
    }


def shape(address: str) -> str:
    """What pages of one kind have in common."""
    link = urlsplit(address)
    names = [pair.partition("=")[0] for pair in link.query.split("&") if pair]
    return re.sub(r"\d+", "1", link.path) + ("?" + "&".join(names) if names else "")


async def test_no_page_and_no_search_shows_what_was_planted(house: House) -> None:
    olga, ana = await enlist(house, "Olga", "admin"), await enlist(house, "Ana")
    created = await ana.ask(
        "POST", "/api/tables", {"game": "toma2", "seats": 2, "bet": 6_000, "public": False}
    )
    assert created.status_code == 200, created.text
    await olga.act(ana.id, "warn")
    await plant(house)
    records = [record.identity for record in RECORDS]
    todo = ["/admin/", *(f"/admin/{record}/list?search=plante" for record in records)]
    todo += [f"/admin/{record}/list" for record in records]
    todo += ["/admin/people?name=plante", f"/admin/people?name=%23{ana.id}", "/admin/reports?state=closed"]
    shapes = {shape(address) for address in todo}
    for address in todo:  # and on to where they lead, one page of a kind
        page = await get(olga, address)
        assert PLANTED not in page, address
        assert PLANTED.encode().hex() not in page, address
        for link in links(page):
            if shape(link) not in shapes:
                shapes.add(shape(link))
                todo.append(link)
    assert {
        "/admin/people/1",
        "/admin/tables",
        "/admin/admin-act/details/1",
        "/admin/table-record/details/1",
    } <= shapes
    for column in ("request", "link", "create_hash", "setup"):
        for record in ("transfer", "table-record"):
            refused = await olga.client.get(f"/admin/{record}/list?sortBy={column}")
            assert refused.status_code == 400, "an order tells of what is ordered by"
    for model in (
        "player",
        "player-session",
        "api-token",
        "recovery-code",
        "log-record",
        "server-key",
        "worker",
    ):
        assert (await olga.client.get(f"/admin/{model}/list")).status_code == 404
    for nowhere in ("planted", str(2**63), "-1"):
        assert (await olga.client.get(f"/admin/transfer/details/{nowhere}")).status_code == 404


async def get(staff: Staff, address: str) -> str:
    answer = await staff.client.get(address, follow_redirects=True)
    assert answer.status_code in (200, 405), (address, answer.status_code)
    return answer.text
