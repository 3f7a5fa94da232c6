"""A game with variations as rows of a list: the main line as a text that flows, what could have been played instead
below it, indented. Pure."""

from collections.abc import Iterator
from typing import Literal, NamedTuple

from taflheim.terminal.study.tree import ROOT, Tree, is_main

Role = Literal["main", "aside", "comment"]
_INDENT = 2
_DEEPEST = 6
"""Variations that lie deeper are not indented more: there must be room for their moves."""


class Word(NamedTuple):
    """A piece of the list; moves have a node."""

    text: str
    role: Role
    node: int | None = None
    number: str = ""
    """What stands before a move."""


class Row(NamedTuple):
    """A row of the list."""

    indent: int
    words: tuple[Word, ...]


def rows(tree: Tree, width: int) -> list[Row]:
    """The rows of a list that is so wide."""
    found: list[Row] = []
    for depth, words in _paragraphs(tree):
        indent = _INDENT * min(depth, _DEEPEST)
        found += (Row(indent, row) for row in _wrapped(words, width - indent))
    return found


def place_of(found: list[Row], node: int) -> int | None:
    """The row in which a node stands."""
    return next((number for number, row in enumerate(found) if any(word.node == node for word in row.words)), None)


def word_at(row: Row, column: int) -> Word | None:
    """The word at a column of a row."""
    at = row.indent
    for word in row.words:
        if at <= column < at + len(written(word)):
            return word
        at += len(written(word)) + 1
    return None


def written(word: Word) -> str:
    """A word as it stands in its row."""
    return f"{word.number}{word.text}"


def _paragraphs(tree: Tree) -> Iterator[tuple[int, list[Word]]]:
    """Each variation, and each piece of the line that it interrupts, with its depth."""
    rounds = _rounds(tree)
    words: list[Word] = _comment(tree, ROOT)
    broken = True
    """Whether the next move needs the number of its round, even if it is not the first one there."""
    depth = 0
    waiting: list[tuple[str, int]] = [("line", ROOT)]
    while waiting:
        what, node = waiting.pop()
        if what == "line":
            if children := tree.nodes[node].children:
                main, *others = children
                waiting.append(("line", main))
                for other in reversed(others):
                    waiting += [("close", other), ("line", other), ("move", other), ("open", other)]
                waiting.append(("move", main))
        elif what == "move":
            said = _comment(tree, node)
            words += [_move(tree, node, rounds[node], broken=broken), *said]
            broken = bool(said)
        else:
            yield depth, words
            words, broken = [], True
            depth += 1 if what == "open" else -1
    yield depth, words


def _move(tree: Tree, node: int, own: tuple[int, bool], *, broken: bool) -> Word:
    number, is_first = own
    shown = f"{number}. " if is_first else f"{number}… " if broken and number else ""
    move = tree.nodes[node].move
    assert move is not None
    return Word(move.ply.text, "main" if is_main(tree, node) else "aside", node, shown)


def _comment(tree: Tree, node: int) -> list[Word]:
    return [Word(word, "comment") for word in tree.nodes[node].comment.split()]


def _rounds(tree: Tree) -> dict[int, tuple[int, bool]]:
    """The round of each move, and whether it is its first."""
    found = {ROOT: (0, False)}
    waiting = [ROOT]
    while waiting:
        number = waiting.pop()
        for child in tree.nodes[number].children:
            move = tree.nodes[child].move
            own = move.ply.round if move else None
            found[child] = (found[number][0], False) if own is None else (own, True)
            waiting.append(child)
    return found


def _wrapped(words: list[Word], width: int) -> Iterator[tuple[Word, ...]]:
    row: list[Word] = []
    used = 0
    for word in words:
        size = len(written(word))
        if row and used + 1 + size > width:
            yield tuple(row)
            row, used = [], 0
        used += size + bool(row)
        row.append(word)
    if row:
        yield tuple(row)
