"""What pages send, read into types. Whatever does not fit is refused with a sentence."""

import json
from typing import Any, NamedTuple

from taflheim.games.errors import TaflheimError
from taflheim.games.message import quoted
from taflheim.table.event import Action, Move, Resign, Undo

_LONGEST = 200
"""Characters of a move: chains of jumps are the longest."""
_MOST_CLICKS = 40


class BadMessage(TaflheimError):
    """A page has sent something that cannot be read."""


class Hello(NamedTuple):
    """A page is there; it knows the events up to number `have`."""

    have: int


class Ask(NamedTuple):
    """A page wants to know what can be clicked after some clicks (`choices`), or why they make no move (`explain`)."""

    what: str
    ply: int
    clicked: tuple[str, ...]


def read(text: str) -> Hello | Ask | Action:
    """The message with this text.

    >>> read('{"type": "move", "ply": 3, "move": "e2", "request": "r1"}')
    Move(ply=3, text='e2', request='r1')
    >>> read('{"type": "sing"}')
    Traceback (most recent call last):
    taflheim.server.incoming.BadMessage: there are no messages of type 'sing'
    """
    try:
        data = json.loads(text)
    except ValueError:
        raise BadMessage("a message is one JSON object") from None
    if not isinstance(data, dict):
        raise BadMessage("a message is one JSON object")
    match data.get("type"):
        case "hello":
            return Hello(_number(data, "have"))
        case "move":
            return Move(_number(data, "ply"), _text(data, "move"), _text(data, "request"))
        case "resign":
            return Resign(None, _text(data, "request"))
        case "undo":
            return Undo(_number(data, "ply"), _text(data, "request"))
        case "choices" | "explain" as what:
            return Ask(what, _number(data, "ply"), _clicks(data))
        case other:
            raise BadMessage(f"there are no messages of type {quoted(other)}")


def _number(data: dict[str, Any], name: str) -> int:
    value = data.get(name)
    if type(value) is not int or value < 0:
        raise BadMessage(f"{name}: expected a whole number from 0 on")
    return value


def _text(data: dict[str, Any], name: str) -> str:
    value = data.get(name)
    if not isinstance(value, str) or not 0 < len(value) <= _LONGEST:
        raise BadMessage(f"{name}: expected a text of at most {_LONGEST} characters")
    return value


def _clicks(data: dict[str, Any]) -> tuple[str, ...]:
    clicked = data.get("clicked")
    if not isinstance(clicked, list) or len(clicked) > _MOST_CLICKS or not all(isinstance(c, str) for c in clicked):
        raise BadMessage(f"clicked: expected at most {_MOST_CLICKS} names of spots")
    return tuple(clicked)
