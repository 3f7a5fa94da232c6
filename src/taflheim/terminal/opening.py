"""Requests for new tables, as POST /tables takes them. Pure."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

Request = dict[str, Any]


def _request(name: str, options: Mapping[str, Any]) -> Request:
    # Under the same id the hall opens one table only, however often it is asked.
    return {"game": name, "options": dict(options), "request": secrets.token_hex(8)}


def alone(name: str, options: Mapping[str, Any], board: str = "new") -> Request:
    """A game for one, on a new or a wild board."""
    return {**_request(name, options), "board": board}


def at_one_screen(name: str, options: Mapping[str, Any]) -> Request:
    """Everybody at this screen."""
    return _request(name, options)


def against(name: str, options: Mapping[str, Any], seats: Mapping[str, str | int]) -> Request:
    """Who sits where: `me`, `here`, `open`, or a bot by its number."""
    return {**_request(name, options), "seats": dict(seats)}


def by_link(
    name: str,
    options: Mapping[str, Any],
    seats: Mapping[str, str | int],
    side: str | None,
    terms: Mapping[str, Any],
) -> Request:
    """A table for whoever gets the link. `side` is one's own, or `lot`; with `seats` all of them are named."""
    asked = {**_request(name, options), **terms}
    return {**asked, **({"seats": dict(seats)} if seats else {}), **({"side": side} if side else {})}


def again(view: Mapping[str, Any], *, swapped: bool = False, same_board: bool = False) -> Request:
    """Another table like one that is over (as GET /tables/ID): everybody one seat on, or on the same board."""
    seats = {side: _occupant(seat) for side, seat in view["seats"].items()}
    if swapped:
        seats = rotated(seats)
    if same_board:
        return onward(view["id"], 0, seats)
    return {**_request(view["game"], view["options"]), "seats": seats}


def onward(table_id: str, ply: int, seats: Mapping[str, str | int]) -> Request:
    """A table that begins with a position of another one; without seats, all are one's own."""
    return {"from": table_id, "ply": ply, "seats": dict(seats), "request": secrets.token_hex(8)}


def _occupant(seat: Mapping[str, Any]) -> str | int:
    level = seat["level"]
    return "me" if seat["yours"] or level is None else int(level)


def rotated(seats: Mapping[str, str | int]) -> dict[str, str | int]:
    """Everybody sits one seat further on.

    >>> rotated({"a": "me", "b": 3})
    {'a': 3, 'b': 'me'}
    """
    sides: Sequence[str] = list(seats)
    return {side: seats[sides[place - 1]] for place, side in enumerate(sides)}
