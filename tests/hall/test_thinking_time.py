"""How long bots think by the clock."""

import pytest

from seated import BOT, moves, seated
from taflheim.hall.thinking_time import Wait, movetime_ms
from taflheim.table.seat import Seat

STRONG = Seat.bot(10, "Odin")


@pytest.mark.parametrize(
    ("clock", "bot", "at_ms", "expected"),
    [
        ("none", STRONG, 0, None),
        ("5+0", BOT, 0, 15_000),  # levels that are limited by nodes end earlier by themselves
        ("5+0", BOT, 240_000, 3_000),
        ("5+0", BOT, 299_999, 10),
        ("5+0", STRONG, 0, 1_000),  # its own time
        ("5+0", STRONG, 290_000, 500),
        ("move 30", BOT, 0, 7_500),
        ("days 3", STRONG, 0, 1_000),
    ],
)
def test_a_share_of_what_is_left_and_not_more_than_its_own_time(
    clock: str, bot: Seat, at_ms: int, expected: int | None
) -> None:
    assert movetime_ms(moves(seated(clock=clock, a=bot), 2), at_ms) == expected


def test_a_clock_that_was_set_back_gives_nothing() -> None:
    assert Wait(1_000).waited_ms(900) == 0 == Wait(1_000, thinks_ms=1_000).waited_ms(5_000)
