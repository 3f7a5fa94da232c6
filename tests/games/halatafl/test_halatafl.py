"""What is particular to Halatafl: chains, trapped foxes, how it ends, and what is said about it."""

from typing import Any

import pytest

import taflheim
from taflheim import IllegalMove, InvalidMove, InvalidPosition
from taflheim.games.kernel import COMPILED
from taflheim.games.view import Effect, Line, Mark, in_words

pytestmark = pytest.mark.kernel

GAME = taflheim.game("halatafl")
START = GAME.start()
PADDOCK = {file + rank for file in "cde" for rank in "567"}
CAPTURE = "2F/3/S1FS3/2SSSSS/S1SS1SS/SSS/SSS f"
"""The fox on c5 can capture, the one on e7 can not."""
MOST_CHAINS = "1S1/SSS/1S1S1S1/SSSSSSF/1SFS1S1/SSS/1S1 f"


def why(text: str, move: str) -> str:
    """Why a move is not legal."""
    return str(GAME.position(text).explain(move))


def shown(effect: Effect) -> tuple[str, ...]:
    """An effect without its piece."""
    return effect.kind, effect.how, effect.spot, effect.to, str(effect.message)


# ---- the board ----------------------------------------------------------------------------------------------------


def test_the_cross_and_its_lines() -> None:
    assert [spot.name for spot in GAME.layout.spots] == [
        f"{file}{rank}" for rank in range(1, 8) for file in "abcdefg" if file in "cde" or rank in (3, 4, 5)
    ]
    steps = {text for number in range(GAME.move_count) if "-" in (text := GAME.move_text([number]))}
    assert {step for step in steps if step.startswith("d4-")} == {
        f"d4-{to}" for to in ("c3", "c4", "c5", "d3", "d5", "e3", "e4", "e5")
    }
    assert {step for step in steps if step.startswith("d5-")} == {"d5-c5", "d5-d4", "d5-d6", "d5-e5"}
    assert {step for step in steps if step.startswith("c3-")} == {
        "c3-b3",
        "c3-b4",
        "c3-c2",
        "c3-c4",
        "c3-d2",
        "c3-d3",
        "c3-d4",
    }
    assert {step for step in steps if step.startswith("e7-")} == {"e7-d6", "e7-d7", "e7-e6"}
    assert all(f"{to}-{origin}" in steps for origin, to in (step.split("-") for step in steps))


def test_numbers_of_moves_never_change() -> None:
    assert GAME.move_count == 248
    assert [GAME.move_text([number]) for number in (0, 1, 2, 143, 144, 247)] == [
        "c1-c2",
        "c1-d1",
        "c1-d2",
        "e7-d6",
        "c1xc3",
        "e7xc5",
    ]


@pytest.mark.parametrize(("sheep", "ranks"), [(20, "SSS/SSS"), (19, "SSS/S1S"), (18, "SSS/2S"), (17, "SSS/3")])
def test_handicaps(sheep: int, ranks: str) -> None:
    game = taflheim.game("halatafl", sheep=sheep)
    assert str(game.start()) == f"F1F/3/7/SSSSSSS/SSSSSSS/{ranks} s"
    assert game.start().captured == {"sheep": 0, "foxes": 0}
    assert ("sheep_left", sheep) in {(fact.code, fact.value) for fact in game.start().facts}
    assert str(game.position(str(START))) == str(START)


def test_an_unknown_handicap_is_refused() -> None:
    with pytest.raises(taflheim.InvalidOption, match="sheep 16: expected 20, 19, 18 or 17"):
        taflheim.game("halatafl", sheep=16)


# ---- moves --------------------------------------------------------------------------------------------------------


def test_sheep_go_forward_and_sideways() -> None:
    position = GAME.position("F2/3/S6/3S3/1S3S1/S1S/SSS s")
    assert sorted(move for move in position.moves() if move.startswith(("a5", "d4", "b3"))) == [
        "a5-b5",
        "b3-a3",
        "b3-b4",
        "b3-c3",
        "d4-c4",
        "d4-d5",
        "d4-e4",
    ]


def test_captures_are_compulsory_and_chains_go_on_to_their_end() -> None:
    position = GAME.position(CAPTURE)
    assert sorted(position.moves()) == ["c5xe3xe5xc5", "c5xe3xg5", "c5xe5xe3xc5", "c5xe5xe3xg5"]
    assert str(position.play("c5xe3xg5")) == "2F/3/S2S2F/2S1S1S/S1SS1SS/SSS/SSS s"


def test_a_fox_can_jump_back_to_where_it_began() -> None:
    assert str(GAME.position(CAPTURE).play("c5xe3xe5xc5")) == "2F/3/S1F4/2S2SS/S1SS1SS/SSS/SSS s"


def test_either_fox_may_capture() -> None:
    assert sorted(GAME.position("F1F/S1S/7/7/7/SSS/SSS f").moves()) == ["c7xc5", "e7xe5"]


def test_a_chain_has_one_number_for_each_jump() -> None:
    numbers = GAME.move_numbers("c5xe3xe5xc5")
    assert [GAME.move_text([number]) for number in numbers] == ["c5xe3", "e3xe5", "e5xc5"]
    assert GAME.move_text(numbers) == "c5xe3xe5xc5"


def test_a_fox_that_goes_on_is_clicked_once() -> None:
    position = GAME.position(CAPTURE)
    assert set(position.continuations().spots) == {"c5"}
    assert set(position.continuations(["c5"]).spots) == {"e3", "e5"}
    assert set(position.continuations(["c5", "e3"]).spots) == {"e5", "g5"}
    assert position.continuations(["c5", "e3", "g5"]).move == "c5xe3xg5"


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="takes minutes in plain Python")
def test_a_position_with_very_many_chains() -> None:
    position = GAME.position(MOST_CHAINS)
    assert taflheim.perft(position, 1) == 799_971
    moves = position.moves()
    assert len(set(moves)) == len(moves) == 799_971
    assert str(position.play(moves[0])).endswith(" s")


# ---- trapped foxes ------------------------------------------------------------------------------------------------

BOTH_TRAPPED_BY_E4_E5 = "FSF/SSS/2S4/4S2/7/SSS/3 s"
ONE_TRAPPED_BY_E4_E5 = "FSS/SSS/2S4/F3S2/7/3/SSS s"


def test_two_foxes_are_trapped_at_once() -> None:
    # Were the fox on c7 taken away first, the one on e7 could jump over d7.
    position = GAME.position(BOTH_TRAPPED_BY_E4_E5)
    after = position.play("e4-e5")
    assert str(after) == "1S1/SSS/2S1S2/7/7/SSS/3 f"
    assert str(after.result) == "The sheep win! No fox is left."
    assert list(map(shown, position.effects("e4-e5"))) == [
        ("move", "step", "e4", "e5", "A sheep goes from e4 to e5."),
        ("vanish", "trapped", "c7", "", "The fox on c7 is trapped and leaves the board."),
        ("vanish", "trapped", "e7", "", "The fox on e7 is trapped and leaves the board."),
    ]


def test_the_turn_goes_on_with_the_fox_that_remains() -> None:
    after = GAME.position(ONE_TRAPPED_BY_E4_E5).play("e4-e5")
    assert str(after) == "1SS/SSS/2S1S2/F6/7/3/SSS f"
    assert after.result is None
    assert after.captured["foxes"] == 1
    assert sorted(after.moves()) == ["a4-a3", "a4-a5", "a4-b4"]


def test_a_fox_is_trapped_while_the_other_must_capture() -> None:
    after = GAME.position("FSS/SSS/2S4/FS2S2/7/3/SSS s").play("e4-e5")
    assert str(after) == "1SS/SSS/2S1S2/FS5/7/3/SSS f"
    assert after.moves() == ["a4xc4"]


def test_that_the_other_fox_must_capture_traps_nobody() -> None:
    after = GAME.position("F2/3/7/3FS2/S5S/SSS/SSS s").play("a3-a4")
    assert str(after) == "F2/3/7/S2FS2/6S/SSS/SSS f"
    assert {move[:2] for move in after.moves()} == {"d4"}


def test_a_trapped_fox_stays_until_the_turn_of_the_foxes_begins() -> None:
    trapped_already = GAME.position("FSS/SSS/2S1S2/7/F6/3/SSS s")
    assert str(trapped_already.play("c1-c2")) == "1SS/SSS/2S1S2/7/F6/S2/1SS f"


# ---- how it ends --------------------------------------------------------------------------------------------------


def ending(text: str, move: str) -> tuple[str, str]:
    """The reason and the sentence after a move."""
    result = GAME.position(text).play(move).result
    assert result is not None
    return result.reason, str(result)


def test_the_sheep_fill_the_paddock() -> None:
    assert ending("SSS/SSS/3SS2/2S4/7/3/F1F s", "c4-c5") == (
        "paddock_full",
        "The sheep win! They hold all nine points of the paddock.",
    )


def test_of_two_reasons_the_first_is_named_and_the_fox_is_taken_all_the_same() -> None:
    text = "SSS/SSS/3SS1S/2S2SS/4SSF/3/3 s"
    assert ending(text, "c4-c5")[0] == "paddock_full"
    assert str(GAME.position(text).play("c4-c5")) == "SSS/SSS/2SSS1S/5SS/4SS1/3/3 f"


def test_too_few_sheep_are_left() -> None:
    assert ending("3/3/7/FS5/S5S/SSS/SSS f", "a4xc4") == (
        "too_few_sheep",
        "The foxes win! Fewer than nine sheep are left.",
    )


def test_a_chain_goes_on_though_too_few_are_left() -> None:
    position = GAME.position("3/3/7/FS1S3/S6/SSS/SSS f")
    assert position.moves() == ["a4xc4xe4"]
    assert position.captured["sheep"] == 11


def test_nine_sheep_are_enough() -> None:
    assert GAME.position("3/3/7/FS5/S5S/SSS/SSS s").result is None


def test_sheep_that_cannot_move_lose() -> None:
    result = GAME.position("SSS/SSS/1FSSSF1/7/7/3/3 s").result
    assert result is not None
    assert (result.winner, result.reason) == ("foxes", "no_moves")
    assert str(result) == "The foxes win! The sheep have no legal move left."


@pytest.mark.parametrize(
    "text",
    [
        pytest.param("SSS/SSS/2SSS2/7/7/3/F1F s", id="a full paddock with the sheep to move"),
        pytest.param("SSS/SSS/2SS3/7/7/3/F1F f", id="eight sheep with the foxes to move"),
        pytest.param("3/3/7/SSSSSSS/7/3/SSS s", id="no fox with the sheep to move"),
        pytest.param("F2/3/7/7/7/3/3 f", id="no sheep with the foxes to move"),
    ],
)
def test_a_side_is_judged_after_its_own_move(text: str) -> None:
    assert GAME.position(text).result is None


def test_nobody_left_at_all() -> None:
    foxes_to_move, sheep_to_move = (GAME.position(f"3/3/7/7/7/3/3 {side}").result for side in "fs")
    assert foxes_to_move and foxes_to_move.reason == "foxes_gone"
    assert sheep_to_move and sheep_to_move.reason == "too_few_sheep"


# ---- texts --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "'': expected two fields with a single space between: board and turn"),
        (f"{START}  ", "expected two fields with a single space between"),
        ("F1F/3/7/SSSSSSS/SSSSSSS/SSS/SSS S", "turn 'S': expected s (sheep) or f (foxes)"),
        ("F1F/3/7/SSSSSSS/SSSSSSS/SSS s", "expected 7 rows with / between, found 6"),
        ("F1F/3/7/SSSSSSS/SSSSSSS/SSS/SSSS s", "row 'SSSS': expected 3 places, found 4"),
        ("F1F/12/7/SSSSSSS/SSSSSSS/SSS/SSS s", "row '12': expected 3 places, found 12"),
        ("F1F/S0SS/7/SSSSSSS/SSSSSSS/SSS/SSS s", "row 'S0SS': expected F, S and numbers for empty places"),
        ("f1F/3/7/SSSSSSS/SSSSSSS/SSS/SSS s", "row 'f1F': expected F, S and numbers for empty places"),
        ("F1F/٣/7/SSSSSSS/SSSSSSS/SSS/SSS s", "expected F, S and numbers for empty places"),
        ("F1F/1F1/7/SSSSSSS/SSSSSSS/SSS/SSS s", "board has 3 foxes: expected at most 2"),
        ("F1F/1S1/7/SSSSSSS/SSSSSSS/SSS/SSS s", "board has 21 sheep: expected at most 20"),
        (
            "FSF/SSS/2S1S2/7/7/SSS/3 f",
            "the fox on c7 is trapped: expected it off the board, as trapped foxes leave before their turn",
        ),
        ("7" * 100_000 + " s", "expected 7 rows with / between, found 1"),
        ("F1F/3/" + "9S" * 100_000 + "/7/7/3/3 s", "expected 7 places, found 1000000"),
    ],
)
def test_refused_positions(text: str, sentence: str) -> None:
    with pytest.raises(InvalidPosition) as refused:
        GAME.position(text)
    assert sentence in str(refused.value)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize("text", ["d4-d6", "d5-e6", "d4-d4", "c5xc4", "c5xc3xd4", "c4xe6"])
def test_moves_along_no_line_are_illegal(text: str) -> None:
    with pytest.raises(IllegalMove, match="a step goes to the next point on a line"):
        START.play(text)


@pytest.mark.parametrize(
    "text",
    [
        *("", "x", "-", "d4", "d4-", "D4-D5", "d4-d5 ", " d4-d5", "d4–d5", "d4-d5\n", "d4:d5", "d4d5"),
        *("a1-a2", "d4-d5-d6", "d4-d5xd7", "h4-g4", "d٤-d5"),
        *("c5x", "xc5", "c5xxc3", "c5xc3x", "c5xc3-c2", "c5xC3", "c5Xc3", "d5xf7"),
        *("x" * 100_000, "c5xc3" * 50_000, "d4-d5" * 50_000, "\0" * 1000),
    ],
)
def test_unreadable_moves(text: str) -> None:
    with pytest.raises(InvalidMove) as refused:
        START.play(text)
    assert refused.value.reason.code == "unreadable"
    sentence = str(refused.value)
    assert sentence.endswith("is no move: expected a step along a line as d4-d5, or jumps along lines as c5xc3xe3")
    assert len(sentence) < 400


def test_an_endless_chain_can_be_read_and_is_illegal() -> None:
    with pytest.raises(IllegalMove):
        GAME.position(CAPTURE).play("c5" + "xe3xc5" * 50_000)


# ---- why not ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "move", "sentence"),
    [
        (str(START), "d4-d3", "sheep never go backwards"),
        (str(START), "d4-e5", "sheep never go diagonally"),
        (str(START), "d4-e3", "sheep never go diagonally"),
        (str(START), "d4-e4", "e4 is not empty"),
        (str(START), "c3-c4", "c4 is not empty"),
        (str(START), "d4xd6", "sheep never jump: they do not capture"),
        (str(START), "c7-c6", "it is the turn of the sheep, and no sheep stands on c7"),
        (str(START), "d5-d6", "it is the turn of the sheep, and no sheep stands on d5"),
        (CAPTURE, "d4-d5", "it is the turn of the foxes, and no fox stands on d4"),
        (CAPTURE, "c5-b5", "the fox on c5 can capture, so the foxes must capture"),
        (CAPTURE, "e7-e6", "the fox on c5 can capture, so the foxes must capture"),
        (CAPTURE, "c5-c4", "c4 is not empty"),
        (CAPTURE, "c5xc3", "c3 is not empty"),
        (CAPTURE, "c5xa3", "there is no sheep on b4 to jump over"),
        (CAPTURE, "e7xc5", "there is no sheep on d6 to jump over"),
        (CAPTURE, "c5xe3", "this fox must go on jumping"),
        (CAPTURE, "c5xe3xe1", "e1 is not empty"),
        (CAPTURE, "c5xe3xe5xe7", "there is no sheep on e6 to jump over"),
        (CAPTURE, "c5xe3xg5xg3", "the move is over before g5xg3"),
    ],
)
def test_reasons(text: str, move: str, sentence: str) -> None:
    assert why(text, move) == sentence
    with pytest.raises(IllegalMove, match=sentence):
        GAME.position(text).play(move)


def test_reasons_in_the_middle_of_a_chain() -> None:
    rulebook = GAME.rulebook
    view: Any = rulebook.view
    state, more = rulebook.compiled.step(GAME.position(CAPTURE).state, GAME.move_numbers("c5xe3")[0])
    assert more
    for move, sentence in (
        ("e3-f4", "f4 is not empty"),
        ("e3-d4", "this fox must go on jumping"),
        ("e7-e6", "only the fox on e3 may go on jumping"),
        ("c5-b5", "it is the turn of the foxes, and no fox stands on c5"),
    ):
        assert str(view.explain(state, GAME.move_numbers(move)[0])) == sentence


@pytest.mark.parametrize(
    ("text", "clicked", "sentence"),
    [
        (str(START), "c7", "it is the turn of the sheep, and no sheep stands on c7"),
        (str(START), "d6", "it is the turn of the sheep, and no sheep stands on d6"),
        (str(START), "d1", "the sheep on d1 cannot move: no point before or beside it is empty"),
        (str(START), "d4 d6", "sheep never jump: they do not capture"),
        (str(START), "d4 e5", "sheep never go diagonally"),
        (str(START), "d4 d3", "sheep never go backwards"),
        (str(START), "d4 c4", "c4 is not empty"),
        (str(START), "d4 e7", "a sheep goes one step, forward or sideways: e7 is out of reach"),
        (CAPTURE, "e7", "the fox on c5 can capture, so the foxes must capture"),
        (CAPTURE, "d4", "it is the turn of the foxes, and no fox stands on d4"),
        (CAPTURE, "c5 c6", "the fox on c5 can capture, so the foxes must capture"),
        (CAPTURE, "c5 a5", "there is no sheep on b5 to jump over"),
        (CAPTURE, "c5 e1", "a fox goes one step along a line, or jumps over a sheep beside it: e1 is out of reach"),
        (CAPTURE, "c5 e3 d4", "this fox must go on jumping"),
        (CAPTURE, "c5 e3 e1", "e1 is not empty"),
        (CAPTURE, "c5 e3 e7", "this fox must go on jumping"),
        (CAPTURE, "c5 e3 c3", "c3 is not empty"),
    ],
)
def test_why_clicks_lead_nowhere(text: str, clicked: str, sentence: str) -> None:
    assert str(GAME.position(text).explain_clicks(clicked.split())) == sentence


def test_a_piece_is_let_go_of_without_a_word() -> None:
    assert START.explain_clicks(["d4", "d4"]) is None
    assert GAME.position(CAPTURE).explain_clicks(["c5", "c5"]) is None


# ---- what people see ----------------------------------------------------------------------------------------------


def test_effects_of_a_chain() -> None:
    assert list(map(shown, GAME.position(CAPTURE).effects("c5xe3xg5"))) == [
        ("move", "jump", "c5", "e3", "A fox jumps from c5 to e3 and g5, and captures the sheep on d4 and f4."),
        ("vanish", "captured", "d4", "", "None"),
        ("move", "jump", "e3", "g5", "None"),
        ("vanish", "captured", "f4", "", "None"),
    ]


def test_a_long_chain_is_told_to_its_end() -> None:
    foxes = GAME.position("2F/3/4F2/2SSS2/3S3/3/3 f")
    assert in_words(foxes.effects("e5xe3xc3xc5xe3")) == (
        "A fox jumps from e5 to e3, c3, c5 and e3, and captures the sheep on e4, d3, c4 and d4."
    )


def test_effects_of_a_fox_that_steps() -> None:
    position = START.play("d4-d5")
    assert list(map(shown, position.effects("c7-c6"))) == [("move", "step", "c7", "c6", "A fox goes from c7 to c6.")]


def test_no_number_of_sheep_is_named_that_may_be_another() -> None:
    assert "wenty" not in GAME.rulebook.about


def test_facts() -> None:
    facts = {fact.code: (fact.value, str(fact.message)) for fact in GAME.position(CAPTURE).facts}
    assert facts["sheep_left"] == (18, "sheep: 18 left")
    assert facts["paddock"] == (1, "sheep: 1 of 9 in the paddock")


def test_the_layout() -> None:
    layout = GAME.layout
    assert set(layout.marks) == {Mark("paddock", spot) for spot in PADDOCK}
    ends = [frozenset({(line.x1, line.y1), (line.x2, line.y2)}) for line in layout.lines]
    assert len(set(ends)) == len(ends) == 72
    assert Line(6, 6, 8, 8) in layout.lines  # d4 to e5
    places = {(spot.x, spot.y) for spot in layout.spots}
    assert set().union(*ends) == places


def test_nothing_shorter_can_be_typed() -> None:
    assert START.typed == ()


ASCII = r"""
7          F - o - F
           | \ | / |
6          o - o - o
           | / | \ |
5  . - . - o - S - o - . - .
   | \ | / | \ | / | \ | / |
4  S - S - S - . - S - S - S
   | / | \ | / | \ | / | \ |
3  S - S - S - S - S - S - S
           | \ | / |
2          S - S - S
           | / | \ |
1          S - S - S

   a   b   c   d   e   f   g
"""

UNICODE = """
7          ▲ ─ ◦ ─ ▲
           │ ╲ │ ╱ │
6          ◦ ─ ◦ ─ ◦
           │ ╱ │ ╲ │
5  · ─ · ─ ◦ ─ ● ─ ◦ ─ · ─ ·
   │ ╲ │ ╱ │ ╲ │ ╱ │ ╲ │ ╱ │
4  ● ─ ● ─ ● ─ · ─ ● ─ ● ─ ●
   │ ╱ │ ╲ │ ╱ │ ╲ │ ╱ │ ╲ │
3  ● ─ ● ─ ● ─ ● ─ ● ─ ● ─ ●
           │ ╲ │ ╱ │
2          ● ─ ● ─ ●
           │ ╱ │ ╲ │
1          ● ─ ● ─ ●

   a   b   c   d   e   f   g
"""


def test_diagrams() -> None:
    position = START.play("d4-d5")
    assert position.diagram("ascii") == ASCII.strip("\n")
    assert position.diagram("unicode") == UNICODE.strip("\n")


AMID = "3/3/4F2/3S3/7/SSS/SSS f e5"


def test_amid_a_chain_the_same_fox_goes_on() -> None:
    position = GAME.position(AMID)
    assert position.ongoing and position.moves() == ["e5xc3"] and position.turn == "foxes"
    after = position.play("e5xc3")
    assert str(after) == "3/3/7/7/2F4/SSS/SSS s" and not after.ongoing
    assert str(after.result) == "The foxes win! Fewer than nine sheep are left."
    record = GAME.record(position).play("e5xc3")
    assert taflheim.Record.parse(str(record)) == record
    assert position != GAME.position(AMID.removesuffix(" e5"))


def test_amid_a_chain_other_moves_have_their_reasons() -> None:
    position = GAME.position("F2/3/4F2/3S3/7/SSS/SSS f e5")
    assert [str(position.explain(move)) for move in ("e5-e6", "c7-c6", "e5xc7")] == [
        "this fox must go on jumping",
        "only the fox on e5 may go on jumping",
        "there is no sheep on d6 to jump over",
    ]
    assert str(position.explain_clicks(["e6"])) == "this fox must go on jumping"


@pytest.mark.parametrize(
    "text",
    [
        f"{AMID} e5",
        AMID.replace(" f ", " s "),
        AMID.replace("e5", "d5"),
        AMID.replace("e5", "x9"),
        AMID.replace("e5", ""),
        AMID.replace("3S3", "7"),  # that fox cannot jump
    ],
)
def test_amid_a_chain_only_a_fox_that_can_jump_goes_on(text: str) -> None:
    with pytest.raises(InvalidPosition, match="goes on"):
        GAME.position(text)


def test_amid_a_chain_the_other_fox_may_be_trapped() -> None:
    """It is judged when the foxes' turn begins, and that was before."""
    text = "FSS/SS1/2FSS2/3S3/7/SSS/3 f c5"
    assert str(GAME.position(text)) == text
    with pytest.raises(InvalidPosition, match="c7 is trapped"):
        GAME.position(text.removesuffix(" c5"))
