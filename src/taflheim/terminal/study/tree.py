"""A game with variations, as the terminal holds it: moves that the hall has told, and their order. Pure.

What changes a tree gives a new one. The rules are the hall's: it reads pasted text into such a tree and writes it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from taflheim import wire
from taflheim.terminal.board.told import read_pieces
from taflheim.terminal.live.story import Ply, Stand, read_ply

ROOT = 0
"""The number of the node at which nothing was played yet."""


class Move(NamedTuple):
    """A move, and what it has led to."""

    ply: Ply
    move: str
    """The short text that programs use."""
    position: str
    result: wire.Result | None
    over: bool
    """Whether no line goes on behind it."""


class Node(NamedTuple):
    """A place in a tree."""

    parent: int
    """-1 at the root."""
    children: tuple[int, ...]
    """The main line first."""
    move: Move | None
    """None at the root."""
    comment: str = ""
    drawings: tuple[tuple[str, ...], ...] = ()
    """Spots: one for a circle, several for an arrow."""


@dataclass(frozen=True)
class Tree:
    """A start position and lines of moves from there."""

    game: str
    options: Mapping[str, str | int]
    headers: Mapping[str, str]
    sides: tuple[str, ...]
    start: Stand
    position: str
    """The text of the start."""
    nodes: Mapping[int, Node]


def read_tree(told: Mapping[str, Any]) -> Tree:
    """A tree as the hall tells it: each node after the one that it follows."""
    start = told["start"]
    stand = Stand(frozenset(read_pieces(start["pieces"])), (), start["words"], tuple(start["facts"]), start["turn"])
    sides = tuple(side["name"] for side in told["sides"])
    nodes: dict[int, Node] = {}
    for number, one in enumerate(told["nodes"]):
        drawings = tuple(map(tuple, one["drawings"]))
        if number == ROOT:
            nodes[ROOT] = Node(-1, (), None, one["comment"], drawings)
            continue
        parent = nodes[one["parent"]]
        before = parent.move.ply.after if parent.move else stand
        ply = read_ply(before.pieces, one, one)
        move = Move(ply, one["move"], one["position"], one["result"], one["over"])
        nodes[number] = Node(one["parent"], (), move, one["comment"], drawings)
        nodes[one["parent"]] = parent._replace(children=(*parent.children, number))
    return Tree(told["game"], told["options"], told["headers"], sides, stand, start["position"], nodes)


def plain_tree(tree: Tree) -> dict[str, Any]:
    """A tree as the hall reads it."""
    order = list(walk(tree))
    places = {number: place for place, number in enumerate(order)}
    nodes = [
        {
            "parent": places.get(node.parent, -1),
            "move": node.move.move if node.move else "",
            "comment": node.comment,
            "drawings": [list(drawing) for drawing in node.drawings],
        }
        for node in map(tree.nodes.__getitem__, order)
    ]
    return {"start": tree.position, "headers": dict(tree.headers), "nodes": nodes}


# ---- looking ------------------------------------------------------------------------------------------------------


def walk(tree: Tree, begin: int = ROOT) -> Iterator[int]:
    """All numbers from a node on, each before what follows it, the main line first."""
    waiting = [begin]
    while waiting:
        number = waiting.pop()
        yield number
        waiting += reversed(tree.nodes[number].children)


def path(tree: Tree, number: int) -> list[int]:
    """The numbers from the first move to a node."""
    found: list[int] = []
    while number != ROOT:
        found.append(number)
        number = tree.nodes[number].parent
    return found[::-1]


def line_through(tree: Tree, number: int) -> list[int]:
    """The path to a node, and on along the main line from there."""
    line = path(tree, number)
    while children := tree.nodes[number].children:
        number = children[0]
        line.append(number)
    return line


def stand_of(tree: Tree, number: int) -> Stand:
    """How it stands at a node."""
    move = tree.nodes[number].move
    return move.ply.after if move else tree.start


def position_of(tree: Tree, number: int) -> str:
    """The text of the position at a node."""
    move = tree.nodes[number].move
    return move.position if move else tree.position


def is_main(tree: Tree, number: int) -> bool:
    """Whether a node lies on the main line."""
    return all(_is_first(tree, at) for at in path(tree, number))


def _is_first(tree: Tree, number: int) -> bool:
    return tree.nodes[tree.nodes[number].parent].children[0] == number


# ---- changing -----------------------------------------------------------------------------------------------------


def played(tree: Tree, parent: int, told: Mapping[str, Any]) -> Move:
    """A move that was just made behind a node, as the hall tells those of free boards."""
    before = stand_of(tree, parent)
    made = [move for at in path(tree, parent) if (move := tree.nodes[at].move)]
    rounds = [move.ply.round for move in made if move.ply.round is not None]
    last = next((move.ply.side for move in reversed(made) if not _is_end(move.move)), None)
    # A round begins where the order of the sides does.
    begins = last is None or tree.sides.index(before.turn) <= tree.sides.index(last)
    entry = {"side": before.turn, "text": told["text"], "round": max(rounds, default=0) + 1 if begins else None}
    ply = read_ply(before.pieces, entry, told)
    return Move(ply, told["move"], told["position"], told["result"], told["result"] is not None)


def _is_end(entry: str) -> bool:
    """Whether an entry is an end that the board does not show."""
    return ":" in entry


def add(tree: Tree, parent: int, move: Move) -> tuple[Tree, int]:
    """The tree with one more move behind a node, and its number; one that is there already is found."""
    before = tree.nodes[parent]
    for child in before.children:
        known = tree.nodes[child].move
        if known and known.move == move.move:
            return tree, child
    number = max(tree.nodes) + 1
    nodes = {**tree.nodes, number: Node(parent, (), move), parent: before._replace(children=(*before.children, number))}
    return replace(tree, nodes=nodes), number


def promote(tree: Tree, number: int) -> Tree:
    """The tree in which the variation that a move belongs to comes before all others in its place."""
    first = next((at for at in reversed(path(tree, number)) if not _is_first(tree, at)), None)
    if first is None:
        return tree
    parent = tree.nodes[first].parent
    before = tree.nodes[parent]
    children = (first, *(child for child in before.children if child != first))
    return replace(tree, nodes={**tree.nodes, parent: before._replace(children=children)})


def remove(tree: Tree, number: int) -> Tree:
    """The tree without a move and all that follows it."""
    if number == ROOT:
        return tree
    gone, parent = set(walk(tree, number)), tree.nodes[number].parent
    nodes = {at: node for at, node in tree.nodes.items() if at not in gone}
    children = tuple(child for child in nodes[parent].children if child != number)
    nodes[parent] = nodes[parent]._replace(children=children)
    return replace(tree, nodes=nodes)


def commented(tree: Tree, number: int, comment: str) -> Tree:
    """The tree with another comment at a node."""
    return replace(tree, nodes={**tree.nodes, number: tree.nodes[number]._replace(comment=comment)})
