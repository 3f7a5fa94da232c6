"""Many games at once: every game promises that a row is what its positions and records say."""

import random
import re
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

import taflheim
from play import begin, go_on, variants
from taflheim import Batch, Game, IllegalMove, Position, Record, TaflheimError
from taflheim.games.quoridor.state import GOAL_CELLS

pytestmark = pytest.mark.kernel
EACH_GAME = pytest.mark.parametrize("game", variants(), ids=repr)

ROWS = 12
STEPS = 60


def with_many_draws(game: Game) -> Game:
    """The same game, but drawn much sooner: at a second visit of a position, and after seven quiet moves."""
    rulebook = game.rulebook
    repetition, quiet_limit = min(rulebook.repetition, 2), min(rulebook.quiet_limit, 7)
    return Game(replace(rulebook, repetition=repetition, quiet_limit=quiet_limit), game.options)


def masks(batch: Batch) -> Any:
    mask = np.full((len(batch), batch.game.action_size), 7, np.uint8)
    batch.mask(mask)
    return mask


def drawn(batch: Batch, rng: random.Random) -> Any:
    """A random legal action for each row that is not over."""
    return np.array([rng.choice(np.flatnonzero(row).tolist() or [0]) for row in masks(batch)], np.int32)


def result_number(record: Record) -> int:
    if record.result is None:
        return Batch.GOING_ON
    return Batch.DRAW if record.result.winner is None else record.game.sides.index(record.result.winner)


class Followed:
    """What `Position` and `Record` say of one row."""

    def __init__(self, start: Position):
        self.record = start.game.record(start)
        self.position = start
        self.steps: list[int] = []

    def step(self, number: int, after: Position) -> None:
        """One step more; `after` tells what was drawn by lot."""
        game = after.game
        if number in game.rulebook.lots:
            (lot,) = (text for text in game.rulebook.chance if game.move_numbers(text) == (number,))
            move = next(move for move in self.position.outcomes(lot) if self.position.play(move) == after)
            self.record, self.position = self.record.play(move), after
            return
        self.steps.append(number)
        self.position = self.position.step(number)
        if not self.position.ongoing:
            self.record = self.record.play(game.move_text(self.steps))
            self.steps = []


@EACH_GAME
def test_rows_are_what_positions_and_records_say(game: Game) -> None:
    rng = random.Random(repr(game))
    game = with_many_draws(game)
    batch = Batch(game, ROWS, history=np.zeros((ROWS, 40), np.uint64), seed=3)
    for row in range(0, ROWS, 2):
        batch.set_position(row, begin(game, rng))
    rows = [Followed(batch.position(row)) for row in range(ROWS)]
    seen = set()
    for _ in range(STEPS):
        mask = masks(batch)
        for row, followed in enumerate(rows):
            expected = [] if followed.record.result else followed.position.legal_numbers()
            assert sorted(expected) == np.flatnonzero(mask[row]).tolist()
        going_on = [result_number(followed.record) == Batch.GOING_ON for followed in rows]
        actions = drawn(batch, rng)
        batch.step(actions)
        for row, followed in enumerate(rows):
            if going_on[row]:
                followed.step(int(actions[row]), batch.position(row))
            assert batch.position(row) == followed.position
            assert batch.turns[row] == followed.position.state.turn
            assert batch.results[row] == result_number(followed.record)
        seen |= set(batch.results.tolist())
        over = batch.results != Batch.GOING_ON
        if over.sum() > ROWS // 2:
            batch.reset(over)
            rows = [Followed(batch.position(row)) if over[row] else rows[row] for row in range(ROWS)]
    assert len(seen) > 1, "no game came to an end"


@EACH_GAME
def test_evaluations_are_those_of_positions(game: Game) -> None:
    rng = random.Random(1)
    batch = Batch(game, ROWS, history=np.zeros((ROWS, 8), np.uint64))
    for row in range(ROWS):
        batch.set_position(row, begin(game, rng))
    out = np.zeros(ROWS, np.int32)
    for _ in range(12):
        batch.step(drawn(batch, rng))
        batch.evaluate(out)
        expected = [0 if batch.results[row] == Batch.DRAW else batch.position(row).evaluate() for row in range(ROWS)]
        assert [value for value in expected if value is not None] == out.tolist()


def observed(positions: list[Position]) -> Any:
    batch = Batch(positions[0].game, len(positions))
    for row, position in enumerate(positions):
        batch.set_position(row, position)
    out = np.full((len(batch), *batch.observation_shape), 9, np.float32)
    batch.observe(out)
    return out


@EACH_GAME
def test_planes_show_everything_from_the_movers_side(game: Game) -> None:
    rng = random.Random(4)
    positions = [begin(game, rng) for _ in range(ROWS)]
    for _ in range(10):
        positions += [go_on(position, rng) for position in positions[-ROWS:] if not position.result]
    planes = observed(positions)
    assert planes.min() >= 0 and planes.max() <= 1
    batch = Batch(game, 1)
    assert len(set(batch.channels)) == len(batch.channels)
    assert re.fullmatch(rf"{game.name}_v[0-9]+", game.rulebook.planes.NAME)
    assert [sorted(row) for row in batch.seen.tolist()] == [list(range(game.action_size))] * len(game.sides)
    # What looks the same to one side is the same, and whoever sees the same has the same to choose from.
    there: dict[tuple[bytes, str], Position] = {}
    choices: dict[bytes, list[int]] = {}
    for position, plane in zip(positions, planes, strict=True):
        assert there.setdefault((plane.tobytes(), position.turn), position) == position
        mask = position.mask()[batch.seen[position.state.turn]].tolist()
        assert choices.setdefault(plane.tobytes(), mask) == mask


def test_both_sides_of_quoridor_see_the_same_in_the_same_place() -> None:
    """A position, and the same one turned by half with the other side to move."""
    game = taflheim.game("quoridor")
    first, second = game.position("e7,d3 7,8 b6,d5,f3 c7,e2 a"), game.position("f7,e3 8,7 c6,e4,g3 d7,f2 b")
    planes = observed([first, second])
    assert np.array_equal(*planes)
    seen = Batch(game, 1).seen
    assert np.array_equal(first.mask()[seen[0]], second.mask()[seen[1]])
    ahead = [game.move_text([int(seen[side][9 * 7 + 4])]) for side in range(2)]
    assert ahead == ["e2", "e8"], "one row before the goal line"


def test_the_sides_of_the_board_are_turned_to_the_top_too() -> None:
    game = taflheim.game("quoridor", players=4)
    planes = observed([game.position(f"e9,e1,a5,i5 5,5,5,5 - - {side}") for side in game.sides])
    for side, plane in enumerate(planes):
        own = np.argwhere(plane[0]).tolist()
        assert own == [[0, 4]], "the own pawn starts at the bottom"
        goal = [game.move_text([int(number)]) for number in Batch(game, 1).seen[side][72:81]]
        assert set(goal) == {game.move_text([cell]) for cell in GOAL_CELLS[side]}


@EACH_GAME
def test_an_illegal_action_changes_nothing(game: Game) -> None:
    rng = random.Random(2)
    batch = Batch(game, ROWS)
    batch.step(drawn(batch, rng))
    arrays: list[Any] = [batch.states, batch.results, batch.quiet, batch.words]
    kept = [array.copy() for array in arrays]
    actions, mask = drawn(batch, rng), masks(batch)
    row = next(row for row in reversed(range(ROWS)) if batch.results[row] == Batch.GOING_ON)
    for wrong in (-1, game.action_size, 2**31 - 1, *np.flatnonzero(mask[row] == 0).tolist()[::9]):
        actions[row] = wrong
        with pytest.raises(IllegalMove, match=f"row {row}, action {wrong}: ."):
            batch.step(actions)
    for before, after in zip(kept, arrays, strict=True):
        assert np.array_equal(before, after)


@EACH_GAME
def test_threads_and_checks_make_no_difference(game: Game) -> None:
    one, two = Batch(game, 7, seed=5), Batch(game, 7, seed=5, threads=3)
    rng = random.Random(3)
    for _ in range(20):
        assert np.array_equal(masks(one), masks(two))
        actions = drawn(one, rng)
        one.step(actions)
        two.step(actions.astype(np.int64), check=False)
        assert np.array_equal(one.states, two.states) and np.array_equal(one.results, two.results)
        for batch in (one, two):
            batch.reset(batch.results != Batch.GOING_ON)
    assert len({tuple(row) for row in Batch(game, 7, seed=6).states.tolist()}) == (7 if game.rulebook.seeded else 1)


def test_a_long_game_is_drawn_by_its_quiet_moves_and_by_repetition() -> None:
    """With the real limits: two pieces go to and fro in Hnefatafl, and two pawns pass in Quoridor."""
    hnefatafl, quoridor = taflheim.game("hnefatafl"), taflheim.game("quoridor")
    batch = Batch(hnefatafl, 2, history=np.zeros((2, 201), np.uint64))
    for move in ["d1-d2", "f8-e8", "d2-d1", "e8-f8"] * 2:
        assert batch.results.tolist() == [Batch.GOING_ON] * 2
        batch.step([*hnefatafl.move_numbers(move)] * 2)
    assert batch.results.tolist() == [Batch.DRAW] * 2
    batch.reset()
    batch.quiet[1], batch.history[:] = 198, 0
    batch.step([*hnefatafl.move_numbers("d1-d2")] * 2)
    assert batch.results.tolist() == [Batch.GOING_ON] * 2
    batch.step([*hnefatafl.move_numbers("f8-e8")] * 2)
    assert batch.results.tolist() == [Batch.GOING_ON, Batch.DRAW]
    passing = Batch(quoridor, 1, history=np.zeros((1, 9), np.uint64))
    for _ in range(4):
        assert passing.results[0] == Batch.GOING_ON
        passing.step(quoridor.move_numbers("pass"))
    assert passing.results[0] == Batch.DRAW


WRONG: dict[str, Any] = {
    "game": lambda batch: Batch("quoridor", 3),  # type: ignore[arg-type]
    "n": lambda batch: Batch(batch.game, 0),
    "threads": lambda batch: Batch(batch.game, 3, threads=0),
    "seed": lambda batch: Batch(batch.game, 3, seed=-1),
    "history": lambda batch: Batch(batch.game, 3, history=np.zeros((2, 9), np.uint64)),
    "actions": lambda batch: batch.step([1, 2]),
    "fractions": lambda batch: batch.step([1.0, 2.0, 3.0]),
    "mask": lambda batch: batch.mask(np.zeros((3, 8), np.uint8)),
    "mask of floats": lambda batch: batch.mask(np.zeros((3, 9))),
    "part of a mask": lambda batch: batch.mask(np.zeros((3, 18), np.uint8)[:, ::2]),
    "evaluations": lambda batch: batch.evaluate(np.zeros(3)),
    "planes": lambda batch: batch.observe(np.zeros((3, 3, 9), np.float32)),
    "where": lambda batch: batch.reset([0, 1]),
    "row": lambda batch: batch.position(3),
    "position": lambda batch: batch.set_position(0, taflheim.game("quoridor").start()),
}


@pytest.mark.parametrize("call", WRONG.values(), ids=WRONG.keys())
def test_what_does_not_fit_is_refused(call: Any) -> None:
    with pytest.raises(TaflheimError, match="expected"):
        call(Batch(taflheim.game("toy"), 3))
