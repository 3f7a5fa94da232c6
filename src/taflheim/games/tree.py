"""A game with variations: what was played, what could have been played instead, comments, arrows and circles.

The nodes stand in the order of a walk through the tree: each before everything that follows it, the main line first.
So every branch is one piece of the list, equal trees have equal lists, and nothing here calls itself, however deep a
tree is. A line goes on as long as the board allows it: draws that depend on history end a game, but no analysis.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from taflheim.games.errors import IllegalMove, InvalidRecord, MoveError
from taflheim.games.game import Game
from taflheim.games.message import quoted
from taflheim.games.position import Position
from taflheim.games.position import say as say_position
from taflheim.games.record import Record, is_end
from taflheim.games.record_text import checked_headers

ROOT = 0
"""The number of the node at which nothing was played yet."""

MARK = re.compile(r"\[%mark\s([^\[\]]*)\]")
"""The command in a comment that holds circles and arrows."""

Drawing = tuple[str, ...]
"""Spots of a board: one for a circle there, several for an arrow along them."""


class Node(NamedTuple):
    """A move, or another entry of a record, with what is said about it."""

    parent: int
    """The number of the node before; -1 at the root."""
    entry: str
    comment: str = ""
    drawings: tuple[Drawing, ...] = ()


@dataclass(frozen=True)
class Tree:
    """A start position and lines of moves from there. Trees are values: what changes one gives a new one.

    >>> import taflheim
    >>> tree = Tree.of(taflheim.game("quoridor").record().play("e8").play("e2"))
    >>> tree, instead = tree.add(1, "d1")
    >>> print(tree.commented(instead, "Aside.", [("d1", "d9")]))
    [Game "quoridor"]
    [Options "players=2 rules=default"]
    [Result "*"]
    <BLANKLINE>
    1. e8 e2 (1... d1 { [%mark d1>d9] Aside. })
    <BLANKLINE>
    >>> tree.line(instead).entries, tree.record.entries
    (('e8', 'd1'), ('e8', 'e2'))
    """

    start: Position
    headers: Mapping[str, str] = field(default_factory=dict)
    nodes: tuple[Node, ...] = (Node(-1, ""),)
    positions: tuple[Position, ...] = field(default=(), repr=False, compare=False)
    """The position of each node."""

    def __post_init__(self) -> None:
        if self.positions:
            return  # made from another tree, whose parts were checked
        object.__setattr__(self, "headers", checked_headers(self.headers))
        growing = _Growing(self.start)
        for number, node in enumerate(self.nodes):
            if not -1 <= node.parent < number or (node.parent < 0) != (number == ROOT):
                raise InvalidRecord(f"node {number}: expected the number of a node before it, not {node.parent}")
            growing.add(node)
        order = _in_order([node.parent for node in growing.nodes])
        object.__setattr__(self, "positions", tuple(growing.positions[number] for number in order))
        object.__setattr__(self, "nodes", _renumbered(growing.nodes, order))

    def __hash__(self) -> int:
        return hash((self.start, self.nodes))

    def __reduce__(self) -> tuple[type["Tree"], tuple[object, ...]]:
        return Tree, (self.start, dict(self.headers), self.nodes)

    @classmethod
    def of(cls, record: Record) -> "Tree":
        """The tree with one line: a record."""
        nodes = (Node(-1, ""), *(Node(number, entry) for number, entry in enumerate(record.entries)))
        return cls(record.start, record.headers, nodes, record.positions)

    @classmethod
    def parse(cls, text: str) -> "Tree":
        """The tree with this text; `str` of a tree gives it back. What is wrong is named with its move."""
        from taflheim.games.tree_text import read_tree

        return read_tree(text)

    def __str__(self) -> str:
        from taflheim.games.tree_text import write_tree

        return write_tree(self)

    # ---- looking --------------------------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.start.game

    @cached_property
    def children(self) -> tuple[tuple[int, ...], ...]:
        """For each node the numbers of those that follow it, the main line first."""
        children: list[list[int]] = [[] for _ in self.nodes]
        for number, node in enumerate(self.nodes[1:], 1):
            children[node.parent].append(number)
        return tuple(map(tuple, children))

    def path(self, node: int) -> list[int]:
        """The numbers of the nodes from the first move to a node."""
        path: list[int] = []
        while node != ROOT:
            path.append(node)
            node = self.nodes[node].parent
        return path[::-1]

    def line(self, node: int) -> Record:
        """The record that leads to a node."""
        path = self.path(node)
        entries = tuple(self.nodes[number].entry for number in path)
        record = Record(self.start, self.headers, (), (self.start,), (0,))
        for entry in entries:
            record = record.add_legal(entry)
        return record

    @cached_property
    def record(self) -> Record:
        """The main line."""
        last = ROOT
        while self.children[last]:
            last = self.children[last][0]
        return self.line(last)

    # ---- changing -------------------------------------------------------------------------------------------------

    def add(self, node: int, entry: str) -> tuple["Tree", int]:
        """The tree with one more move (or end) behind a node, and its number; one that is there already is found."""
        position, entry = _played(self.positions[node], self.nodes[node].entry, entry)
        for child in self.children[node]:
            if self.nodes[child].entry == entry:
                return self, child
        at = self._end(node)
        grown = self._with((*self.nodes, Node(node, entry)), (*self.positions, position))
        return grown._ordered([*range(at), len(self.nodes), *range(at, len(self.nodes))]), at

    def delete(self, node: int) -> "Tree":
        """The tree without a move and all that follows it."""
        if node == ROOT:
            raise InvalidRecord("the start of a game cannot be deleted: expected a move")
        end = self._end(node)
        return self._ordered([*range(node), *range(end, len(self.nodes))])

    def promote(self, node: int) -> "Tree":
        """The tree in which a move comes before all others in its place."""
        if node == ROOT:
            return self
        first = self.children[self.nodes[node].parent][0]
        end = self._end(node)
        return self._ordered([*range(first), *range(node, end), *range(first, node), *range(end, len(self.nodes))])

    def commented(self, node: int, comment: str, drawings: Iterable[Sequence[str]] = ()) -> "Tree":
        """The tree with this comment on a move, and these circles and arrows, in place of what was there."""
        told = _checked(self.nodes[node]._replace(comment=comment, drawings=tuple(map(tuple, drawings))), self.game)
        return self._with((*self.nodes[:node], told, *self.nodes[node + 1 :]), self.positions)

    def _end(self, node: int) -> int:
        """The number behind the last node of a branch."""
        end = node + 1
        while end < len(self.nodes) and self.nodes[end].parent >= node:
            end += 1
        return end

    def _ordered(self, order: Sequence[int]) -> "Tree":
        """The tree with these of its nodes, in this order."""
        return self._with(_renumbered(self.nodes, order), tuple(self.positions[number] for number in order))

    def _with(self, nodes: tuple[Node, ...], positions: tuple[Position, ...]) -> "Tree":
        return Tree(self.start, self.headers, nodes, positions)


class _Growing:
    """Nodes that are played one after the other, each behind one that was there before."""

    def __init__(self, start: Position):
        self.nodes: list[Node] = []
        self.positions = [start]
        self._plies: list[int] = []
        self._aside: list[bool] = []
        """Whether a node lies beside the main line."""
        self._places: list[int] = []
        """For each node that was added, the number it has got: the same move twice in one place is one node."""
        self._children: list[dict[str, int]] = []

    def add(self, node: Node) -> None:
        """Play a node, or find it."""
        if not self.nodes:
            self._append(_checked(node, self.positions[ROOT].game), 0, aside=False)
            return
        parent = self._places[node.parent]
        aside = self._aside[parent] or bool(self._children[parent])
        number = self._plies[parent] + 1
        try:
            position, entry = _played(self.positions[parent], self.nodes[parent].entry, node.entry)
            node = _checked(node._replace(parent=parent, entry=entry), position.game)
        except (MoveError, InvalidRecord) as error:
            where = " of a variation" if aside else ""
            raise InvalidRecord(f"move {number}{where}, {quoted(node.entry)}: {error}") from error
        if (same := self._children[parent].get(entry)) is not None:
            self._places.append(same)
            self.nodes[same] = _joined(self.nodes[same], node)
            return
        self._children[parent][entry] = len(self.nodes)
        self.positions.append(position)
        self._append(node, number, aside=aside)

    def _append(self, node: Node, ply: int, *, aside: bool) -> None:
        self._places.append(len(self.nodes))
        self.nodes.append(node)
        self._plies.append(ply)
        self._aside.append(aside)
        self._children.append({})


def _joined(node: Node, other: Node) -> Node:
    comment = f"{node.comment} {other.comment}".strip()
    return node._replace(comment=comment, drawings=tuple(dict.fromkeys(node.drawings + other.drawings)))


def _checked(node: Node, game: Game) -> Node:
    """A node whose comment can be written: on one line, and without what has a meaning in texts."""
    comment = " ".join(node.comment.split())
    odd = any(unicodedata.category(letter) in ("Cc", "Cs") for letter in comment)
    if odd or {*comment} & {*"{}"} or MARK.search(comment):
        raise InvalidRecord(f"comment {quoted(comment)}: expected plain text without {{, }} and [%mark …]")
    for drawing in node.drawings:
        for spot in drawing:
            if spot not in game.layout.by_name:
                raise InvalidRecord(f"mark {quoted('>'.join(drawing))}: there is no spot {quoted(spot)}")
        if not drawing or len(set(drawing)) < len(drawing):
            raise InvalidRecord("a mark is one spot, or an arrow along different ones")
    return node._replace(comment=comment, drawings=tuple(dict.fromkeys(node.drawings)))


def _played(position: Position, before: str, entry: str) -> tuple[Position, str]:
    """The position after an entry, and the entry in its short form; raises the error that says why it cannot be."""
    game = position.game
    # In a game of two, who leaves ends it; with more players the others go on.
    if is_end(before) and (len(game.seats) <= 2 or before.startswith(("draw:", "game:"))):
        raise IllegalMove(say_position("game_over"))
    if is_end(entry):
        return Record(position, {}, (), (position,), (0,)).end(entry).position, entry
    if entry in game.rulebook.chance:
        position.effects(entry)  # says that the outcome must be named
    return position.play(entry), game.rulebook.text.move_text(game.move_numbers(entry))


def _in_order(parents: Sequence[int]) -> list[int]:
    """The numbers of nodes in the order of a walk."""
    children: list[list[int]] = [[] for _ in parents]
    for number, parent in enumerate(parents[1:], 1):
        children[parent].append(number)
    order, waiting = [], [ROOT]
    while waiting:
        number = waiting.pop()
        order.append(number)
        waiting += reversed(children[number])
    return order


def _renumbered(nodes: Sequence[Node], order: Sequence[int]) -> tuple[Node, ...]:
    """These nodes in this order, with the numbers that their parents have then."""
    places = {number: place for place, number in enumerate(order)}
    return tuple(nodes[number]._replace(parent=places.get(nodes[number].parent, -1)) for number in order)
