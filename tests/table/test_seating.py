"""Who sits where in the course of a table."""

from taflheim.table.event import Event, Kind
from taflheim.table.seat import Seat
from taflheim.table.seating import after, names, opening

ANNA, BOT = Seat.person("7f", "Anna"), Seat.bot(4, "Bot")


def event(kind: Kind, side: str, text: str = "", account: str | None = None) -> Event:
    return Event(1, kind, side, text, 0, account=account)


def test_every_event_of_seats() -> None:
    seats = after({"a": ANNA, "b": Seat.free()}, event("sit", "b", "Bo", "b0"))
    assert seats == {"a": ANNA, "b": Seat.person("b0", "Bo")}
    assert after(seats, event("rise", "b"))["b"] == Seat.free()
    assert after(seats, event("fill", "b", "4 Old Bear"))["b"] == Seat.bot(4, "Old Bear")
    held = after(seats, event("held", "a", "3"))
    assert held["a"] == Seat("Anna", "7f", 3) and held["b"] == seats["b"]
    assert after(held, event("return", "a")) == seats
    assert after(seats, event("move", "a", "e8")) == seats


def test_the_opening_follows_from_now_and_the_log() -> None:
    log = [event("sit", "b", "Bo", "b0"), event("fill", "c", "4 Bot"), event("held", "a", "3")]
    now = {"a": ANNA.held(3), "b": Seat.person("b0", "Bo"), "c": BOT, "d": BOT}
    assert opening(now, log) == {"a": ANNA, "b": Seat.free(), "c": Seat.free(), "d": BOT}


def test_free_seats_have_no_names() -> None:
    assert names({"a": ANNA.held(3), "b": Seat.free(), "c": BOT}) == {"a": "Anna", "c": "Bot"}
