"""Fit how much attention Quoridor's search should pay to a move at first sight; docs/tuning.md keeps what came of it.

    .venv/bin/python benchmarks/attention.py [--games N] [--depth N] [--seed N] [--processes N]

Our search plays against itself from random openings. Where it has looked in the end shows which moves deserved it: the
weights of the marks in games/quoridor/appeal.py, and of the chances, are fitted so that the first impression is as
close to that as it can be. One game of five is held out and shows whether it really is. Whether it plays better, only a
match can show; `tune.py` says how to play one.
"""

import argparse
import random
from concurrent.futures import ProcessPoolExecutor
from textwrap import fill, indent
from typing import NamedTuple

import numpy as np
from logistic import Array
from rich.progress import track

import taflheim
from taflheim import Position
from taflheim.engine.search import alphabeta, mcts, memory, tree
from taflheim.games import rules
from taflheim.games.kernel import I64, words
from taflheim.games.quoridor import appeal, state
from taflheim.games.quoridor.chances import chances, survey
from taflheim.games.quoridor.rules import played

HELD_OUT = 5
"""One game of so many is not learnt from."""
MOST_PLIES = 160
LIVELY_PLIES = 12
"""So many moves are drawn by lot, each as likely as it was looked at; after them the best one is played."""
PULL = 1e-5
"""How strongly weights are drawn to none."""
STEPS = 400


class Seen(NamedTuple):
    """The moves of positions, one position behind the other."""

    first: Array
    """Where each position begins."""
    marks: Array
    """Six for each move."""
    chances: Array
    """To win after each move."""
    share: Array
    """Of all that was looked at in its position."""


def main(arguments: list[str] | None = None) -> None:
    """Play, fit, and print the weights."""
    given = _arguments(arguments)
    jobs = [(f"{given.seed} {number}", given.depth) for number in range(given.games)]
    with ProcessPoolExecutor(given.processes) as pool:
        # With one process there is no need of others.
        played = map(_game, jobs) if given.processes == 1 else pool.map(_game, jobs)
        games = [game for game in track(played, "self-play", given.games) if len(game.first)]
    learnt = joined([game for number, game in enumerate(games) if number % HELD_OUT])
    held_out = joined(games[::HELD_OUT])
    now = np.array([*appeal.WEIGHTS, 1 / tree.LESS_CHANCE])
    alone, new = fit(learnt, marks=False), fit(learnt)
    print(f"{len(learnt.first)} positions and {len(held_out.first)} held out. First impressions are off by, in bits:")
    for name, weights in (("now", now), ("chances alone", alone), ("marks and chances", new)):
        print(f"  {name}: {distance(learnt, weights):.4f}, {distance(held_out, weights):.4f}")
    print(f"LESS_CHANCE: {1 / new[-1]:.3f}\nWEIGHTS:")
    start = 0
    for name, number in appeal.GROUPS.items():
        print(f"    # {name}")
        row = ", ".join(f"{weight:.2f}" for weight in new[start : start + number])
        print(indent(fill(f"{row},", 112), "    "))
        start += number


def joined(games: list[Seen]) -> Seen:
    """All of them, one behind the other."""
    starts = np.cumsum([0, *(len(game.share) for game in games)])
    first = np.concatenate([game.first + start for game, start in zip(games, starts[:-1], strict=True)])
    return Seen(first, *(np.concatenate([game[i] for game in games]) for i in (1, 2, 3)))


def forecast(seen: Seen, weights: Array) -> Array:
    """How much of the attention each move gets by the first impression."""
    logs = weights[:-1][seen.marks].sum(axis=1) + weights[-1] * seen.chances
    lengths = np.diff([*seen.first, len(logs)])
    shares = np.exp(logs - np.repeat(np.maximum.reduceat(logs, seen.first), lengths))
    return shares / np.repeat(np.add.reduceat(shares, seen.first), lengths)


def distance(seen: Seen, weights: Array) -> float:
    """How many bits a position the forecast is away from what was looked at."""
    there = seen.share > 0
    return float(
        (seen.share[there] * np.log2(seen.share[there] / forecast(seen, weights)[there])).sum() / len(seen.first)
    )


def fit(seen: Seen, *, marks: bool = True) -> Array:
    """The weights, that of the chances last, by gradient descent with momentum (Adam)."""
    weights = np.zeros(appeal.MARKS + 1)
    weights[-1] = scale = 20.0
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        excess = (forecast(seen, weights) - seen.share) / len(seen.first)
        gradient = np.bincount(seen.marks.ravel(), np.repeat(excess, seen.marks.shape[1]), len(weights)) * marks
        gradient[0] = 0
        gradient[-1] = (excess * seen.chances).sum() * scale
        gradient[:-1] += PULL * weights[:-1]
        mean, square = 0.9 * mean + 0.1 * gradient, 0.99 * square + 0.01 * gradient**2
        change = 0.05 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-9)
        change[-1] *= scale
        weights -= change
    return weights


def _game(job: tuple[str, int]) -> Seen:
    """One game: what was looked at in each of its positions."""
    seed, depth = job
    chance = random.Random(seed)
    game = taflheim.game("quoridor")
    position = game.start()
    for _ in range(chance.choice((2, 4, 6))):
        position = position.play(chance.choice(position.moves()))
    rows: list[tuple[Array, Array, Array]] = []
    for ply in range(MOST_PLIES):
        if position.result:
            break
        moves, visits, best = _looked_at(position, depth)
        share = (visits - 1) / max(1, (visits - 1).sum())
        if best is None:
            rows.append((*_impressions(position, moves), share))
            best = int(chance.choices(moves, share)[0] if ply < LIVELY_PLIES else moves[visits.argmax()])
        position = position.play(game.rulebook.text.move_text([best]))
    first = np.cumsum([0, *(len(row[2]) for row in rows)])[:-1]
    if not rows:
        return Seen(first, np.zeros((0, 6), int), np.zeros(0), np.zeros(0))
    return Seen(first, *(np.concatenate([row[i] for row in rows]) for i in range(3)))


def _looked_at(position: Position, depth: int) -> tuple[list[int], Array, int | None]:
    """The moves with their visits, and the best one if it is certain who wins."""
    game = position.game
    assert game.rulebook.chances and game.rulebook.evaluate
    start = words(position.state)
    room = int(alphabeta.room(start))
    own = memory.make(room, game.move_count, [], hash_mb=1, overlook=0, seed=0, repeats=False)
    grown = tree.plant(len(game.sides), 32)
    steps = np.array(game.rulebook.compiled.steps(position.state), np.int32)
    score, place = mcts.think(grown, start, steps, I64(depth), own)
    moves, visits = tree.attention(grown)
    return moves, np.array(visits, float), int(steps[place]) if abs(score) >= alphabeta.SURE else None


def _impressions(position: Position, moves: list[int]) -> tuple[Array, Array]:
    """The marks of moves, and the chances after them."""
    before = position.state
    assert isinstance(before, state.State)
    notes, shares = np.zeros(rules.NOTES, np.uint64), np.zeros(2)
    survey(words(before), notes)
    marks, found = [], []
    for move in moves:
        after = words(state.State(*map(int, played(words(before), I64(move)))))
        chances(after, I64(move), notes, shares)
        marks.append(appeal.marks(after, I64(move), notes))
        found.append(float(shares[before.turn]))
    return np.array(marks, int), np.array(found)


def _arguments(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, metavar="N", help="(default: 200)")
    parser.add_argument("--depth", type=int, default=7, metavar="N", help="of the search (default: 7, 4096 visits)")
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="the same seed gives the same games (default: 0)"
    )
    parser.add_argument("--processes", type=int, default=1, metavar="N", help="games at a time (default: 1)")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()
