"""How much anybody may ask, where no other server counts along."""

import pytest

from taflheim.hall.attempts import TooOften
from taflheim.server import limits as limits_module
from taflheim.server.limits import Limiter, Limits
from taflheim.table.actor import Person, Spectator


def test_a_household_is_one_who_asks() -> None:
    limiter = Limiter(Limits(burst=2, per_second=0.001, most_waiting=1))
    limiter.request(Spectator(), "2001:db8::1")
    limiter.request(Spectator(), "2001:db8::2")
    with pytest.raises(TooOften):
        limiter.request(Spectator(), "2001:db8::3")
    limiter.request(Person("anna"), "2001:db8::3")
    limiter.request(Spectator(), "192.0.2.1")
    with limiter.waiting(Spectator(), "2001:db8::1"):
        with pytest.raises(TooOften), limiter.waiting(Spectator(), "2001:db8::2"):
            pass
        with limiter.waiting(Spectator(), "192.0.2.1"):
            pass


def test_whoever_asks_is_forgotten_at_last(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits_module, "_MOST_KNOWN", 3)
    limiter = Limiter(Limits())
    for number in range(10):
        limiter.request(Spectator(), f"192.0.2.{number}")
    assert len(limiter._credits) == len(limiter._asked) == 3
