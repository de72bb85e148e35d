"""What looks alike: Unicode's table of confusable characters (TR39).

The table comes from the package confusable-homoglyphs; it is read at the first use.
"""

import unicodedata
from functools import cache

from confusable_homoglyphs import categories
from confusable_homoglyphs.utils import load

SEPARATORS = frozenset(" -_.")


def fold(text: str) -> str:
    """Return a text as it is compared without regard to case and to ways of encoding it."""
    return unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", text).casefold())


def skeleton(text: str) -> str:
    """Return what is left of a text when look-alikes, case and separators count for nothing.

    Texts of one skeleton may be taken for each other.
    """
    text = unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text))
    # Once as it is written, where B is a capital beta; once more without case, where I is i, and that is l.
    for _ in range(2):
        text = _replace(text).casefold()
    return "".join(
        "l" if character == "i" else character for character in text if character not in SEPARATORS
    )


def script_of(character: str) -> str:
    """Return the script of a character in capitals; COMMON and INHERITED belong to any."""
    return str(categories.alias(character))


def _replace(text: str) -> str:
    prototypes = _prototypes()
    return "".join(prototypes.get(character, character) for character in text)


@cache
def _prototypes() -> dict[str, str]:
    """Return what stands for each character that looks like something else.

    The package lists each pair both ways, so that Unicode's direction is lost; but what stands for others
    there stands for several or is several characters, and what doesn't has one entry. Between two of one
    entry the direction is ours to choose.
    """
    # the table wraps right-to-left characters in marks that don't belong to them
    alike = {
        one.strip("\u200e"): [str(other["c"]).strip("\u200e") for other in others]
        for one, others in load("confusables.json").items()
    }
    found: dict[str, str] = {}
    for one, others in alike.items():
        if len(one) == len(others) == 1:
            (other,) = others
            if len(other) > 1 or len(alike.get(other, ())) > 1 or other < one:
                found[one] = other
    return found
