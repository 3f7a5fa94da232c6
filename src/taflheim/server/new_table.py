"""A new table: a request for it (table_request.py) checked, and the table opened.

Pages and the API do the same: `from_form` or `from_json`, `at_source`, `checked`, `open_table`. What is wrong is raised
as `FieldRefused`, which names the field beside which a page says it.
"""

import asyncio
import random
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from itertools import permutations
from typing import NamedTuple, cast

from taflheim.engine.bots.levels import find_bot
from taflheim.games.errors import InvalidOption, InvalidPosition, InvalidRecord, TaflheimError
from taflheim.games.game import Game
from taflheim.games.message import counted, quoted
from taflheim.games.position import Position
from taflheim.games.record import Record
from taflheim.games.record_text import game_of, read
from taflheim.games.registry import game
from taflheim.games.rulebook import either
from taflheim.hall.hall import Hall
from taflheim.hall.measured import measured
from taflheim.hall.names import InvalidName
from taflheim.server.identity import visible_table
from taflheim.server.seat_names import typed_names
from taflheim.server.table_request import BOARDS, LOT, NAME, NEW, TableRequest
from taflheim.server.trees import check_length
from taflheim.table.actor import Actor
from taflheim.table.circumstances import GUEST, Account, Circumstances
from taflheim.table.errors import Refused
from taflheim.table.rated import check_seats
from taflheim.table.seat import Seat
from taflheim.table.table import Table
from taflheim.table.terms import Terms
from taflheim.table.time_control import TimeControl

ME, HERE, OPEN = "me", "here", "open"
_AT_THIS_SCREEN = (ME, HERE, "person")
_DIGITS = 6
_LONGEST_REQUEST = 64
_LONGEST_SEED = 100
_rng = random.SystemRandom()


class FieldRefused(TaflheimError):
    """A request for a table that cannot be; `field` is the part of it that is wrong, `__cause__` the error itself."""

    def __init__(self, field: str, text: str):
        super().__init__(text)
        self.field = field


class NewTable(NamedTuple):
    """A table that can be opened, but for who opens it."""

    game: Game
    seats: Mapping[str, str]
    terms: Terms
    board: str = NEW
    """Where a game offers both: "new" for a board that is proven winnable, "wild" for any that may come."""
    start: str | None = None
    """The position to begin with, if it is not one of the game's own starts."""
    names: Mapping[str, str] = {}
    """By side: what people at this screen are called, if not as who opens the table."""
    record: str | None = None
    """The text of a game to go on with."""
    request: str | None = None


@contextmanager
def _about(field: str) -> Iterator[None]:
    """Say of what is wrong here which field it is about."""
    try:
        yield
    except FieldRefused:
        raise
    except (InvalidName, InvalidOption, InvalidPosition, InvalidRecord, Refused) as error:
        raise FieldRefused(field, str(error)) from error


# ---- checking -----------------------------------------------------------------------------------------------------


async def at_source(hall: Hall, actor: Actor, request: TableRequest) -> TableRequest:
    """Where a request names another table to begin from, or has a record, fill in that game and its position."""
    if sum(one is not None for one in (request.source, request.start, request.record)) > 1:
        raise FieldRefused("from", "expected a table to begin from, a start position or a record, not both")
    if request.record is not None:
        with _about("record"):
            chosen = game_of(cast(str, request.record))
        return request._replace(game=chosen.name, options=dict(chosen.options))
    if request.source is None:
        return request
    if not isinstance(request.source, str):
        raise FieldRefused("from", "expected the id of a table to begin from")
    record = (await visible_table(hall, request.source, actor)).record
    plies = len(record.positions) - 1
    ply = plies if request.ply is None else _whole(request.ply)
    if ply is None or not 0 <= ply <= plies:
        raise FieldRefused("ply", f"this game has {counted(plies, 'move')}: expected a number from 0 to {plies}")
    start = str(record.positions[ply])
    return request._replace(game=record.game.name, options=dict(record.game.options), start=start)


def _whole(value: object) -> int | None:
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < _DIGITS:
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def checked(request: TableRequest, kind: str = "owner") -> NewTable:
    """The table that a request of somebody with this kind of account asks for; raises FieldRefused.

    >>> new = checked(TableRequest("quoridor", side="b", clock="5+3", rated=True))
    >>> new.seats, str(new.terms.clock)
    ({'a': 'open', 'b': 'me'}, '5+3')
    """
    with _about("game"):
        chosen = game(request.game if isinstance(request.game, str) else "")
    with _about("options"):
        chosen = game(chosen.name, **request.options)
    if request.board not in BOARDS:
        raise FieldRefused("board", f"board {quoted(request.board)}: expected {either(BOARDS)}")
    if request.start is not None and not isinstance(request.start, str):
        raise FieldRefused("start", f"start {quoted(request.start)}: expected the text of a position")
    with _about("seats"):
        seats = _seats(request, chosen)
    if request.record is not None and OPEN in seats.values():
        raise FieldRefused("record", "who goes on with a game must be there: no seat of it can be free")
    own_sides = [side for side, who in seats.items() if who in _AT_THIS_SCREEN]
    names: dict[str, str] = {}
    for side, name in request.names.items():
        with _about(f"{NAME}{side}"):
            names = typed_names({**names, side: name}, own_sides)
    if request.side == LOT:
        with _about("seats"):
            drawn = _lot(seats, chosen)
        seats = {side: seats[old] for side, old in drawn.items()}
        names = {side: names[old] for side, old in drawn.items() if old in names}
    with _about("seats"):
        sitting = {side: _seat(Seat.person(ME, ME), chosen, side, who) for side, who in seats.items()}
    terms = _terms(request, chosen)
    with _about("clock" if terms.rated and not terms.clock.timed else "rated"):
        around = Circumstances(accounts={ME: _KINDS.get(kind, GUEST)}, measured=measured(chosen))
        check_seats(terms, sitting, around)
    return NewTable(
        chosen,
        seats,
        terms,
        str(request.board),
        request.start,
        names,
        cast(str | None, request.record),
        _request_id(request.request),
    )


_KINDS = {"owner": Account("registered"), "registered": Account("registered"), "bot": Account("program")}


def _seats(request: TableRequest, chosen: Game) -> dict[str, str]:
    """Who sits where, before lots are drawn."""
    for side in request.seats:
        if side not in chosen.seats:
            raise InvalidOption(f"{chosen.title} has no seat {quoted(side)}: expected {either(chosen.seats)}")
    if request.side is None:
        seats = {side: request.seats.get(side, ME) for side in chosen.seats}
    elif request.side == LOT or request.side in chosen.seats:
        seats = {side: request.seats.get(side, OPEN) for side in chosen.seats}
        if ME not in seats.values() or request.side != LOT:
            seats[chosen.seats[0] if request.side == LOT else str(request.side)] = ME
    else:
        raise FieldRefused("side", f"side {quoted(request.side)}: expected {either((*chosen.seats, LOT))}")
    return seats


def _lot(seats: Mapping[str, str], chosen: Game) -> dict[str, str]:
    """By side: where who sits there would have sat, drawn by lot among the ways that leave bots sides they play."""
    ways = [dict(zip(chosen.seats, way, strict=True)) for way in permutations(chosen.seats)]
    fitting = [way for way in ways if _fits({side: seats[old] for side, old in way.items()}, chosen)]
    return _rng.choice(fitting or ways[:1])


def _fits(seats: Mapping[str, str], chosen: Game) -> bool:
    """Whether all bots play the sides that they would have."""
    people = (*_AT_THIS_SCREEN, OPEN)
    return all(who in people or find_bot(chosen, who).plays(side) for side, who in seats.items())


def _terms(request: TableRequest, chosen: Game) -> Terms:
    with _about("clock"):
        clock = TimeControl.parse(str(request.clock))
        Terms(clock).check(chosen)
    rated, public, watchable, programs = (
        _flag(name, value)
        for name, value in (
            ("rated", request.rated),
            ("public", request.public),
            ("watchable", request.watchable),
            ("programs", request.programs),
        )
    )
    with _about("rated"):
        Terms(rated=rated).check(chosen)
    with _about("policy"):
        if request.policy not in ("out", "bot"):
            raise InvalidOption(f"policy {quoted(request.policy)}: expected out or bot")
        terms = Terms(clock, rated, public, watchable, request.policy, programs)
        terms.check(chosen)
    with _about("seed"):
        return replace(terms, seed=_seed(request.seed))


def _seed(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, str) and 0 < len(value) <= _LONGEST_SEED and value.isprintable():
        return value
    raise InvalidOption(f"a seed is a text of at most {_LONGEST_SEED} signs")


def _flag(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise FieldRefused(name, f"{name} {quoted(value)}: expected true or false")
    return value


def _request_id(value: object) -> str | None:
    if value is None or (isinstance(value, str) and 0 < len(value) <= _LONGEST_REQUEST):
        return value
    raise FieldRefused("request", f"a request id is a text of at most {_LONGEST_REQUEST} signs")


# ---- opening ------------------------------------------------------------------------------------------------------


async def open_table(hall: Hall, me: Seat, asked: NewTable) -> Table:
    """Open a table for who sits on this seat."""
    # Proving that a board can be won may load the compiler first, and others must not wait for that.
    with _about("start" if asked.record is None else "record"):
        start = await asyncio.to_thread(_start, asked)
    seats = {
        side: _seat(replace(me, name=asked.names.get(side, me.name)), asked.game, side, who)
        for side, who in asked.seats.items()
    }
    return await hall.tables.open(start, seats, replace(asked.terms, opener=me.account), request=asked.request)


def _start(asked: NewTable) -> Position | Record:
    if asked.record is not None:
        return _gone_on_with(asked.record)
    if asked.start is not None:
        start = asked.game.position(asked.start)
        if start.result:
            raise InvalidPosition("the game is over in this position: begin with an earlier one")
        return start
    seed = asked.terms.seed or None
    if asked.board == NEW and asked.game.rulebook.puzzles:
        return asked.game.puzzle(seed).position
    return asked.game.start(seed if asked.game.rulebook.seeded else None)


def _gone_on_with(text: str) -> Record:
    check_length(read(text).tokens)
    record = Record.parse(text)
    if record.result:
        raise InvalidRecord("this game is over: begin with one of its positions")
    return record


def _seat(me: Seat, chosen: Game, side: str, who: str) -> Seat:
    if who in _AT_THIS_SCREEN:
        return me
    if who == OPEN:
        return Seat.free()
    bot = find_bot(chosen, who).at(side)
    return Seat.bot(bot.number, bot.name)
