"""The client's files, as they lie in `static/`: no build step; asked for each time, seldom sent again."""

import os
from pathlib import Path

from fastapi import FastAPI, Request
from starlette.responses import Response
from starlette.staticfiles import StaticFiles
from starlette.types import Scope

STATIC = Path(__file__).resolve().parents[2] / "static"
PAGES = ("/", "/t/{code}", "/j/{link}", "/friends", "/p/{player}", "/me", "/standing", "/books")


class Files(StaticFiles):
    """Files that a browser keeps, but asks about each time (ETag)."""

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """Return the file, or 304 if the browser has it."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        response.headers["cache-control"] = "no-cache"
        return response


def install(app: FastAPI, folder: Path = STATIC) -> None:
    """Serve the client: its files below /static, its one page at every address of a page."""
    files = Files(directory=folder, check_dir=False)

    async def page(request: Request) -> Response:
        return await files.get_response("index.html", request.scope)

    for address in PAGES:
        app.add_api_route(address, page, methods=["GET", "HEAD"], include_in_schema=False)
    app.mount("/static", files)
