"""How fast single calls of the library are, and whole random games beside other Python libraries: one run, CPU time.

    .venv/bin/python benchmarks/library.py

Each figure is the best of several runs, for each CPU second of one core. Other libraries (python-chess, OpenSpiel) are
compared where they are installed (`pip install chess open_spiel`); they are no dependencies of ours. Their games are
others, or have other rules: what is comparable is the work of listing the moves, choosing one and playing it.
"""

import random
import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import taflheim
from taflheim.engine.search.playouts import playouts

RUNS = 5
SECONDS = 0.15
TARGETS = {"play": 100e3, "play_legal": 150e3, "legal_numbers": 200e3, "parse": 40e3}
OPENING_MOVES = 100e3
RANDOM_GAMES = 60e3


def per_second(work: Callable[[], object]) -> float:
    """How often something is done in a CPU second: the best of several runs."""
    work()
    best = 0.0
    for _ in range(RUNS):
        count, began = 0, time.process_time()
        while (taken := time.process_time() - began) < SECONDS:
            for _ in range(20):
                work()
            count += 20
        best = max(best, count / taken)
    return best


def told(name: str, speed: float, target: float = 0.0) -> None:
    """Print a figure, and its target if there is one."""
    met = f"   target {target:9,.0f}: {'met' if speed >= target else 'missed'}" if target else ""
    print(f"{name:<52}{speed:12,.0f}/s{met}", flush=True)


def single_calls(name: str) -> None:
    """Calls on positions of a random game, one after the other."""
    rng, game = random.Random(1), taflheim.game(name)
    start = game.start(seed=1) if game.rulebook.seeded else game.start()
    positions = [start]
    for _ in range(60):
        after = positions[-1].play(rng.choice(positions[-1].moves()), rng)
        positions.append(start if after.result else after)
    pairs = [(position, position.draw_lot(rng.choice(position.moves()), rng)) for position in positions]
    texts, turn = [str(position) for position in positions], iter(range(10**9))

    def each(work: Callable[[Any], object], items: list[Any]) -> Callable[[], object]:
        return lambda: work(items[next(turn) % len(items)])

    calls: dict[str, Callable[[], object]] = {
        "play": each(lambda pair: pair[0].play(pair[1]), pairs),
        "play_legal": each(lambda pair: pair[0].play_legal(pair[1]), pairs),
        "moves": each(lambda position: position.moves(), positions),
        "legal_numbers": each(lambda position: position.legal_numbers(), positions),
        "mask": each(lambda position: position.mask(), positions),
        "parse": each(game.position, texts),
        "str": each(str, positions),
    }
    for call, work in calls.items():
        told(f"{game.title}: {call}", per_second(work), TARGETS.get(call, 0.0))


def plies_a_second(one_game: Callable[[random.Random], int]) -> tuple[float, float]:
    """Random games, and plies of them, in a CPU second: the best of several runs."""
    one_game(random.Random(0))
    best = 0.0, 0.0
    for _ in range(RUNS):
        rng, games, plies, began = random.Random(1), 0, 0, time.process_time()
        while time.process_time() - began < 2 * SECONDS:
            plies += one_game(rng)
            games += 1
        taken = time.process_time() - began
        best = max(best, (plies / taken, games / taken))
    return best


def ours(name: str, **options: object) -> Callable[[random.Random], int]:
    """A random game with all moves listed as texts, through the public interface."""
    game = taflheim.game(name, **options)

    def play(rng: random.Random) -> int:
        position, plies = game.start(seed=1) if game.rulebook.seeded else game.start(), 0
        while plies < 2000 and (moves := position.moves()):
            position, plies = position.play(rng.choice(moves), rng), plies + 1
        return plies

    return play


def chess(rng: random.Random) -> int:
    """python-chess."""
    board, plies = import_module("chess").Board(), 0
    while plies < 2000 and (moves := list(board.legal_moves)):
        board.push(rng.choice(moves))
        plies += 1
    return plies


def open_spiel(name: str) -> Callable[[random.Random], int]:
    """OpenSpiel, which is C++ behind Python."""

    games: list[Any] = []

    def play(rng: random.Random) -> int:
        if not games:
            games.append(import_module("pyspiel").load_game(name))
        state, plies = games[0].new_initial_state(), 0
        while not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))
            plies += 1
        return plies

    return play


def main() -> None:
    """Print all figures."""
    for name in taflheim.rulebooks():
        single_calls(name)
    start = taflheim.game("quoridor").start()
    told("Quoridor: moves of the opening", per_second(start.moves), OPENING_MOVES)
    playouts(start, 1)
    told("Quoridor: compiled random games", 1000 * per_second(lambda: playouts(start, 1000)), RANDOM_GAMES)
    print("\nWhole random games, every move listed, one chosen and played:")
    rivals: dict[str, tuple[str, Callable[[random.Random], int]]] = {
        **{f"taflheim, {name}": ("taflheim", ours(name)) for name in taflheim.rulebooks()},
        "python-chess, chess": ("chess", chess),
        **{
            f"OpenSpiel, {name}": ("pyspiel", open_spiel(name))
            for name in ("quoridor", "chess", "breakthrough", "amazons")
        },
    }
    for name, (module, one_game) in rivals.items():
        try:
            import_module(module)
        except ImportError:
            print(f"{name:<52}not installed")
            continue
        plies, games = plies_a_second(one_game)
        print(f"{name:<52}{plies:12,.0f} plies/s {games:10,.1f} games/s", flush=True)


if __name__ == "__main__":
    main()
