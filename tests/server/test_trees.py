"""What a page is told of a tree, what it sends back, and what is found in a pasted text."""

import json
import random
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import taflheim
from play import begin, variants
from taflheim import Game, InvalidPosition, InvalidRecord, TaflheimError
from taflheim.games.tree import Tree
from taflheim.games.view import Effect, Piece, apply
from taflheim.server.trees import plain_tree, read_arrangement, read_pasted, read_tree

QUORIDOR = taflheim.game("quoridor")


def grown(game: Game, rng: random.Random) -> Tree:
    tree = Tree(begin(game, rng), {"Event": "x"})
    for _ in range(20):
        node = rng.choice([len(tree.nodes) - 1, rng.randrange(len(tree.nodes))])
        if moves := tree.positions[node].moves():
            tree, node = tree.add(node, tree.positions[node].draw_lot(rng.choice(moves), rng))
            tree = tree.commented(node, rng.choice(["", "so?"]))
    return tree


@pytest.mark.parametrize("game", variants(), ids=repr)
@given(seed=st.integers(0, 2**32))
def test_a_tree_is_told_and_comes_back(game: Game, seed: int) -> None:
    tree = grown(game, random.Random(seed))
    told: Any = plain_tree(tree)
    boards = [frozenset(Piece(*piece) for piece in told["start"]["pieces"])]
    for node, position in zip(told["nodes"][1:], tree.positions[1:], strict=True):
        effects = [Effect(**{**one, "piece": one["piece"] and Piece(*one["piece"])}) for one in node["effects"]]
        boards.append(apply(effects, boards[node["parent"]]))
        assert boards[-1] == frozenset(position.pieces)
        assert node["position"] == str(position) and node["over"] == bool(position.result)
    sent = {"start": told["start"]["position"], "headers": told["headers"], "nodes": told["nodes"]}
    assert read_tree(json.dumps(sent).encode(), game) == tree
    assert read_pasted(str(tree), game.start()) == tree


@pytest.mark.parametrize("game", variants(), ids=repr)
def test_positions_and_moves_are_told_apart(game: Game) -> None:
    rng = random.Random(5)
    start = game.start(1) if game.rulebook.seeded else game.start()
    record = game.record(start)
    for _ in range(6):
        if not record.result:
            record = record.play(rng.choice(record.position.moves()), rng)
    position = record.position
    assert read_pasted(f"  {position}\n", start).start.pieces == position.pieces
    moves = str(record).split("\n\n")[1]
    assert read_pasted(moves, start).record.entries == record.entries
    assert read_pasted(" ".join(record.entries), start).record.entries == record.entries


def test_a_position_may_have_other_options() -> None:
    found = read_pasted("e5,e4,a5,i5 5,5,5,5 - - d", QUORIDOR.start())
    assert found.game.options == {"players": 4, "rules": "default"}
    assert read_pasted("e9,e1 10,10 - - a", taflheim.game("quoridor", rules="strict").start()).game.options == {
        "players": 2,
        "rules": "strict",
    }


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "there is nothing: paste a record"),
        ("hello", "this is no record and no list of moves of Quoridor, and as a position: 'hello': expected five"),
        ("1. e8 e4", "move 2, 'e4': a pawn goes one step"),
        ("e9,e1 10,99 - - a", "walls left '10,99': expected 2 numbers"),
        ('[Game "quoridor"]\n1. e8 (1. e4)', "move 1 of a variation, 'e4'"),
        ('[Game "chess"]\n1. e4', "no game 'chess'"),
        ("e8 " * 40_000, "more than 64 KiB"),
        ("e8 e2 e9 e1 " * 501, "2004 moves are too many: at most 2000"),
        ('[Game "quoridor"]\n' + "e8 e2 e9 e1 " * 501, "2004 moves are too many: at most 2000"),
    ],
)
def test_what_is_wrong_is_said(text: str, why: str) -> None:
    with pytest.raises(TaflheimError) as refused:
        read_pasted(text, QUORIDOR.start())
    assert why in str(refused.value)


def test_a_pasted_text_is_as_long_as_it_may_be() -> None:
    start = QUORIDOR.start()
    assert read_pasted("e8".ljust(64 * 1024), start).record.entries == ("e8",)
    with pytest.raises(InvalidRecord, match="more than 64 KiB"):
        read_pasted("e8".ljust(64 * 1024 + 1), start)
    assert len(read_pasted("e8 e2 e9 e1 " * 500, start).nodes) == 2001


def test_a_refused_position_is_judged_by_the_options_on_the_board() -> None:
    for players, why in ((2, "turn 'z': expected a or b"), (3, "pawns 'e9,e1': expected 3")):
        with pytest.raises(InvalidRecord, match=why):
            read_pasted("e9,e1 10,10 - - z", taflheim.game("quoridor", players=players).start())


def test_a_first_move_that_can_never_be_is_named() -> None:
    with pytest.raises(InvalidRecord, match="move 1, 'a4-b5'"):
        read_pasted("a4-b5", taflheim.game("hnefatafl").start())


@given(st.text())
def test_any_text_is_answered(text: str) -> None:
    for pasted in (text, f"e8 {text}", f'[Game "quoridor"]\n{text}'):
        try:
            tree = read_pasted(pasted, QUORIDOR.start())
        except TaflheimError:
            continue
        assert read_pasted(str(tree), QUORIDOR.start()) == tree


def test_usual_starts_are_told_as_such() -> None:
    def usual(tree: Tree) -> object:
        return plain_tree(tree)["start"]["usual"]

    assert usual(Tree(QUORIDOR.start())) is True
    assert usual(Tree(QUORIDOR.start().play("e8"))) is False
    assert usual(Tree(taflheim.game("hivolts").start(1))) is False


def test_a_line_is_over_where_the_board_or_an_end_says_so() -> None:
    def told(*entries: str, players: int = 2) -> list[tuple[str | None, bool]]:
        tree, node = Tree(taflheim.game("quoridor", players=players).start()), 0
        for entry in entries:
            tree, node = tree.add(node, entry)
        nodes: Any = plain_tree(tree)["nodes"][1:]
        return [(node["result"] and node["result"]["reason"], node["over"]) for node in nodes]

    going_on = (None, False)
    assert told("e8", "b:resigns") == [going_on, ("resigned", True)]
    assert told("e8", "b:left", players=3) == [going_on, going_on]
    # An analysis goes on where a game would be drawn.
    assert told(*["e8", "e2", "e9", "e1"] * 2) == [*[going_on] * 7, ("repetition", False)]


def test_quiet_moves_are_counted_from_the_start_of_a_tree() -> None:
    rulebook = replace(taflheim.game("hnefatafl").rulebook, quiet_limit=2)
    tree, node = Tree(Game(rulebook, {}).start()), 0
    for move in ("d1-d3", "f4-f3"):
        tree, node = tree.add(node, move)
    nodes: Any = plain_tree(tree)["nodes"][1:]
    assert [node["result"] and node["result"]["reason"] for node in nodes] == [None, "quiet"]


@pytest.mark.parametrize(
    "sent", ["", "[]", "{}", '{"start": 1, "nodes": []}', '{"start": "", "nodes": 3}', "[" * 9999, '{"nodes": [1]}']
)
def test_nonsense_is_refused(sent: str) -> None:
    with pytest.raises(TaflheimError):
        read_tree(sent.encode(), QUORIDOR)
    with pytest.raises(TaflheimError):
        read_arrangement(sent.encode(), QUORIDOR)


def test_trees_are_bounded_and_checked() -> None:
    start = str(QUORIDOR.start())
    nodes = [{"parent": -1}, *({"parent": 0, "move": "e8"} for _ in range(2001))]
    with pytest.raises(InvalidRecord, match="at most 2000 moves"):
        read_tree(json.dumps({"start": start, "nodes": nodes}).encode(), QUORIDOR)
    assert len(read_tree(json.dumps({"start": start, "nodes": nodes[:-1]}).encode(), QUORIDOR).nodes) == 2
    with pytest.raises(InvalidRecord, match="move 1, 'e4'"):
        read_tree(
            json.dumps({"start": start, "nodes": [{"parent": -1}, {"parent": 0, "move": "e4"}]}).encode(), QUORIDOR
        )


def test_what_is_wrong_with_a_sent_tree_is_said() -> None:
    start = str(QUORIDOR.start())
    for sent, why in (
        ({"start": "hello", "nodes": []}, "'hello': expected five"),
        ({"start": start, "nodes": [{"parent": "0"}]}, "the parent of a node is a number"),
        ({"start": start, "nodes": [{"parent": True}]}, "the parent of a node is a number"),
        ({"start": start, "nodes": [{"parent": -1, "comment": 5}]}, "expected a text"),
        ({"start": start}, "expected JSON with a start and nodes"),
    ):
        with pytest.raises(TaflheimError) as refused:
            read_tree(json.dumps(sent).encode(), QUORIDOR)
        assert why in str(refused.value)
    with pytest.raises(InvalidRecord, match="expected a text"):
        read_arrangement(json.dumps({"pieces": [["pawn", "a", 5]], "turn": "a"}).encode(), QUORIDOR)


def test_a_board_that_was_set_up_is_read() -> None:
    pieces = [["pawn", "a", "e5"], ["pawn", "b", "e4"], ["wall.horizontal", "", "c3h"]]
    sent = {"pieces": pieces, "turn": "b", "held": {"walls_left.a": 3, "walls_left.b": 0}}
    assert str(read_arrangement(json.dumps(sent).encode(), QUORIDOR)) == "e5,e4 3,0 c3 - b"
    for change, why in (
        ({"pieces": [*pieces, ["pawn", "a", "e6"]]}, "White (a)'s pawn stands on e5 and e6"),
        ({"pieces": [*pieces, ["dragon", "a", "e6"]]}, "no 'dragon' can stand on 'e6'"),
        ({"pieces": [*pieces, pieces[0]]}, "two pieces stand on e5"),
        ({"turn": "z"}, "turn 'z': expected a or b"),
        ({"held": {"walls_left.a": 11}}, "expected a number from 0 to 10"),
    ):
        with pytest.raises(InvalidPosition) as refused:
            read_arrangement(json.dumps(sent | change).encode(), QUORIDOR)
        assert why.split(" (a)")[0] in str(refused.value)
