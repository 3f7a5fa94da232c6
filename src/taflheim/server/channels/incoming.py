"""What pages send, read into types.

Text that is no JSON object at all is no message: no page of ours sends it. A message that does not fit is refused with
a sentence, and the connection stays.
"""

import json
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, get_args

from taflheim.games.errors import TaflheimError
from taflheim.games.message import quoted
from taflheim.games.rulebook import either
from taflheim.table.chat import ROOMS, Room
from taflheim.table.event import (
    Abort,
    Action,
    Answer,
    Claim,
    MakeOffer,
    Move,
    OfferKind,
    Resign,
    TakeBackSeat,
    Undo,
    WithdrawOffer,
    WithdrawTable,
)
from taflheim.wire import VERSION

_MAX_TEXT = 200
"""Characters of a move: chains of jumps are the longest."""
_MAX_LINE = 4000
"""Characters of a line of chat, before it is read: what stays of it is shorter."""
_MAX_CLICKS = 40
_MAX_SIDES = 8
_OFFERS: tuple[OfferKind, ...] = get_args(OfferKind)


class Unreadable(TaflheimError):
    """A page has sent something that is no message."""


class BadMessage(TaflheimError):
    """A page has sent a message that means nothing here."""

    request: str | None = None
    """The request that the page waits for an answer to."""


class Hello(NamedTuple):
    """A page is there; it speaks this version and knows the events up to number `have`."""

    version: int
    have: int


class Choices(NamedTuple):
    """A page wants to know what can be clicked after some clicks."""

    position_number: int
    clicked: tuple[str, ...]


class Explain(NamedTuple):
    """A page wants to know why some clicks make no move."""

    position_number: int
    clicked: tuple[str, ...]


class Typed(NamedTuple):
    """A page asks which move a typed line means."""

    position_number: int
    line: str


class Keys(NamedTuple):
    """A client asks what can be typed instead of a move."""

    position_number: int


class Time(NamedTuple):
    """A page wants to know what time it is here, and whether anybody answers."""


class SitDown(NamedTuple):
    """Somebody wants to sit down; under which name, their account says."""

    side: str
    request: str


class Fill(NamedTuple):
    """Somebody wants bots on free seats: side and level of each. What they are called, the game says."""

    bots: tuple[tuple[str, int], ...]
    request: str


class Listen(NamedTuple):
    """A page wants to be told what is said; it has the lines of these rooms up to number `have`."""

    have: int
    rooms: tuple[Room, ...]


class Say(NamedTuple):
    """Somebody says something."""

    text: str
    request: str


Incoming = Listen | Say | Hello | Choices | Explain | Typed | Keys | Time | SitDown | Fill | Action


def read(text: str) -> Incoming:
    """The message with this text.

    >>> read('{"type": "move", "position_number": 3, "move": "e2", "request": "r1"}')
    Move(position_number=3, text='e2', request='r1')
    >>> read('{"type": "sing"}')
    Traceback (most recent call last):
    taflheim.server.channels.incoming.BadMessage: there are no messages of type 'sing'
    """
    data = _object(text)
    try:
        return _message(data)
    except BadMessage as error:
        request = data.get("request")
        error.request = request if isinstance(request, str) and len(request) <= _MAX_TEXT else None
        raise


def _object(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
        if "\\u" in text:
            # Half of a character, written as an escape: nothing that contains it could be stored or sent.
            json.dumps(data, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise Unreadable("a message is one JSON object") from None
    if not isinstance(data, dict):
        raise Unreadable("a message is one JSON object")
    return data


def _message(data: dict[str, Any]) -> Incoming:
    match data.get("type"):
        case "hello":
            version = data.get("version")
            # The messages of other versions are unknown, but for this field.
            return Hello(VERSION, _number(data, "have")) if version == VERSION else Hello(0, 0)
        case "time":
            return Time()
        case "listen":
            rooms = data.get("rooms")
            known = tuple(room for room in ROOMS if isinstance(rooms, list) and room in rooms)
            return Listen(_number(data, "have"), known)
        case "say":
            return Say(_text(data, "text", _MAX_LINE), _request(data))
        case "typed":
            return Typed(_number(data, "position_number"), _text(data, "line"))
        case "keys":
            return Keys(_number(data, "position_number"))
        case "choices":
            return Choices(_number(data, "position_number"), _clicks(data))
        case "explain":
            return Explain(_number(data, "position_number"), _clicks(data))
        case kind:
            return _action(kind, data)


def _action(kind: object, data: dict[str, Any]) -> SitDown | Fill | Action:
    if not isinstance(kind, str) or kind not in _ACTIONS:
        raise BadMessage(f"there are no messages of type {quoted(kind)}")
    return _ACTIONS[kind](data, _request(data))


def _request(data: dict[str, Any]) -> str:
    # It is stored, and not every database keeps every control character.
    if not (request := _text(data, "request")).isprintable():
        raise BadMessage("request: expected a text without control characters")
    return request


def _move(data: dict[str, Any], request: str) -> Move:
    return Move(_number(data, "position_number"), _text(data, "move"), request)


def _offer(data: dict[str, Any], request: str) -> MakeOffer:
    kind = next((one for one in _OFFERS if one == data.get("kind")), None)
    if kind is None:
        raise BadMessage(f"kind: expected {either(_OFFERS)}")
    plays = _sides(data, "plays", str) if "plays" in data else ()
    return MakeOffer(kind, _side(data), plays, request)


def _answer(data: dict[str, Any], request: str) -> Answer:
    if not isinstance(yes := data.get("yes"), bool):
        raise BadMessage("yes: expected true or false")
    return Answer(_number(data, "offer"), yes, _side(data), request)


_ACTIONS: dict[str, Callable[[dict[str, Any], str], SitDown | Fill | Action]] = {
    "move": _move,
    "undo": lambda data, request: Undo(_number(data, "position_number"), request),
    "resign": lambda data, request: Resign(_side(data), request),
    "sit": lambda data, request: SitDown(_text(data, "side"), request),
    "offer": _offer,
    "answer": _answer,
    "withdraw": lambda data, request: WithdrawOffer(_number(data, "offer"), request),
    "claim": lambda data, request: Claim(_text(data, "side"), request),
    "abort": lambda data, request: Abort(_side(data), request),
    "take_back": lambda data, request: TakeBackSeat(_side(data), request),
    "fill": lambda data, request: Fill(_sides(data, "bots", int), request),
    "withdraw_table": lambda _, request: WithdrawTable(request),
}


def _side(data: dict[str, Any]) -> str | None:
    """The side that somebody with several seats means."""
    return None if data.get("side") is None else _text(data, "side")


Value = TypeVar("Value", str, int)


def _sides(data: dict[str, Any], name: str, kind: type[Value]) -> tuple[tuple[str, Value], ...]:
    """Something for each side."""
    found = data.get(name)
    if not isinstance(found, dict) or len(found) > _MAX_SIDES or any(type(one) is not kind for one in found.values()):
        raise BadMessage(f"{name}: expected an object with sides as names")
    return tuple(sorted(found.items()))


def _number(data: dict[str, Any], name: str) -> int:
    value = data.get(name)
    if type(value) is not int or not 0 <= value < 2**31:
        raise BadMessage(f"{name}: expected a whole number from 0 on")
    return value


def _text(data: dict[str, Any], name: str, longest: int = _MAX_TEXT) -> str:
    value = data.get(name)
    if not isinstance(value, str) or not 0 < len(value) <= longest:
        raise BadMessage(f"{name}: expected a text of at most {longest} characters")
    return value


def _clicks(data: dict[str, Any]) -> tuple[str, ...]:
    clicked = data.get("clicked")
    if not isinstance(clicked, list) or len(clicked) > _MAX_CLICKS or not all(isinstance(c, str) for c in clicked):
        raise BadMessage(f"clicked: expected at most {_MAX_CLICKS} names of spots")
    return tuple(clicked)
