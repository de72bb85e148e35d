"""Where /admin is: the door at once, what lies behind it when the first of the staff comes."""

from sqlalchemy.ext.asyncio import AsyncEngine
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from app.admin.gate import Gate, find_staff


def install(app: Starlette, engine: AsyncEngine) -> None:
    """Put the door of the pages into the application."""

    def build() -> Starlette:
        # The library is slow to load: a worker that no moderator comes to does without it.
        from app.admin import frame  # noqa: PLC0415

        return frame.build(app.state, engine)

    routes: list[BaseRoute] = [Route("/admin", _enter), Mount("/admin", app=Gate(build), name="admin")]
    app.router.routes.extend(routes)


async def _enter(request: Request) -> Response:
    await find_staff(request)
    return RedirectResponse("/admin/people")
