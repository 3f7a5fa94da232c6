"""A new game: what somebody asks for, checked, and the table that comes of it."""

import asyncio
import json
from collections.abc import Mapping
from http import HTTPStatus
from typing import NamedTuple
from urllib.parse import parse_qsl

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from taflheim.engine.bots.levels import find_bot
from taflheim.games.errors import InvalidOption
from taflheim.games.game import Game
from taflheim.games.message import quoted
from taflheim.games.position import Position
from taflheim.games.registry import game
from taflheim.games.rulebook import either
from taflheim.hall.hall import Hall
from taflheim.server.body import body
from taflheim.server.identity import TheHall, ThePerson
from taflheim.server.pages.render import go_to
from taflheim.server.rules_loader import TheRules
from taflheim.table.seat import Seat
from taflheim.table.table import Table

router = APIRouter()

PERSON = "person"
_OPTION, _SEAT = "option.", "seat."
_NEW, _WILD = _BOARDS = ("new", "wild")


@router.post("/tables")
async def new_table(request: Request, hall: TheHall, person: ThePerson, rules: TheRules) -> Response:
    """Open a table; a form is answered with the way there, JSON with its id."""
    sent = await body(request)
    as_json = request.headers.get("content-type", "").startswith("application/json")
    asked = from_json(sent) if as_json else from_form(sent)
    await rules.ready(asked.game.name)
    table = await open_table(hall, Seat.person(person.account, hall.accounts.owner.name), asked)
    if as_json:
        return JSONResponse({"id": table.id}, HTTPStatus.CREATED)
    return go_to(f"/tables/{table.id}")


class NewGame(NamedTuple):
    """A game with its options, and who plays each side: a person, or a bot by its number or name."""

    game: Game
    seats: Mapping[str, str]
    board: str = _NEW
    """Where a game offers both: "new" for a board that is proven winnable, "wild" for any that may come."""
    watchable: bool = False
    """Whether people who do not play there may look."""


def from_form(body: bytes) -> NewGame:
    """A new game from the fields of a form: `game`, `option.NAME`, `seat.SIDE` and `board`.

    >>> from_form(b"game=quoridor&option.players=2&seat.a=person&seat.b=1").seats
    {'a': 'person', 'b': '1'}
    """
    fields = parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True)
    return _checked(
        dict(fields).get("game"),
        {name.removeprefix(_OPTION): value for name, value in fields if name.startswith(_OPTION)},
        {name.removeprefix(_SEAT): value for name, value in fields if name.startswith(_SEAT)},
        dict(fields).get("board", _NEW),
    )


def from_json(body: bytes) -> NewGame:
    """A new game from JSON, as `{"game": "quoridor", "options": {"players": 2}, "seats": {"b": 1}, "board": "new"}`.

    With `"watchable": true` others may look on.
    """
    try:
        data = json.loads(body)
        name, options, seats = data["game"], data.get("options", {}), data.get("seats", {})
        board = data.get("board", _NEW)
        asked = _checked(name, dict(options), {side: str(who) for side, who in seats.items()}, board)
        return asked._replace(watchable=_flag(data.get("watchable", False)))
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        if isinstance(error, InvalidOption):
            raise
        raise InvalidOption('expected JSON as {"game": "quoridor", "options": {}, "seats": {"b": 1}}') from None


def _checked(name: object, options: Mapping[str, object], seats: Mapping[str, str], board: object) -> NewGame:
    chosen = game(name if isinstance(name, str) else "", **options)
    for side in seats:
        if side not in chosen.seats:
            raise InvalidOption(f"{chosen.title} has no seat {quoted(side)}: expected {either(chosen.seats)}")
    if board not in _BOARDS:
        raise InvalidOption(f"board {quoted(board)}: expected {either(_BOARDS)}")
    return NewGame(chosen, {side: seats.get(side, PERSON) for side in chosen.seats}, str(board))


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise InvalidOption(f"watchable {quoted(value)}: expected true or false")
    return value


async def open_table(hall: Hall, me: Seat, asked: NewGame) -> Table:
    """The table that somebody has asked for; all people there sit before the same screen."""
    # Proving that a board can be won may load the compiler first, and others must not wait for that.
    start = await asyncio.to_thread(_start, asked)
    seats = {side: _seat(me, asked.game, side, who) for side, who in asked.seats.items()}
    return await hall.tables.open(start, seats, watchable=asked.watchable)


def _start(asked: NewGame) -> Position:
    if asked.board == _NEW and asked.game.rulebook.puzzles:
        return asked.game.puzzle().position
    return asked.game.start()


def _seat(me: Seat, chosen: Game, side: str, who: str) -> Seat:
    if who == PERSON:
        return me
    bot = find_bot(chosen, who).at(side)
    return Seat.bot(bot.number, bot.name)


def same_again(table: Table) -> list[tuple[str, str]]:
    """The fields of a form that asks for another game like this one."""
    options = [(f"{_OPTION}{name}", str(value)) for name, value in table.game.options.items()]
    seats = [(f"{_SEAT}{side}", str(seat.level or PERSON)) for side, seat in table.seats.items()]
    # A board that was proven winnable is followed by another such; by chance a wild one may be winnable, too.
    board = _NEW if table.game.par(table.record.start) else _WILD
    return [("game", table.game.name), *options, *seats, ("board", board)]
