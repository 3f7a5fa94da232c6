"""Tune the weights of a game's evaluation by self-play; docs/tuning.md keeps what came of it.

    .venv/bin/python benchmarks/tune.py GAME [--games N] [--nodes N] [--opening PLIES] [--pull SHARE] [--seed N]

Our search plays against itself from random openings. The features of every quiet position are kept with the result of
its game, and the weights are fitted so that they forecast it best: logistic regression, drawn towards the present
weights. One game of five is held out; its positions show whether the new weights really forecast better. Better
forecasts are no proof of better play: the weights change only if a match shows it, and the script says how to play one.
"""

import argparse
import random
from typing import Any

import numpy as np
from logistic import Array, fit, log_loss
from rich.progress import track
from selfplay import Played, selfplay, variants

import taflheim
from taflheim.games.kernel import I64, words
from taflheim.games.rules import quiet

HELD_OUT = 5
"""One game of so many is not learnt from."""


def main(arguments: list[str] | None = None) -> None:
    """Play, fit, and print what came of it."""
    name, games, nodes, opening, pull, seed = _arguments(arguments)
    evaluate = taflheim.game(name).rulebook.evaluate
    if not hasattr(evaluate, "WEIGHTS"):
        raise SystemExit(f"{name} has no weights to tune: its evaluate.py offers no FEATURES and WEIGHTS")
    played = track(selfplay(variants(name, 2), games, nodes, opening, seed), f"{name}: self-play", games)
    learn, test = [], []
    for number, each in enumerate(played):
        (test if number % HELD_OUT == 0 else learn).append(positions(evaluate, each))
    (x, won), (x_test, won_test) = joined(learn), joined(test)

    old = np.array(evaluate.WEIGHTS, float)
    new, scale = tuned(x, won, old, pull)
    print(f"{games} games of {nodes} nodes a move after up to {opening} random moves (seed {seed}), pull {pull}:")
    print(
        f"{len(won)} quiet positions to learn from, {len(won_test)} held out; one log-odds is {scale:.0f} hundredths.\n"
    )
    print(f"| {'feature':<30} | old | new |\n| {'-' * 30} | --: | --: |")
    for feature, before, after in zip(evaluate.FEATURES, evaluate.WEIGHTS, new, strict=True):
        print(f"| {feature:<30} | {before:>3} | {after:>3} |")
    before, after = log_loss(x_test @ old / scale, won_test), log_loss(x_test @ new / scale, won_test)
    print(f"\nLog-loss on games held out: {before:.4f} bits with the old weights, {after:.4f} with the new ones.")
    print(f"\nWEIGHTS = ({', '.join(map(str, new))})\n\n{HOW_TO_VERIFY.format(name=name)}")


HOW_TO_VERIFY = """To verify, keep the old weights in another folder, write the new ones into evaluate.py, and play:
    git worktree add ../old HEAD
    .venv/bin/taflheim match --game {name} --nodes 20000 --games 400 ".venv/bin/python -m taflheim engine {name}" \\
        "env PYTHONPATH=../old/src .venv/bin/python -m taflheim engine {name}\""""


def positions(evaluate: Any, played: Played) -> tuple[Array, Array]:
    """The features of the quiet positions of a game for the side that moves first, and what that side got."""
    record = played.record
    rows = []
    for position, after, score in zip(record.positions, record.positions[1:], played.scores, strict=False):
        state: Any = words(position.state)
        if score is not None and position.captured == after.captured and quiet(state):
            rows.append(evaluate.features(state, I64(0)))
    x = np.array(rows, float).reshape(len(rows), len(evaluate.FEATURES))
    return x, np.full(len(rows), played.result(record.game.sides[0]))


def joined(games: list[tuple[Array, Array]]) -> tuple[Array, Array]:
    """The positions of all games."""
    return np.concatenate([x for x, _ in games]), np.concatenate([won for _, won in games])


def tuned(x: Array, won: Array, old: Array, pull: float) -> tuple[Array, float]:
    """The new weights, and how many hundredths are one log-odds.

    The old weights say that, so that new ones are of the same size. The pull to an old weight is as strong as a share
    of all positions, whatever the size of its feature.
    """
    score = (x @ old)[:, None]
    scale = float(1 / fit(score / score.std(), won, np.zeros(1), np.zeros(1))[0] * score.std())
    seen = x / scale
    new = fit(seen, won, old, pull * len(won) * (seen**2).mean(axis=0))
    return np.rint(new).astype(int), scale


def _arguments(arguments: list[str] | None) -> tuple[str, int, int, int, float, int]:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--nodes", type=int, default=4000, help="how long each move is thought about")
    parser.add_argument("--opening", type=int, default=8, metavar="PLIES", help="the most random moves at the start")
    parser.add_argument("--pull", type=float, default=0.01, metavar="SHARE", help="how strongly old weights are kept")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6))
    given = parser.parse_args(arguments)
    return given.game, given.games, given.nodes, given.opening, given.pull, given.seed


if __name__ == "__main__":
    main()
