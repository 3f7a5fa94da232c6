"""Files with many games, one behind the other, read one at a time: comments, variations and annotations are kept."""

import re
from collections.abc import Iterable, Iterator
from os import PathLike
from pathlib import Path

from taflheim.games.errors import InvalidRecord
from taflheim.games.record_text import UNFINISHED, read
from taflheim.games.tree import Tree
from taflheim.games.tree_text import read_nodes

_HEADER = re.compile(r'\s*\[[A-Za-z][A-Za-z0-9_-]* "')
_ANNOTATED = re.compile(r"([^{}!?]+)([!?]{1,2})")


def open_records(path: str | PathLike[str]) -> Iterator[Tree]:
    """The games of a file, each as a tree with its comments and variations; `tree.record` is the game itself.

    The file is read as far as games are asked for. `*` behind the moves may stand there; annotations as in `e8!?`
    become comments. An error names the file and the line where the game begins.
    """
    file = Path(path)
    try:
        with file.open(encoding="utf-8") as lines:
            for number, text in _games(lines):
                try:
                    yield _tree(text)
                except InvalidRecord as error:
                    raise InvalidRecord(f"{file}, line {number}: {error}") from error
    except UnicodeDecodeError as error:
        raise InvalidRecord(f"{file}: expected a text in UTF-8") from error


def _games(lines: Iterable[str]) -> Iterator[tuple[int, str]]:
    """The text of each game, and its first line. Headers behind moves, or a second Game, begin another."""
    begins, text = 0, list[str]()
    named, moves, open_braces = False, False, 0
    for number, line in enumerate(lines, 1):
        header = not open_braces and _HEADER.match(line)
        names = bool(header) and line.lstrip().startswith("[Game ")
        if header and (moves or (named and names)):
            yield begins, "".join(text)
            text, named, moves = [], False, False
        named = named or names
        if line.strip() and not header:
            moves = True
            open_braces = max(0, open_braces + line.count("{") - line.count("}"))
        if line.strip() and not text:
            begins = number
        if text or line.strip():
            text.append(line)
    if text:
        yield begins, "".join(text)


def _tree(text: str) -> Tree:
    start, headers, tokens, expected = read(text)
    tree = Tree(start, headers, tuple(read_nodes(_tolerated(tokens))))
    tree.record.check_result(expected)
    return tree


def _tolerated(tokens: tuple[str, ...]) -> Iterator[str]:
    """The words without `*`, and with annotations as comments."""
    for word in tokens:
        if found := _ANNOTATED.fullmatch(word):
            yield found[1]
            yield f"{{ {found[2]} }}"
        elif word != UNFINISHED:
            yield word
