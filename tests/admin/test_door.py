"""Who gets in at /admin, from whose pages forms count, and what the browser is told it may load."""

from typing import Any

import httpx
import pytest

from app.admin.gate import POLICY
from tests.admin.staff import ORIGIN, Staff, enlist, form_key
from tests.lobby.house import House

pytestmark = pytest.mark.anyio

PAGES = ("/admin", "/admin/", "/admin/people", "/admin/people/1", "/admin/tables", "/admin/admin-act/list",
         "/admin/statics/js/main.js", "/admin/nothing", "/admin/login")  # fmt: skip


def plain(answer: httpx.Response) -> tuple[int, bytes, dict[str, str]]:
    """An answer without what differs from request to request."""
    headers = {name: value for name, value in answer.headers.items() if name != "x-request-id"}
    return answer.status_code, answer.content, headers


async def test_for_strangers_players_and_programs_nothing_is_there(house: House) -> None:
    ana, olga = await enlist(house, "Ana"), await enlist(house, "Olga", "admin")
    token = (await olga.ask("POST", "/api/me/tokens", {"name": "robot"})).json()["token"]
    stranger = house.browser("no such token")
    program = house.browser(token)
    bearer = {"authorization": f"Bearer {token}"}
    both: list[tuple[httpx.AsyncClient, dict[str, str]]] = [
        (stranger, {}), (ana.client, {}), (program, {}), (stranger, bearer), (olga.client, bearer),
    ]  # fmt: skip
    nothing = await stranger.get("/adminx")
    assert nothing.status_code == 404
    for client, headers in both:
        for path in PAGES:
            assert plain(await client.get(path, headers=headers)) == plain(nothing), path
        form = {"key": form_key(), "act": "ban", "reason": "x", "hours": "1"}
        posted = await client.post(f"/admin/people/{ana.id}/act", data=form, headers=ORIGIN | headers)
        assert posted.status_code == 404
    assert "Ana" in await olga.look("/admin/people")


async def test_a_role_that_was_taken_is_no_good_at_once(house: House) -> None:
    from app.players.roles import set_role

    await enlist(house, "Olga", "admin")
    mona = await enlist(house, "Mona", "moderator")
    await mona.look("/admin/people")
    async with house.app.state.sessions.begin() as session:
        await set_role(session, mona.id, "player")
    assert (await mona.client.get("/admin/people")).status_code == 404


async def test_a_moderator_sees_people_without_coins_and_nothing_of_the_records(house: House) -> None:
    ana, mona = await enlist(house, "Ana"), await enlist(house, "Mona", "moderator")
    page = await mona.look(f"/admin/people/{ana.id}")
    assert "60,000" not in page
    assert 'value="mute"' in page
    for act in ("ban", "correct", "unban"):
        assert f'value="{act}"' not in page
    for path in (
        "tables",
        "admin-act/list",
        "match-record/list",
        "transfer/list",
        "posting/list",
        "account/list",
    ):
        assert (await mona.client.get(f"/admin/{path}")).status_code == 403, path
        assert f'"/admin/{path}"' not in page


async def test_a_form_counts_only_from_our_own_pages(house: House) -> None:
    """Browsers name the page that a form was on; another site's, or none, is refused before anything is read."""
    ana, olga = await enlist(house, "Ana"), await enlist(house, "Olga", "admin")
    form = {"key": form_key(), "act": "ban", "reason": "x", "hours": "1"}
    address = f"/admin/people/{ana.id}/act"
    for headers in ({}, {"origin": "http://evil.test"}, {"origin": "null"}, {"origin": "https://test"}):
        answer = await olga.client.post(address, data=form, headers=headers)
        assert (answer.status_code, answer.json()["code"]) == (403, "origin"), headers
    assert (await olga.client.get(address)).status_code == 405, "nothing is done by following a link"
    assert (await ana.client.get("/api/me")).status_code == 200
    elsewhere = await olga.client.post("/api/me/bonus", data=form, headers=ORIGIN)
    assert (elsewhere.status_code, elsewhere.json()["where"]) == (422, "content-type")
    assert (await olga.client.post(address, data=form, headers=ORIGIN)).status_code == 303
    assert (await ana.client.get("/api/me")).status_code == 401


async def test_pages_load_nothing_from_elsewhere_and_run_nothing_inline(house: House) -> None:
    olga = await enlist(house, "Olga", "admin")
    for path in ("/admin/people", f"/admin/people/{olga.id}", "/admin/tables", "/admin/admin-act/list"):
        answer = await olga.client.get(path)
        assert answer.headers["content-security-policy"] == POLICY
        assert "unsafe" not in POLICY
        assert "http" not in POLICY
        # a form from a page that names itself nowhere would come with the Origin "null"
        assert answer.headers["referrer-policy"] == "same-origin"
        assert answer.headers["cache-control"] == "no-store"
        assert "http://test/admin/statics/" in answer.text
        for away in ("https://", "//cdn", "<style", " style=", "onclick="):
            assert away not in answer.text, (path, away)
    secure = await olga.client.get(
        "https://test/admin/people",
        headers={"cookie": f"__Host-sobremesa={olga.client.cookies['sobremesa']}"},
    )
    assert "https://test/admin/statics/" in secure.text


async def test_behind_a_proxy_that_speaks_https_links_do_too(settings: Any) -> None:
    from tests.lobby.house import open_house

    async with open_house(settings.model_copy(update={"public_url": "https://test"})) as house:
        olga = await enlist(house, "Olga", "admin")
        token = olga.client.cookies["sobremesa"]
        page = await olga.client.get("/admin/people", headers={"cookie": f"__Host-sobremesa={token}"})
        assert "https://test/admin/statics/" in page.text
        assert "http://test" not in page.text


async def test_nothing_that_writes_imports_or_exports_is_there(house: House) -> None:
    olga = await enlist(house, "Olga", "admin")
    for what in ("create", "edit/1", "export/csv", "import", "ajax/lookup", "1/reason/download/"):
        for record in ("admin-act", "transfer", "match-record"):
            for method in ("GET", "POST", "DELETE"):
                answer = await olga.client.request(method, f"/admin/{record}/{what}", headers=ORIGIN)
                assert answer.status_code == 404, (method, record, what)
    assert isinstance(olga, Staff)
