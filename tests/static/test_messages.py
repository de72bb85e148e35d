"""The client's texts: every language says everything, with the same facts in it, and every refusal has words."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = ("en", "es")
PARTS = ("first", "create", "table", "account", "people", "standing", "talk", "shop")
FAMILIES = ("shedding", "taki", "tongits")
SCRIPTS = sorted((ROOT / "static/js").rglob("*.js"))

# Never told by the client: mistakes of programs, of hosts at the command line, of rule files; what /admin says.
UNSPOKEN = {
    "bad_action", "bad_case", "bad_deck", "bad_position", "data_folder", "imbalance", "infinite", "method",
    "no_account", "no_bets", "no_case_file", "no_round_to_deal", "postgres_failed", "secret_damaged",
    "secret_unreadable", "sub_protocol", "unbalanced", "valkey_failed", "valkey_missing", "cause_reused",
    "match_closed", "moving", "not_allowed",
}  # fmt: skip


Message = str | dict[str, str]


def part(language: str, name: str) -> dict[str, Message]:
    found: dict[str, Message] = json.loads((ROOT / f"static/messages/{language}/{name}.json").read_text())
    return found


def parts() -> list[str]:
    """The parts that are there: those of pages, and those of families of games."""
    there = {path.stem for path in (ROOT / "static/messages/en").glob("*.json")}
    assert set(PARTS) <= there <= {*PARTS, *FAMILIES}
    return sorted(there)


def messages(language: str) -> dict[str, Message]:
    found: dict[str, Message] = {}
    for name in parts():
        found |= part(language, name)
    return found


def facts(message: Message) -> set[str]:
    forms = [message] if isinstance(message, str) else message.values()
    return {fact for form in forms for fact in re.findall(r"{(\w+)}", form)}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", parts())
def test_every_language_has_every_key_with_the_same_facts(language: str, name: str) -> None:
    english, other = part("en", name), part(language, name)
    assert sorted(english) == sorted(other)
    for key, message in english.items():
        # a form for one may spell the number out
        assert facts(message) - {"n"} == facts(other[key]) - {"n"}, key
        if isinstance(message, dict):
            assert {"one", "other"} <= set(other[key]), key


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", parts())
def test_every_part_is_sorted_and_no_text_is_empty(language: str, name: str) -> None:
    texts = part(language, name)
    assert list(texts) == sorted(texts)
    for key, message in texts.items():
        for form in [message] if isinstance(message, str) else message.values():
            assert form.strip(), key


def test_no_key_stands_in_two_parts_and_options_belong_to_their_family() -> None:
    seen: dict[str, str] = {}
    for name in parts():
        for key in part("en", name):
            assert key not in seen, f"{key}: {name} and {seen.get(key)}"
            seen[key] = name
            if key.startswith(("option.", "preset.")) and key.count(".") > 1:
                assert key.split(".")[1] == name, key


def test_what_the_code_asks_for_is_there() -> None:
    known = messages("en")
    for script in SCRIPTS:
        for key in re.findall(r'\bt\(\s*"([^"]+)"', script.read_text()):
            assert key in known, f"{script.name}: {key}"
        for pair in re.findall(r'\bt\([^()"]*\? "([\w.]+)" : "([\w.]+)"', script.read_text()):
            assert set(pair) <= set(known), f"{script.name}: {pair}"
        for key in re.findall(r'\bby\("([\w.]+)"', script.read_text()):
            assert {key, f"{key}.you"} <= set(known), f"{script.name}: {key}"


def codes() -> set[str]:
    """Codes that the server refuses with, wherever it does."""
    kinds = "Refusal|(?:App|Invalid|Unauthorized|Forbidden|NotFound|Conflict|TooMany|Busy)Error"
    found: set[str] = set()
    for source in (ROOT / "app").rglob("*.py"):
        found |= set(re.findall(rf"\b(?:{kinds})\(\s*\"([a-z_]+)\"", source.read_text()))
    return found


def test_every_refusal_has_words() -> None:
    known = messages("en")
    assert codes() > {"not_your_turn", "does_not_fit", "penalty_pending"}
    assert [code for code in sorted(codes() - UNSPOKEN) if f"refused.{code}" not in known] == []


def test_no_words_in_code() -> None:
    """Text comes from the messages; what is left are marks, names of things and the brand."""
    shown = re.compile(r'(?:text|textContent|label|title)(?::| =) (["`])(?=[A-Za-z ]*[a-z] [a-z])')
    for script in SCRIPTS:
        for number, line in enumerate(script.read_text().splitlines(), 1):
            assert not shown.search(line), f"{script.name}:{number}: {line.strip()}"
