"""The client's files, as they lie in `static/`: no build step; asked for each time, seldom sent again."""

import functools
import gzip
import os
import re
from pathlib import Path

from fastapi import FastAPI, Request
from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

STATIC = Path(__file__).resolve().parents[2] / "static"
PAGES = ("/", "/t/{code}", "/j/{link}", "/friends", "/p/{player}", "/me", "/shop", "/standing", "/books")
PACKED = re.compile(r"text/|application/json|image/svg")
"""Types that are sent packed to who takes it; fonts are packed already."""
TAKES_GZIP = re.compile(r"\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))", re.IGNORECASE)


class Files(StaticFiles):
    """Files that a browser keeps, but asks about each time (ETag); texts are packed once, whoever asks then."""

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """Return the file, packed or not, or 304 if the browser has it."""
        asked = Headers(scope=scope)
        response: Response = FileResponse(full_path, status_code=status_code, stat_result=stat_result)
        response.headers["cache-control"] = "no-cache"
        if PACKED.match(response.headers["content-type"]):
            response.headers["vary"] = "accept-encoding"
            # A part of a file is a part of its plain form.
            if TAKES_GZIP.search(asked.get("accept-encoding", "")) and "range" not in asked:
                response = _packed(response, os.fspath(full_path), stat_result)
        if self.is_not_modified(response.headers, asked):
            return NotModifiedResponse(response.headers)
        return response


def _packed(plain: Response, path: str, stat: os.stat_result) -> Response:
    """Return the answer in its packed form, which has an ETag of its own: the bytes are others."""
    headers = {name: value for name, value in plain.headers.items() if name not in _OF_PLAIN_BYTES}
    headers |= {"content-encoding": "gzip", "etag": f'{plain.headers["etag"][:-1]}-gzip"'}
    return Response(_gzip(path, stat.st_mtime_ns, stat.st_size), plain.status_code, headers)


_OF_PLAIN_BYTES = {"content-length", "accept-ranges", "etag"}


@functools.lru_cache(maxsize=500)
def _gzip(path: str, changed: int, size: int) -> bytes:
    """Return a file packed; time and size of it tell one version from another."""
    return gzip.compress(Path(path).read_bytes(), mtime=0)


def install(app: FastAPI, folder: Path = STATIC) -> None:
    """Serve the client: its files below /static, its one page at every address of a page."""
    files = Files(directory=folder, check_dir=False)

    async def page(request: Request) -> Response:
        return await files.get_response("index.html", request.scope)

    for address in PAGES:
        app.add_api_route(address, page, methods=["GET", "HEAD"], include_in_schema=False)
    app.mount("/static", files)
