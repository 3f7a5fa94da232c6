"""Who sits where in the course of a table: from the opening on, by the events that change it."""

from collections.abc import Iterable, Mapping

from taflheim.table.event import Event
from taflheim.table.seat import Seat


def after(seats: Mapping[str, Seat], event: Event) -> dict[str, Seat]:
    """Who sits where after an event.

    >>> seats = after({"a": Seat.free()}, Event(1, "fill", "a", "2 Bo", at_ms=0))
    >>> seats["a"]
    Seat(name='Bo', account=None, level=2)
    """
    return {**seats, event.side: _seated(seats[event.side], event)}


def _seated(seat: Seat, event: Event) -> Seat:
    match event.kind:
        case "sit":
            return Seat(event.text, event.account)
        case "rise":
            return Seat.free()
        case "fill":
            level, _, name = event.text.partition(" ")
            return Seat.bot(int(level), name)
        case "held":
            return seat.held(int(event.text))
        case "return":
            return seat.returned()
    return seat


def opening(now: Mapping[str, Seat], events: Iterable[Event]) -> dict[str, Seat]:
    """Who sat where when a table was opened at which these events have happened, and at which these sit now.

    >>> opening({"a": Seat.person("7f", "Anna")}, [Event(1, "sit", "a", "Anna", at_ms=0, account="7f")])["a"].is_free
    True
    """
    came = {event.side for event in events if event.kind in ("sit", "fill")}
    return {
        side: Seat.free() if side in came else seat.returned() if seat.is_held else seat for side, seat in now.items()
    }


def told_apart(seats: Mapping[str, Seat], account: str | None) -> bool:
    """Whether an account has several seats with names of their own, typed for people at one screen.

    >>> told_apart({"a": Seat.person("7f", "Anna"), "b": Seat.person("7f", "Bea")}, "7f")
    True
    """
    return len({seat.name for seat in seats.values() if seat.account == account}) > 1


def names(seats: Mapping[str, Seat]) -> dict[str, str]:
    """The names of all who sit there, as a record has them."""
    return {side: seat.name for side, seat in seats.items() if not seat.is_free}
