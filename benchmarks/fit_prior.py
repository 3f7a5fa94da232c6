"""Fit the prior of Quoridor's tree search to its own visits; docs/tuning.md keeps the results.

    .venv/bin/python benchmarks/fit_prior.py [--games N] [--depth N] [--seed N] [--processes N | --ray ADDRESS]

Our search plays against itself from random openings. The weights of the features in games/quoridor/prior.py, and of the
win shares, are fitted so that the prior is as close as possible to the visits that the moves got in the end. One game
of five is held out to test the fit. Only a match shows whether it plays better; `tune.py` says how to play one.
"""

import argparse
import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from textwrap import fill, indent
from typing import NamedTuple

import numpy as np
from logistic import Array
from selfplay import add_places, place_of, watched

import taflheim
from taflheim import Position
from taflheim.engine.compile_ahead import compile_game
from taflheim.engine.places.version import made_with
from taflheim.engine.search import alphabeta, expansion, mcts, memory, tree
from taflheim.engine.search.score import SURE
from taflheim.engine.search.settings import Settings
from taflheim.games import rules
from taflheim.games.kernel import I64, words
from taflheim.games.quoridor import prior, state
from taflheim.games.quoridor.rules import played
from taflheim.games.quoridor.win_shares import survey, win_shares

HELD_OUT = 5
"""Every n-th game is held out for validation."""
MOST_PLIES = 160
LIVELY_PLIES = 12
"""The first n moves are sampled in proportion to their visits; after them the most visited one is played."""
PULL = 1e-5
"""L2 regularisation."""
STEPS = 400


class Seen(NamedTuple):
    """The moves of positions, one position behind the other."""

    first: Array
    """Where each position begins."""
    features: Array
    """Six for each move."""
    win_share: Array
    """Of the side that moves, after each move."""
    visit_share: Array
    """Of all visits in its position."""


def main(arguments: list[str] | None = None) -> None:
    """Play, fit, and print the weights."""
    given = _arguments(arguments)
    jobs = [(f"{given.seed} {number}", given.depth) for number in range(given.games)]
    place = place_of(given)
    played = place.batch(playing, iter(enumerate(jobs)))
    by_number = dict(watched(played, "self-play", given.games, place))
    games = [game for _, game in sorted(by_number.items()) if len(game.first)]
    learnt = joined([game for number, game in enumerate(games) if number % HELD_OUT])
    held_out = joined(games[::HELD_OUT])
    now = np.array([*prior.WEIGHTS, 1 / expansion.SHARE_PER_LOG])
    alone, new = fit(learnt, features=False), fit(learnt)
    print(f"Made with {made_with()}.")
    print(f"{len(learnt.first)} positions and {len(held_out.first)} held out.")
    print("Distance of the prior from the visits, in bits:")
    for name, weights in (("now", now), ("win shares alone", alone), ("features and win shares", new)):
        print(f"  {name}: {distance(learnt, weights):.4f}, {distance(held_out, weights):.4f}")
    print(f"SHARE_PER_LOG: {1 / new[-1]:.3f}\nWEIGHTS:")
    start = 0
    for name, number in prior.GROUPS.items():
        print(f"    # {name}")
        row = ", ".join(f"{weight:.2f}" for weight in new[start : start + number])
        print(indent(fill(f"{row},", 112), "    "))
        start += number


def joined(games: list[Seen]) -> Seen:
    """All of them, one behind the other."""
    starts = np.cumsum([0, *(len(game.visit_share) for game in games)])
    first = np.concatenate([game.first + start for game, start in zip(games, starts[:-1], strict=True)])
    return Seen(first, *(np.concatenate([game[i] for game in games]) for i in (1, 2, 3)))


def forecast(seen: Seen, weights: Array) -> Array:
    """The prior of each move."""
    logs = weights[:-1][seen.features].sum(axis=1) + weights[-1] * seen.win_share
    lengths = np.diff([*seen.first, len(logs)])
    shares = np.exp(logs - np.repeat(np.maximum.reduceat(logs, seen.first), lengths))
    return shares / np.repeat(np.add.reduceat(shares, seen.first), lengths)


def distance(seen: Seen, weights: Array) -> float:
    """Kullback–Leibler divergence of the prior from the visits, in bits a position."""
    there = seen.visit_share > 0
    return float(
        (seen.visit_share[there] * np.log2(seen.visit_share[there] / forecast(seen, weights)[there])).sum()
        / len(seen.first)
    )


def fit(seen: Seen, *, features: bool = True) -> Array:
    """The weights, that of the win shares last, by gradient descent with momentum (Adam)."""
    weights = np.zeros(prior.FEATURES + 1)
    weights[-1] = scale = 20.0
    mean, square = np.zeros_like(weights), np.zeros_like(weights)
    for step in range(1, STEPS + 1):
        excess = (forecast(seen, weights) - seen.visit_share) / len(seen.first)
        gradient = (
            np.bincount(seen.features.ravel(), np.repeat(excess, seen.features.shape[1]), len(weights)) * features
        )
        gradient[0] = 0
        gradient[-1] = (excess * seen.win_share).sum() * scale
        gradient[:-1] += PULL * weights[:-1]
        mean, square = 0.9 * mean + 0.1 * gradient, 0.99 * square + 0.01 * gradient**2
        change = 0.05 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-9)
        change[-1] *= scale
        weights -= change
    return weights


@contextmanager
def playing() -> Iterator[Callable[[tuple[int, tuple[str, int]]], tuple[int, Seen]]]:
    """Plays games, also on a machine that has not compiled them yet."""
    for _ in compile_game("quoridor"):
        pass
    yield lambda job: (job[0], _game(job[1]))


def _game(job: tuple[str, int]) -> Seen:
    """One game: the visits in each of its positions."""
    seed, depth = job
    rng = random.Random(seed)
    game = taflheim.game("quoridor")
    position = game.start()
    for _ in range(rng.choice((2, 4, 6))):
        position = position.play(rng.choice(position.moves()))
    rows: list[tuple[Array, Array, Array]] = []
    for ply in range(MOST_PLIES):
        if position.result:
            break
        moves, visits, best = _visits(position, depth)
        share = (visits - 1) / max(1, (visits - 1).sum())
        if best is None:
            rows.append((*_features(position, moves), share))
            best = int(rng.choices(moves, share)[0] if ply < LIVELY_PLIES else moves[visits.argmax()])
        position = position.play(game.rulebook.text.move_text([best]))
    first = np.cumsum([0, *(len(row[2]) for row in rows)])[:-1]
    if not rows:
        return Seen(first, np.zeros((0, 6), int), np.zeros(0), np.zeros(0))
    return Seen(first, *(np.concatenate([row[i] for row in rows]) for i in range(3)))


def _visits(position: Position, depth: int) -> tuple[list[int], Array, int | None]:
    """The moves with their visits, and the best one if it is certain who wins."""
    game = position.game
    game.rulebook.load_search()
    start = words(position.state)
    room = int(alphabeta.room(start))
    own = memory.allocate(room, game.move_count, Settings(hash_mb=1))
    grown = tree.allocate(len(game.sides), 32)
    steps = np.array(game.rulebook.compiled.steps(position.state), np.int32)
    expansion.expand_root(grown, start, steps, own)
    score, place = mcts.search_root(grown, start, steps, I64(depth), own)
    moves, visits = tree.root_visits(grown)
    return moves, np.array(visits, float), int(steps[place]) if abs(score) >= SURE else None


def _features(position: Position, moves: list[int]) -> tuple[Array, Array]:
    """The features of moves, and the win shares after them."""
    before = position.state
    assert isinstance(before, state.State)
    notes, shares = np.zeros(rules.NOTES, np.uint64), np.zeros(2)
    survey(words(before), notes)
    features, found = [], []
    for move in moves:
        after = words(state.State(*map(int, played(words(before), I64(move)))))
        win_shares(after, I64(move), notes, shares)
        features.append(prior.features(after, I64(move), notes))
        found.append(float(shares[before.turn]))
    return np.array(features, int), np.array(found)


def _arguments(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=200, metavar="N", help="(default: 200)")
    parser.add_argument("--depth", type=int, default=7, metavar="N", help="of the search (default: 7, 4096 visits)")
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="the same seed gives the same games (default: 0)"
    )
    add_places(parser)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()
