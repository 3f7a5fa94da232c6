"""Whole random games by other Python libraries, for `library.py`: list the moves, choose one, play it, to the end.

None of them is a dependency of ours. `hnefatafl` and `pyhnefatafl` are two packages with a module of the same name:
install one at a time.
"""

import random
from collections.abc import Callable
from importlib import import_module
from typing import Any

MOST = 2000
"""Games are cut off after so many moves."""

OneGame = Callable[[random.Random], int]
"""Plays a random game and tells how many moves it had."""


def chess() -> OneGame:
    """python-chess."""
    board_of = import_module("chess").Board

    def play(rng: random.Random) -> int:
        board, plies = board_of(), 0
        while plies < MOST and not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            plies += 1
        return plies

    return play


def open_spiel(name: str) -> Callable[[], OneGame]:
    """OpenSpiel, which is C++ behind Python."""

    def make() -> OneGame:
        game = import_module("pyspiel").load_game(name)

        def play(rng: random.Random) -> int:
            state, plies = game.new_initial_state(), 0
            while plies < MOST and not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
                plies += 1
            return plies

        return play

    return make


def pyquoridor() -> OneGame:
    """pyquoridor: pawns go to squares, a fence can stand where a grid has a length; the last move raises GameOver."""
    board_of = import_module("pyquoridor.board").Board
    game_over = import_module("pyquoridor.exceptions").GameOver

    def moves_of(board: Any) -> list[tuple[Any, ...]]:
        steps, (across, along) = board.legal_moves()
        player = board.current_player()
        fences = (
            (int(row), int(column), way)
            for way, grids in (("h", across), ("v", along))
            for row, column in zip(*(grids[player].grid >= 0).nonzero(), strict=True)
        )
        return [*((square.row, square.col) for square in steps[player]), *fences]

    def play(rng: random.Random) -> int:
        board, plies = board_of(), 0
        try:
            while plies < MOST and (moves := moves_of(board)):
                chosen = rng.choice(moves)
                plies += 1
                if len(chosen) == 3:
                    board.place_fence(*chosen, run_BFS=False)
                else:
                    board.move_pawn(board.current_player(), *chosen)
        except game_over:
            return plies
        return plies

    return play


def quoridor_env() -> OneGame:
    """quoridor-env."""
    game_of = import_module("quoridor_sim.core").QuoridorGame

    def play(rng: random.Random) -> int:
        game, plies = game_of(), 0
        while plies < MOST and game.winner is None and (moves := game.legal_moves()):
            game.step(rng.choice(moves))
            plies += 1
        return plies

    return play


def quoridor_rl() -> OneGame:
    """quoridor-rl."""
    initial = import_module("quoridor_rl").Position.initial

    def play(rng: random.Random) -> int:
        position, plies = initial(), 0
        while plies < MOST and (moves := position.legal_actions()):
            position = position.play(rng.choice(moves))
            plies += 1
        return plies

    return play


def hnefatafl() -> OneGame:
    """hnefatafl, whose games end after 75 moves."""
    board_of = import_module("hnefatafl.tafl_board").TaflBoard

    def play(rng: random.Random) -> int:
        board, plies, over = board_of(), 0, False
        while not over:
            over = board.make_move(rng.choice(board.get_all_valid_moves()))
            plies += 1
        return plies

    return play


def pyhnefatafl() -> OneGame:
    """pyhnefatafl."""
    board_of = import_module("hnefatafl").Board

    def play(rng: random.Random) -> int:
        board, plies = board_of(), 0
        while plies < MOST and not board.is_game_over():
            board.push(rng.choice(list(board.legal_moves)))
            plies += 1
        return plies

    return play


RIVALS: dict[str, tuple[str, Callable[[], OneGame]]] = {
    "Quoridor, OpenSpiel": ("open-spiel", open_spiel("quoridor")),
    "Quoridor, pyquoridor": ("pyquoridor", pyquoridor),
    "Quoridor, quoridor-env": ("quoridor-env", quoridor_env),
    "Quoridor, quoridor-rl": ("quoridor-rl", quoridor_rl),
    "Hnefatafl, hnefatafl": ("hnefatafl", hnefatafl),
    "Hnefatafl, pyhnefatafl": ("pyhnefatafl", pyhnefatafl),
    "chess, python-chess": ("chess", chess),
    "chess, OpenSpiel": ("open-spiel", open_spiel("chess")),
    "breakthrough, OpenSpiel": ("open-spiel", open_spiel("breakthrough")),
    "amazons, OpenSpiel": ("open-spiel", open_spiel("amazons")),
}
"""By game and library: the package that brings it, and what makes its random games (ImportError, AttributeError
without it)."""
