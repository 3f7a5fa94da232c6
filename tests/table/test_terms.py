"""What was chosen when a table was opened: written and read, and refused where it does not fit."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import taflheim
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl

CLOCKS = st.sampled_from(["none", "5+3", "move 30", "days 3"]).map(TimeControl.parse)


@given(
    st.builds(
        Terms,
        CLOCKS,
        rated=st.booleans(),
        public=st.booleans(),
        watchable=st.booleans(),
        programs=st.booleans(),
        opener=st.none() | st.text(min_size=1),
        created_ms=st.integers(0, 2**50),
    )
)
def test_terms_are_read_as_they_were_written(terms: Terms) -> None:
    assert Terms.parse(str(terms)) == terms


def test_what_is_as_usual_is_not_written() -> None:
    usual = Terms(TimeControl(), False, False, False, "out", False, False, None, 0)
    assert Terms() == usual and str(usual) == "{}"
    assert Terms.parse("{}") == Terms()
    assert str(Terms(policy="bot", counted=True)) == '{"counted": true, "policy": "bot"}'


@pytest.mark.parametrize(
    "text",
    [
        *("", "[]", "3", "nothing", "[" * 100_000, '{"colour": "red"}', '{"rated": 1}', '{"created_ms": true}'),
        *('{"clock": "soon"}', '{"clock": 5}', '{"policy": "wait"}', '{"rated": true, "policy": "bot"}'),
        *('{"opener": 3}', '{"counted": true, "watchable": true}'),
    ],
)
def test_other_texts_are_refused(text: str) -> None:
    with pytest.raises(taflheim.InvalidOption):
        Terms.parse(text)


def test_terms_that_fit_no_game_of_this_size() -> None:
    alone, two, three = (
        taflheim.game("hivolts"),
        taflheim.game("quoridor"),
        taflheim.game("quoridor", players=3),
    )
    timed = Terms(TimeControl.parse("5+3"))
    for terms in (timed, Terms(rated=True)):
        with pytest.raises(taflheim.InvalidOption, match="is for one"):
            terms.check(alone)
        terms.check(two)
    with pytest.raises(taflheim.InvalidOption, match="only with three or four"):
        Terms(policy="bot").check(two)
    Terms(policy="bot").check(three)
    Terms(counted=True).check(alone)


def test_where_nobody_is_helped() -> None:
    assert Terms(rated=True).serious and Terms(counted=True).serious and not Terms(public=True).serious


def test_nobody_knows_what_will_be_drawn_where_it_counts() -> None:
    assert Terms.parse(str(Terms(seed="7"))).seed == "7"
    for rated, counted in ((True, False), (False, True)):
        with pytest.raises(taflheim.InvalidOption, match="give no seed"):
            Terms(rated=rated, counted=counted, seed="7")
