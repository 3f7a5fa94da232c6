"""How long was played: long pauses count only a little."""

from taflheim.table.event import Event
from taflheim.table.played import LONGEST_PAUSE_MS, played_ms


def events(*times: int) -> list[Event]:
    return [Event(number, "move", "a", "e8", at_ms) for number, at_ms in enumerate(times, 1)]


def test_pauses_count_up_to_a_limit() -> None:
    assert played_ms([]) == played_ms(events(7)) == 0
    assert played_ms(events(5, 10, 40)) == 35
    assert played_ms(events(0, 1, 10**9)) == 180_001, "three minutes of a long pause"
    assert played_ms(events(0, LONGEST_PAUSE_MS, 3 * LONGEST_PAUSE_MS)) == 2 * LONGEST_PAUSE_MS


def test_parts_add_up() -> None:
    whole = events(0, 5, 9, 10**9, 10**9 + 1)
    assert played_ms(whole[:3]) + played_ms(whole[2:]) == played_ms(whole)
