"""The pages on which staff act: players, reports, tables. Each form is answered by the page it came from."""

import secrets
from contextlib import suppress
from typing import Any

from sqladmin import BaseView, expose
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from app.admin import finding, reports
from app.admin.acts import Wish, carry_out
from app.admin.forms import LASTS, read_wish
from app.admin.rights import may
from app.db import Sessions
from app.errors import NotFoundError
from app.players.call import tell
from app.players.models import Player
from app.rooms.service import Rooms

DONE = {
    "warn": "The player has been warned.",
    "mute": "The player is muted.",
    "unmute": "The player may write again.",
    "ban": "The player is banned.",
    "unban": "The player may come in again.",
    "correct": "The coins are corrected.",
    "end_table": "The table is closed, and everybody has the bet back.",
    "dismiss": "The report is dismissed.",
}


class Page(BaseView):
    """What the pages share: who looks, and the way from a form to its answer."""

    def staff(self, request: Request) -> Player:
        """Return who looks."""
        staff: Player = request.state.staff
        return staff

    async def show(self, request: Request, template: str, **facts: Any) -> Response:
        """Return the page; `key` goes into each of its forms."""
        role = self.staff(request).role
        shown = {
            "title": self.name,
            "may": lambda act: may(role, act),
            "new_key": lambda: secrets.token_urlsafe(18),
            "lasts": LASTS,
            "done": DONE.get(request.query_params.get("done", "")),
        }
        return await self.templates.TemplateResponse(request, template, shown | facts)

    async def act(self, request: Request, wish: Wish, back: str) -> Response:
        """Carry a form out, tell the others, and go back to the page it came from."""
        sessions: Sessions = request.app.state.sessions
        async with sessions.begin() as session:
            told = await carry_out(session, wish)
        for hook, facts in told:
            await tell(request, hook, *facts)
        return RedirectResponse(f"{back}?done={wish.act}", 303)


class People(Page):
    """Players: looking for one, and what may be done to them."""

    name, icon = "Players", "fa-solid fa-users"

    @expose("/people", identity="people")
    async def people(self, request: Request) -> Response:
        """Players by name."""
        typed = request.query_params.get("name", "")
        sessions: Sessions = request.app.state.sessions
        async with sessions() as session:
            found = await finding.find_players(session, typed)
        return await self.show(request, "people.html", found=found, typed=typed)

    @expose("/people/{player:int}", identity="people")
    async def person(self, request: Request) -> Response:
        """One player."""
        player = number_of(request, "player")
        sessions: Sessions = request.app.state.sessions
        async with sessions() as session:
            facts = await finding.describe_player(session, player, coins=self.staff(request).role == "admin")
        return await self.show(request, "person.html", person=facts, title=facts.name)

    @expose("/people/{player:int}/act", methods=["POST"], identity="people")
    async def act_on_person(self, request: Request) -> Response:
        """A form about a player, on their page or on that of a report, where the way leads back to."""
        player = number_of(request, "player")
        wish = await read_wish(request, player=player)
        back = f"/admin/people/{player}" if wish.report is None else f"/admin/reports/{wish.report}"
        return await self.act(request, wish, back)


class Reports(Page):
    """What players told of each other."""

    name, icon = "Reports", "fa-solid fa-flag"

    @expose("/reports", identity="reports")
    async def reports(self, request: Request) -> Response:
        """Open reports, or those that were dealt with."""
        state: reports.State = "closed" if request.query_params.get("state") == "closed" else "open"
        about = finding.read_number(request.query_params.get("about", ""))
        sessions: Sessions = request.app.state.sessions
        async with sessions() as session:
            found = await reports.list_reports(session, self.staff(request), state, about)
        return await self.show(request, "reports.html", found=found, state=state, about=about)

    @expose("/reports/{report:int}", identity="reports")
    async def report(self, request: Request) -> Response:
        """One report with its evidence."""
        sessions: Sessions = request.app.state.sessions
        async with sessions() as session:
            told, said = await reports.read_report(session, self.staff(request), number_of(request, "report"))
            person = await finding.describe_player(session, told.reported, coins=False)
        title = f"Report {told.id}"
        return await self.show(request, "report.html", report=told, said=said, person=person, title=title)


class Tables(Page):
    """Open tables: what anybody may see of them, and ending one."""

    name, icon = "Tables", "fa-solid fa-table-cells-large"

    def is_accessible(self, request: Request) -> bool:
        """Whoever may end one."""
        return may(self.staff(request).role, "end_table")

    @expose("/tables", identity="tables")
    async def tables(self, request: Request) -> Response:
        """All open tables."""
        sessions: Sessions = request.app.state.sessions
        async with sessions() as session:
            rows = await finding.open_tables(session)
        return await self.show(request, "tables.html", rows=rows)

    @expose("/tables/{table:int}/act", methods=["POST"], identity="tables")
    async def act_on_table(self, request: Request) -> Response:
        """A table's form: the line in the log first, then the room; sent again, it ends what is still open."""
        table = number_of(request, "table")
        wish = await read_wish(request, table=table)
        answer = await self.act(request, wish, "/admin/tables")
        rooms: Rooms = request.app.state.rooms
        with suppress(NotFoundError):  # it has closed by itself, or by the first arrival of this form
            await rooms.end_table(table)
        return answer


def number_of(request: Request, what: str) -> int:
    """Return the number in the address. Raises NotFoundError for one that nothing can have."""
    number: int = request.path_params[what]
    if number >= 2**63:
        raise NotFoundError("not_found", "There is no such number.")
    return number


PAGES: tuple[type[Page], ...] = (People, Reports, Tables)
