"""Records as text, in the manner of chess's PGN: headers, then numbered moves.

[Game "halatafl"]
[Options "sheep=20"]
[sheep "Anna"]
[foxes "Bo"]
[Result "*"]

1. d4-d5 e7-d6 2. c4-c5

Behind a move may stand a comment in braces, and in parentheses what could have been played in its place
(`taflheim.games.tree`).
"""

import re
from collections import deque
from collections.abc import Iterator, Mapping
from textwrap import fill
from types import MappingProxyType
from typing import TYPE_CHECKING, NamedTuple

from taflheim.games.errors import InvalidOption, InvalidPosition, InvalidRecord
from taflheim.games.message import quoted
from taflheim.games.position import Position

if TYPE_CHECKING:
    from taflheim.games.game import Game

UNFINISHED = "*"

_HEADER = re.compile(r'\[([A-Za-z][A-Za-z0-9_-]*) "((?:[^"\\]|\\["\\])*)"\]')
_TOKEN = re.compile(r"\{[^}]*\}|[(){}]|[^\s(){}]+")
_REASON = re.compile(r"(?:\A|\n[ \t]*\n)\{[^{}]*\}\s*\Z")
_NUMBER = re.compile(r"[0-9]+\.+")
_DERIVED = ("Game", "Options", "Start", "Result")


def checked_headers(headers: Mapping[str, str]) -> Mapping[str, str]:
    """These headers, if a text can hold them."""
    for name, value in headers.items():
        if name in _DERIVED or not _HEADER.fullmatch(f'[{name} "x"]') or not str(value).isprintable():
            raise InvalidRecord(
                f"header {quoted(name)}: expected a name of letters and digits other than "
                f"{', '.join(_DERIVED)}, and a value on one line"
            )
    return MappingProxyType({name: str(value) for name, value in headers.items()})


def write(start: Position, headers: Mapping[str, str], moves: str, result: str, why: str) -> str:
    """The text of a game: its start and headers, the numbered moves, the word for the result and why it is that."""
    game = start.game
    written = {"Game": game.name}
    if game.options:
        written["Options"] = " ".join(f"{name}={value}" for name, value in game.options.items())
    if game.rulebook.seeded or start != game.start():
        written["Start"] = str(start)
    written |= headers
    written["Result"] = result
    lines = [f'[{name} "{_escaped(value)}"]' for name, value in written.items()]
    if moves:
        lines += ["", fill(moves, 100, break_long_words=False, break_on_hyphens=False)]
    if why:
        lines += ["", f"{{ {why} }}"]
    return "\n".join(lines) + "\n"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


class ReadText(NamedTuple):
    """What a text says; whether the moves can be played it does not."""

    start: Position
    headers: dict[str, str]
    tokens: tuple[str, ...]
    """Moves and other entries, comments with their braces, and parentheses, in the order of the text."""
    result: str | None


def read(text: str) -> ReadText:
    """The parts of a text; raises InvalidRecord."""
    headers, body = _split(text)
    kept = {name: value for name, value in headers.items() if name not in _DERIVED}
    if body.rfind("{") > body.rfind("}"):
        raise InvalidRecord("a comment begins with { and does not end: expected } behind it")
    tokens = tuple(word for word in _TOKEN.findall(body) if not _NUMBER.fullmatch(word))
    return ReadText(_start(headers), kept, tokens, headers.get("Result"))


def main_line(tokens: tuple[str, ...]) -> Iterator[str]:
    """The entries of a record, without comments and without what could have been played instead.

    >>> list(main_line(("e8", "(", "d9", "e2", ")", "{ good }", "e2")))
    ['e8', 'e2']
    """
    depth = 0
    for word in tokens:
        if word == "(":
            depth += 1
        elif word == ")":
            depth -= 1
            if depth < 0:
                raise InvalidRecord("a variation ends with ) and has no beginning: expected ( before it")
        elif not depth and not word.startswith("{"):
            yield word
    if depth:
        raise InvalidRecord("a variation begins with ( and does not end: expected ) behind it")


def _split(text: str) -> tuple[dict[str, str], str]:
    """The headers, and the text behind them; without the comment at its end that only says why the result is so."""
    if not isinstance(text, str):
        raise InvalidRecord(f"a record is a text, not {quoted(text)}")
    headers: dict[str, str] = {}
    lines = deque(text.split("\n"))
    while lines and (not lines[0].strip() or lines[0].lstrip().startswith("[")):
        line = lines.popleft().strip()
        if not line:
            continue
        match = _HEADER.fullmatch(line)
        if not match:
            raise InvalidRecord(f'headers end before {quoted(line)}: expected lines as [Game "quoridor"]')
        if match[1] in headers:
            raise InvalidRecord(f"header {match[1]} stands there twice")
        headers[match[1]] = re.sub(r"\\(.)", r"\1", match[2])
    body = "\n".join(lines)
    # `write` puts the reason for a result into a paragraph of its own; comments on moves never stand so.
    return headers, body if headers.get("Result", UNFINISHED) == UNFINISHED else _REASON.sub("", body)


def game_of(text: str) -> "Game":
    """The game that a text is of, with its options; raises InvalidRecord. What was played is not looked at.

    >>> game_of('[Game "halatafl"]\\n[Options "sheep=18"]\\n1. d4-d5')
    taflheim.game('halatafl', sheep=18)
    """
    return _game(_split(text)[0])


def _start(headers: Mapping[str, str]) -> Position:
    chosen = _game(headers)
    try:
        if "Start" in headers:
            return chosen.position(headers["Start"])
        if chosen.rulebook.seeded:
            raise InvalidRecord(f"{chosen.title} begins on random boards: expected a header Start")
        return chosen.start()
    except InvalidPosition as error:
        raise InvalidRecord(str(error)) from error


def _game(headers: Mapping[str, str]) -> "Game":
    from taflheim.games.registry import game

    if "Game" not in headers:
        raise InvalidRecord('expected a header that names the game, as [Game "quoridor"]')
    options = {}
    for word in headers.get("Options", "").split():
        name, _, value = word.partition("=")
        options[name] = value
    try:
        return game(headers["Game"], **options)
    except InvalidOption as error:
        raise InvalidRecord(str(error)) from error
