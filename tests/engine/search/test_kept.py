"""What is kept from move to move: the same tree below the moves made, and nothing of another game."""

import random
from typing import Any

import numpy as np
import pytest

import taflheim
from taflheim import Record
from taflheim.engine.search import expansion, mcts, memory, reroot, tree
from taflheim.engine.search.kept import Kept, Workspace, may_keep
from taflheim.engine.search.limits import Limits
from taflheim.engine.search.memory import MAX_NODES
from taflheim.engine.search.search import search
from taflheim.engine.search.settings import Settings
from taflheim.engine.search.tree import ENDS, FIRST, LAST, MOVE, VISITS, Tree
from taflheim.games.kernel import COMPILED, I64, words

SHORT, SMALL = Limits(movetime_ms=30), Settings(hash_mb=2)
NODES = 3000 if COMPILED else 300


def grown_on(record: Record) -> Tree:
    """A tree that has grown on a position."""
    game = record.game
    game.rulebook.load_search()
    state = words(record.position.state)
    own = memory.allocate(500, game.move_count, SMALL)
    own.counts[MAX_NODES] = NODES
    steps = np.array(game.rulebook.compiled.steps(record.position.state), np.int32)
    grown = tree.allocate(len(game.sides), 2)
    grown.used[0] = 0
    expansion.expand_root(grown, state, steps, own)
    mcts.search_root(grown, state, steps, I64(12), own)
    return grown


def below(grown: Tree, node: int) -> Any:
    """All that a tree knows below a node, without its numbers."""
    row = grown.nodes[node]
    first, last = int(row[FIRST]), int(row[LAST])
    children = [below(grown, child) for child in range(first, last)] if first > 0 else first
    return (
        [int(row[column]) for column in (MOVE, VISITS, ENDS)],
        grown.wins[node].tolist(),
        float(grown.prior[node]),
        int(grown.keys[node]) if first > 0 else 0,
        children,
    )


@pytest.mark.kernel
@pytest.mark.parametrize("players", [2, 3])
def test_the_subtree_of_moves_is_kept_as_it_was(players: int) -> None:
    rng = random.Random(players)
    record = taflheim.game("quoridor", players=players).record()
    for _ in range(8):
        record = record.play(rng.choice(record.position.moves()))
    for length in (1, 2):
        grown, node, steps = grown_on(record), 0, []
        for _ in range(length):
            children = range(grown.nodes[node, FIRST], grown.nodes[node, LAST])
            node = max(children, key=lambda child: int(grown.nodes[child, VISITS]))
            steps.append(int(grown.nodes[node, MOVE]))
        assert int(reroot.find(grown, np.array(steps, np.int32))) == node
        before, used = below(grown, node), int(grown.used[0])
        reroot.keep_subtree(grown, I64(node), np.zeros(used, np.int32), np.empty(used, np.int32))
        assert below(grown, 0) == before
        assert 1 < int(grown.used[0]) < used


@pytest.mark.kernel
def test_a_tree_that_is_kept_gets_all_moves_of_its_new_root() -> None:
    """Below the root only promising moves are expanded."""
    record = taflheim.game("quoridor").record()
    grown = grown_on(record)
    node = int(max(range(grown.nodes[0, FIRST], grown.nodes[0, LAST]), key=lambda child: grown.nodes[child, VISITS]))
    move = record.game.move_text([int(grown.nodes[node, MOVE])])
    used = int(grown.used[0])
    reroot.keep_subtree(grown, I64(node), np.zeros(used, np.int32), np.empty(used, np.int32))
    known = {int(grown.nodes[i, MOVE]): below(grown, i) for i in range(grown.nodes[0, FIRST], grown.nodes[0, LAST])}
    visits = int(grown.nodes[0, VISITS])

    now = record.play(move)
    steps = np.array(now.game.rulebook.compiled.steps(now.position.state), np.int32)
    own = memory.allocate(500, now.game.move_count, SMALL)
    expansion.expand_root(grown, words(now.position.state), steps, own)
    children = range(grown.nodes[0, FIRST], grown.nodes[0, LAST])
    assert sorted(int(grown.nodes[i, MOVE]) for i in children) == sorted(steps.tolist())
    assert sum(float(grown.prior[i]) for i in children) == pytest.approx(1.0)
    for i in children:
        if (number := int(grown.nodes[i, MOVE])) in known:
            told, shares, _, _, further = known[number]
            assert below(grown, i)[:2] == (told, shares)
            assert below(grown, i)[4] == further
        else:
            assert grown.nodes[i, VISITS] == 1
    assert grown.nodes[0, VISITS] == visits > 1


def test_steps_that_the_tree_does_not_know_are_not_found() -> None:
    record = taflheim.game("quoridor").record()
    grown = grown_on(record)
    assert int(reroot.find(grown, np.array([10**6], np.int32))) == -1
    assert int(reroot.find(grown, np.array([], np.int32))) == 0
    grown.used[0] = 0
    assert int(reroot.find(grown, np.array([], np.int32))) == -1


@pytest.mark.parametrize("name", ["hnefatafl", "halatafl", "quoridor"])
def test_a_search_goes_on_with_what_the_one_before_has_left(name: str) -> None:
    kept, record = Kept(), taflheim.game(name).record()
    for _ in range(3):
        found = search(record, SHORT, SMALL, kept=kept)
        assert found.move in record.position.moves()
        record = record.play(found.move)
    left = kept.take(record, SMALL, [])
    assert left is not None
    assert np.count_nonzero(left.memory.table.entries) > 0 or left.tree is not None
    if left.tree:
        assert left.tree.used[0] > 1
        assert int(left.tree.nodes[0, VISITS]) > 1
    kept.leave(record, SMALL, left)
    after = search(record, SHORT, SMALL, kept=kept)
    again = kept.take(record, SMALL, [])
    assert again is not None
    assert again.memory.table is left.memory.table
    assert after.move in record.position.moves()


def test_nothing_is_taken_for_another_game_or_another_memory() -> None:
    game = taflheim.game("halatafl")
    record = game.record().play("d4-d5")
    space = Workspace(memory.allocate(500, game.move_count, SMALL), None)

    def taken(on: Any, settings: Settings = SMALL, drawn: tuple[int, ...] = ()) -> bool:
        kept = Kept()
        kept.leave(record, SMALL, space)
        return kept.take(on, settings, list(drawn)) is space

    def in_turn(on: Record) -> bool:
        return taken(on)

    assert in_turn(record)
    assert not taken(record.undo())
    assert not taken(game.record().play("d4-e5" if "d4-e5" in game.start().moves() else "c4-c5"))
    assert not taken(taflheim.game("halatafl", sheep=18).record())
    assert not taken(record.position), "a position without a record belongs to no known game"
    assert not taken(record, Settings(hash_mb=3))
    assert not taken(record, drawn=(7,)), "other positions draw the game now"
    empty = Kept()
    empty.leave(record, SMALL, space)
    empty.clear()
    assert empty.take(record, SMALL, []) is None
    empty.leave(record.position, SMALL, space)
    assert empty.take(record, SMALL, []) is None


def test_only_the_clock_lets_a_search_find_something_else() -> None:
    """The same seed and the same number of nodes give the same move, whatever was thought about before."""
    assert may_keep(Limits(movetime_ms=5), Settings())
    assert may_keep(Limits(), Settings())
    for limits, settings in (
        (Limits(depth=2), Settings()),
        (Limits(nodes=9, movetime_ms=5), Settings()),
        (Limits(movetime_ms=5), Settings(overlook=10)),
    ):
        assert not may_keep(limits, settings)
    record = taflheim.game("hnefatafl").record().play("f2-g2").play("f4-g4")
    fresh = search(record, Limits(nodes=5000), SMALL)
    kept = Kept()
    search(record.undo(), SHORT, SMALL, kept=kept)
    assert search(record, Limits(nodes=5000), SMALL, kept=kept).line == fresh.line
    assert kept.take(record, SMALL, []) is not None, "and what was kept stays for the clock"


def test_another_of_three_sides_begins_anew() -> None:
    """With more than two sides the tree says how the others answer the one who has searched."""
    record = taflheim.game("quoridor", players=3).record()
    kept = Kept()
    first = search(record, SHORT, SMALL, kept=kept)
    assert kept.take(record.play(first.move), SMALL, []) is None
    again = search(record, SHORT, SMALL, kept=kept)
    later = record.play(again.move)
    for _ in range(2):
        later = later.play(later.position.moves()[0])
    assert later.turn == record.turn
    assert kept.take(later, SMALL, []) is not None
