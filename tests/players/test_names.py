import itertools

import pytest

from app.errors import InvalidError
from app.players.confusables import fold, skeleton
from app.players.names import FIRST_WORDS, SECOND_WORDS, made_up_names, similar_names, tidy_name


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ("Ana", "Ana"),
        ("  Ana  Bo ", "Ana Bo"),
        ("Ａｎａ", "Ana"),
        ("Ana\u00a0Bo", "Ana Bo"),
        ("José", "José"),
        ("Jose\u0301", "José"),
        ("d'Arc".replace("'", "-"), "d-Arc"),
        ("J.R_R-7", "J.R_R-7"),
        ("Ольга", "Ольга"),
        ("日本ごカ", "日本ごカ"),
        ("한국인", "한국인"),
        ("דוד", "דוד"),
        ("नमस्ते", "नमस्ते"),
        ("a" * 20, "a" * 20),
    ],
)
def test_good_names_are_kept_in_one_form(typed: str, kept: str) -> None:
    assert tidy_name(typed) == kept


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "ab",
        "a" * 21,
        "   ",
        "123",
        "---",
        "a\u0301" * 2,  # two visible characters
        ".Ana",
        "Ana_",
        "A..na",
        "A -na",
        "Ana!",
        "Ana<b>",
        "A\nna",
        "A\tna",
        "A\x00na",
        "An\u202ea",  # turns the direction of writing
        "An\u2066a",
        "An\u200ba",  # shows nothing
        "An\u200da",
        "An\ufeffa",
        "An\u00ada",
        "Ana\ufe0f",
        "Ana\u034f",
        "Ana\u3164",
        "\u3164\u3164\u3164",
        "\u115f\u1160\u3164a",
        "An\U000e0061a",
        "Ana\U000e0100",
        "Anа",  # the last letter is Cyrillic
        "Αna",  # the first is Greek
        "Ana日本",
        "Ana1\u0301",
        "Ana\u0301\u0301\u0301\u0301",
        "\u0301Ana",
        "Ana😀",
        "Ana\ud800",
        "١٢٣ana",
    ],
)
def test_bad_names_are_refused(typed: str) -> None:
    with pytest.raises(InvalidError) as refused:
        tidy_name(typed)
    assert refused.value.code == "bad_name"


@pytest.mark.parametrize(
    "typed",
    ["admin", "ADMIN", "Adm1n", "Admin 2", "a.d.m.i.n", "AdminAna", "Robot 7", "R0bot", "Sobremesa", "me_2"],
)
def test_names_of_the_house_are_kept(typed: str) -> None:
    with pytest.raises(InvalidError):
        tidy_name(typed)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ana", "ANA"),
        ("Ana", "Аna".replace("na", "на")[:1] + "na"),
        ("paypal", "Раураl"),
        ("Ill", "lI1"),
        ("Bob", "B0b"),
        ("BOB", "ΒΟΒ"),
        ("modern", "rnodern"),
        ("Ana Bo", "ana_bo"),
        ("Ana Bo", "A.n.a.B.o"),
        ("straße", "STRASSE"),
        ("Anna", "Ａｎｎａ"),
        ("Ivan", "1van"),
    ],
)
def test_look_alikes_have_one_skeleton(one: str, other: str) -> None:
    assert skeleton(one) == skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("Ana", "Ava"), ("Ana", "Anna"), ("Jose", "José"), ("cat", "car"), ("fun", "sun"), ("tu", "yu")],
)
def test_different_names_stay_different(one: str, other: str) -> None:
    assert skeleton(one) != skeleton(other)


def test_case_counts_for_nothing_in_any_script() -> None:
    for name in ("ΟΔΥΣΣΕΥΣ", "ОЛЬГА", "STRASSE", "İpek"):
        assert fold(name.lower()) == fold(name)


def test_similar_names_are_names_and_differ() -> None:
    for name in ("Ana", "a" * 20, "Ana 7", "Ana_b 99", "日本人"):
        similar = similar_names(name)
        assert all(tidy_name(other) == other for other in similar)
        assert len({skeleton(other) for other in [name, *similar]}) > 8


def test_every_made_up_name_is_a_name() -> None:
    for first, second in itertools.product(FIRST_WORDS, SECOND_WORDS):
        tidy_name(f"{first} {second} 9999")
    for name in itertools.islice(made_up_names(), 50):
        assert tidy_name(name) == name
