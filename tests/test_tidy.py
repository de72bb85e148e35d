"""House rules that no other gate knows."""

import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LONGEST = 400  # lines; what is longer says more than one thing
NAMELESS = {"utils", "util", "common", "core", "helpers", "helper", "misc", "shared", "lib"}
OURS = ("app", "static/js", "tests", "scripts", "bench", "migrations")
MADE = {"static/wire.d.ts"}


def files() -> list[Path]:
    """What git knows or would take in."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout.splitlines()  # fmt: skip
    return [Path(name) for name in listed if (ROOT / name).is_file()]


def code() -> list[Path]:
    """Files that people write and read."""
    return [path for path in files() if path.suffix in (".py", ".js", ".sh") and str(path).startswith(OURS)]


def lines_with(pattern: str, paths: list[Path]) -> list[str]:
    """Where the pattern stands, ready to be shown."""
    found = re.compile(pattern)
    return [
        f"{path}:{number}: {line.strip()}"
        for path in paths
        for number, line in enumerate((ROOT / path).read_text("utf-8").splitlines(), 1)
        if found.search(line)
    ]


def test_no_file_is_too_long() -> None:
    long = {
        str(path): count
        for path in code()
        if not str(path).startswith("tests") and str(path) not in MADE
        if (count := len((ROOT / path).read_text("utf-8").splitlines())) > LONGEST
    }
    assert long == {}


def test_every_package_has_a_name_that_says_something() -> None:
    assert [str(path) for path in code() if NAMELESS & {*path.parts[:-1], path.stem}] == []


def test_nothing_is_left_to_be_done_in_the_code() -> None:
    mark = "|".join(["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"])
    assert lines_with(rf"\b({mark})\b", code()) == []


def test_every_package_says_what_it_is_for() -> None:
    silent = [
        str(path)
        for path in code()
        if path.name == "__init__.py"
        and path.parts[0] == "app"
        and not (ROOT / path).read_text().startswith('"""')
    ]
    assert silent == []


def test_the_client_leaves_nothing_in_the_console() -> None:
    scripts = [path for path in code() if path.suffix == ".js" and "static" in path.parts]
    assert lines_with(r"\bconsole\.(log|debug|info)\(", scripts) == []


def test_the_client_puts_no_text_into_html() -> None:
    scripts = [path for path in code() if path.suffix == ".js" and "static" in path.parts]
    assert lines_with(r"\.(innerHTML|outerHTML)\s*\+?=|insertAdjacentHTML|document\.write", scripts) == []


def test_pages_ask_no_other_host_for_anything() -> None:
    pages = [
        path for path in files() if path.parts[0] == "static" and path.suffix in (".html", ".css", ".js")
    ]
    assert lines_with(r"""(src|href|url|import|from|fetch)\W{1,3}(https?:)?//(?!www\.w3\.org)""", pages) == []


def test_no_secret_is_kept_here() -> None:
    taken = [path for path in files() if path.suffix in (".key", ".pem", ".password") or path.name == ".env"]
    assert taken == []


@pytest.mark.parametrize("path", ["docs/settings.md"])
def test_the_page_of_settings_is_fresh(path: str) -> None:
    from app.config import settings_page

    assert (ROOT / path).read_text("utf-8") == settings_page(), (
        "run: sobremesa settings-table > docs/settings.md"
    )
