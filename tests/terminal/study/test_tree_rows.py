"""A game with variations as rows of a list."""

import taflheim
from taflheim.games.tree import Tree
from taflheim.server.trees import plain_tree, read_pasted
from taflheim.terminal.study.tree import read_tree
from taflheim.terminal.study.tree_rows import Row, place_of, rows, word_at, written


def listed(text: str, width: int = 30) -> list[Row]:
    start = taflheim.game("quoridor").start()
    return rows(read_tree(plain_tree(read_pasted(text, start))), width)


def lines(found: list[Row]) -> list[str]:
    return [" " * row.indent + " ".join(map(written, row.words)) for row in found]


def test_a_line_flows() -> None:
    assert lines(listed("1. e8 e2 2. e7 e3 3. e6", 16)) == ["1. e8 e2 2. e7", "e3 3. e6"]


def test_variations_stand_below_the_move_that_they_replace() -> None:
    assert lines(listed("1. e8 e2 (1... d1 2. e7 (2. d8)) (1... f1) 2. e7 e3")) == [
        "1. e8 e2",
        "  1… d1 2. e7",
        "    2. d8",
        "  1… f1",
        "2. e7 e3",
    ]


def test_comments_stand_behind_their_move() -> None:
    found = listed("{ Well. } 1. e8 { A good step. } e2", 12)
    assert lines(found) == ["Well. 1. e8", "A good step.", "1… e2"]
    assert [word.role for word in found[0].words] == ["comment", "main"]


def test_nothing_was_played() -> None:
    assert rows(read_tree(plain_tree(read_pasted("e9,e1 10,10 - - a", taflheim.game("quoridor").start()))), 20) == []


def test_a_click_finds_the_move() -> None:
    found = listed("1. e8 e2 (1... d1) 2. e7")
    assert [word and word.node for word in (word_at(found[0], x) for x in (0, 4, 5, 6, 20))] == [1, 1, None, 2, None]
    assert place_of(found, 4) == 1 and place_of(found, 3) == 2 and place_of(found, 99) is None
    assert word_at(found[1], 0) is None and word_at(found[1], 3) == found[1].words[0]


def test_deep_variations_keep_room_for_their_moves() -> None:
    tree, node = Tree(taflheim.game("quoridor").start()), 0
    for _ in range(9):
        main, aside, *_ = tree.positions[node].moves()
        tree, _ = tree.add(node, main)
        tree, node = tree.add(node, aside)
    found = rows(read_tree(plain_tree(tree)), 30)
    assert max(row.indent for row in found) == 12 and len(found) == 10
