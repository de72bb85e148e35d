"""The client's files, as they lie in `static/`: no build step; what a page has had once is not asked for again."""

import functools
import gzip
import hashlib
import os
import re
from collections.abc import Callable
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


VERSIONED = re.compile(r"v-([0-9a-f]{16})/(.+)", re.DOTALL)
"""A file's address below /static in a page that was served: what it imports and draws inherits the version."""
KEEP = "public, max-age=31536000, immutable"


class Files(StaticFiles):
    """The files of a folder, texts packed once, whoever asks then.

    Below the version that all of them make together a browser keeps a file and never asks again; below another one,
    that of a page that was opened before an update, and below none it gets what is there now and asks each time.
    """

    def __init__(self, folder: Path) -> None:
        super().__init__(directory=folder, check_dir=False)
        self._folder, self._version = folder.resolve(), ""
        self._files: frozenset[tuple[str, int, int]] = frozenset()

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the file at this path, with or without a version before it."""
        version, path = found.groups() if (found := VERSIONED.fullmatch(path)) else ("", path)
        return await super().get_response(path, {**scope, "version": version})

    def file_response(
        self,
        full_path: str | os.PathLike[str],
        stat_result: os.stat_result,
        scope: Scope,
        status_code: int = 200,
    ) -> Response:
        """Return the file, packed or not, or 304 if the browser has it."""
        plain = FileResponse(full_path, status_code=status_code, stat_result=stat_result)
        file = os.fspath(full_path), stat_result.st_mtime_ns, stat_result.st_size
        response = self._answer(plain, scope, lambda: _gzip(*file))
        # A file that has changed since belongs to the next version.
        if scope["version"] and scope["version"] == (self._version or self.look()) and file in self._files:
            response.headers["cache-control"] = KEEP
        return response

    def page(self, scope: Scope) -> Response:
        """Return the one page, whose addresses carry the version that the files have now."""
        version = self.look()
        text = (self._folder / "index.html").read_text().replace('"/static/', f'"/static/v-{version}/')
        plain = Response(text, media_type="text/html", headers={"etag": f'"{version}"'})
        return self._answer(plain, scope, lambda: gzip.compress(text.encode(), mtime=0))

    def look(self) -> str:
        """Return the version of the files as they are now: their names and bytes, 16 hex digits."""
        stats = ((path, path.stat()) for path in sorted(self._folder.rglob("*")) if path.is_file())
        files = tuple((str(path), stat.st_mtime_ns, stat.st_size) for path, stat in stats)
        self._version, self._files = _version_of(self._folder, files), frozenset(files)
        return self._version

    def _answer(self, plain: Response, scope: Scope, pack: Callable[[], bytes]) -> Response:
        asked, response = Headers(scope=scope), plain
        response.headers["cache-control"] = "no-cache"
        if PACKED.match(response.headers["content-type"]):
            response.headers["vary"] = "accept-encoding"
            # A part of a file is a part of its plain form.
            if TAKES_GZIP.search(asked.get("accept-encoding", "")) and "range" not in asked:
                response = _packed(response, pack())
        if self.is_not_modified(response.headers, asked):
            return NotModifiedResponse(response.headers)
        return response


def _packed(plain: Response, body: bytes) -> Response:
    """Return the answer in its packed form, which has an ETag of its own: the bytes are others."""
    headers = {name: value for name, value in plain.headers.items() if name not in _OF_PLAIN_BYTES}
    headers |= {"content-encoding": "gzip", "etag": f'{plain.headers["etag"][:-1]}-gzip"'}
    return Response(body, plain.status_code, headers)


_OF_PLAIN_BYTES = {"content-length", "accept-ranges", "etag"}


@functools.lru_cache(maxsize=500)
def _gzip(path: str, changed: int, size: int) -> bytes:
    """Return a file packed; time and size of it tell one version from another."""
    return gzip.compress(Path(path).read_bytes(), mtime=0)


@functools.lru_cache(maxsize=4)
def _version_of(folder: Path, files: tuple[tuple[str, int, int], ...]) -> str:
    """Return what names and bytes amount to, on every machine alike; read again when a time or a size has changed."""
    whole = hashlib.blake2b(digest_size=8)
    for path, _, _ in files:
        content = Path(path).read_bytes()
        whole.update(f"{Path(path).relative_to(folder).as_posix()} {len(content)}\n".encode() + content)
    return whole.hexdigest()


def install(app: FastAPI, folder: Path = STATIC) -> None:
    """Serve the client: its files below /static, its one page at every address of a page."""
    files = Files(folder)

    def page(request: Request) -> Response:  # not `async`: it reads files, so it runs beside the loop
        return files.page(request.scope)

    for address in PAGES:
        app.add_api_route(address, page, methods=["GET", "HEAD"], include_in_schema=False)
    app.mount("/static", files)
