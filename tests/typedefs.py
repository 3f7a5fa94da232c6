"""The types of the WebSocket's messages for pages and for readers, written from src/taflheim/wire.

python tests/typedefs.py    write static/net/messages.js and the tables of docs/protocol-live.md anew
"""

import inspect
import types
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints

from typing_extensions import is_typeddict

from taflheim import wire
from taflheim.wire import asked, board, chat, page, people, told

ROOT = Path(__file__).parent.parent
SCRIPT = ROOT / "src" / "taflheim" / "server" / "static" / "net" / "messages.js"
DOCUMENT = ROOT / "docs" / "protocol-live.md"
_MARK = "<!-- From here on written by tests/typedefs.py. -->\n"
_NAMES: dict[Any, str] = {
    str: "string",
    int: "number",
    float: "number",
    bool: "boolean",
    type(None): "null",
    wire.Tree: "Choices",
    wire.Piece: "Piece",
}
_MODULES = (chat, board, people, told, asked, page)
_UNIONS = ("Message", "Action", "Question")
_FOREWORD = """\
// What pages and the server send each other at a table: the protocol, as types.
// Written by tests/typedefs.py from src/taflheim/wire: change that, not this.
"""
_CONSTANTS = {
    "VERSION": "The version of the protocol that these scripts speak.",
    "NO_SUCH_TABLE": "The code with which the server closes a connection to a table that is not there.",
    "LOGGED_OUT": "The code with which a connection is closed when its session has ended.",
}


def messages() -> Iterator[type]:
    """All types of messages and of their parts, in the order of the modules."""
    for module in _MODULES:
        for found in vars(module).values():
            if is_typeddict(found) and found.__module__ == module.__name__:
                yield found


def script() -> str:
    """The text of static/net/messages.js."""
    lines = [_FOREWORD]
    for name, what in _CONSTANTS.items():
        lines.append(f"/** {what} */\nexport const {name} = {getattr(wire, name)};\n")
    lines += ["/**", ' * @typedef {import("../board/selection.js").Choices} Choices']
    lines.append(" * @typedef {[kind: string, side: string, spot: string]} Piece")
    for one in messages():
        lines += [" *", f" * @typedef {{object}} {one.__name__} {_one_line(one)}"]
        for field, kind, optional, note in _fields(one):
            name = f"[{field}]" if optional else field
            lines.append(f" * @property {{{kind}}} {name} {note}".rstrip())
    for union in _UNIONS:
        parts = " | ".join(part.__name__ for part in get_args(getattr(wire, union)))
        lines += [" *", f" * @typedef {{{parts}}} {union}"]
    return "\n".join([*lines, " */", ""])


def document() -> str:
    """The tables of docs/protocol-live.md."""
    sections = []
    for one in messages():
        sections.append(f"### {one.__name__}\n\n{_one_line(one)}\n")
        rows = [
            f"| `{field}`{' (may be missing)' if optional else ''} | `{kind.replace('|', chr(92) + '|')}` | {note} |"
            for field, kind, optional, note in _fields(one)
        ]
        sections.append("\n".join(["| field | type | |", "| --- | --- | --- |", *rows, ""]))
    return "\n".join(sections)


def documented(text: str) -> str:
    """A document with the tables as they are now."""
    return text.partition(_MARK)[0] + _MARK + "\n" + document()


def _one_line(one: type) -> str:
    return " ".join((inspect.getdoc(one) or "").split())


def _fields(one: type) -> Iterator[tuple[str, str, bool, str]]:
    """Name, type, whether it may be missing, and what it is for."""
    for name, hint in get_type_hints(one, include_extras=True).items():
        optional = get_origin(hint) is NotRequired
        hint = get_args(hint)[0] if optional else hint
        note = ""
        if get_origin(hint) is Annotated:
            hint, note = get_args(hint)[:2]
        yield name, _type(hint), optional, note


def _type(hint: Any) -> str:
    """A type of Python as one of JSDoc.

    >>> _type(dict[str, list[int]] | None)
    '{[name: string]: number[]} | null'
    """
    if get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    for known, name in _NAMES.items():
        if hint == known:
            return name
    if is_typeddict(hint):
        return str(hint.__name__)
    origin, parts = get_origin(hint), get_args(hint)
    if origin is Literal:
        return " | ".join(f'"{part}"' for part in parts)
    if origin in (Union, types.UnionType):
        return " | ".join(map(_type, parts))
    if origin in (list, Sequence):
        inner = _type(parts[0])
        return f"({inner})[]" if "|" in inner else f"{inner}[]"
    if origin in (dict, Mapping):
        return f"{{[name: string]: {_type(parts[1])}}}"
    raise TypeError(f"no type of JSDoc for {hint!r}")


if __name__ == "__main__":
    SCRIPT.write_text(script())
    DOCUMENT.write_text(documented(DOCUMENT.read_text()))
