"""Seats: of people, of bots, and free ones."""

import pytest

from taflheim.table.seat import Seat


@pytest.mark.parametrize(
    ("seat", "is_bot", "is_free"),
    [
        (Seat.person("7f", "Anna"), False, False),
        (Seat.bot(1, "Bot"), True, False),
        (Seat.bot(0, "Bot"), True, False),
        (Seat.free(), False, True),
    ],
)
def test_who_sits_there(seat: Seat, is_bot: bool, is_free: bool) -> None:
    assert (seat.is_bot, seat.is_free) == (is_bot, is_free)


def test_what_a_seat_knows() -> None:
    assert Seat.person("7f", "Anna") == Seat("Anna", "7f", None)
    assert Seat.bot(3, "Bot") == Seat("Bot", None, 3)
    assert Seat.free() == Seat("", None, None)
