"""Reasons: each has a type, a code and a sentence."""

import pickle

import pytest

from taflheim.table.errors import NotYourTurn, Refused, TooLate, refused


def test_a_refusal_has_a_code_with_parameters_and_a_sentence() -> None:
    error = refused("turn_of", name="Bo", side="b")
    assert isinstance(error, NotYourTurn) and isinstance(error, ValueError)
    assert error.reason.code == "turn_of" and dict(error.reason.params) == {"name": "Bo", "side": "b"}
    assert str(error) == "it is the turn of Bo (b)"
    assert isinstance(refused("has_moved"), TooLate)


def test_a_refusal_can_go_to_another_process() -> None:
    again = pickle.loads(pickle.dumps(refused("stale")))
    assert type(again) is type(refused("stale")) and again.reason == refused("stale").reason


def test_there_are_no_other_codes() -> None:
    with pytest.raises(KeyError):
        refused("because")
    assert issubclass(TooLate, Refused)
