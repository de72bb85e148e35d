"""What people write to each other: one line of visible characters that can't reach beyond itself."""

import re
import unicodedata

from app.players.names import INVISIBLE

MOST_MARKS = 3
"""On one letter: a Hindi one may have a dot, a vowel and a nasal; towers of marks have more."""

_JOINER, _EMOJI_STYLE = "\u200d", "\ufe0f"
_BLANK = INVISIBLE | {"\u2800"}
_UNSEEN = frozenset({"Cc", "Cf", "Cn", "Co", "Cs"})
_EMOJI = "[\u2190-\u2bff\u3030-\u303d\U0001f000-\U0001f3fa\U0001f400-\U0001faff]"
_TONED = f"{_EMOJI}[\U0001f3fb-\U0001f3ff]?{_EMOJI_STYLE}?"
_JOINED = re.compile(f"({_TONED}(?:{_JOINER}{_TONED})*)|[{_JOINER}{_EMOJI_STYLE}]")


def tidy_text(typed: str) -> str:
    """Return a text as it is kept and shown (NFC, one line); tidied once more it stays the same.

    Controls of lines and of direction go, and so does what shows nothing, or stacks marks on a letter; joiners
    stay where they make one emoji of several. Markup stays what it is: characters.
    """
    text = unicodedata.normalize("NFC", "".join(map(_shown, typed)))
    text = unicodedata.normalize("NFC", _JOINED.sub(lambda found: found[1] or "", text))
    return " ".join("".join(_few_marks(text)).split())


def _shown(character: str) -> str:
    kind = unicodedata.category(character)
    if kind.startswith("Z") or character.isspace():
        return " "
    if character in (_JOINER, _EMOJI_STYLE):
        return character
    if kind == "Cn" and "\U0001f000" <= character <= "\U0001faff":  # an emoji younger than our tables
        return character
    return "" if kind in _UNSEEN or character in _BLANK else character


def _few_marks(text: str) -> list[str]:
    """Leave out marks that stand on nothing, and all but the first on a letter."""
    kept: list[str] = []
    marks = MOST_MARKS
    for character in text:
        if not unicodedata.category(character).startswith("M"):
            marks = MOST_MARKS if character == " " else 0
        elif (marks := marks + 1) > MOST_MARKS:
            continue
        kept.append(character)
    return kept
