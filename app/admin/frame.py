"""The pages at /admin, put together: sqladmin draws the frame and the records, the acts are our own."""

from pathlib import Path

from sqladmin import Admin
from sqlalchemy.ext.asyncio import AsyncEngine
from starlette.applications import Starlette
from starlette.datastructures import State
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Route

from app.admin.pages import PAGES
from app.admin.records import RECORDS
from app.errors import AppError, BusyError, ConflictError, ForbiddenError, NotFoundError

TEMPLATES = Path(__file__).parent / "templates"
KEPT = {"statics", "list", "details"}
"""What is used of the library's addresses; those that write, import or export aren't even there."""
STATUS = {ForbiddenError: 403, NotFoundError: 404, ConflictError: 409, BusyError: 503}


def build(state: State, engine: AsyncEngine) -> Starlette:
    """Return the pages behind the door; `state` is the application's."""
    admin = Admin(
        Starlette(),
        engine,
        title="Sobremesa",
        favicon_url="/static/look/favicon.svg",
        templates_dir=str(TEMPLATES),
    )
    inner = admin.admin
    inner.router.routes = [route for route in inner.routes if getattr(route, "name", "") in KEPT]
    inner.router.routes.append(Route("/", _first_page, name="index"))
    for view in (*PAGES, *RECORDS):
        admin.add_view(view)
    inner.state = state

    async def refuse(request: Request, text: str, status: int) -> Response:
        asked = request.method == "POST"
        facts = {"title": "That was not done" if asked else "Nothing here", "text": text, "asked": asked}
        return await admin.templates.TemplateResponse(request, "refused.html", facts, status_code=status)

    async def on_refusal(request: Request, error: Exception) -> Response:
        assert isinstance(error, AppError)
        status = next((status for kind, status in STATUS.items() if isinstance(error, kind)), 400)
        return await refuse(request, error.text, status)

    async def on_http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        return await refuse(request, error.detail, error.status_code)

    inner.exception_handlers = {AppError: on_refusal, HTTPException: on_http}
    return inner


async def _first_page(_: Request) -> Response:
    return RedirectResponse("/admin/people")
