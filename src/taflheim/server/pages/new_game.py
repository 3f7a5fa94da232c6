"""A new game: the request for it, checked, and the table that is opened."""

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
from taflheim.games.errors import InvalidOption, InvalidPosition
from taflheim.games.game import Game
from taflheim.games.message import counted, quoted
from taflheim.games.position import Position
from taflheim.games.registry import game
from taflheim.games.rulebook import either
from taflheim.hall.hall import Hall
from taflheim.server.body import body
from taflheim.server.identity import TheHall, ThePerson, visible_table
from taflheim.server.pages.render import go_to
from taflheim.server.rules_loader import TheRules
from taflheim.table.actor import Person
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.terms import Terms

router = APIRouter()

PERSON = "person"
_OPTION, _SEAT = "option.", "seat."
_NEW, _WILD = _BOARDS = ("new", "wild")
_DIGITS = 6


@router.post("/tables")
async def new_table(request: Request, hall: TheHall, person: ThePerson, rules: TheRules) -> Response:
    """Open a table; a form is answered with the way there, JSON with its id."""
    sent = await body(request)
    as_json = request.headers.get("content-type", "").startswith("application/json")
    asked = checked(await _at_source(hall, person, request_from_json(sent) if as_json else request_from_form(sent)))
    await rules.ready(asked.game.name)
    table = await open_table(hall, Seat.person(person.account, (await hall.accounts.get(person)).name), asked)
    if as_json:
        return JSONResponse({"id": table.id}, HTTPStatus.CREATED)
    await _remember_bot(hall, person, table)
    return go_to(f"/tables/{table.id}")


class GameRequest(NamedTuple):
    """A request for a new game, not checked yet."""

    game: object = None
    options: Mapping[str, object] = {}
    seats: Mapping[str, str] = {}
    board: object = "new"
    watchable: object = False
    start: object = None
    source: object = None
    """The id of a table: the game begins with a position of it."""
    ply: object = None
    """Which position of that table, by the number of moves made; None for the last."""


class NewGame(NamedTuple):
    """A game with its options, and who plays each side: a person, or a bot by its number or name."""

    game: Game
    seats: Mapping[str, str]
    board: str = _NEW
    """Where a game offers both: "new" for a board that is proven winnable, "wild" for any that may come."""
    watchable: bool = False
    """Whether people who do not play there may look."""
    start: str | None = None
    """The position to begin with, if it is not one of the game's own starts."""


def from_form(body: bytes) -> NewGame:
    """The new game that the fields of a form ask for."""
    return checked(request_from_form(body))


def request_from_form(body: bytes) -> GameRequest:
    """A request from a form: `game`, `option.NAME`, `seat.SIDE`, `board` and `start`, or `from` and `ply`.

    >>> request_from_form(b"game=quoridor&option.players=2&seat.a=person&seat.b=1").seats
    {'a': 'person', 'b': '1'}
    """
    sent = parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True)
    fields = dict(sent)
    return GameRequest(
        fields.get("game"),
        {name.removeprefix(_OPTION): value for name, value in sent if name.startswith(_OPTION)},
        {name.removeprefix(_SEAT): value for name, value in sent if name.startswith(_SEAT)},
        fields.get("board", _NEW),
        False,
        fields.get("start"),
        fields.get("from"),
        fields.get("ply"),
    )


def request_from_json(body: bytes) -> GameRequest:
    """A request from JSON, as `{"game": "quoridor", "options": {"players": 2}, "seats": {"b": 1}, "board": "new"}`.

    With `"watchable": true` others may look on. `"start"` is the text of a position to begin with; `"from"` the id of a
    table whose position after `"ply"` moves is taken, and then game and options need not be said.
    """
    try:
        data = json.loads(body)
        seats = {side: str(who) for side, who in data.get("seats", {}).items()}
        return GameRequest(
            data.get("game") if "from" in data else data["game"],
            dict(data.get("options", {})),
            seats,
            data.get("board", _NEW),
            data.get("watchable", False),
            data.get("start"),
            data.get("from"),
            data.get("ply"),
        )
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise InvalidOption('expected JSON as {"game": "quoridor", "options": {}, "seats": {"b": 1}}') from None


async def _at_source(hall: Hall, person: Person, request: GameRequest) -> GameRequest:
    """Where a request names another table to begin from, fill in that table's game and position."""
    if request.source is None:
        return request
    if not isinstance(request.source, str) or request.start is not None:
        raise InvalidOption("expected the id of a table to begin from, or a start position, not both")
    record = (await visible_table(hall, request.source, person)).record
    plies = len(record.positions) - 1
    ply = plies if request.ply is None else _whole(request.ply)
    if ply is None or not 0 <= ply <= plies:
        raise InvalidOption(f"this game has {counted(plies, 'move')}: expected a number from 0 to {plies}")
    start = str(record.positions[ply])
    return request._replace(game=record.game.name, options=dict(record.game.options), start=start)


def _whole(value: object) -> int | None:
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < _DIGITS:
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def checked(request: GameRequest) -> NewGame:
    """The new game that a request asks for; `InvalidOption` if there is no such game, option or seat."""
    chosen = game(request.game if isinstance(request.game, str) else "", **request.options)
    for side in request.seats:
        if side not in chosen.seats:
            raise InvalidOption(f"{chosen.title} has no seat {quoted(side)}: expected {either(chosen.seats)}")
    if request.board not in _BOARDS:
        raise InvalidOption(f"board {quoted(request.board)}: expected {either(_BOARDS)}")
    if request.start is not None and not isinstance(request.start, str):
        raise InvalidOption(f"start {quoted(request.start)}: expected the text of a position")
    seats = {side: request.seats.get(side, PERSON) for side in chosen.seats}
    return NewGame(chosen, seats, str(request.board), _flag(request.watchable), request.start)


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise InvalidOption(f"watchable {quoted(value)}: expected true or false")
    return value


async def open_table(hall: Hall, me: Seat, asked: NewGame) -> Table:
    """Open the table for a new game; all people there sit before the same screen."""
    # Proving that a board can be won may load the compiler first, and others must not wait for that.
    start = await asyncio.to_thread(_start, asked)
    seats = {side: _seat(me, asked.game, side, who) for side, who in asked.seats.items()}
    return await hall.tables.open(start, seats, Terms(watchable=asked.watchable, opener=me.account))


def _start(asked: NewGame) -> Position:
    if asked.start is not None:
        start = asked.game.position(asked.start)
        if start.result:
            raise InvalidPosition("the game is over in this position: begin with an earlier one")
        return start
    if asked.board == _NEW and asked.game.rulebook.puzzles:
        return asked.game.puzzle().position
    return asked.game.start()


def _seat(me: Seat, chosen: Game, side: str, who: str) -> Seat:
    if who == PERSON:
        return me
    bot = find_bot(chosen, who).at(side)
    return Seat.bot(bot.number, bot.name)


async def _remember_bot(hall: Hall, person: Person, table: Table) -> None:
    """Let the next dialog offer the bot and the side that were chosen, where one person plays one bot."""
    mine = [side for side, seat in table.seats.items() if not seat.is_bot]
    levels = [seat.level for seat in table.seats.values() if seat.level is not None]
    if len(mine) == len(levels) == 1:
        await hall.preferences.change(person, {"bot": {table.game.name: {"level": levels[0], "side": mine[0]}}})


def same_again(table: Table) -> list[tuple[str, str]]:
    """The fields of a form that asks for another game like this one."""
    options = [(f"{_OPTION}{name}", str(value)) for name, value in table.game.options.items()]
    seats = [(f"{_SEAT}{side}", str(seat.level or PERSON)) for side, seat in table.seats.items()]
    # A board that was proven winnable is followed by another such; by chance a wild one may be winnable, too.
    board = _NEW if table.game.par(table.record.start) else _WILD
    return [("game", table.game.name), *options, *seats, ("board", board)]
