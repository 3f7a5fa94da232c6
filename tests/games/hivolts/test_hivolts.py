"""What is particular to HiVolts: the Mhos, the jump, the boards of seeds, and what is said about them."""

import random
import re
from collections import Counter

import pytest

import taflheim
from taflheim import IllegalMove, InvalidMove, InvalidPosition, Position
from taflheim.games.view import Piece, apply

pytestmark = pytest.mark.kernel

FIERCE = taflheim.game("hivolts")
GENTLE = taflheim.game("hivolts", mhos="gentle")
DIRECTIONS = "qweasdzxc"


def board(player: str, mhos: str, fences: str = "") -> str:
    """The text of a board; squares are given with spaces between."""
    fenced = fences.split()
    rows = []
    for rank in range(12, 0, -1):
        edge = rank in (1, 12)
        row = "".join("#" if edge or file in "al" or f"{file}{rank}" in fenced else "." for file in "abcdefghijkl")
        rows.append(re.sub(r"\.+", lambda empties: str(len(empties[0])), row))
    return f"{'/'.join(rows)} {player} {','.join(mhos.split()) or '-'}"


def position(player: str, mhos: str, fences: str = "", game: taflheim.Game = FIERCE) -> Position:
    return game.position(board(player, mhos, fences))


def mhos_of(where: Position) -> str:
    return str(where).split(" ")[2].replace(",", " ")


def player_of(where: Position) -> str:
    return str(where).split(" ")[1]


def said(where: Position, move: str) -> list[str]:
    return [str(effect.message) for effect in where.effects(move) if effect.message]


# ---- one Mho ------------------------------------------------------------------------------------------------------

BOTH = (FIERCE, GENTLE)


@pytest.mark.parametrize("game", BOTH, ids=repr)
@pytest.mark.parametrize(
    ("mho", "fences", "goes"),
    [
        pytest.param("f10", "", "f9", id="down its file"),
        pytest.param("f3", "", "f4", id="up its file"),
        pytest.param("b6", "", "c6", id="right along its rank"),
        pytest.param("k6", "", "j6", id="left along its rank"),
        pytest.param("f10", "f9", "-", id="aligned, into a fence though it could go round it"),
        pytest.param("c9", "", "d8", id="diagonally"),
        pytest.param("k3", "", "j4", id="diagonally though not in line"),
        pytest.param("c8", "d7", "d8", id="farther across: across"),
        pytest.param("d9", "e8", "d8", id="farther up: down"),
        pytest.param("c9", "d8", "d9", id="as far: across first"),
        pytest.param("c9", "d8 d9", "c8", id="as far: then down"),
        pytest.param("c8", "d7 d8", "-", id="farther across: never down"),
        pytest.param("d9", "e8 d8", "-", id="farther up: never across"),
        pytest.param("c9", "d8 d9 c8", "-", id="fences all round"),
    ],
)
def test_a_mho_comes_nearer(game: taflheim.Game, mho: str, fences: str, goes: str) -> None:
    assert mhos_of(position("f6", mho, fences, game).play("s")) == goes


@pytest.mark.parametrize("game", BOTH, ids=repr)
@pytest.mark.parametrize(
    ("mhos", "fences", "first_goes"),
    [
        pytest.param("f10 f9", "", "f10", id="aligned behind another: stays"),
        pytest.param("c9 d8", "", "d9", id="diagonal taken: across"),
        pytest.param("c9 d8 d9", "", "c8", id="diagonal and across taken: down"),
        pytest.param("c9 d8 d9 c8", "", "c9", id="all taken: stays"),
        pytest.param("c8 d7 d8", "", "c8", id="farther across, both taken: stays"),
        pytest.param("c9 d8", "d9", "c8", id="an empty square goes before a fence"),
    ],
)
def test_mhos_are_in_each_others_way(game: taflheim.Game, mhos: str, fences: str, first_goes: str) -> None:
    assert mhos_of(position("f6", mhos, fences, game).play("s")).split(" ")[0] == first_goes


@pytest.mark.parametrize(
    ("mhos", "fences", "fence"),
    [
        ("c9", "d8 d9 c8", "d8"),
        ("c9 d8", "d9 c8", "d9"),
        ("c9 d8 d9", "c8", "c8"),
        ("d9 e8", "d8", "d8"),
    ],
)
def test_with_nothing_open_it_takes_the_first_fence(mhos: str, fences: str, fence: str) -> None:
    before = position("f6", mhos, fences)
    mho = mhos.split(" ")[0]
    assert f"The Mho on {mho} runs into the fence on {fence}." in said(before, "s")
    assert len(mhos_of(before.play("s")).replace("-", "").split()) == len(mhos.split()) - 1


@pytest.mark.parametrize("mho", ["f7", "f5", "e6", "g6"])
@pytest.mark.parametrize("game", BOTH, ids=repr)
def test_an_aligned_mho_kills(game: taflheim.Game, mho: str) -> None:
    after = position("f6", mho, game=game).play("s")
    assert (player_of(after), mhos_of(after)) == ("-", "f6")


@pytest.mark.parametrize("mho", ["e7", "g7", "e5", "g5"])
def test_a_fierce_mho_kills_diagonally(mho: str) -> None:
    after = position("f6", mho).play("s")
    assert (player_of(after), mhos_of(after)) == ("-", "f6")


@pytest.mark.parametrize(
    ("mhos", "fences", "after"),
    [
        pytest.param("e7", "", "f7", id="across first"),
        pytest.param("e7", "f7", "e6", id="then down"),
        pytest.param("e7", "f7 e6", "-", id="rather into a fence"),
        pytest.param("g5", "", "f5", id="from the other side"),
    ],
)
def test_a_gentle_mho_does_not_kill_diagonally(mhos: str, fences: str, after: str) -> None:
    played = position("f6", mhos, fences, GENTLE).play("s")
    assert (player_of(played), mhos_of(played)) == ("f6", after)


# ---- one after the other ------------------------------------------------------------------------------------------


def test_mhos_move_in_list_order() -> None:
    assert mhos_of(position("f6", "f10 f9").play("s")) == "f10 f8"
    assert mhos_of(position("f6", "f9 f10").play("s")) == "f8 f9"


def test_a_removed_mho_makes_room_for_the_next() -> None:
    assert mhos_of(position("f6", "f9 f10", "f8").play("s")) == "f9"
    assert mhos_of(position("f6", "f10 f9", "f8").play("s")) == "f10"


def test_after_a_kill_the_others_stay() -> None:
    after = position("f6", "b2 f7 k11 b11").play("s")
    assert str(after) == board("-", "c3 f6 k11 b11")


def test_the_first_of_two_killers_stands_on_the_square() -> None:
    assert mhos_of(position("f6", "e6 g6").play("s")) == "f6 g6"
    assert mhos_of(position("f6", "g6 e6").play("s")) == "f6 e6"


def test_twelve_mhos_keep_their_order() -> None:
    after = position("k11", "b2 c2 d2 e2 f2 g2 h2 i2 j2 b5 b4 b3").play("s")
    assert mhos_of(after) == "c3 d3 e3 f3 g3 h3 i3 j3 k3 c6 c5 c4"


def test_mhos_run_after_the_player_not_where_it_was() -> None:
    assert mhos_of(position("f6", "b6").play("w")) == "c7"


# ---- the player ---------------------------------------------------------------------------------------------------


def test_nine_directions() -> None:
    before = position("f6", "k2")
    targets = [player_of(before.play(move)) for move in DIRECTIONS]
    assert targets == ["e7", "f7", "g7", "e6", "f6", "g6", "e5", "f5", "g5"]
    assert before.moves() == [*DIRECTIONS, "j"]


@pytest.mark.parametrize(
    ("player", "fatal"), [("b2", "qazxc"), ("k11", "qwedc"), ("b11", "qweaz"), ("k2", "edzxc"), ("f11", "qwe")]
)
def test_the_edge_kills(player: str, fatal: str) -> None:
    before = position(player, "g6")
    for move in DIRECTIONS:
        after = before.play(move)
        assert (player_of(after) == "-") == (move in fatal)
        if move in fatal:
            assert mhos_of(after) == "g6"


def test_a_fence_kills_and_the_mhos_stay() -> None:
    assert str(position("f6", "b2 k9", "g7").play("e")) == board("-", "b2 k9", "g7")


def test_walking_into_a_mho_kills_and_the_mhos_stay() -> None:
    assert str(position("f6", "b2 g7").play("e")) == board("-", "b2 g7")


@pytest.mark.parametrize(
    ("before", "move"),
    [(position("f6", "b2", "f7"), "w"), (position("f6", "f7"), "w"), (position("f6", "f7"), "s")],
    ids=["fence", "walked into a Mho", "caught"],
)
def test_losing(before: Position, move: str) -> None:
    after = before.play(move)
    assert after.result is not None
    assert (after.result.winner, after.result.reason) == ("mhos", "killed")
    assert str(after.result) == "You've lost! A fence or a Mho has killed you."
    assert after.moves() == after.outcomes("j") == []
    with pytest.raises(IllegalMove, match="the game is over"):
        after.play("j")


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("w", "You've lost! You ran into the fence on f7."),
        ("e", "You've lost! You ran into the Mho on g7."),
        ("jg7", "You've lost! You jumped onto the Mho on g7."),
        ("s", "You've lost! The Mho from g7 caught you on f6."),
    ],
)
def test_a_record_says_exactly_what_has_killed(move: str, sentence: str) -> None:
    before = position("f6", "b2 g7", "f7")
    record = FIERCE.record(before).play(move)
    assert record.result == before.result_of(move)
    assert record.result is not None
    assert (record.result.winner, record.result.reason, str(record.result)) == ("mhos", "killed", sentence)


def test_giving_up() -> None:
    record = FIERCE.record(FIERCE.start(1)).resign()
    assert str(record.result) == "You've lost! You have resigned."


def test_winning() -> None:
    before = position("f6", "f9 b6", "f8 c6")
    assert before.result is None
    after = before.play("s")
    assert str(after) == board("f6", "", "f8 c6")
    assert after.result is not None
    assert (after.result.winner, after.result.reason) == ("player", "cleared")
    assert str(after.result) == "You've won! Every Mho has run into a fence."
    assert after.moves() == []


def test_a_dead_player_has_lost_even_without_mhos() -> None:
    result = position("-", "").result
    assert result is not None and result.winner == "mhos"


# ---- the jump -----------------------------------------------------------------------------------------------------


def test_a_jump_can_land_everywhere_but_on_fences_and_the_own_square() -> None:
    before = position("f6", "b3 k11", "b2 g7 k10")
    inside = [f"{file}{rank}" for rank in range(2, 12) for file in "bcdefghijk"]
    assert before.outcomes("j") == [f"j{square}" for square in inside if square not in ("b2", "g7", "k10", "f6")]


def test_the_only_way_to_jump_can_be_onto_the_last_mho() -> None:
    inside = " ".join(f"{file}{rank}" for rank in range(2, 12) for file in "bcdefghijk")
    before = position("f6", "g8", inside.replace("f6 ", "").replace("g8 ", ""))
    assert before.outcomes("j") == ["jg8"]
    assert str(before.play("j")).endswith(" - g8")


@pytest.mark.parametrize("game", BOTH, ids=repr)
def test_after_a_jump_the_mhos_do_not_move(game: taflheim.Game) -> None:
    before = position("f6", "f7 b2", "g7", game)
    assert str(before.play("jb3")) == board("b3", "f7 b2", "g7")


def test_landing_on_a_mho_kills() -> None:
    before = position("f6", "b2 k9 c4")
    assert str(before.play("jk9")) == board("-", "b2 k9 c4")


def test_a_jump_falls_by_the_given_chance() -> None:
    before = FIERCE.start(1)
    landed = [player_of(before.play("j", random.Random(1))) for _ in range(3)]
    assert landed == ["c4"] * 3
    assert before.draw_lot("j", random.Random(1)) == "jc4"
    rng = random.Random(2)
    fell = Counter(before.draw_lot("j", rng) for _ in range(7900))
    assert set(fell) == set(before.outcomes("j"))
    assert min(fell.values()) > 50 and max(fell.values()) < 160


@pytest.mark.parametrize(
    ("move", "error", "why"),
    [
        ("jg7", IllegalMove, "g7 is a fence"),
        ("jf6", IllegalMove, "you stand on f6 already"),
        ("jb1", IllegalMove, "b1 is a fence"),
        ("jl12", IllegalMove, "l12 is a fence"),
    ],
)
def test_where_a_jump_cannot_land(move: str, error: type[Exception], why: str) -> None:
    before = position("f6", "b2", "g7")
    assert str(before.explain(move)) == why
    with pytest.raises(error, match=why):
        before.play(move)


@pytest.mark.parametrize(
    "text", ["", "W", "J", "jF7", "jj", "wq", "w ", "jf07", "jf7\n", "j٣", "jm3", "jf13", "f7", "j" * 9999]
)
def test_what_is_no_move(text: str) -> None:
    with pytest.raises(InvalidMove, match="is no move: expected one of the keys q w e a s d z x c j, or a landed jump"):
        FIERCE.move_numbers(text)


def test_numbers_of_moves() -> None:
    assert FIERCE.move_count == 110
    assert [FIERCE.move_numbers(key) for key in "qweasdzxcj"] == [(number,) for number in range(10)]
    assert [FIERCE.move_numbers(text) for text in ("jb2", "jc2", "jb3", "jk11")] == [(10,), (11,), (20,), (109,)]


# ---- boards of seeds ----------------------------------------------------------------------------------------------

SEEDS = {
    1: "############/##5#1###/##5#3#/#2#7#/#1##5#1#/#1#5#2#/#1#6#1#/#4#5#/#3#3#2#/#8#1#/#3#3#2#/############"
    " e3 h3,k7,g9,h6,g3,k10,d7,j4,c9,h9,g11,e6",
    "Ragnarök": "############/##3#5#/#5##3#/#3#1#4#/#7#2#/#4#5#/###4##1##/#10#/#1#7##/##2#1##3#/##9#/############"
    " j3 i3,c3,e2,f3,k5,k11,b5,g2,f5,e10,h9,e8",
}


@pytest.mark.parametrize("game", BOTH, ids=repr)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_seed_gives_the_same_board_for_ever(game: taflheim.Game, seed: int | str) -> None:
    assert str(game.start(seed)) == SEEDS[seed]


def test_a_board_has_twenty_fences_twelve_mhos_and_a_player() -> None:
    for seed in range(50):
        start = FIERCE.start(seed)
        kinds = Counter(piece.kind for piece in start.pieces)
        assert kinds == {"fence": 44 + 20, "mho": 12, "player": 1}
        assert len({piece.spot for piece in start.pieces}) == len(start.pieces)


def test_everything_comes_to_every_square_equally_often() -> None:
    """Over 2000 boards each square is fenced about 400 times, has a Mho about 240 times and the player 20 times."""
    seen: Counter[tuple[str, str]] = Counter()
    for seed in range(2000):
        seen.update((piece.kind, piece.spot) for piece in FIERCE.start(seed).pieces if piece.spot[0] not in "al")
    for file in "bcdefghijk":
        for rank in range(2, 12):
            square = f"{file}{rank}"
            assert 310 < seen["fence", square] < 490
            assert 170 < seen["mho", square] < 310
            assert 2 < seen["player", square] < 45


def test_without_a_seed_every_board_is_another() -> None:
    assert len({str(FIERCE.start()) for _ in range(5)}) == 5


def test_odd_seeds() -> None:
    assert FIERCE.start(7) == FIERCE.start("7") != FIERCE.start(-7)
    assert FIERCE.start("\ud800") != FIERCE.start("") != FIERCE.start("x" * 10**5)
    assert FIERCE.start(10**100 - 1) == FIERCE.start("9" * 100)
    with pytest.raises(InvalidPosition, match="at most 100 digits"):
        FIERCE.start(10**5000)


# ---- texts --------------------------------------------------------------------------------------------------------


def with_row(rank: int, row: str) -> str:
    rows = board("-", "").split(" ")[0].split("/")
    rows[12 - rank] = row
    return f"{'/'.join(rows)} - -"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "'': expected three fields with single spaces between: fences, player and Mhos"),
        (board("f6", "b2") + " ", "expected three fields"),
        (board("f6", "b2").replace(" ", "  ", 1), "expected three fields"),
        ("#" * 10**6 + " - -", "fences '#{40}…': expected 12 rows with / between, not 1"),
        (board("f6", "b2").replace("/", "", 1), "expected 12 rows with / between, not 11"),
        (
            with_row(9, ""),
            "rank 9 '': expected # for each fence and a number from 1 to 10 for empty squares side by side",
        ),
        (with_row(9, "#0#10#"), "rank 9 '#0#10#': expected # for each fence"),
        (with_row(9, "#010#"), "rank 9 '#010#': expected # for each fence"),
        (with_row(9, "#1.8#"), "rank 9 '#1.8#': expected # for each fence"),
        (with_row(9, "#٣#6#"), "rank 9 '#٣#6#': expected # for each fence"),
        (with_row(9, "9" * 10**5), "rank 9 '9{40}…': expected # for each fence"),
        (with_row(9, "#9#"), "rank 9 '#9#': expected 12 squares, not 11"),
        (with_row(9, "#" * 13), "rank 9 '#{13}': expected 12 squares, not 13"),
        (with_row(9, "1#9#"), "a9 is empty: expected fences all along the edge"),
        (with_row(12, "#10#"), "b12 is empty: expected fences all along the edge"),
        (board("F6", "b2"), "player 'F6': expected a square from b2 to k11, or - for a dead player"),
        (board("", "b2"), "player '': expected a square"),
        (board("m6", "b2"), "player 'm6': expected a square"),
        (board("a6", "b2"), "player a6: there is a fence, and nobody stands on a fence"),
        (board("f6", "b2", "f6"), "player f6: there is a fence"),
        (board("f6", "b2 g7", "g7"), "Mho g7: there is a fence, and nobody stands on a fence"),
        (board("f6", "b2 l7"), "Mho l7: there is a fence"),
        (board("f6", "b2 g77"), "Mho 'g77': expected a square from b2 to k11, or - for no Mhos"),
        (board("f6", "b2 -"), "Mho '-': expected a square"),
        (board("f6", "b2") + ",", "Mho '': expected a square"),
        (board("f6", "b2") + "\n", r"Mho 'b2\\n': expected a square"),
        (board("f6", "b2 c2 b2"), "Mhos 'b2,c2,b2': two of them stand on one square"),
        (board("f6", "b2 f6"), "the player and a Mho both stand on f6: expected squares of their own"),
        (board("f6", "b2 c2 d2 e2 f2 g2 h2 i2 j2 b5 b4 b3 b6"), "Mhos 'b2,c2,.*,b6': expected at most 12, not 13"),
        (board("f6", "-") + "," * 10**6, "expected at most 12, not 1000001"),
        (board("\ud800", "b2"), "player '.*': expected a square"),
    ],
)
def test_what_is_no_position(text: str, why: str) -> None:
    with pytest.raises(InvalidPosition, match=why):
        FIERCE.position(text)


@pytest.mark.parametrize("text", [board("-", ""), board("b2", ""), board("-", "k11"), board("k11", "b11 k2", "b2 c10")])
def test_odd_positions_are_read(text: str) -> None:
    assert str(FIERCE.position(text)) == str(GENTLE.position(text)) == text


def test_gentle_and_fierce_positions_differ() -> None:
    assert position("f6", "b2") != position("f6", "b2", game=GENTLE)


# ---- what people see ----------------------------------------------------------------------------------------------


def test_effects_of_a_turn_in_words() -> None:
    before = position("f6", "g7 f10 f9 b2", "h8 c3 f8")
    assert said(before, "w") == [
        "You go to f7.",
        "The Mho on g7 catches you on f7.",
    ]
    assert said(before, "z") == [
        "You go to e5.",
        "The Mho on g7 goes to f6.",
        "The Mho on f10 goes to e9.",
        "The Mho on f9 goes to e8.",
        "The Mho on b2 goes to c2.",
    ]
    assert said(position("f6", "g8 f10 b2", "f7 f9 c3"), "s") == [
        "You sit on f6.",
        "The Mho on g8 goes to g7.",
        "The Mho on f10 runs into the fence on f9.",
        "The Mho on b2 goes to c2.",
    ]


@pytest.mark.parametrize(
    ("move", "kind", "how", "to", "sentence"),
    [
        ("w", "vanish", "electrocuted", "f7", "You run into the fence on f7."),
        ("e", "vanish", "killed", "g7", "You run into the Mho on g7."),
        ("jg7", "vanish", "killed", "g7", "You jump onto the Mho on g7."),
        ("jc3", "move", "jump", "c3", "You jump to c3."),
    ],
)
def test_what_the_player_does_alone(move: str, kind: str, how: str, to: str, sentence: str) -> None:
    (effect,) = position("f6", "g7", "f7").effects(move)
    assert (effect.kind, effect.how, effect.spot, effect.to) == (kind, how, "f6", to)
    assert str(effect.message) == sentence


def test_the_edge_is_named_where_it_kills() -> None:
    assert said(position("b2", "g7"), "z") == ["You run into the fence on a1."]


def test_a_mho_that_kills_comes_after_the_player_has_vanished() -> None:
    _, death, step = position("f6", "g7").effects("s")
    assert (death.kind, death.how, death.spot, death.to) == ("vanish", "killed", "f6", "")
    assert (step.kind, step.how, step.spot, step.to) == ("move", "step", "g7", "f6")


def test_a_mho_vanishes_on_its_way_to_the_fence() -> None:
    note, death = position("f6", "f9", "f8").effects("s")
    assert (note.kind, note.how) == ("note", "sat")
    assert (death.kind, death.how, death.spot, death.to) == ("vanish", "electrocuted", "f9", "f8")


def test_effects_of_every_landing() -> None:
    before = FIERCE.start(3)
    for move in before.outcomes("j"):
        assert apply(before.effects(move), before.pieces) == frozenset(before.play(move).pieces)


def test_squares_out_of_reach() -> None:
    before = position("f6", "b2 g7", "f7")
    for square in ("b2", "f8", "a1", "c9"):
        reason = before.explain_clicks([square])
        assert str(reason) == f"you go one step at a time, or jump: {square} is out of reach"
    for clicked in (["f6"], ["f7"], ["jump"], ["jump", "b2"], ["nowhere"]):
        assert before.explain_clicks(clicked) is None


def test_clicks() -> None:
    before = position("b2", "g7")
    clicked = {spot: before.continuations([spot]).move for spot in before.continuations().spots}
    around = ["a3", "b3", "c3", "a2", "b2", "c2", "a1", "b1", "c1"]
    assert clicked == {**dict(zip(around, DIRECTIONS, strict=True)), "jump": "j"}


def test_keys() -> None:
    keys = FIERCE.layout.keys
    assert [keys[f"Numpad{digit}"] for digit in "7894561230"] == list("qweasdzxcj")
    assert [keys[f"Arrow{way}"] for way in ("Up", "Left", "Right", "Down")] == list("wadx")
    assert [keys[key] for key in ("Home", "PageUp", "End", "PageDown")] == list("qezc")
    assert all(keys[key] == key for key in "qweasdzxcj")


def test_pieces_and_facts() -> None:
    before = position("f6", "g7 b2", "f7")
    pieces = before.pieces
    assert {Piece("player", "player", "f6"), Piece("mho", "mhos", "b2"), Piece("fence", "", "f7")} < set(pieces)
    assert Counter(piece.kind for piece in pieces) == {"fence": 45, "mho": 2, "player": 1}
    assert ("mhos_left", 2, "2 Mhos left") in [(fact.code, fact.value, str(fact.message)) for fact in before.facts]
    assert str(position("f6", "g7").facts[-1].message) == "1 Mho left"
    assert before.captured == {"player": 0, "mhos": 10}
    assert before.play("w").captured == {"player": 1, "mhos": 10}
    assert before.typed == ()


def test_diagram() -> None:
    before = position("f6", "g7 b2", "f7 k11")
    expected = """\
12  # # # # # # # # # # # #
11  # . . . . . . . . . # #
10  # . . . . . . . . . . #
 9  # . . . . . . . . . . #
 8  # . . . . . . . . . . #
 7  # . . . . # M . . . . #
 6  # . . . . @ . . . . . #
 5  # . . . . . . . . . . #
 4  # . . . . . . . . . . #
 3  # . . . . . . . . . . #
 2  # M . . . . . . . . . #
 1  # # # # # # # # # # # #

    a b c d e f g h i j k l"""
    assert before.diagram() == expected
    assert before.diagram("unicode") == expected.translate(str.maketrans("#@.", "╳☺·"))
    assert "@" not in before.play("w").diagram()


def test_dangers_are_the_squares_that_lose_at_once() -> None:
    rng = random.Random(5)
    seen = 0
    for seed in range(30):
        here = FIERCE.start(seed)
        while not here.result:
            lost = {
                spot
                for spot, move in here.choices().items()
                if isinstance(move, str)
                and move != "j"
                and (after := here.play(move).result)
                and after.winner == "mhos"
            }
            assert set(here.dangers) == lost
            seen += len(lost)
            here = here.play(rng.choice(here.moves()), rng)
        assert here.dangers == ()
    assert seen > 50
