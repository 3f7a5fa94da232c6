"""What is particular to Hnefatafl: captures, the king, hostile squares, and how a game ends."""

import pytest

import taflheim
from taflheim.games.position import Position

FILES = "abcdefghijk"


def position(turn: str, **squares: str) -> Position:
    """A position from pieces and their squares: position("t", t="a3 b4", K="f6")."""
    board = {name: piece for piece, names in squares.items() for name in names.split()}
    rows = []
    for rank in range(11, 0, -1):
        row, empty = "", 0
        for file in FILES:
            piece = board.get(f"{file}{rank}")
            if piece is None:
                empty += 1
            else:
                row += (str(empty) if empty else "") + piece
                empty = 0
        rows.append(row + (str(empty) if empty else ""))
    return taflheim.game("hnefatafl").position(f"{'/'.join(rows)} {turn}")


@pytest.mark.parametrize(
    ("pieces", "move", "written"),
    [
        # Between two enemies; three at once; the king as anvil and as mover.
        ({"turn": "t", "t": "c1 e4", "T": "d4", "K": "h8"}, "c1-c4", "c1-c4xd4"),
        ({"turn": "t", "t": "d1 b4 f4 d6", "T": "c4 e4 d5", "K": "h8"}, "d1-d4", "d1-d4xc4xe4xd5"),
        ({"turn": "T", "t": "d4 k9", "T": "c1", "K": "e4"}, "c1-c4", "c1-c4xd4"),
        ({"turn": "T", "t": "d4 k9", "T": "c4", "K": "e1"}, "e1-e4", "e1-e4xd4"),
        # Corners are hostile to both.
        ({"turn": "t", "t": "c4", "T": "b1", "K": "h8"}, "c4-c1", "c4-c1xb1"),
        ({"turn": "T", "t": "b1 k9", "T": "c4", "K": "h8"}, "c4-c1", "c4-c1xb1"),
        # The empty throne is hostile to both; with the king on it, to attackers alone.
        ({"turn": "t", "t": "d1", "T": "e6", "K": "h8"}, "d1-d6", "d1-d6xe6"),
        ({"turn": "T", "t": "e6 k9", "T": "d1", "K": "h8"}, "d1-d6", "d1-d6xe6"),
        ({"turn": "t", "t": "d1", "T": "e6", "K": "f6"}, "d1-d6", "d1-d6"),
        ({"turn": "T", "t": "e6 k9", "T": "d1", "K": "f6"}, "d1-d6", "d1-d6xe6"),
        # The edge is not hostile; moving in between is safe.
        ({"turn": "t", "t": "d5", "T": "d1", "K": "h8"}, "d5-d2", "d5-d2"),
        ({"turn": "t", "t": "d1 k9", "T": "c4 e4", "K": "h8"}, "d1-d4", "d1-d4"),
    ],
)
def test_captures(pieces: dict[str, str], move: str, written: str) -> None:
    here = position(**pieces)
    assert here.written(move) == written
    assert here.play(written) == here.play(move)
    captured = written.count("x")
    assert sum(here.play(move).captured.values()) == sum(here.captured.values()) + captured


def test_a_move_with_wrong_captures_is_illegal() -> None:
    here = position("t", t="c1 e4", T="d4", K="h8")
    with pytest.raises(taflheim.IllegalMove, match="this move is written c1-c4 or c1-c4xd4"):
        here.play("c1-c4xd5")


@pytest.mark.parametrize(
    ("attackers", "king", "move", "captured"),
    [
        ("c4 d3 e4 d9", "d4", "d9-d5", True),  # on four sides
        ("c4 e4 d9", "d4", "d9-d5", False),  # on three
        ("f4 e5 g1", "f5", "g1-g5", True),  # beside the throne, on three
        ("e6 f5 g6 f9", "f6", "f9-f7", True),  # on the throne, on four
        ("f5 g6 f9", "f6", "f9-f7", False),
        ("a3 a5 b9", "a4", "b9-b4", False),  # never on the edge
    ],
)
def test_the_king_is_captured(attackers: str, king: str, move: str, captured: bool) -> None:
    # A defender on the edge, so that nobody is surrounded.
    after = position("t", t=attackers, T="k5", K=king).play(move)
    assert (after.result is not None) == captured
    if captured:
        assert after.result is not None
        assert (after.result.winner, after.result.reason) == ("attackers", "king_captured")
        assert "K" not in str(after)


def test_a_king_enclosed_by_another_move_stands() -> None:
    # All four sides are held already (he has moved there in a text); a move elsewhere does not take him.
    here = position("t", t="c4 e4 d3 d5 a1".replace("a1", "b8"), T="k5", K="d4")
    assert here.play("b8-b9").result is None


def test_the_king_wins_on_a_corner_whoever_is_to_move() -> None:
    for turn in "tT":
        result = position(turn, t="e5", K="a1").result
        assert result is not None
        assert str(result) == "The defenders win! The king has reached a corner."


def test_a_missing_king_is_a_captured_one() -> None:
    for turn in "tT":
        result = position(turn, t="e5", T="f5").result
        assert result is not None
        assert str(result) == "The attackers win! The king is captured."


def test_everybody_surrounded_loses() -> None:
    ring = "d5 d6 d7 e4 f3 g4 h5 h6 h7 g8 f9 e8"
    here = position("T", t=ring, T="f7", K="f6")
    assert here.result is not None
    assert (here.result.winner, here.result.reason) == ("attackers", "surrounded")
    assert position("t", t=ring, T="f7", K="f6").result is None  # judged after the attackers' move only
    assert position("T", t=ring, T="f7 a5", K="f6").result is None  # one man outside is enough


def test_a_side_without_a_move_loses() -> None:
    stuck = position("T", t="a4 a2 b3", K="a3").result
    assert stuck is not None
    assert str(stuck) == "The attackers win! The defenders have no legal move left."
    no_attackers = position("t", K="f6").result
    assert no_attackers is not None
    assert no_attackers.winner == "defenders"


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("f1-f6", "the throne is for the king alone"),
        ("d11-a11", "the corners are for the king alone"),
        ("e5-e6", "no piece stands on e5"),
        ("h8-h9", "it is the turn of the attackers, and the piece on h8 is not theirs"),
        ("f1-f8", "the piece on f7 is in the way"),
        ("d11-d1", "d1 is not empty"),
        ("f1-g2", "f1-g2: pieces move along a rank or a file"),
    ],
)
def test_reasons_are_real(move: str, sentence: str) -> None:
    here = position("t", t="f1 d11 d1", T="f7", K="h8")
    assert str(here.explain(move)) == sentence
    with pytest.raises(taflheim.IllegalMove):
        here.play(move)


@pytest.mark.parametrize(
    ("clicked", "sentence"),
    [
        ("d11 e9", "d11-e9: pieces move along a rank or a file"),
        ("f8", "it is the turn of the attackers, and the piece on f8 is not theirs"),
        ("f11", "the attacker on f11 cannot move: every way is closed"),
        ("c3", "no piece stands on c3"),
        ("d11 a11", "the corners are for the king alone"),
        ("f2 f6", "the piece on f4 is in the way"),
        ("d11 f8", "d11-f8: pieces move along a rank or a file"),
        ("d11 e11", "e11 is not empty"),
    ],
)
def test_why_clicks_lead_nowhere(clicked: str, sentence: str) -> None:
    assert str(taflheim.game("hnefatafl").start().explain_clicks(clicked.split())) == sentence


def test_a_piece_is_let_go_of_without_a_word() -> None:
    assert taflheim.game("hnefatafl").start().explain_clicks(["d11", "d11"]) is None


def test_only_the_king_ends_on_the_throne_and_all_pass_over_it() -> None:
    moves = set(position("t", t="f1 a9", K="h8").moves())
    assert "f1-f7" in moves
    assert "f1-f6" not in moves
    assert "f8-f6" in position("T", t="a9", K="f8").moves()


@pytest.mark.parametrize("move", ["f10f8", "F10-f8", "f10-f12", "f10-f8x", "f10-f8-f7", "", "x", "f10 - f8", "f٣-f4"])
def test_what_is_no_move_is_unreadable(move: str) -> None:
    with pytest.raises(taflheim.InvalidMove, match="expected two squares as f10-f8"):
        taflheim.game("hnefatafl").start().play(move)


def test_draws_belong_to_the_history() -> None:
    record = taflheim.game("hnefatafl").record()
    there_and_back = ["d1-c1", "f8-f9", "c1-d1", "f9-f8"]
    for move in there_and_back * 2:
        assert record.result is None
        record = record.play(move)
    assert record.result is not None
    assert (record.result.winner, record.result.reason) == (None, "repetition")
    assert record.position.result is None
    with pytest.raises(taflheim.IllegalMove, match="the game is over"):
        record.play("d1-c1")
    assert record.undo().result is None


def quiet(moves: int) -> taflheim.Record:
    """A king who goes round on eight squares and an attacker on nine, so that hardly any position comes up twice."""
    kings = "b5 b6 b7 a7 a6 a5 a4 b4".split()
    attackers = "k5 k6 k7 k8 k9 j9 i9 i5 j5".split()
    record = taflheim.game("hnefatafl").record(position("t", t="k5", K="b5"))
    for move in range(moves):
        assert record.result is None
        walk, step = (attackers, move // 2) if move % 2 == 0 else (kings, move // 2)
        record = record.play(f"{walk[step % len(walk)]}-{walk[(step + 1) % len(walk)]}")
    return record


def test_two_hundred_quiet_moves_are_a_draw() -> None:
    record = quiet(200)
    assert record.result is not None
    assert str(record.result) == "A draw! There was no capture in 200 moves."


def test_a_move_that_wins_and_would_be_a_draw_wins() -> None:
    record = quiet(199).play("a7-a11")
    assert record.result is not None
    assert (record.result.winner, record.result.reason) == ("defenders", "king_escaped")


def test_the_board_is_rows_of_numbers() -> None:
    board = taflheim.game("hnefatafl").start().board  # type: ignore[attr-defined]
    assert len(board) == 11
    assert [sum(row.count(piece) for row in board) for piece in (taflheim.ATTACKER, taflheim.DEFENDER)] == [24, 12]
    assert board[5][5] == taflheim.KING == 4
    assert board[0][0] == taflheim.EMPTY == 0


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("11/11/11/11/11/11/11/11/11/11/11", "expected two fields"),
        ("11/11/11/11/11/11/11/11/11/11/11 x", "turn 'x': expected t (attackers) or T (the king's side)"),
        ("11/11 t", "expected 11 rows with / between, found 2"),
        ("11/11/11/11/11/11/11/11/11/11/10 t", "row '10': expected 11 places, found 10"),
        ("11/11/11/11/11/11/11/11/11/11/ t", "expected 11 places, found 0"),
        ("11/11/11/11/11/11/11/11/11/11/56 t", "expected 11 places, found 56"),
        ("11/11/11/11/11/11/11/11/11/11/011 t", "expected t, T, K and numbers"),
        ("t10/11/11/11/11/11/11/11/11/11/11 t", "a11: only the king may stand on the throne or a corner"),
        ("1KK8/11/11/11/11/11/11/11/11/11/11 t", "board has 2 kings: expected at most 1"),
        ("1TTTTTTTTT1/1TTTT6/11/11/11/11/11/11/11/11/11 t", "board has 13 defenders: expected at most 12"),
    ],
)
def test_other_texts_are_refused(text: str, sentence: str) -> None:
    with pytest.raises(taflheim.InvalidPosition) as refused:
        taflheim.game("hnefatafl").position(text)
    assert sentence in str(refused.value)
