"""Where the browser tests find their Chromium: `python -m tests.browser` finds or obtains one and says so."""

import functools
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

# A shell without windows first: a page takes half the work in it that it takes in a whole browser.
NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
    "chrome",
)
PLACES = (
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
)
DOWNLOADS = (
    "chromium_headless_shell-*/chrome-*/*headless*shell",
    "chromium-*/chrome-linux*/chrome",
    "chromium-*/chrome-mac*/*.app/Contents/MacOS/*",
)
# What a browser says to its makers at every start has no place in a test, and may hang where there is no network.
QUIET = (
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-domain-reliability",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    "--no-pings",
)
PACKAGES = ("chromium-headless-shell", "chromium")
HINT = "no Chromium was found and none could be obtained (set CHROMIUM to one)"


def flags() -> list[str]:
    """The arguments of every start; as root Chromium can't build its sandbox."""
    return [*QUIET, *(["--no-sandbox"] if os.geteuid() == 0 else [])]


@functools.cache
def find() -> Path | None:
    """Return a Chromium that starts: $CHROMIUM, the PATH, the usual places, an earlier download of Playwright."""
    return next((path for path in _candidates() if _starts(path)), None)


def obtain() -> Path | None:
    """Return one that is there, else Playwright's own download, else (as root on Debian) the system's package."""
    for attempt in (None, _by_playwright, _by_apt):
        if attempt is not None:
            attempt()
            find.cache_clear()
        if found := find():
            return found
    return None


def _candidates() -> Iterator[Path]:
    if named := os.environ.get("CHROMIUM"):
        yield Path(named)
        return
    yield from (Path(path) for name in NAMES if (path := shutil.which(name)))
    yield from map(Path, PLACES)
    for folder in (
        os.environ.get("PLAYWRIGHT_BROWSERS_PATH"),
        "~/.cache/ms-playwright",
        "~/Library/Caches/ms-playwright",
    ):
        for pattern in DOWNLOADS if folder else ():
            yield from sorted(Path(folder or "").expanduser().glob(pattern), reverse=True)


def _starts(path: Path) -> bool:
    # A download may lack the system's libraries; then even this fails.
    return os.access(path, os.X_OK) and _quietly([str(path), "--version"], seconds=30)


def _by_playwright() -> None:
    _say("Looking for a Chromium to download ...")
    _quietly([sys.executable, "-m", "playwright", "install", "--only-shell", "chromium"], seconds=600)
    find.cache_clear()
    if find() is None and _may_install():
        _quietly([sys.executable, "-m", "playwright", "install-deps", "chromium"], seconds=600)


def _by_apt() -> None:
    if _may_install():
        _say("Installing Debian's chromium ...")
        _quietly(["apt-get", "update"], seconds=300)
        install = ["apt-get", "install", "-y", "--no-install-recommends"]
        any(_quietly([*install, package], seconds=600) for package in PACKAGES)


def _may_install() -> bool:
    return os.geteuid() == 0 and shutil.which("apt-get") is not None and not os.environ.get("CHROMIUM")


def _quietly(command: list[str], *, seconds: float) -> bool:
    env = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(
            command, env=env, stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds, check=False
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    found = obtain()
    _say(f"Browser tests: {found}" if found else f"Browser tests will be skipped: {HINT}.")
