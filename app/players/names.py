"""What a name may be: three to twenty visible characters of one script, unlike anybody else's."""

import secrets
import unicodedata
from collections.abc import Iterator
from functools import cache

from app.errors import InvalidError
from app.players.confusables import SEPARATORS, script_of, skeleton
from app.tables.people import ROBOT_NAMES

SHORTEST, LONGEST = 3, 20
MOST_MARKS = 2
TOGETHER = (
    frozenset({"HAN", "HIRAGANA", "KATAKANA"}),
    frozenset({"HAN", "BOPOMOFO"}),
    frozenset({"HAN", "HANGUL"}),
)
# letters and marks that show nothing at all
INVISIBLE = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\u180b\u180c\u180d\u180f") | {
    chr(code) for code in (*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0))
}
_RESERVED = """
administrator admin moderator mod staff support system server host root official sobremesa dealer house
robot bot guest player gone deleted everybody everyone nobody me you null undefined
"""
RESERVED_BEGINNINGS = ("admin", "moderator", "sobremesa", "official", "robot")

_FIRST_WORDS = """
Amber Bold Brave Bright Calm Cosy Fresh Gentle Glad Golden Happy Jolly Keen Kind Lively Lucky Mellow Merry
Neat Nimble Plucky Proud Quick Quiet Ready Rosy Silver Spicy Sunny Sweet Swift Tidy Warm Wise Witty Zesty
"""
_SECOND_WORDS = """
Almond Apple Basil Bread Carrot Cheese Cherry Chili Clove Cocoa Fennel Fig Garlic Ginger Hazel Honey Kiwi
Lemon Lentil Mango Melon Mint Nutmeg Olive Onion Orange Papaya Peach Pear Pepper Plum Radish Saffron Sage
Thyme Tomato Walnut
"""
FIRST_WORDS, SECOND_WORDS = _FIRST_WORDS.split(), _SECOND_WORDS.split()


def tidy_name(typed: str) -> str:
    """Return the name as it is kept and shown (NFKC, single spaces). Raises InvalidError `bad_name`."""
    name = " ".join(part for part in unicodedata.normalize("NFKC", typed[:200]).split(" ") if part)
    if complaint := _complaint(name):
        raise InvalidError("bad_name", complaint)
    bare = "".join(character for character in skeleton(name) if not character.isdigit())
    reserved, beginnings = _reserved()
    if bare in reserved or bare.startswith(beginnings):
        raise InvalidError("reserved_name", "This name is kept for the house.")
    return name


@cache
def _reserved() -> tuple[frozenset[str], tuple[str, ...]]:
    return frozenset(map(skeleton, (*_RESERVED.split(), *ROBOT_NAMES))), tuple(
        map(skeleton, RESERVED_BEGINNINGS)
    )


def _complaint(name: str) -> str | None:
    visible, marks, before = 0, 0, " "
    scripts: set[str] = set()
    for character in name:
        kind = unicodedata.category(character)
        if character in INVISIBLE:
            return "A name has no invisible characters."
        if kind.startswith("M"):
            marks += 1
            if before in SEPARATORS or before.isdigit() or marks > MOST_MARKS:
                return "A name has at most two marks on a letter."
            continue
        marks = 0
        if character in SEPARATORS:
            if before in SEPARATORS:
                return "A name has single spaces, dots, dashes and underscores, and only inside."
        elif not (kind.startswith("L") or character in "0123456789"):
            return "A name has letters, digits, spaces, dots, dashes and underscores."
        scripts.add(script_of(character))
        visible += 1
        before = character
    if before in SEPARATORS and name:
        return "A name has single spaces, dots, dashes and underscores, and only inside."
    if not SHORTEST <= visible <= LONGEST:
        return "A name has 3 to 20 characters."
    scripts -= {"COMMON", "INHERITED"}
    if not scripts:
        return "A name has a letter."
    if len(scripts) > 1 and not any(scripts <= together for together in TOGETHER):
        return "A name keeps to one script."
    return None


def similar_names(name: str) -> list[str]:
    """Return names like this one that may be free, the shortest first."""
    base = name.rstrip("0123456789") or name
    if base[-1] not in SEPARATORS and len(base) < SHORTEST:
        base = name
    ends = [str(number) for number in range(2, 10)]
    ends += [str(secrets.randbelow(900) + 100) for _ in range(4)] + [str(secrets.randbelow(90_000) + 10_000)]
    return [base[: LONGEST - len(end)].rstrip("".join(SEPARATORS)) + end for end in ends]


def made_up_names() -> Iterator[str]:
    """Yield names for a guest, without end, ever less likely to be taken."""
    for attempt in range(1, 10**9):
        number = 2 + secrets.randbelow(98 if attempt < 4 else 9_998)
        yield f"{secrets.choice(FIRST_WORDS)} {secrets.choice(SECOND_WORDS)} {number}"
