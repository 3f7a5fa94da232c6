"""Lessons: every step of every game can be done by the intended move, and wrong moves are answered."""

import copy
import tomllib
from contextlib import suppress
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import taflheim
from taflheim.games import lessons
from taflheim.games.data_file import Entry
from taflheim.games.errors import IllegalMove, InvalidData, MoveError
from taflheim.games.lesson_attempt import attempt, intended, standing
from taflheim.games.lessons import Step, counts

STEPS = [(name, step) for name, rulebook in taflheim.rulebooks().items() for step in rulebook.lessons]
PLAYED = [pytest.param(step, id=f"{name}-{step.name}") for name, step in STEPS if step.turns]
TOY = taflheim.rulebooks()["toy"]


@pytest.mark.parametrize("name", taflheim.rulebooks())
def test_there_are_enough_steps_and_the_last_is_a_real_game(name: str) -> None:
    steps = taflheim.rulebooks()[name].lessons
    assert len(steps) >= (3 if name == "toy" else 8)
    assert [bool(step.table) for step in steps] == [False] * (len(steps) - 1) + [True]
    table = steps[-1].table
    assert table is not None and (table.level == 1 or len(table.game.seats) == 1)
    assert [side for side, level in table.seats.items() if level is None] == [table.side]
    # A category is one stretch of the list.
    categories = [step.category for step in steps]
    assert sum(a != b for a, b in pairwise(categories)) == len(set(categories)) - 1


@pytest.mark.parametrize("step", PLAYED)
def test_the_intended_moves_do_a_step(step: Step) -> None:
    made: list[str] = []
    for turn in step.turns:
        now = standing(step, made)
        move, text = intended(now)
        assert now.position.explain(move) is None and text.endswith(".")
        done = attempt(step, made, move)
        assert done.is_right and done.text == turn.right and done.is_done == (turn is step.turns[-1])
        assert now.position.clicks(move)
        made.append(done.move)
    with pytest.raises(IllegalMove):
        standing(step, made)


@pytest.mark.parametrize("step", PLAYED)
def test_every_way_through_a_step_is_one(step: Step) -> None:
    """Wherever several moves count, each of them leads on, to the step's end."""
    ways: list[list[str]] = [[]]
    for turn in step.turns:
        ways = [[*made, move] for made in ways for move in turn.moves]
        assert all(attempt(step, made, move).is_right for *made, move in ways)
    assert all(attempt(step, made, move).is_done for *made, move in ways)


@pytest.mark.parametrize("step", PLAYED)
def test_every_other_move_is_answered(step: Step) -> None:
    """Each legal move either counts or gets the lesson's words; what is not legal gets the rules' own."""
    made: list[str] = []
    for turn in step.turns:
        position = standing(step, made).position
        legal = position.moves()
        for move in legal:
            tried = attempt(step, made, move)
            fallen = position.game.rulebook.chance and move in position.game.rulebook.chance
            assert tried.is_right == (counts(position, turn, tried.move)) and (fallen or tried.move == move)
            assert tried.text.endswith((".", "?", "!", "…"))
        for replied, text in turn.replies:
            assert attempt(step, made, replied).text == text
        made.append(turn.moves[0])


@pytest.mark.parametrize("step", PLAYED)
def test_steps_that_say_they_win_do(step: Step) -> None:
    """Where a step speaks of having won, the board says so, too; and the other way round."""
    position = standing(step, [turn.moves[0] for turn in step.turns[:-1]]).position
    last = step.turns[-1]
    result = position.play(last.moves[0]).result
    assert result is None or result.winner == position.turn
    if last.also == "win":
        assert result is not None
        winning = [move for move in position.moves() if move not in position.game.rulebook.chance]
        won = [move for move in winning if (end := position.play(move).result) and end.winner == position.turn]
        assert all(attempt(step, [turn.moves[0] for turn in step.turns[:-1]], move).is_done for move in won)


def test_a_move_that_is_not_legal_raises_its_reason() -> None:
    [step] = [step for name, step in STEPS if (name, step.name) == ("hnefatafl", "throne")]
    with pytest.raises(IllegalMove) as raised:
        attempt(step, [], "f3-f6")
    assert raised.value.reason.code == "throne"
    with pytest.raises(MoveError):
        attempt(step, [], "nonsense")


def test_a_long_text_of_a_move_counts_as_well() -> None:
    [step] = [step for name, step in STEPS if (name, step.name) == ("hnefatafl", "capture")]
    assert attempt(step, [], "c9-c4xd4").is_done


def test_moves_that_are_not_of_the_step_are_refused() -> None:
    [step] = [step for name, step in STEPS if (name, step.name) == ("toy", "three")]
    assert attempt(step, ["a1"], "a2").is_done
    for made in (["b2"], ["a1", "a2"], ["nonsense"]):
        with pytest.raises(IllegalMove, match="begin it again"):
            attempt(step, made, "a2")
    [game] = [step for name, step in STEPS if (name, step.name) == ("toy", "game")]
    with pytest.raises(IllegalMove, match="at a table"):
        standing(game)


def test_chance_falls_as_the_lesson_says() -> None:
    [step] = [step for name, step in STEPS if (name, step.name) == ("hivolts", "jump")]
    assert {attempt(step, [], "j").move for _ in range(20)} == {"jg4"}
    [other] = [step for name, step in STEPS if (name, step.name) == ("hivolts", "sit")]
    tried = attempt(other, [], "j")
    assert tried.move.startswith("j") and not tried.is_right


# ---- what the lessons claim ---------------------------------------------------------------------------------------


def of(name: str, step: str) -> Any:
    [found] = [one for game, one in STEPS if (game, one.name) == (name, step)]
    return standing(found).position


def test_only_one_step_is_safe() -> None:
    position = of("hivolts", "safe")
    assert [move for move in "qweasdzxc" if position.play(move).result is None] == ["a"]


@pytest.mark.parametrize(("step", "line"), [("two", "dc"), ("three", "zzq")])
def test_no_other_line_of_that_length_wins(step: str, line: str) -> None:
    def wins(position: Any, moves: int) -> list[str]:
        found = []
        for move in "qweasdzxc":
            after = position.play(move)
            if after.result:
                found += [move] if after.result.winner == "player" else []
            elif moves > 1:
                found += [move + rest for rest in wins(after, moves - 1)]
        return found

    assert wins(of("hivolts", step), len(line)) == [line]


def test_only_these_moves_keep_all_sheep() -> None:
    position = of("halatafl", "guard")
    safe = [move for move in position.moves() if not any("x" in answer for answer in position.play(move).moves())]
    assert sorted(safe) == ["c4-d4", "d3-d4", "e4-d4"]


@pytest.mark.parametrize("step", ["block"])
def test_only_these_moves_stop_the_king(step: str) -> None:
    position = of("hnefatafl", step)

    def escapes(after: Any) -> bool:
        return any(
            end is not None for move in after.moves() if move.startswith("a4") for end in [after.play(move).result]
        )

    assert sorted(move for move in position.moves() if not escapes(position.play(move))) == ["e2-a2", "h3-a3"]


# ---- what is wrong with a file --------------------------------------------------------------------------------------

STEP = {
    "name": "three",
    "category": "Winning",
    "title": "Three",
    "goal": "Win.",
    "position": "x1x/oo1/3 x",
    "turn": [{"moves": ["b3"], "right": "Yes.", "wrong": "No."}],
}


def steps_of(monkeypatch: pytest.MonkeyPatch, *steps: Any) -> tuple[Step, ...]:
    with monkeypatch.context() as patch:
        patch.setattr(lessons, "read", lambda rulebook, file: Entry("toy/lessons.toml", {"step": list(steps)}))
        return lessons.read_steps(TOY)


def test_a_step_as_it_should_be(monkeypatch: pytest.MonkeyPatch) -> None:
    assert steps_of(monkeypatch, STEP)[0].turns[0].moves == ("b3",)


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"name": None}, "step 1: name is missing"),
        ({"name": "a/b"}, "step 1 (a/b): the name"),
        ({"goal": None}, "step 1 (three): goal is missing"),
        ({"gaol": "Win."}, "'gaol' is not known here"),
        ({"position": "nonsense"}, "step 1 (three): 'nonsense'"),
        ({"turn": []}, "expected a position and a [[step.turn]]"),
        ({"turn": [{"moves": [], "right": "Yes.", "wrong": "No."}]}, "(three), turn 1: moves is missing"),
        ({"turn": [{"moves": ["a3"], "right": "Yes.", "wrong": "No."}]}, "'a3' cannot be played"),
        ({"turn": [{"moves": ["b3"], "wrong": "No."}]}, "right is missing"),
        ({"turn": [{"moves": ["b3"], "right": "Yes."}]}, "wrong is missing"),
        ({"turn": [{"moves": ["b3"], "right": "Yes.", "also": "some"}]}, "also is to be any, capture or win"),
        ({"turn": [{"moves": ["b3"], "right": "Yes.", "wrong": "No.", "replies": {"b3": "No."}}]}, "b3 counts"),
        ({"turn": [{"moves": ["b3"], "right": "Yes.", "wrong": "No.", "replies": {"a3": "No."}}]}, "'a3' cannot be"),
        ({"turn": [{"moves": ["b3"], "right": "Yes.", "wrong": "No.", "replies": {"c2": 3}}]}, "replies are texts"),
        ({"turn": [{"moves": ["c2"], "right": "Yes.", "wrong": "No.", "answer": "b3"}]}, "there is no answer"),
        ({"turn": [{"moves": ["c2"], "right": "Yes.", "wrong": "No."}] * 2}, "the learner is not to move"),
        ({"turn": [{"moves": ["c2"], "right": "Yes.", "also": "any", "answer": "b3"}] * 2}, "only the last turn"),
        ({"turn": [{"moves": ["c2"], "right": "Yes.", "wrong": "No.", "answer": "c2"}] * 2}, "'c2' cannot be played"),
        ({"table": {"side": "crosses", "level": 1}}, "'position' is not known here"),
    ],
)
def test_what_is_wrong_with_a_step_is_told(monkeypatch: pytest.MonkeyPatch, change: Any, wrong: str) -> None:
    step = {name: value for name, value in {**STEP, **change}.items() if value is not None}
    with pytest.raises(InvalidData) as raised:
        steps_of(monkeypatch, step)
    assert wrong in str(raised.value) and str(raised.value).startswith("toy/lessons.toml, step 1")


@pytest.mark.parametrize(
    ("table", "wrong"),
    [
        ({"side": "reds", "level": 1}, "there is no side 'reds'"),
        ({"side": "crosses"}, "level is to be a whole number"),
        ({"side": "crosses", "level": 1, "options": {"x": 1}}, "has no option 'x'"),
        ({"side": "crosses", "level": 1, "size": 3}, "'size' is not known here"),
    ],
)
def test_what_is_wrong_with_a_real_game_is_told(monkeypatch: pytest.MonkeyPatch, table: Any, wrong: str) -> None:
    step = {name: STEP[name] for name in ("name", "category", "title", "goal")} | {"table": table}
    with pytest.raises(InvalidData) as raised:
        steps_of(monkeypatch, step)
    assert wrong in str(raised.value) and str(raised.value).startswith("toy/lessons.toml, step 1 (three), table")


def test_names_are_different(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(InvalidData, match="another step has the name 'three'"):
        steps_of(monkeypatch, STEP, STEP)


JUNK = st.none() | st.booleans() | st.integers() | st.text(max_size=4) | st.lists(st.text(max_size=3), max_size=2)


@given(st.data())
def test_whatever_a_file_holds_is_read_or_told(data: st.DataObject) -> None:
    """A value of the toy's own file is replaced by something else."""
    file = tomllib.loads(TOY.file(lessons.FILE) or "")
    steps = copy.deepcopy(file["step"])
    part = data.draw(st.sampled_from([*steps, *(turn for step in steps for turn in step.get("turn", []))]))
    part[data.draw(st.sampled_from([*part, "also", "answer", "options", "circles"]))] = data.draw(JUNK)
    with pytest.MonkeyPatch.context() as patch, suppress(InvalidData):
        assert len(steps_of(patch, *steps)) == len(steps)
