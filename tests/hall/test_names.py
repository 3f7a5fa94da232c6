"""Names: what they may be, and which are taken for the same."""

import secrets

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taflheim.hall.names import InvalidName, at_a_screen, checked, fitted, key, of_a_guest, of_a_program


@pytest.mark.parametrize(
    "name",
    [
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
