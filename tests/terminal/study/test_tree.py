"""A game with variations, as the terminal holds it: the same as the library's, told by the hall."""

import json
from typing import Any

import taflheim
from taflheim.games.tree import Tree as GameTree
from taflheim.server.standing import played as told_played
from taflheim.server.trees import plain_tree as told_tree
from taflheim.server.trees import read_pasted
from taflheim.server.trees import read_tree as read_sent
from taflheim.terminal.study import tree as trees
from taflheim.terminal.study.tree import ROOT, Tree, read_tree


def told(text: str, game: str = "quoridor", **options: Any) -> tuple[GameTree, Tree]:
    """A tree, as the library has it and as a terminal reads it."""
    start = taflheim.game(game, **options).start()
    known = read_pasted(text, start)
    return known, read_tree(told_tree(known))


def texts(tree: Tree, line: list[int]) -> list[str]:
    return [move.move for at in line if (move := tree.nodes[at].move)]


def test_a_tree_is_read_with_the_position_of_every_node() -> None:
    known, tree = told("1. e8 e2 (1... d1 { Aside. } 2. e7) 2. e7 { [%mark e7>e1] }")
    assert texts(tree, list(trees.walk(tree))) == ["e8", "e2", "e7", "d1", "e7"]
    for number, position in enumerate(known.positions):
        assert trees.position_of(tree, number) == str(position)
        assert trees.stand_of(tree, number).pieces == frozenset(position.pieces)
    assert tree.nodes[4].comment == "Aside." and tree.nodes[3].drawings == (("e7", "e1"),)


def test_what_is_sent_is_what_was_told() -> None:
    known, tree = told("1. e8 e2 (1... d1 { Aside. } 2. e7 { [%mark e7>e1 e5] }) 2. e7")
    sent = json.dumps(trees.plain_tree(tree)).encode()
    assert str(read_sent(sent, known.game)) == str(known)


def test_a_line_goes_through_a_node_and_on_along_its_main_line() -> None:
    _, tree = told("1. e8 e2 (1... d1 2. e7 d2 (2... c1)) 2. e7")
    aside = next(at for at in trees.walk(tree) if texts(tree, [at]) == ["d1"])
    assert texts(tree, trees.path(tree, aside)) == ["e8", "d1"]
    assert texts(tree, trees.line_through(tree, aside)) == ["e8", "d1", "e7", "d2"]
    assert texts(tree, trees.line_through(tree, ROOT)) == ["e8", "e2", "e7"]
    assert not trees.is_main(tree, aside) and trees.is_main(tree, ROOT)


def test_a_move_is_added_once() -> None:
    known, tree = told("1. e8 e2")
    position = known.record.position
    move = trees.played(tree, 2, told_played(position, "e7"))
    assert (move.ply.side, move.ply.text, move.ply.round, move.over) == ("a", "e7", 2, False)
    grown, number = trees.add(tree, 2, move)
    assert trees.path(grown, number) == [1, 2, number]
    assert trees.add(grown, 2, move) == (grown, number)
    answer = trees.played(grown, number, told_played(position.play("e7"), "e3"))
    assert answer.ply.round is None
    assert trees.stand_of(grown, number).pieces == frozenset(position.play("e7").pieces)


def test_a_round_goes_on_with_the_next_side() -> None:
    known, tree = told("1. e8", players=3)
    position = known.record.position
    second = trees.played(tree, 1, told_played(position, position.moves()[0]))
    assert second.ply.round is None and second.ply.side == position.turn


def test_the_end_of_a_game_ends_its_line() -> None:
    start = taflheim.game("quoridor").position("e2,a5 0,0 - - a")
    tree = read_tree(told_tree(GameTree(start)))
    move = trees.played(tree, ROOT, told_played(start, "e1"))
    assert move.over and move.result is not None and move.result["winner"] == "a"


def test_variations_are_promoted_and_removed() -> None:
    _, tree = told("1. e8 e2 (1... d1 2. e7) (1... f1) 2. e7")
    numbers = {tuple(texts(tree, trees.path(tree, at))): at for at in trees.walk(tree)}
    aside = numbers["e8", "d1", "e7"]
    first = trees.promote(tree, aside)
    assert texts(first, trees.line_through(first, ROOT)) == ["e8", "d1", "e7"]
    assert trees.is_main(first, aside) and trees.promote(first, aside) is first
    less = trees.remove(first, numbers["e8", "d1"])
    assert texts(less, list(trees.walk(less))) == ["e8", "e2", "e7", "f1"]
    assert trees.remove(less, ROOT) is less


def test_a_comment_is_kept() -> None:
    _, tree = told("1. e8")
    assert trees.plain_tree(trees.commented(tree, 1, "Good."))["nodes"][1]["comment"] == "Good."
