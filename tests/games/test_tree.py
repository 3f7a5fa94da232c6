"""Games with variations: growing, pruning, and texts that round-trip."""

import pickle
import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import taflheim
from play import begin, variants
from taflheim import Game, IllegalMove, InvalidRecord, Record
from taflheim.games.record_text import main_line, read
from taflheim.games.tree import ROOT, Node, Tree

QUORIDOR = taflheim.game("quoridor")
WORDS = ["good", "Þing (1. e8)", "1...", "a [%clk 0:05] b", "1. e8", "[", "x" * 130, "e>e", "👩‍🌾", ""]


def grown(game: Game, rng: random.Random, plies: int = 25) -> Tree:
    """A tree that random play and random talk have made."""
    tree = Tree(begin(game, rng), {"Event": "x"})
    spots = list(game.layout.by_name)
    for _ in range(plies):
        node = rng.choice([len(tree.nodes) - 1, rng.randrange(len(tree.nodes))])
        moves = tree.positions[node].moves()
        if moves:
            tree, node = tree.add(node, tree.positions[node].draw_lot(rng.choice(moves), rng))
        if rng.random() < 0.3:
            drawn = [rng.sample(spots, rng.randint(1, 3)) for _ in range(rng.randint(0, 2))]
            tree = tree.commented(node, " ".join(rng.choices(WORDS, k=2)), drawn)
    return tree


@pytest.mark.parametrize("game", variants(), ids=repr)
@given(seed=st.integers(0, 2**32))
def test_texts_round_trip(game: Game, seed: int) -> None:
    tree = grown(game, random.Random(seed))
    text = str(tree)
    again = Tree.parse(text)
    assert again == tree and again.positions == tree.positions and again.headers == tree.headers
    assert str(again) == text
    assert tuple(main_line(read(text).tokens)) == tuple(
        before.written(entry) for entry, before in zip(tree.record.entries, tree.record.positions, strict=False)
    )
    assert pickle.loads(pickle.dumps(tree)) == tree


@pytest.mark.parametrize("game", variants(), ids=repr)
@given(seed=st.integers(0, 2**32))
def test_a_record_is_a_tree_with_the_same_text(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    record = game.record(begin(game, rng))
    while not record.result and len(record.entries) < 30:
        record = record.play(rng.choice(record.position.moves()), rng)
    if not record.result and rng.random() < 0.5:
        record = record.resign()
    assert str(Tree.of(record)) == str(record)
    assert Tree.parse(str(record)) == Tree.of(record)
    assert Tree.parse(str(record)).record == record


@pytest.mark.parametrize("game", variants(), ids=repr)
@given(seed=st.integers(0, 2**32))
def test_nodes_stand_in_the_order_of_a_walk(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    tree = grown(game, rng)
    if len(tree.nodes) > 2:
        chosen = rng.randrange(1, len(tree.nodes))
        line = tree.line(chosen).entries
        promoted, deleted = tree.promote(chosen), tree.delete(chosen)
        assert len(promoted.nodes) == len(tree.nodes)
        if chosen in tree.children[ROOT]:
            assert promoted.nodes[promoted.children[ROOT][0]].entry == line[0]
        assert {promoted.line(node).entries for node in range(len(promoted.nodes))} == {
            tree.line(node).entries for node in range(len(tree.nodes))
        }
        assert all(deleted.line(node).entries[: len(line)] != line for node in range(len(deleted.nodes)))
        for changed in (promoted, deleted):
            checked = Tree(changed.start, changed.headers, changed.nodes)
            assert checked == changed and checked.positions == changed.positions
            assert Tree.parse(str(changed)) == changed


def test_a_move_that_is_there_is_found() -> None:
    tree, first = Tree(QUORIDOR.start()).add(ROOT, "e8")
    same, again = tree.add(ROOT, "e8")
    assert same is tree and again == first == 1
    other, second = tree.add(ROOT, "d9")
    assert other.children[ROOT] == (1, 2) and second == 2
    deeper, third = other.add(first, "e2")
    assert third == 2 and deeper.children[ROOT] == (1, 3) and deeper.line(3).entries == ("d9",)


def test_promoted_moves_come_first() -> None:
    tree = Tree.parse('[Game "quoridor"]\n1. e8 (1. d9 e2 2. d8) (1. f9) e2')
    promoted = tree.promote(tree.children[ROOT][1])
    assert promoted.record.entries == ("d9", "e2", "d8")
    assert " ".join(str(promoted).split("\n\n")[1].split()) == "1. d9 (1. e8 e2) (1. f9) 1... e2 2. d8"
    assert promoted.promote(ROOT) is promoted
    with pytest.raises(InvalidRecord, match="the start of a game cannot be deleted"):
        tree.delete(ROOT)


def test_a_line_that_is_over_does_not_go_on() -> None:
    tree = Tree.of(QUORIDOR.record().play("e8").resign("b"))
    with pytest.raises(IllegalMove, match="the game is over"):
        tree.add(2, "e2")
    instead, node = tree.add(1, "e2")
    assert node == 3 and instead.record == tree.record
    assert "1. e8 b:resigns (1... e2)" in str(instead)
    three = taflheim.game("quoridor", players=3)
    went_on = Tree.of(three.record().play("e8").end("b:left").play("b5"))
    assert Tree.parse(str(went_on)) == went_on
    with pytest.raises(IllegalMove, match="cannot leave"):
        went_on.add(3, "b:resigns")


def test_an_analysis_goes_on_where_a_game_is_drawn_by_repetition() -> None:
    toing = ["e8", "e2", "e9", "e1"] * 3
    tree = Tree(QUORIDOR.start())
    node = ROOT
    for move in toing:
        tree, node = tree.add(node, move)
    assert tree.line(8).result_word == "draw" and len(tree.record.entries) == 12
    assert Tree.parse(str(tree)) == tree
    with pytest.raises(InvalidRecord, match="move 9, 'e8': the game is over"):
        Record.parse(str(tree))


def test_comments_are_joined_and_marks_taken_out() -> None:
    text = """[Game "quoridor"]

{ a  start } 1. e8 {good} { [%mark e2 e9>e8] [%mark e2] so far } ( { aside } 1. d9 ) e2"""
    tree = Tree.parse(text)
    assert tree.nodes == (
        Node(-1, "", "a start"),
        Node(0, "e8", "good so far", (("e2",), ("e9", "e8"))),
        Node(1, "e2"),
        Node(0, "d9", "aside"),
    )
    assert Record.parse(text).entries == ("e8", "e2")


def test_the_same_move_twice_is_one() -> None:
    tree = Tree.parse('[Game "quoridor"]\n1. e8 { a } (1. e8 { b } e2) (1. e8 d1) e2')
    assert tree.nodes == (Node(-1, ""), Node(0, "e8", "a b"), Node(1, "e2"), Node(1, "d1"))


def test_a_comment_at_the_end_is_kept_beside_the_reason() -> None:
    tree = Tree.of(QUORIDOR.record().play("e8").resign("b"))
    told = tree.commented(2, str(tree.record.result))
    assert Tree.parse(str(told)) == told and str(told).count(str(tree.record.result)) == 2
    unfinished = Tree(QUORIDOR.start()).commented(ROOT, "nothing yet")
    assert Tree.parse(str(unfinished)) == unfinished


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("1. e8 (1. d9 e5) e2", "move 2 of a variation, 'e5': a pawn goes one step"),
        ("1. e8 (1. d9) e3", "move 2, 'e3': a pawn goes one step"),
        ("1. e8 (1. d9", "a variation begins with ( and does not end"),
        ("1. e8 ) e2", "a variation ends with ) and has no beginning"),
        ("(1. e8)", "expected a move before ("),
        ("1. e8 ((1. d9))", "expected a move before ("),
        ("1. e8 () e2", "a variation has no move"),
        ("1. e8 { [%mark z9] } e2", "move 1, 'e8': mark 'z9': there is no spot 'z9'"),
        ("1. e8 { [%mark e8>e8] }", "move 1, 'e8': a mark is one spot, or an arrow along different ones"),
        ("1. e8 { no end", "a comment begins with { and does not end"),
        ("1. e8 } e2", "move 2, '}': '}' is no move"),
        ("{ [%mark a[%mark e2]] } 1. e8", "expected plain text"),
        ("1. e8 { \x01 }", "move 1, 'e8': comment"),
    ],
)
def test_what_is_wrong_is_named(text: str, sentence: str) -> None:
    with pytest.raises(InvalidRecord) as refused:
        Tree.parse(f'[Game "quoridor"]\n\n{text}')
    assert sentence in str(refused.value)


def test_nodes_come_after_their_parents() -> None:
    for nodes in ((Node(-1, ""), Node(1, "e8")), (Node(-1, ""), Node(-1, "e8")), (Node(0, ""),)):
        with pytest.raises(InvalidRecord, match="expected the number of a node before it"):
            Tree(QUORIDOR.start(), {}, nodes)
    with pytest.raises(InvalidRecord, match="expected plain text"):
        Tree(QUORIDOR.start()).commented(ROOT, "a } b")


def test_deep_and_wide_trees_are_read() -> None:
    steps = ["e8", "e2", "e9", "e1"]
    deep = " ".join(steps * 500)
    assert len(Tree.parse(f'[Game "quoridor"]\n{deep}').nodes) == 2001
    # Every variation replaces the first move of the one around it, a thousand deep.
    nested = " (".join(["e8", "d9", "f9"] * 333) + ")" * 998
    assert len(Tree.parse(f'[Game "quoridor"]\n{nested}').nodes) == 4
