"""Names: what they may be, and which are taken for the same."""

import secrets
import sys
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taflheim.hall.names import InvalidName, at_a_screen, checked, fitted, key, keys, of_a_guest, of_a_program

EVERY_SIGN = [chr(code) for code in range(sys.maxunicode + 1)]
FOREIGN_DIGITS = [
    sign
    for sign in EVERY_SIGN
    if unicodedata.category(sign) == "Nd" and not unicodedata.normalize("NFKC", sign).isascii()
]
MARKS = [sign for sign in EVERY_SIGN if unicodedata.category(sign) in ("Mn", "Mc")]
WRITTEN = [
    ("ع", "\N{ARABIC-INDIC DIGIT ZERO}"),
    ("ع", "\N{EXTENDED ARABIC-INDIC DIGIT ZERO}"),
    *zip("अกক", "०๐০", strict=True),
]
"""Letters, and the digits that people write beside them."""


def is_good(name: str) -> bool:
    """Whether somebody can be called that."""
    try:
        checked(name)
    except InvalidName:
        return False
    return True


@pytest.mark.parametrize(
    "name",
    [
        *(
            "علي\N{ARABIC-INDIC DIGIT ONE}",
            "علي1",
            "نيما\N{EXTENDED ARABIC-INDIC DIGIT FOUR}",
            "आरती\N{DEVANAGARI DIGIT TWO}",
        ),
        *("Anna7", "Ольга-7", "x\N{COMBINING CEDILLA}7", "สมชาย\N{THAI DIGIT ONE}"),
        *("Bo", "a" * 24, "Ánna", "anna-17_x", "ß2", "Ольга", "Ελένη", "مريم", "김민준", "आरती"),
        "मीना",  # the second sign is a mark
        "O\N{MODIFIER LETTER APOSTROPHE}Brien",  # a letter of no script
        *("さくら子", "サクラー", "あア字김ㄅ"),  # scripts that are written together
    ],
)
def test_good_names(name: str) -> None:
    assert key(checked(name)) == key(name)


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "2 to 24"),
        ("x", "2 to 24"),
        ("a" * 25, "2 to 24"),
        ("a b", "' ' cannot stand in a name"),
        ("Anna!", "'!' cannot stand"),
        ("<b>x", "cannot stand"),
        ("an\nna", "cannot stand"),
        ("an\u200bna", "cannot stand"),
        ("\u202eanna", "cannot stand"),
        ("\u0301anna", "cannot stand"),
        ("🦊fox", "cannot stand"),
        ("1234", "has a letter in it"),
        ("--", "has a letter in it"),
        ("Annа", "one script"),  # the last letter is Cyrillic
        ("Αnna", "one script"),  # the first letter is Greek
        ("Anna\N{ARABIC-INDIC DIGIT ONE}", "one script"),
        ("Ольга\N{DEVANAGARI DIGIT ONE}", "one script"),
        ("आरती\N{ARABIC-INDIC DIGIT ONE}", "one script"),
        ("Anna\N{ARABIC FATHA}", "one script"),
        ("Anna\N{COMBINING CYRILLIC LETTER TE}", "one script"),
        ("An\N{COMBINING GRAPHEME JOINER}na", "cannot stand"),
        ("Anna\N{VARIATION SELECTOR-16}", "cannot stand"),
        ("odin", "name of the house"),
        ("ODIN", "name of the house"),
        ("Ｏｄｉｎ", "name of the house"),
        ("admin", "name of the house"),
        ("guest-otter-17", "name of the house"),
        ("Deleted-9", "name of the house"),
    ],
)
def test_bad_names_are_refused_with_a_sentence(name: str, why: str) -> None:
    with pytest.raises(InvalidName) as refused:
        checked(name)
    assert why in str(refused.value)


def test_names_that_look_alike_have_one_key() -> None:
    for one, other in (("ANNA", "anna"), ("ßen", "SSEN"), ("Ａnna", "anna"), ("A\u0301nna", "ánna")):
        assert key(one) == key(other)
    assert key("anna") != key("ana")


@given(st.text("abcXYZ_-", min_size=1, max_size=10), st.sampled_from(FOREIGN_DIGITS), st.text("abc09", max_size=9))
def test_no_other_digits_stand_beside_latin_letters(before: str, digit: str, after: str) -> None:
    assert not is_good(f"{before}{digit}{after}")


@given(st.sampled_from(WRITTEN), st.text("0123456789-_", min_size=1, max_size=9))
def test_a_name_is_the_same_in_whatever_digits_it_is_written(written: tuple[str, str], rest: str) -> None:
    letter, zero = written
    other = "".join(chr(ord(zero) + int(sign)) if sign.isdigit() else sign for sign in rest)
    one, same = checked(f"{letter}{rest}"), checked(f"{letter}{other}")
    assert key(one) == key(same) == keys(same)[-1]


@given(st.text("abcXYZ", min_size=2, max_size=9), st.sampled_from(MARKS))
def test_marks_beside_latin_letters_are_of_no_other_script(name: str, mark: str) -> None:
    if is_good(f"{name}{mark}"):
        assert unicodedata.name(mark).startswith("COMBINING")
        # It is seen, and not taken for the name without it.
        assert key(f"{name}{mark}") != key(name)


@given(st.sampled_from(WRITTEN), st.sampled_from(WRITTEN))
def test_digits_belong_to_the_letters_beside_them(one: tuple[str, str], other: tuple[str, str]) -> None:
    scripts = {unicodedata.name(letter).split(" ")[0] for letter in (one[0], other[0])}
    assert is_good(f"{one[0]}{other[1]}") == (len(scripts) == 1)


def test_who_was_entered_under_other_digits_is_found_first() -> None:
    assert keys("Anna1") == ("anna1",)
    assert keys("Anna\N{ARABIC-INDIC DIGIT ONE}") == ("anna\N{ARABIC-INDIC DIGIT ONE}", "anna1")


@given(st.text(max_size=30))
def test_a_name_that_is_good_is_good_again(text: str) -> None:
    try:
        name = checked(text)
    except InvalidName:
        return
    assert checked(name) == name and 2 <= len(name) <= 24


def test_names_of_programs_say_so() -> None:
    assert of_a_program(" Loki ") == of_a_program("Loki-bot") == "Loki-bot" and of_a_program("LOKI-Bot") == "LOKI-bot"
    for refused in (checked, at_a_screen):
        with pytest.raises(InvalidName, match="programs"):
            refused("Loki-Bot")
    for name in ("-bot", "x" * 21):
        with pytest.raises(InvalidName):
            of_a_program(name)


def test_names_at_a_screen_are_freer() -> None:
    assert at_a_screen(" Little  O'Brien Jr. ") == "Little O'Brien Jr."
    for name in ("", "x" * 25, "odin"):
        with pytest.raises(InvalidName):
            at_a_screen(name)


def test_a_name_from_elsewhere_is_kept_as_far_as_it_can_be() -> None:
    assert fitted("a" * 30) == "a" * 24
    long = "abcdefghijklmnopqrst-bot"
    assert fitted(long) == "abcdefghijklmnopqrst-b-1" and len(long) == 24
    assert fitted("Anna Berg!") == "Anna-Berg"
    assert fitted("odin") == "odin-1"


def test_names_of_guests(monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []

    def draw(below: int) -> int:
        drawn.append(below)
        return (0, below - 1)[len(drawn) - 1]

    monkeypatch.setattr(secrets, "randbelow", draw)
    first, last = of_a_guest(), of_a_guest()
    assert first.startswith("guest-") and first.endswith("-1") and last.endswith("-9999")
    assert len(last) <= 24
