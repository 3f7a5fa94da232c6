"""Opening a table: what somebody asks for, checked, and the table that comes of it."""

import json
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import parse_qsl

from taflheim.engine.levels import level
from taflheim.games.errors import InvalidOption
from taflheim.games.game import Game
from taflheim.games.message import quoted
from taflheim.games.registry import game
from taflheim.games.rulebook import either
from taflheim.hall.hall import Hall
from taflheim.table.seat import Seat
from taflheim.table.table import Table

PERSON = "person"
_OPTION, _SEAT = "option.", "seat."


class Wish(NamedTuple):
    """A game with its options, and who plays each side: a person, or a bot by the number of its level."""

    game: Game
    seats: Mapping[str, str]


def from_form(body: bytes) -> Wish:
    """A wish from the fields of a form: `game`, `option.NAME` and `seat.SIDE`.

    >>> from_form(b"game=quoridor&option.players=2&seat.a=person&seat.b=1").seats
    {'a': 'person', 'b': '1'}
    """
    fields = parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True)
    return _wish(
        dict(fields).get("game"),
        {name.removeprefix(_OPTION): value for name, value in fields if name.startswith(_OPTION)},
        {name.removeprefix(_SEAT): value for name, value in fields if name.startswith(_SEAT)},
    )


def from_json(body: bytes) -> Wish:
    """A wish from JSON, as `{"game": "quoridor", "options": {"players": 2}, "seats": {"b": 1}}`."""
    try:
        data = json.loads(body)
        name, options, seats = data["game"], data.get("options", {}), data.get("seats", {})
        return _wish(name, dict(options), {side: str(who) for side, who in seats.items()})
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        if isinstance(error, InvalidOption):
            raise
        raise InvalidOption('expected JSON as {"game": "quoridor", "options": {}, "seats": {"b": 1}}') from None


def _wish(name: object, options: Mapping[str, object], seats: Mapping[str, str]) -> Wish:
    chosen = game(name if isinstance(name, str) else "", **options)
    for side in seats:
        if side not in chosen.seats:
            raise InvalidOption(f"{chosen.title} has no seat {quoted(side)}: expected {either(chosen.seats)}")
    return Wish(chosen, {side: seats.get(side, PERSON) for side in chosen.seats})


async def open_table(hall: Hall, wish: Wish) -> Table:
    """The table that somebody on this machine has asked for."""
    return await hall.new_table(wish.game.start(), {side: _seat(hall, wish, who) for side, who in wish.seats.items()})


def _seat(hall: Hall, wish: Wish, who: str) -> Seat:
    if who == PERSON:
        return Seat.person(hall.owner.id, hall.owner.name)
    bot = level(wish.game, who)
    return Seat.bot(bot.number, bot.name)


def same_again(table: Table) -> list[tuple[str, str]]:
    """The fields of a form that asks for another game like this one."""
    options = [(f"{_OPTION}{name}", str(value)) for name, value in table.game.options.items()]
    seats = [(f"{_SEAT}{side}", str(seat.level or PERSON)) for side, seat in table.seats.items()]
    return [("game", table.game.name), *options, *seats]
