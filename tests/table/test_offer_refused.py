"""Refusals: a code for programs, a sentence for people, and the same in another process."""

import pickle

import pytest

from taflheim import TaflheimError
from taflheim.table.offer_refused import OfferRefused, refused


def test_a_refusal_has_a_code_and_a_sentence() -> None:
    error = refused("too_soon", moves=3)
    assert isinstance(error, TaflheimError)
    assert error.reason.code == "too_soon"
    assert str(error) == str(error.reason) == "make 3 more of your own moves before you ask again"


def test_a_refusal_travels() -> None:
    error = refused("answer_first", side="b")
    with pytest.raises(OfferRefused) as caught:
        raise pickle.loads(pickle.dumps(error))
    assert (str(caught.value), caught.value.reason) == (str(error), error.reason)
