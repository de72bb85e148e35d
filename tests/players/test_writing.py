"""What comes out of tidying is one line of visible characters, whatever went in."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.players.writing import MOST_MARKS, tidy_text

BIDI = "\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069"
TRICKS = (
    BIDI + "\u200b\u200c\u200d\u2060\ufeff\u00ad\ufe0f\ufe0e\u034f\u3164\u2800\u0301\u0323\u0338\u093c\u0902"
)
SPACES = " \n\r\t\0\x1b\x85\u2028\u00a0\u3000"
LETTERS = (
    "e=<>&a\u03b1\u0921\u1100\u1161\u11a8\u0b47\u0b3e\u2190\u2329👩🏽❤🏳🌈\U0001fae8\U000e0067\ue000\U000e0100"
)
PARTS = st.sampled_from(TRICKS + SPACES + LETTERS)
TEXTS = st.one_of(st.text(max_size=60), st.lists(PARTS, max_size=40).map("".join))


@given(TEXTS)
def test_what_comes_out_is_clean_and_stays_so(typed: str) -> None:
    text = tidy_text(typed)
    assert tidy_text(text) == text
    assert unicodedata.is_normalized("NFC", text)
    assert not set(text) & (set(TRICKS) - set("\u200d\ufe0f\u0301\u0323\u0338\u093c\u0902"))
    assert "\n" not in text
    assert "  " not in text
    assert text == text.strip()
    marks = 0
    for before, character in zip(" " + text, text, strict=False):
        kind = unicodedata.category(character)
        assert kind not in {"Cc", "Co", "Cs", "Zl", "Zp"}
        marks = marks + 1 if kind.startswith("M") else 0
        assert marks <= MOST_MARKS
        assert not (marks and before == " ")


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("  hola \t amigos\n", "hola amigos"),
        ("e\u0301", "é"),
        ("e\u200b\u0301", "é"),
        ("pay \u202eecnuo\u202c now", "pay ecnuo now"),
        ("in\u200bvis\u2060ible\ufeff", "invisible"),
        ("\u200d\u200b\u3164\u2800", ""),
        ("Z" + "\u0301" * 80 + "!", unicodedata.normalize("NFC", "Z" + "\u0301" * 4) + "!"),
        (" \u0301\u0301x", "x"),
        ("बड़ों की", "बड़ों की"),
        ("שלום", "שלום"),
        ("<b onclick=x>&amp;", "<b onclick=x>&amp;"),
        ("👩🏽\u200d❤\ufe0f\u200d👩", "👩🏽\u200d❤\ufe0f\u200d👩"),
        ("🏳\ufe0f\u200d🌈", "🏳\ufe0f\u200d🌈"),
        ("a\u200db\ufe0f👩\u200d", "ab👩"),
        ("\U0001fae8", "\U0001fae8"),
        ("a\U000e0061\U000e0062", "a"),
    ],
)
def test_people_read_what_was_meant(typed: str, kept: str) -> None:
    assert tidy_text(typed) == unicodedata.normalize("NFC", kept)
