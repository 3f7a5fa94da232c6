"""Time controls: their texts, and what is refused."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from taflheim import InvalidOption
from taflheim.table.time_control import TimeControl

TEXTS = st.one_of(
    st.just("none"),
    st.builds("{}+{}".format, st.integers(1, 180), st.integers(0, 180)),
    st.builds("move {}".format, st.integers(5, 3600)),
    st.builds("days {}".format, st.integers(1, 14)),
)


@given(TEXTS)
def test_a_text_is_read_and_written(text: str) -> None:
    assert str(TimeControl.parse(text)) == text


@pytest.mark.parametrize(
    ("text", "control"),
    [
        ("none", TimeControl("none", 0, 0)),
        ("5+3", TimeControl("game", 300_000, 3_000)),
        ("1+0", TimeControl("game", 60_000, 0)),
        ("180+180", TimeControl("game", 180 * 60_000, 180_000)),
        ("move 30", TimeControl("move", 30_000)),
        ("move 5", TimeControl("move", 5_000)),
        ("move 3600", TimeControl("move", 3_600_000)),
        ("days 3", TimeControl("days", 3 * 24 * 3_600_000)),
        ("days 14", TimeControl("days", 14 * 24 * 3_600_000)),
    ],
)
def test_what_a_text_means(text: str, control: TimeControl) -> None:
    assert TimeControl.parse(text) == control
    assert control.timed == (text != "none")
    assert control.per_move == text.startswith(("move", "days"))


@pytest.mark.parametrize(
    "text", ["", "None", "5", "5+", "+3", "0+3", "181+0", "5+181", "5.5+3", "-5+3", "٥+٣", "5+9999999"]
)
@pytest.mark.parametrize("change", ["{}", " {}", "{}\n"])
def test_no_game_clock(text: str, change: str) -> None:
    refused(change.format(text))


@pytest.mark.parametrize(
    "text", ["move", "move 4", "move 3601", "move30", "days 0", "days 15", "days 3+1", "5+3 days 3"]
)
def test_no_move_clock(text: str) -> None:
    refused(text)


def refused(text: str) -> None:
    with pytest.raises(InvalidOption, match="expected none, minutes and seconds as 5\\+3"):
        TimeControl.parse(text)


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        control = TimeControl.parse(text)
    except InvalidOption:
        return
    assert TimeControl.parse(str(control)) == control


def test_what_is_no_text_is_refused() -> None:
    with pytest.raises(InvalidOption, match="clock a int"):
        TimeControl.parse(5)  # type: ignore[arg-type]
