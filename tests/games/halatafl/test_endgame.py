"""The tablebase against the rules: every value must be what the best of the moves makes of it."""

import random
from functools import cache

import pytest

import taflheim
from taflheim.engine.insight.analysis import analyse
from taflheim.engine.insight.hint import hint
from taflheim.engine.search.limits import Limits
from taflheim.engine.search.search import search
from taflheim.engine.search.settings import Settings
from taflheim.games.compiled import NOT_OVER, step, steps, verdict
from taflheim.games.halatafl import stored
from taflheim.games.halatafl.endgame import line, outcomes, table
from taflheim.games.halatafl.numbering import UPPER, numbered_sets
from taflheim.games.halatafl.rules import trapped
from taflheim.games.halatafl.state import FOXES, POINTS, SHEEP, State
from taflheim.games.halatafl.symmetry import symmetries
from taflheim.games.kernel import COMPILED
from taflheim.games.position import Position

MANY = pytest.mark.skipif(not COMPILED, reason="so many positions take too long uncompiled")
WON = "SSS/S1S/1FSS2S/S1S1S1F/7/3/3 s"
DRAWN = "SS1/S1S/1FSS2S/S2S1SF/7/3/3 s"
GAME = taflheim.game("halatafl")


def endgames(number: int, seed: int, most_sheep: int = 13) -> list[State]:
    """Random positions of the set, of either side, that are not over; uncompiled only a few, and easy ones."""
    if not COMPILED:
        number, most_sheep = 3, 9
    rng, found = random.Random(seed), list[State]()
    while len(found) < number:
        sheep = rng.sample(UPPER, rng.randint(9, most_sheep))
        foxes = rng.sample([point for point in POINTS if point not in sheep], rng.choice((1, 2, 2)))
        state = State(sum(1 << point for point in sheep), sum(1 << point for point in foxes), 0, rng.randrange(2))
        if verdict(state)[0] == NOT_OVER and not (state.turn == FOXES and trapped(state)):
            found.append(state)
    return found


@cache
def value(state: State) -> int:
    """In how many moves the side to move wins, by the tablebase; negative if it loses, 0 for a draw."""
    if verdict(state)[0] != NOT_OVER:
        return 0
    known = outcomes(state)
    assert known
    return known[max(known, key=lambda each: 1 / known[each] if known[each] else 0.0)]


def by_the_rules(state: State) -> int:
    """The same by the rules, from the values after each move."""
    worths = list[float]()
    for first in steps(state):
        after, more = step(state, first)
        assert isinstance(after, State)
        if more:
            moves = value(after)
        elif (winner := verdict(after)[0]) != NOT_OVER:
            moves = 1 if winner == state.turn else -1
        else:
            other = value(after)
            moves = 0 if other == 0 else -1 - other if other > 0 else 1 - other
        worths.append(1 / moves if moves else 0.0)
    return round(1 / max(worths)) if max(worths) else 0


@pytest.mark.kernel
def test_values_are_those_of_the_best_moves() -> None:
    found = [(value(state), by_the_rules(state)) for state in endgames(150, seed=1)]
    assert [told for told, _ in found] == [right for _, right in found]
    assert not COMPILED or min(sum(told > 0 for told, _ in found), sum(told == 0 for told, _ in found)) > 20


@MANY
def test_what_alpha_beta_proves_is_what_the_tablebase_says() -> None:
    """The search proves short wins by itself, without the tablebase."""
    proven = 0
    for state in endgames(60, seed=2, most_sheep=11):
        moves = without_tablebase(GAME.position(GAME.rulebook.text.format(state)))
        if moves is not None:
            assert moves == value(state)
            proven += 1
    assert proven > 10


def without_tablebase(position: Position) -> int | None:
    with pytest.MonkeyPatch.context() as patched:
        patched.setitem(vars(GAME.rulebook), "endgame", None)
        return search(position, Limits(depth=7)).ends_in


@pytest.mark.kernel
def test_mirrored_boards_have_the_same_outcomes() -> None:
    mirror = symmetries({})[1]
    for state in endgames(30, seed=3):
        there, here = outcomes(mirror.transform(state)), outcomes(state)
        assert here
        assert there == {mirror.numbers[first]: moves for first, moves in here.items()}


@pytest.mark.kernel
def test_lines_lead_to_the_end_that_is_told() -> None:
    for state in endgames(40, seed=4):
        for first, moves in list((outcomes(state) or {}).items())[:2]:
            at, made = state, 0
            for each in line(state, first):
                at, more = step(at, each)
                made += not more
            if moves:
                assert made == abs(moves)
                assert verdict(at)[0] == (state.turn if moves > 0 else 1 - state.turn)


@MANY
@pytest.mark.parametrize("sheep_win", [True, False])
def test_a_won_game_is_won_against_the_best_defence(sheep_win: bool) -> None:
    for state in endgames(60, seed=5):
        if value(state) == 0 or (value(state) > 0) != ((state.turn == SHEEP) == sheep_win):
            continue
        record = GAME.record(GAME.position(GAME.rulebook.text.format(state)))
        expected = abs(value(state))
        while not record.result:
            record = record.play(search(record, Limits(nodes=100)).move)
        assert record.result.winner == ("sheep" if sheep_win else "foxes")
        assert len(record.entries) == expected


def test_every_stored_position_has_its_byte() -> None:
    _, places = numbered_sets()
    words = stored.load()
    assert len(words) == 2**20 + -(-int(places.sum()) // 8)


def test_the_table_is_loaded_near_it_only() -> None:
    assert table(GAME.start().state) is None  # type: ignore[arg-type]
    assert table(GAME.position(WON).state) is not None  # type: ignore[arg-type]
    assert outcomes(GAME.start().state) is None  # type: ignore[arg-type]


@MANY
def test_before_the_set_the_search_looks_into_it() -> None:
    """One sheep is on rank 3. The win takes 27 moves of the sheep, which no search would see."""
    position = GAME.position("SS1/SSF/SS1FS2/1SSSS1S/S6/3/3 s")
    assert search(position, Limits(nodes=3000)).ends_in == 53
    assert without_tablebase(position) is None


@MANY
def test_hints_and_analyses_say_that_it_is_proven() -> None:
    assert str(hint(GAME.position(WON)).reasons[0]) == "it wins in 6 moves, proven"
    best, *_ = analyse(GAME.position(WON)).best
    assert (best.ends_in, str(best.note)) == (11, "won in 6, proven")
    drawn, lost = analyse(GAME.position(DRAWN), Limits(nodes=20_000), best=2).best
    assert (drawn.move, drawn.win_probability, drawn.draw_probability) == ("f4-f5", 0.5, 1.0)
    assert str(drawn.note) == "drawn with best play, proven"
    assert lost.ends_in is not None and lost.ends_in < 0


@MANY
def test_a_drawn_position_is_held() -> None:
    """All but one move lose; a search of so few nodes would not see that."""
    assert search(GAME.position(DRAWN), Limits(nodes=1)).move == "f4-f5"


@MANY
def test_those_who_overlook_things_search_as_ever() -> None:
    found = {search(GAME.position(WON), Limits(depth=1), Settings(seed, overlook=900)).move for seed in range(20)}
    assert len(found) > 1


@MANY
def test_a_win_that_a_repetition_may_spoil_is_not_claimed() -> None:
    """The best move would bring a position for the third time."""
    best = search(GAME.position(WON), Limits(nodes=100))
    record = GAME.record(GAME.position(WON).play("c4-d4"))
    for move in ("g4-g3", "d4-c4", "g3-g4", "c4-d4", "g4-g3", "d4-c4", "g3-g4"):
        record = record.play(move)
    assert (str(record.position), best.known) == (WON, True)
    assert not search(record, Limits(nodes=1000)).known
