"""How fast single calls of the library are, and whole random games beside other Python libraries: one run, CPU time.

    pip install chess open_spiel pyquoridor quoridor-env quoridor-rl hnefatafl   # what is not there is left out
    .venv/bin/python benchmarks/library.py

Each figure is the best of several runs, for each CPU second of one core. Other libraries (`rivals.py`) are no
dependencies of ours. Some of their games are others, or have other rules: what is comparable is the work of listing the
moves, choosing one and playing it.
"""

import argparse
import random
import time
from collections.abc import Callable
from importlib import metadata
from typing import Any

import numpy as np
from rivals import MOST, RIVALS, OneGame

import taflheim
from taflheim.engine.search.playouts import playouts

RUNS = 5
TARGETS = {"play": 100e3, "play_legal": 150e3, "legal_numbers": 200e3, "parse": 40e3}
OPENING_MOVES = 100e3
RANDOM_GAMES = 60e3


def per_second(work: Callable[[], object], seconds: float) -> float:
    """How often something is done in a CPU second: the best of several runs."""
    work()
    best = 0.0
    for _ in range(RUNS):
        count, began = 0, time.process_time()
        while (taken := time.process_time() - began) < seconds:
            for _ in range(20):
                work()
            count += 20
        best = max(best, count / taken)
    return best


def told(name: str, speed: float, target: float = 0.0) -> None:
    """Print a figure, and its target if there is one."""
    met = f"   target {target:9,.0f}: {'met' if speed >= target else 'missed'}" if target else ""
    print(f"{name:<52}{speed:12,.0f}/s{met}", flush=True)


def single_calls(name: str, seconds: float) -> None:
    """Calls on positions of a random game, one after the other."""
    rng, game = random.Random(1), taflheim.game(name)
    start = start_of(game)
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
        told(f"{game.title}: {call}", per_second(work, seconds), TARGETS.get(call, 0.0))


def plies_a_second(one_game: OneGame, seconds: float) -> tuple[float, float]:
    """Moves of random games, and games, in a CPU second: the best of several runs."""
    one_game(random.Random(0))
    best = 0.0, 0.0
    for _ in range(RUNS):
        rng, games, plies, began = random.Random(1), 0, 0, time.process_time()
        while time.process_time() - began < 2 * seconds:
            plies += one_game(rng)
            games += 1
        taken = time.process_time() - began
        best = max(best, (plies / taken, games / taken))
    return best


def by_texts(game: taflheim.Game) -> OneGame:
    """A random game with all moves listed as texts."""

    start = start_of(game)

    def play(rng: random.Random) -> int:
        position, plies = start, 0
        while plies < MOST and (moves := position.moves()):
            position, plies = position.play(rng.choice(moves), rng), plies + 1
        return plies

    return play


def by_numbers(game: taflheim.Game) -> OneGame:
    """A random game with all moves listed as numbers."""

    start = start_of(game)

    def play(rng: random.Random) -> int:
        position, plies = start, 0
        while plies < MOST and (numbers := position.legal_numbers()):
            position, plies = position.step(rng.choice(numbers), rng), plies + 1
        return plies

    return play


def in_batches(game: taflheim.Game, seconds: float, rows: int = 4096) -> tuple[float, float]:
    """The same for a batch with masks, in which a game that is over is followed by another; NumPy draws the moves."""
    batch, rng = taflheim.Batch(game, rows), np.random.default_rng(1)
    mask = np.empty((rows, game.action_size), np.bool_)
    best = 0.0, 0.0
    for _ in range(1 + RUNS):  # the first games are all at their beginning
        games, plies, began = 0, 0, time.process_time()
        while (taken := time.process_time() - began) < 2 * seconds:
            batch.mask(mask)
            batch.step((mask * rng.random(mask.shape, np.float32)).argmax(axis=1).astype(np.int32), check=False)
            over = batch.results != taflheim.Batch.GOING_ON
            games += int(over.sum())
            plies += rows
            batch.reset(over)
        best = max(best, (plies / taken, games / taken))
    return best


def compiled(game: taflheim.Game, seconds: float) -> tuple[float, float]:
    """Random games inside compiled code; a move is drawn so that each legal one is as likely."""
    start, count = start_of(game), 200
    plies = playouts(start, count)[1] / count
    games = count * per_second(lambda: playouts(start, count), seconds)
    return plies * games, games


def start_of(game: taflheim.Game) -> taflheim.Position:
    """A start, always the same."""
    return game.start(seed=1) if game.rulebook.seeded else game.start()


def told_games(name: str, found: tuple[float, float]) -> None:
    """Print how many moves and games a second were played."""
    print(f"{name:<52}{found[0]:12,.0f} moves/s {found[1]:10,.1f} games/s", flush=True)


def random_games(seconds: float) -> None:
    """Whole random games, ours and theirs."""
    print("\nWhole random games, every move listed, one chosen and played:")
    for name in taflheim.rulebooks():
        # As the other libraries play it, nobody may pass while there are moves.
        game = taflheim.game(name, **({"rules": "strict"} if name == "quoridor" else {}))
        told_games(f"{game.title}, Taflheim, texts (moves, play)", plies_a_second(by_texts(game), seconds))
        told_games(f"{game.title}, Taflheim, numbers (legal_numbers, step)", plies_a_second(by_numbers(game), seconds))
        told_games(f"{game.title}, Taflheim, a batch (mask, step)", in_batches(game, seconds))
        told_games(f"{game.title}, Taflheim, compiled (playouts)", compiled(game, seconds))
    for name, (package, make) in RIVALS.items():
        try:
            one_game = make()
        except (ImportError, AttributeError):
            print(f"{name:<52}not installed: pip install {package}")
            continue
        told_games(f"{name} {metadata.version(package)}", plies_a_second(one_game, seconds))


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=0.15, help="for each of the runs of a figure")
    seconds = parser.parse_args().seconds
    for name in taflheim.rulebooks():
        single_calls(name, seconds)
    start = taflheim.game("quoridor").start()
    told("Quoridor: moves of the opening", per_second(start.moves, seconds), OPENING_MOVES)
    playouts(start, 1)
    told("Quoridor: compiled random games", 1000 * per_second(lambda: playouts(start, 1000), seconds), RANDOM_GAMES)
    random_games(seconds)


if __name__ == "__main__":
    main()
