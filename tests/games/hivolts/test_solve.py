"""The solver of HiVolts, against a search that shares nothing with it: other rules code, other states, other way."""

from collections import defaultdict

import pytest

import taflheim
from taflheim import InvalidOption, InvalidPosition, Position, TaflheimError
from taflheim.games.hivolts.solve import solve, solve_moves
from taflheim.games.kernel import COMPILED

pytestmark = pytest.mark.kernel

Square = tuple[int, int]
Board = tuple[Square, tuple[Square, ...]]
"""The player and the Mhos in list order."""

STEPS = {key: (place % 3 - 1, 1 - place // 3) for place, key in enumerate("qweasdzxc")}
BOARDS = 60 if COMPILED else 4


# ---- HiVolts once more, straight from its rules in words ----------------------------------------------------------


def read(text: str) -> tuple[set[Square], Board]:
    """Fences, player and Mhos of a position text."""
    rows, player, mhos = text.split(" ")
    fences = set()
    for rank, row in zip(range(11, -1, -1), rows.split("/"), strict=True):
        file = 0
        for part in row.replace("10", "X"):
            if part == "#":
                fences.add((file, rank))
            file += {"#": 1, "X": 10}.get(part) or int(part)
    return fences, (square(player), tuple(map(square, mhos.split(","))))


def square(name: str) -> Square:
    return ord(name[0]) - ord("a"), int(name[1:]) - 1


def turn(fences: set[Square], board: Board, move: str, gentle: bool) -> Board | None:
    """The board after a move and the Mhos' answer, or None if that kills the player."""
    (file, rank), mhos = board
    player = file + STEPS[move][0], rank + STEPS[move][1]
    if player in fences or player in mhos:
        return None
    standing: list[Square | None] = list(mhos)
    for number, mho in enumerate(mhos):
        to = goes(fences, player, mho, standing, gentle)
        if to == player:
            return None
        standing[number] = None if to in fences else to
    return player, tuple(mho for mho in standing if mho)


def goes(fences: set[Square], player: Square, mho: Square, standing: list[Square | None], gentle: bool) -> Square:
    right, up = player[0] - mho[0], player[1] - mho[1]
    dx, dy = abs(right), abs(up)
    side, ahead = (right > 0) - (right < 0), (up > 0) - (up < 0)
    straight = mho[0] + side, mho[1] + ahead
    if dx == 0 or dy == 0:
        return mho if straight in standing else straight
    candidates = [straight]
    if dx >= dy:
        candidates.append((mho[0] + side, mho[1]))
    if dx <= dy:
        candidates.append((mho[0], mho[1] + ahead))
    for to in candidates:
        if to not in fences and to not in standing and not (gentle and to == player):
            return to
    return next((to for to in candidates if to in fences), mho)


def exhaustive(position: Position) -> dict[str, int | None]:
    """For each move the length of the shortest win that begins with it, None if it loses.

    First everything that can come up, wherever it leads; then backwards from the won boards, one move at a time.
    """
    gentle = position.game.options["mhos"] == "gentle"
    fences, start = read(str(position))
    before: defaultdict[Board, set[Board]] = defaultdict(set)
    known, waiting = {start}, [start]
    while waiting:
        board = waiting.pop()
        if not board[1]:
            continue
        for move in STEPS:
            after = turn(fences, board, move, gentle)
            if after is None:
                continue
            before[after].add(board)
            if after not in known:
                known.add(after)
                waiting.append(after)
    to_win: dict[Board, int] = {}
    level, length = {board for board in known if not board[1]}, 0
    while level:
        to_win |= dict.fromkeys(level, length)
        level = {earlier for board in level for earlier in before[board]} - to_win.keys()
        length += 1
    after_moves = {move: turn(fences, start, move, gentle) for move in STEPS}
    return {move: to_win[after] + 1 if after in to_win else None for move, after in after_moves.items()}


def check(position: Position) -> str:
    """The solver's verdict on a position, after comparing all it says with the exhaustive search."""
    expected = exhaustive(position)
    assert {move: after.par for move, after in solve_moves(position.state).items()} == expected
    found = solve(position.state)
    assert found.par == min((length for length in expected.values() if length), default=None)
    assert found.verdict == ("lost" if found.par is None else "winnable")
    for number, move in enumerate(found.line, 1):
        position = position.play(move)
        assert (position.result is not None) == (number == found.par)
    if found.line:
        assert position.result and position.result.winner == "player"
    return found.verdict


# ---- tests --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("mhos", ["fierce", "gentle"])
def test_agrees_with_the_exhaustive_search(mhos: str) -> None:
    game = taflheim.game("hivolts", mhos=mhos)
    verdicts = [check(game.start(f"solve {seed}")) for seed in range(BOARDS)]
    if COMPILED:
        assert {*verdicts} == {"winnable", "lost"}


@pytest.mark.parametrize("mhos", ["fierce", "gentle"])
def test_agrees_along_a_game(mhos: str) -> None:
    position = taflheim.game("hivolts", mhos=mhos).start(7)
    for move in solve(position.state).line:
        assert check(position) == "winnable"
        position = position.play(move)
    assert position.result and position.result.winner == "player"


def test_every_line_of_a_move_begins_with_it() -> None:
    position = taflheim.game("hivolts", mhos="gentle").start(7)
    for move, after in solve_moves(position.state).items():
        assert after.line[:1] == ((move,) if after.verdict == "winnable" else ())


@pytest.mark.parametrize("mhos", ["fierce", "gentle"])
def test_puzzles_can_be_won(mhos: str) -> None:
    game = taflheim.game("hivolts", mhos=mhos)
    for seed in (7, "seven", None):
        position, par = game.puzzle(seed)
        assert check(position) == "winnable" and par == solve(position.state).par == game.par(position)
    assert game.puzzle("seven") == game.puzzle("seven") != game.puzzle("eight")
    assert game.puzzle() != game.puzzle()
    assert game.puzzle(7) == game.puzzle("7") == (game.start(7), game.par(game.start(7)))


def test_puzzles_are_the_first_winnable_boards() -> None:
    game = taflheim.game("hivolts")
    boards = [game.start(seed) for seed in ("x", *(f"x#{number}" for number in range(2, 100)))]
    assert game.puzzle("x").position == next(board for board in boards if game.par(board))


def test_games_for_two_have_no_puzzles() -> None:
    game = taflheim.game("hnefatafl")
    assert game.par(game.start()) is None
    with pytest.raises(InvalidOption, match="it offers no puzzles"):
        game.puzzle(1)
    for seed in (1.5, b"x", 10**100):
        with pytest.raises(InvalidPosition, match="a seed"):
            taflheim.game("hivolts").puzzle(seed)  # type: ignore[arg-type]


def test_says_when_it_does_not_know() -> None:
    position = taflheim.game("hivolts").start(7)
    assert solve(position.state, most_states=16) == ("unknown", ())
    assert solve(position.state, most_states=16).par is None


def test_a_finished_game_has_no_solution() -> None:
    position = taflheim.game("hivolts").start(7)
    for move in solve(position.state).line:
        position = position.play(move)
    for ask in (solve, solve_moves):
        with pytest.raises(TaflheimError, match="the game is over"):
            ask(position.state)
    assert position.game.par(position) is None
