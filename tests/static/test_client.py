"""The client's code: its own tests by Node, its weight, and what the content policy forbids."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from app.tables.people import ROBOT_NAMES

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "static"
SCRIPTS = sorted((STATIC / "js").rglob("*.js"))
FIRST_PAGE_BYTES = 150_000

node = pytest.mark.skipif(shutil.which("node") is None, reason="no Node here")


@node
def test_units() -> None:
    run = subprocess.run(
        ["node", "--test", *map(str, sorted((ROOT / "tests/static").glob("*.test.mjs")))],
        cwd=ROOT, capture_output=True, text=True, check=False, timeout=100,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout + run.stderr


def imports(script: Path, known: set[Path]) -> set[Path]:
    """What a module loads before it runs; pages that are asked for later don't count."""
    if script not in known:
        known.add(script)
        for name in re.findall(
            r'^(?:import|export) .*?from "(\.[^"]+)"|^import "(\.[^"]+)"', script.read_text(), re.M
        ):
            imports((script.parent / (name[0] or name[1])).resolve(), known)
    return known


def test_first_page_is_light() -> None:
    index = (STATIC / "index.html").read_text()
    files = {STATIC / "index.html", STATIC / "messages/en/first.json"}
    files |= {STATIC / name for name in re.findall(r'(?:href|src)="/static/([^"]+)"', index)}
    for script in (STATIC / "js/main.js", STATIC / "js/pages/lobby.js"):
        files |= imports(script, set())
    pictures = {file for file in files if file.suffix == ".svg"}
    assert sum(file.stat().st_size for file in files - pictures) < FIRST_PAGE_BYTES


def test_index_has_nothing_inline_and_asks_no_other_host() -> None:
    index = (STATIC / "index.html").read_text()
    assert not re.search(r"<style|\sstyle=|\son\w+=|<script(?![^>]*\ssrc=)", index)
    assert not re.search(r'(?:href|src)="(?!/static/)', index)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: str(script.relative_to(STATIC)))
def test_code_keeps_to_the_policy(script: Path) -> None:
    text = script.read_text()
    assert not re.search(
        r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function", text
    )
    assert 'setAttribute("style"' not in text
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", text)
    assert len(text.splitlines()) < 300
    assert max(map(len, text.splitlines())) <= 130


def test_what_index_names_is_there() -> None:
    for name in re.findall(r'(?:href|src)="/static/([^"]+)"', (STATIC / "index.html").read_text()):
        assert (STATIC / name).is_file(), name


def test_every_robot_has_a_picture_of_its_own() -> None:
    drawn = (STATIC / "look/art.svg").read_text() + (STATIC / "look/robots.svg").read_text()
    for number in range(len(ROBOT_NAMES)):
        assert f'<symbol id="{ROBOT_NAMES[number].lower()}"' in drawn


def test_font_comes_with_its_licence() -> None:
    assert "SIL OPEN FONT LICENSE" in (STATIC / "look/fonts/OFL.txt").read_text().upper()


def test_types_of_the_socket_name_what_the_client_reads() -> None:
    wire = (STATIC / "wire.d.ts").read_text()
    for script in SCRIPTS:
        for names in re.findall(r'@import {([^}]+)} from "[./]*wire\.d\.ts"', script.read_text()):
            for name in (part.split(" as ")[0] for part in names.split(",")):
                assert re.search(rf"export (?:interface|type) {name.strip()}\b", wire), (
                    f"{script.name}: {name}"
                )
