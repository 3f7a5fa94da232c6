"""Going on with a tree: the part below the moves that were made is moved to its beginning."""

from taflheim.engine.search.tree import ENDS, FIRST, LAST, MOVE, ROOT, VISITS, Tree
from taflheim.games.kernel import I64, Buffer, jit

_NOT_THERE = I64(-1)


@jit
def find(tree: Tree, steps: Buffer) -> int:
    """The node that these steps lead to from the root; -1 if there is none, or if it is not expanded."""
    if tree.used[0] == 0:
        return _NOT_THERE
    node = ROOT
    for step in steps:
        following = _NOT_THERE
        if tree.nodes[node, FIRST] > 0:
            for i in range(tree.nodes[node, FIRST], tree.nodes[node, LAST]):
                if tree.nodes[i, MOVE] == step:
                    following = I64(i)
        if following < 0:
            return _NOT_THERE
        node = following
    return node if tree.nodes[node, FIRST] > 0 else _NOT_THERE


@jit
def keep_subtree(tree: Tree, node: int, places: Buffer, stack: Buffer) -> None:
    """Make a node the root, and forget all that is not below it.

    `places` has a zero for each node in use, `stack` has as much room.
    """
    used = I64(tree.used[0])
    stack[0], height = node, I64(1)
    while height > 0:
        height -= 1
        above = I64(stack[height])
        if tree.nodes[above, FIRST] > 0:
            for i in range(tree.nodes[above, FIRST], tree.nodes[above, LAST]):
                places[i], stack[height] = 1, i
                height += 1
    # All keep their order, so that children stay one behind the other and nothing is overwritten before it has moved.
    end = ROOT + 1
    for i in range(used):
        if places[i] > 0:
            places[i] = end
            end += 1
    _move(tree, node, ROOT, places)
    for i in range(used):
        if places[i] > 0:
            _move(tree, I64(i), I64(places[i]), places)
    tree.used[0] = end


@jit
def _move(tree: Tree, node: int, to: int, places: Buffer) -> None:
    """Move a node, whose children are about to move to their places."""
    first, last = I64(tree.nodes[node, FIRST]), I64(tree.nodes[node, LAST])
    for column in (MOVE, FIRST, LAST, VISITS, ENDS):
        tree.nodes[to, column] = tree.nodes[node, column]
    if first > 0:
        tree.nodes[to, FIRST] = places[first]
        tree.nodes[to, LAST] = places[first] + last - first
    for side in range(tree.wins.shape[1]):
        tree.wins[to, side] = tree.wins[node, side]
    tree.prior[to] = tree.prior[node]
    tree.keys[to] = tree.keys[node]
