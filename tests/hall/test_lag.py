"""Round trips of pings."""

from seated import BOT, person, seated
from taflheim.hall.lag import Lag


def test_the_smallest_of_the_last_five_counts_for_all_sides_of_an_account() -> None:
    lag, table = Lag(), seated(4, b=person("anna"), c=BOT)
    assert lag.of(table) == {}
    for trip_ms in (10, 80, 60, 90, 70, 500):
        lag.note("t", "anna", trip_ms)
    lag.note("t", "somebody", 5)
    lag.note("other", "dee", 5)
    assert lag.of(table) == {"a": 60, "b": 60}


def test_who_has_left_the_seat_to_a_bot_has_no_lag() -> None:
    lag = Lag()
    lag.note("t", "anna", 10)
    assert lag.of(seated(3, a=person("anna").held(2))) == {}


def test_tables_that_nobody_uses_are_forgotten() -> None:
    lag = Lag()
    for table_id in ("t", "u"):
        lag.note(table_id, "anna", 10)
    lag.forget(lambda table_id: table_id == "t")
    assert set(lag._trips) == {"t"}
