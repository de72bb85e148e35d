"""JSON that every reader understands alike: one reader for what comes in, over the socket and over HTTP."""

import json
import math
from dataclasses import dataclass
from typing import Any, NoReturn

MOST_DEEP = 32


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a sender may say at most: digits of a number, characters of a text (None: as many as fit in)."""

    digits: int
    text: int | None = None
    one_line: bool = False
    """Whether a text must be printable: no line breaks, no control characters."""
    typed: frozenset[str] = frozenset()
    """Under these keys stands what a person typed: of any form, as long as its own model allows."""


def read_json(data: str | bytes, bounds: Bounds) -> Any:
    """Return the value; raise ValueError for anything that another reader might take for something else.

    That is: doubled keys (decided 27), NaN and infinity, NUL and lone surrogates (they break drivers and encoders),
    outsized numbers and texts, deep nesting, bytes that are no UTF-8.
    """
    text = data if isinstance(data, str) else data.decode()
    try:
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_refuse)
        _check(value, bounds, 0)
    except RecursionError:
        raise ValueError("too deep") from None
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("doubled key")
    return found


def _refuse(constant: str) -> NoReturn:
    raise ValueError(f"{constant} is no JSON")


def _check(value: Any, bounds: Bounds, depth: int) -> None:
    if depth > MOST_DEEP:
        raise ValueError("too deep")
    match value:
        case str():
            _check_text(value, bounds)
        case bool():
            pass
        case int():
            if abs(value) >= 10**bounds.digits:
                raise ValueError("no number of ours is that long")
        case float():
            if not math.isfinite(value):
                raise ValueError("no number")
        case dict():
            for key, item in value.items():
                _check_text(key, bounds)
                if key in bounds.typed and isinstance(item, str):
                    _check_text(item, Bounds(bounds.digits))
                else:
                    _check(item, bounds, depth + 1)
        case list():
            for item in value:
                _check(item, bounds, depth + 1)


def _check_text(text: str, bounds: Bounds) -> None:
    if bounds.text is not None and len(text) > bounds.text:
        raise ValueError("no text of ours is that long")
    if "\0" in text or (bounds.one_line and not text.isprintable()):
        raise ValueError("no text of ours")
    text.encode()  # a lone surrogate can't be encoded: UnicodeEncodeError is a ValueError
