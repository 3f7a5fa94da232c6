"""What is particular to Quoridor: jumps, walls, players who leave, and the reasons it gives."""

import pytest

import taflheim
from taflheim.games.position import Position


def position(text: str, rules: str = "strict") -> Position:
    return taflheim.game("quoridor", players=text.split()[0].count(",") + 1, rules=rules).position(text)


def pawn_moves(text: str) -> set[str]:
    return {move for move in position(text).moves() if len(move) == 2}


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("e5,a1 0,0 - - a", "d5 f5 e4 e6"),
        ("e5,e4 0,0 - - a", "d5 f5 e6 e3"),  # straight over
        ("e5,e4 0,0 e3 - a", "d5 f5 e6 d4 f4"),  # a wall behind: beside it
        ("e5,e4 0,0 e3 d3 a", "d5 f5 e6 f4"),  # and one of the two walled off
        ("e5,e4 0,0 e4 - a", "d5 f5 e6"),  # a wall before it: no jump at all
        ("a5,b5 0,0 - - b", "b4 b6 c5 a4 a6"),  # the edge behind is like a wall
        ("e5,e4,e3 0,0,0 - - a", "d5 f5 e6 d4 f4"),  # a pawn behind is like a wall
        ("e5,e4,e3,d4 0,0,0,0 - - a", "d5 f5 e6 f4"),
        ("e5,e4,d4,f4 0,0,0,0 - - a", "d5 f5 e6 e3"),
    ],
)
def test_pawns_step_and_jump(text: str, targets: str) -> None:
    assert pawn_moves(text) == set(targets.split())


def test_a_cell_reached_in_two_ways_is_one_move() -> None:
    # Over b (e4, wall behind) and over c (d5, pawn behind) the pawn comes to d4.
    moves = position("e5,e4,d5,c5 0,0,0,0 e3 - a").moves()
    assert moves.count("d4") == 1


def test_walls_neither_overlap_nor_cross() -> None:
    here = position("e9,e1 10,10 e3 - a")
    moves = set(here.moves())
    assert not moves & {"d3h", "e3h", "f3h", "e3v"}
    assert moves >= {"c3h", "g3h", "d3v", "f3v"}
    assert str(here.explain("d3h")) == "a wall here would overlap the wall e3h"
    assert str(here.explain("e3v")) == "a wall here would cross the wall e3h"


def test_walls_leave_everybody_a_path() -> None:
    here = position("e9,e1 5,5 a8,c8,e8,g8 - a")
    assert "h8v" not in here.moves()
    assert str(here.explain("h8v")) == "a wall here would leave White no way to rank 1"
    closed = position("e9,e1 5,5 a8,c8,e8,g8 h8 a", "default")
    assert str(closed.explain("a1h")) == "White has no way to rank 1 already, so no wall may be placed"
    assert set(closed.moves()) == {"d9", "f9", "pass"}


def test_the_reason_names_who_would_be_shut_in() -> None:
    here = position("a9,e1 5,5 - a8 a")
    assert str(here.explain("a7h")) == "a wall here would leave White no way to rank 1"
    assert here.explain("b7h") is None


@pytest.mark.parametrize(
    ("text", "move", "sentence"),
    [
        ("e5,a1 0,0 - - a", "e5", "White's pawn stands on e5 already"),
        ("e5,e4 0,0 - - a", "e4", "Green's pawn stands on e4"),
        ("e5,a1 0,0 e4 - a", "e4", "a wall is in the way to e4"),
        ("e5,e4 0,0 - - a", "d4", "the way straight over Green's pawn is open, so the pawn cannot turn aside to d4"),
        ("e5,e4 0,0 e3 - a", "e3", "a wall is behind Green's pawn, so there is no jump straight over it"),
        ("e5,e4,e3 0,0,0 - - a", "e2", "never over two pawns"),
        ("e5,a1 0,0 - - a", "c5", "a pawn goes one step, or jumps over a pawn beside it: c5 is out of reach"),
        ("e5,a1 0,3 - - a", "c5h", "White has no walls left"),
        ("e5,a1 0,3 - - a", "pass", "the strict rules have no pass while there is another move"),
    ],
)
def test_reasons_are_real(text: str, move: str, sentence: str) -> None:
    here = position(text)
    assert str(here.explain(move)) == sentence
    with pytest.raises(taflheim.IllegalMove, match=sentence[:20]):
        here.play(move)


def test_a_click_on_the_own_pawn_is_no_mistake() -> None:
    here = position("e5,e4 1,0 e3 - a")
    assert here.explain_clicks(["e5"]) is None
    assert str(here.explain_clicks(["e4"])) == "Green's pawn stands on e4"
    assert str(here.explain_clicks(["c5"])) == str(here.explain("c5"))
    assert str(here.explain_clicks(["e3v"])) == "a wall here would cross the wall e3h"
    assert str(here.explain_clicks(["pass"])) == "the strict rules have no pass while there is another move"


def test_strict_has_a_pass_only_when_there_is_nothing_else() -> None:
    shut_in = position("e5,a1 0,0 d4,e5 d5,e4 a")
    assert shut_in.moves() == ["pass"]
    assert str(shut_in.play("pass")) == "e5,a1 0,0 d4,e5 d5,e4 b"


def test_players_leave_a_game_of_three() -> None:
    record = taflheim.game("quoridor", players=3).record().play("e8")
    record = record.resign()
    assert str(record.position) == "e8,-,a5 6,6,6 - - c"
    assert record.result is None
    record = record.play("b5").resign("c")
    assert record.result is not None
    assert (record.result.winner, record.result.reason) == ("a", "last_one_left")
    assert record.position.moves() == []
    assert taflheim.Record.parse(str(record)) == record


def test_whoever_has_left_has_no_walls_to_show() -> None:
    facts = position("e9,-,a5 6,6,6 - - a").facts
    assert [str(fact.message) for fact in facts[1:]] == [
        "White: 6 walls left",
        "Green: has left the game",
        "Red: 6 walls left",
    ]


def test_a_player_who_has_left_needs_no_path() -> None:
    # a is shut in, so no wall is legal until a has left.
    here = position("e9,e1,a5 6,6,6 a8,c8,e8,g8 h8 b")
    assert "d3h" not in here.moves()
    assert "d3h" in here.leave("a").moves()


def test_nobody_leaves_a_game_of_two() -> None:
    with pytest.raises(taflheim.IllegalMove, match="cannot leave"):
        taflheim.game("quoridor").start().leave("a")


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("e9,e1 10,10 - - x", "turn 'x': expected a or b"),
        ("e9,e1 10,10 - -", "expected five fields"),
        ("e9,e1  10,10 - - a", "expected five fields"),
        ("e9 10,10 - - a", "expected 2 with commas between"),
        ("e9,e9 10,10 - - a", "two pawns on one cell"),
        ("e9,j1 10,10 - - a", "pawn 'j1': expected a cell from a1 to i9"),
        ("e9,- 10,10 - - a", "in a game of two nobody leaves the board"),
        ("e1,e9 10,10 - - a", "two pawns on their goal lines"),
        ("e9,e1 11,10 - - a", "expected 2 numbers from 0 to 10"),
        ("e9,e1 010,10 - - a", "expected 2 numbers from 0 to 10"),
        ("e9,e1 10,١ - - a", "expected 2 numbers from 0 to 10"),
        ("e9,e1 10,10 e3,b4 - a", "in alphabetical order"),
        ("e9,e1 10,10 e3,e3 - a", "each once"),
        ("e9,e1 10,10 i3 - a", "expected an anchor from a1 to h8"),
        ("e9,e1 10,10 e3,f3 - a", "horizontal walls overlap at f3"),
        ("e9,e1 10,10 - e3,e4 a", "vertical walls overlap at e4"),
        ("e9,e1 10,10 e3 e3 a", "walls cross at e3"),
    ],
)
def test_other_texts_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(taflheim.InvalidPosition) as refused:
        taflheim.game("quoridor", players=2).position(text)
    assert sentence in str(refused.value)


def test_walls_at_the_ends_of_ranks_do_not_overlap() -> None:
    assert str(position("e9,e1 1,1 a2,h1 - a")) == "e9,e1 1,1 a2,h1 - a"


def test_a_player_who_has_left_has_no_turn() -> None:
    with pytest.raises(taflheim.InvalidPosition, match="turn 'b': expected a or c"):
        position("e9,-,a5 6,6,6 - - b")


def test_people_type_numbers_for_pawn_moves_and_cells_for_walls() -> None:
    typed = {typed.key: typed for typed in position("e5,e4 3,3 - - a", "default").typed}
    ordered = [typed[str(number)].moves[""] for number in range(4)]
    assert ordered == ["f5", "e6", "d5", "e3"]  # right, up, left; then the jump
    assert "4" not in typed
    assert typed["h"].moves["e3"] == typed["h"].moves["8 12"] == typed["h"].moves["8 11"] == "e3h"
    assert typed["v"].moves["e4"] == typed["v"].moves["8 10"] == typed["v"].moves["9 10"] == "e3v"
    assert typed["x"].moves[""] == "pass"
    diagonals = [t.moves[""] for t in position("e5,e4 0,0 e3 - a").typed if t.spot]
    assert diagonals == ["f5", "e6", "d5", "f4", "d4"]


def test_the_diagram_is_the_classic_grid() -> None:
    rows = position("e8,e1 10,9 e3 b6 a").diagram().splitlines()
    assert rows[0] == "9   | | | | | | | |"
    assert rows[2] == "8   | | | |a| | | |"
    assert rows[4:7] == ["7   | V | | | | | |", "   -+-V-+-+-+-+-+-+-", "6   | V | | | | | |"]
    assert rows[11] == "   -+-+-+-+HHH+-+-+-"
    assert rows[-1] == "   a b c d e f g h i"
