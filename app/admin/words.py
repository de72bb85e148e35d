"""What is stored as an id, in the English that players read."""

import functools
from pathlib import Path

import orjson

TALK = Path(__file__).resolve().parents[2] / "static" / "messages" / "en" / "talk.json"


def in_words(kind: str, key: str) -> str:
    """Return what players read for an id of a kind (`phrase`, `reaction`, `report.reason`), else the id itself."""
    found = _texts().get(f"{kind}.{key}")
    return found if isinstance(found, str) else key


@functools.cache
def _texts() -> dict[str, object]:
    texts: dict[str, object] = orjson.loads(TALK.read_bytes())
    return texts
