"""Monte Carlo tree search, most with three and four players: what it sees, and that it keeps to its limits."""

import math
import random
import threading

import numpy as np
import pytest

import taflheim
from taflheim import Position
from taflheim.engine.search import expansion, mcts, memory, tree
from taflheim.engine.search.found import Stop
from taflheim.engine.search.limits import Limits
from taflheim.engine.search.search import best_moves, search
from taflheim.engine.search.settings import Settings
from taflheim.games.kernel import COMPILED, I64, words

NODES = Limits(nodes=5000 if COMPILED else 3000)
EITHER = pytest.mark.parametrize("players", [3, 4])


def position(text: str) -> Position:
    return taflheim.game("quoridor", players=text.split()[0].count(",") + 1).position(text)


@pytest.mark.kernel
@EITHER
def test_a_whole_game_of_legal_moves_ends_with_a_winner(players: int) -> None:
    now = taflheim.game("quoridor", players=players).start()
    for seed in range(200):
        found = search(now, Limits(nodes=200), Settings(seed))
        assert found.move == found.line[0]
        after = now
        for move in found.line:
            after = after.play(move)
        now = now.play(found.move)
        if now.result or (not COMPILED and seed == 8):
            break
    assert now.result or not COMPILED


@pytest.mark.kernel
@EITHER
def test_the_same_seed_gives_the_same_answer(players: int) -> None:
    start = taflheim.game("quoridor", players=players).start()
    first, second = (search(start, NODES, Settings(seed=5)) for _ in range(2))
    assert (first.move, first.score, first.nodes, first.line) == (second.move, second.score, second.nodes, second.line)


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("text", "move"),
    [("e2,e5,a5 6,6,6 - - a", "e1"), ("e5,e6,h5,d5 0,5,0,5 - - c", "i5"), ("e5,-,h4,d5 0,5,0,5 - - c", "i4")],
)
def test_a_win_in_one_is_found(text: str, move: str) -> None:
    found = search(position(text), NODES)
    assert (found.move, found.ends_in) == (move, 1)


@pytest.mark.kernel
@pytest.mark.parametrize(
    ("text", "walls"),
    [
        # b is next, and nobody else could stop it.
        ("e5,e8,a5 1,0,1 - - a", {"d8h", "e8h"}),
        # a wins after d has moved, and d has no walls.
        ("c2,e5,g5,e7 0,1,1,0 a1,e1 - c", {"c1h"}),
    ],
)
def test_the_last_who_can_stop_a_winner_does(text: str, walls: set[str]) -> None:
    assert search(position(text), NODES).move in walls


def test_whoever_is_not_the_last_leaves_it_to_the_others() -> None:
    """a is about to win and both c and d have a wall: who is to spend it is d, the last; c runs."""
    found = search(position("c2,e2,g5,c7 0,0,1,1 - - c"), NODES)
    assert found.move == "h5"


def test_the_best_moves_are_different_and_a_win_does_not_hide_the_others() -> None:
    found = best_moves(position("e2,e5,a5 6,6,6 - - a"), NODES, 3)
    assert found[0].ends_in == 1
    assert len({each.move for each in found}) == 3
    assert found[1].ends_in is None
    assert [each.score for each in found] == sorted((each.score for each in found), reverse=True)


def test_the_score_of_a_fair_game_is_about_none() -> None:
    """Everybody at the same distance with the same walls: the score says how much better than a fair share it is."""
    found = search(taflheim.game("quoridor", players=4).start(), NODES)
    chance = 1 / (1 + 3 * math.exp(-found.score / 100))
    assert 0.2 < chance < 0.4


def test_a_draw_is_a_fair_share() -> None:
    game = taflheim.game("quoridor", players=3)
    behind = game.record(game.position("d9,e4,b5 0,0,0 - - b"))
    for move in "e5 b6 e9 e4 b5 d9 e5 b6 e9 e4 b5".split():
        behind = behind.play(move)
    found = search(behind, NODES)
    assert (found.move, found.score) == ("d9", 0)
    assert search(behind.position, NODES).score < 0


@EITHER
def test_it_stops_when_told(players: int) -> None:
    start = taflheim.game("quoridor", players=players).start()
    stop = Stop()
    stop.set()
    found = search(start, Limits(), stop=stop)
    assert found.depth == 1
    assert found.nodes <= 2 * start.game.move_count

    stop, begun = Stop(), threading.Event()
    answers = []
    thread = threading.Thread(
        target=lambda: answers.append(search(start, Limits(), on_info=lambda _: begun.set(), stop=stop)), daemon=True
    )
    thread.start()
    assert begun.wait(60)
    stop.set()
    thread.join(60)
    assert answers and answers[0].move in start.moves()


def test_nodes_are_a_limit_even_when_the_memory_is_full() -> None:
    start = taflheim.game("quoridor", players=4).start()
    found = search(start, Limits(nodes=100_000), Settings(hash_mb=1))
    assert 100_000 < found.nodes < 100_000 + start.game.move_count


def test_who_overlooks_everything_moves_all_the_same() -> None:
    start = taflheim.game("quoridor", players=3).start()
    seen = {search(start, Limits(nodes=300), Settings(seed, overlook=999)).move for seed in range(8)}
    assert seen <= set(start.moves())
    assert len(seen) > 1


def wins_by_force(position: Position, moves: int) -> bool:
    """Whether the side to move can win in so many moves of both, whatever the other does: every move is tried."""
    me = position.turn
    for move in position.moves():
        after = position.play(move)
        if after.result:
            if after.result.winner == me:
                return True
        elif moves > 2 and not any(_escapes(after.play(reply), moves - 2) for reply in after.moves()):
            return True
    return False


def _escapes(position: Position, moves: int) -> bool:
    return bool(position.result) or not wins_by_force(position, moves)


@pytest.mark.skipif(not COMPILED, reason="too many positions for plain Python")
def test_what_is_certain_is_certain_whatever_the_other_does() -> None:
    """With walls in hand most moves are not worth a look; but before a win is promised, all of them are tried."""
    rng = random.Random(2)
    wins = losses = 0
    game = taflheim.game("quoridor")
    while wins < 4 or losses < 4:
        now = game.start()
        for _ in range(60):
            if now.result:
                break
            found = search(now, Limits(nodes=2000), Settings(seed=rng.randrange(99)))
            walls_left = " 0,0 " not in str(now)
            if found.ends_in == 3 and walls_left and wins < 4:
                wins += 1
                assert wins_by_force(now, 3) and not wins_by_force(now, 1)
            if found.ends_in == -2 and walls_left and losses < 4:
                losses += 1
                assert all(wins_by_force(now.play(move), 1) for move in now.moves())
            now = now.play(found.move if rng.random() < 0.8 else rng.choice(now.moves()))


@pytest.mark.kernel
def test_nothing_is_read_from_notes_that_were_not_taken() -> None:
    """Where it is certain who wins after a move, nobody looks for paths: what is left there says nothing."""
    race = position("e3,a2 3,0 - - a")
    race.game.rulebook.load_search()
    walls_first = np.array(race.game.rulebook.compiled.steps(race.state)[::-1], np.int32)
    found = []
    for rubbish in (0, 2**64 - 1000):
        own = memory.allocate(500, race.game.move_count, Settings(hash_mb=1))
        planted = tree.allocate(2, 1)
        planted.notes[:] = rubbish
        expansion.expand_root(planted, words(race.state), walls_first, own)
        found.append(mcts.search_root(planted, words(race.state), walls_first, I64(3), own))
    assert found[0] == found[1]
