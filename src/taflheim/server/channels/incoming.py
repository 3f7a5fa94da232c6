"""What pages send, read into types.

Text that is no JSON object at all is no message: no page of ours sends it. A message that does not fit is refused with
a sentence, and the connection stays.
"""

import json
from typing import Any, NamedTuple

from taflheim.games.errors import TaflheimError
from taflheim.games.message import quoted
from taflheim.table.event import Action, Move, Resign, Undo

VERSION = 1
"""Of the messages between page and server. A page that speaks another one is told to reload itself."""

_MAX_TEXT = 200
"""Characters of a move: chains of jumps are the longest."""
_MAX_CLICKS = 40


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


Incoming = Hello | Choices | Explain | Typed | Action


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
        case "move":
            return Move(_number(data, "position_number"), _text(data, "move"), _text(data, "request"))
        case "typed":
            return Typed(_number(data, "position_number"), _text(data, "line"))
        case "resign":
            side = None if data.get("side") is None else _text(data, "side")
            return Resign(side, _text(data, "request"))
        case "undo":
            return Undo(_number(data, "position_number"), _text(data, "request"))
        case "choices":
            return Choices(_number(data, "position_number"), _clicks(data))
        case "explain":
            return Explain(_number(data, "position_number"), _clicks(data))
        case other:
            raise BadMessage(f"there are no messages of type {quoted(other)}")


def _number(data: dict[str, Any], name: str) -> int:
    value = data.get(name)
    if type(value) is not int or not 0 <= value < 2**31:
        raise BadMessage(f"{name}: expected a whole number from 0 on")
    return value


def _text(data: dict[str, Any], name: str) -> str:
    value = data.get(name)
    if not isinstance(value, str) or not 0 < len(value) <= _MAX_TEXT:
        raise BadMessage(f"{name}: expected a text of at most {_MAX_TEXT} characters")
    return value


def _clicks(data: dict[str, Any]) -> tuple[str, ...]:
    clicked = data.get("clicked")
    if not isinstance(clicked, list) or len(clicked) > _MAX_CLICKS or not all(isinstance(c, str) for c in clicked):
        raise BadMessage(f"clicked: expected at most {_MAX_CLICKS} names of spots")
    return tuple(clicked)
