"""Opening a table: what somebody asks for, checked, and the table that comes of it."""

import asyncio
import json
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import parse_qsl

from taflheim.engine.bots.levels import find_bot
from taflheim.games.errors import InvalidOption
from taflheim.games.game import Game
from taflheim.games.message import quoted
from taflheim.games.position import Position
from taflheim.games.registry import game
from taflheim.games.rulebook import either
from taflheim.hall.hall import Hall
from taflheim.table.seat import Seat
from taflheim.table.table import Table

PERSON = "person"
_OPTION, _SEAT = "option.", "seat."
_NEW, _WILD = _BOARDS = ("new", "wild")


class Wish(NamedTuple):
    """A game with its options, and who plays each side: a person, or a bot by its number or name."""

    game: Game
    seats: Mapping[str, str]
    board: str = _NEW
    """Where a game offers both: "new" for a board that is proven winnable, "wild" for any that may come."""


def from_form(body: bytes) -> Wish:
    """A wish from the fields of a form: `game`, `option.NAME`, `seat.SIDE` and `board`.

    >>> from_form(b"game=quoridor&option.players=2&seat.a=person&seat.b=1").seats
    {'a': 'person', 'b': '1'}
    """
    fields = parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True)
    return _wish(
        dict(fields).get("game"),
        {name.removeprefix(_OPTION): value for name, value in fields if name.startswith(_OPTION)},
        {name.removeprefix(_SEAT): value for name, value in fields if name.startswith(_SEAT)},
        dict(fields).get("board", _NEW),
    )


def from_json(body: bytes) -> Wish:
    """A wish from JSON, as `{"game": "quoridor", "options": {"players": 2}, "seats": {"b": 1}}`, with a "board" too."""
    try:
        data = json.loads(body)
        name, options, seats = data["game"], data.get("options", {}), data.get("seats", {})
        board = data.get("board", _NEW)
        return _wish(name, dict(options), {side: str(who) for side, who in seats.items()}, board)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        if isinstance(error, InvalidOption):
            raise
        raise InvalidOption('expected JSON as {"game": "quoridor", "options": {}, "seats": {"b": 1}}') from None


def _wish(name: object, options: Mapping[str, object], seats: Mapping[str, str], board: object) -> Wish:
    chosen = game(name if isinstance(name, str) else "", **options)
    for side in seats:
        if side not in chosen.seats:
            raise InvalidOption(f"{chosen.title} has no seat {quoted(side)}: expected {either(chosen.seats)}")
    if board not in _BOARDS:
        raise InvalidOption(f"board {quoted(board)}: expected {either(_BOARDS)}")
    return Wish(chosen, {side: seats.get(side, PERSON) for side in chosen.seats}, str(board))


async def open_table(hall: Hall, wish: Wish) -> Table:
    """The table that somebody on this machine has asked for."""
    # Proving that a board can be won may load the compiler first, and others must not wait for that.
    start = await asyncio.to_thread(_start, wish)
    return await hall.new_table(start, {side: _seat(hall, wish.game, side, who) for side, who in wish.seats.items()})


def _start(wish: Wish) -> Position:
    if wish.board == _NEW and wish.game.rulebook.puzzles:
        return wish.game.puzzle().position
    return wish.game.start()


def _seat(hall: Hall, chosen: Game, side: str, who: str) -> Seat:
    if who == PERSON:
        return Seat.person(hall.owner.id, hall.owner.name)
    bot = find_bot(chosen, who).at(side)
    return Seat.bot(bot.number, bot.name)


def same_again(table: Table) -> list[tuple[str, str]]:
    """The fields of a form that asks for another game like this one."""
    options = [(f"{_OPTION}{name}", str(value)) for name, value in table.game.options.items()]
    seats = [(f"{_SEAT}{side}", str(seat.level or PERSON)) for side, seat in table.seats.items()]
    # A board that was proven winnable is followed by another such; by chance a wild one may be winnable, too.
    board = _NEW if table.game.par(table.record.start) else _WILD
    return [("game", table.game.name), *options, *seats, ("board", board)]
