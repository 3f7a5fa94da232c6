"""Games with variations as text: as in chess's PGN, what could have been played instead stands in parentheses behind a
move, comments in braces. Circles and arrows are a command in a comment: `{ [%mark e5 e2>e4] Why not this? }`.

A record without any of these is the same text as ever.
"""

from collections.abc import Iterable, Iterator

from taflheim.games.errors import InvalidRecord
from taflheim.games.record import is_end
from taflheim.games.record_text import read, write
from taflheim.games.tree import MARK, ROOT, Node, Tree

_ALONG = ">"


def read_tree(text: str) -> Tree:
    """The tree with this text."""
    start, headers, tokens, expected = read(text)
    tree = Tree(start, headers, tuple(read_nodes(tokens)))
    tree.record.check_result(expected)
    return tree


def read_nodes(tokens: Iterable[str]) -> list[Node]:
    """The nodes in the order of the text, as `record_text.read` finds its words; raises InvalidRecord."""
    nodes = [Node(-1, "")]
    here = ROOT
    """The node behind which the next move is played."""
    left: list[int] = []
    """The nodes to which one returns when a variation ends."""
    said = Node(-1, "")
    """What was said at the beginning of a variation, before its first move."""
    begun = True
    for word in tokens:
        if word == "(":
            if here == ROOT or not begun:
                raise InvalidRecord(
                    f"a variation stands behind the move that it replaces: expected a move before {word}"
                )
            left.append(here)
            here, begun = nodes[here].parent, False
        elif word == ")":
            if not left:
                raise InvalidRecord("a variation ends with ) and has no beginning: expected ( before it")
            if not begun:
                raise InvalidRecord("a variation has no move: expected one between ( and )")
            here = left.pop()
        elif word.startswith("{"):
            if begun:
                nodes[here] = _told(nodes[here], word)
            else:
                said = _told(said, word)
        else:
            nodes.append(said._replace(parent=here, entry=word))
            here, begun, said = len(nodes) - 1, True, Node(-1, "")
    if left:
        raise InvalidRecord("a variation begins with ( and does not end: expected ) behind it")
    return nodes


def _told(node: Node, comment: str) -> Node:
    """A node with one more comment."""
    marks = [tuple(mark.split(_ALONG)) for words in MARK.findall(comment) for mark in words.split()]
    text = MARK.sub(" ", comment[1:-1])
    return node._replace(comment=f"{node.comment} {text}", drawings=(*node.drawings, *marks))


def write_tree(tree: Tree) -> str:
    """The text of a tree."""
    record = tree.record
    return write(tree.start, tree.headers, " ".join(_words(tree)), record.result_word, str(record.result or ""))


def _words(tree: Tree) -> list[str]:
    """Moves, comments and variations. Numbers stand as in a record; where the flow was broken they are said again."""
    words = [*_comment(tree.nodes[ROOT])]
    rounds = _rounds(tree)
    broken = False
    opening = ""
    for what in _walk(tree):
        if what == "(":
            opening, broken = "(", True
        elif what == ")":
            words[-1] += ")"
            broken = True
        else:
            assert isinstance(what, int)
            node = tree.nodes[what]
            number, first = rounds[what]
            before = tree.positions[node.parent]
            told = [node.entry] if is_end(node.entry) else [before.written(node.entry)]
            if first:
                told.insert(0, f"{number}.")
            elif broken and not is_end(node.entry):
                told.insert(0, f"{number}...")
            told[0] = opening + told[0]
            comment = _comment(node)
            words += [*told, *comment]
            opening, broken = "", bool(comment)
    return words


def _comment(node: Node) -> list[str]:
    marks = " ".join(_ALONG.join(drawing) for drawing in node.drawings)
    words = [*([f"[%mark {marks}]"] if marks else []), *([node.comment] if node.comment else [])]
    return ["{", *words, "}"] if words else []


def _walk(tree: Tree) -> Iterator[int | str]:
    """The nodes in the order of the text: a move, what could have been played instead, then what follows the move."""
    children = tree.children
    follow = [("line", ROOT)]
    while follow:
        what, node = follow.pop()
        if what == "node":
            yield node
        elif what != "line":
            yield what
        elif children[node]:
            main, *others = children[node]
            follow.append(("line", main))
            for other in reversed(others):
                follow += [(")", other), ("line", other), ("node", other), ("(", other)]
            follow.append(("node", main))


def _rounds(tree: Tree) -> list[tuple[int, bool]]:
    """For each node the number of its round, and whether it is the round's first move."""
    rounds, last_turns = [(0, False)], [len(tree.game.sides)]
    for node in tree.nodes[1:]:
        number, turn = rounds[node.parent][0], last_turns[node.parent]
        if is_end(node.entry):
            rounds.append((number, False))
            last_turns.append(turn)
            continue
        now = tree.positions[node.parent].state.turn
        rounds.append((number + 1, True) if now <= turn else (number, False))
        last_turns.append(now)
    return rounds
