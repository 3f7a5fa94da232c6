"""Tune the weights of a game's evaluation by self-play; docs/tuning.md keeps what came of it.

    .venv/bin/python benchmarks/tune.py GAME [--games N] [--nodes N] [--opening PLIES] [--seed N]
        [--processes N | --ray ADDRESS]

Our search plays against itself from random openings. The features of every quiet position are kept with the result of
its game, and the weights are fitted so that they forecast it best: logistic regression, drawn towards the present
weights more or less strongly. One game of five is held out: its positions show how strong that pull should be, and
whether the new weights really forecast better. Better forecasts are no proof of better play: the weights change only if
a match shows it, and the script says how to play one.
"""

import argparse
from importlib import import_module
from typing import Any, NamedTuple

import numpy as np
from calibrate import curve
from logistic import Array, fit, log_loss
from selfplay import Played, add_places, place_of, selfplay, variants, watched

import taflheim
from taflheim.engine.insight.win_probability import Curve
from taflheim.engine.places.version import made_with
from taflheim.games.kernel import I64, words
from taflheim.games.rules import quiet

HELD_OUT = 5
"""Every n-th game is held out for validation."""
PULLS = (0.01, 0.03, 0.1, 0.3, 1.0, 3.0)
"""How strongly weights are drawn to the present ones, in shares of all positions."""
HOW_TO_VERIFY = """To verify, keep the old weights in another folder, write the new ones into evaluate.py, and play:
    git worktree add ../old HEAD
    .venv/bin/taflheim match --game {name} --nodes 20000 --games 400 ".venv/bin/python -m taflheim engine {name}" \\
        "env PYTHONPATH=../old/src .venv/bin/python -m taflheim engine {name}\""""


class Positions(NamedTuple):
    """Quiet positions: a row of features for each, and what came of it, both for the side that moves first."""

    features: Array
    won: Array


def main(arguments: list[str] | None = None) -> None:
    """Play, fit, and print what came of it."""
    given = _arguments(arguments)
    game = taflheim.game(given.game)
    evaluation = import_module(f"{game.rulebook.package}.evaluate")
    if not hasattr(evaluation, "WEIGHTS"):
        raise SystemExit(f"{game.title} has no weights to tune: its evaluate.py offers no FEATURES and WEIGHTS")
    chosen = variants(game.name, 2)
    place = place_of(given)
    played = selfplay(chosen, given.games, given.nodes, given.opening, given.seed, place)
    samples = [positions(evaluation, each) for each in watched(played, f"{game.title}: self-play", given.games, place)]
    learnt = joined([each for number, each in enumerate(samples) if number % HELD_OUT])
    held_out = joined(samples[::HELD_OUT])

    old = np.array(evaluation.WEIGHTS, float)
    present = meaning(learnt, old)
    by_pull = {pull: tuned(learnt, old, present, pull) for pull in PULLS}
    losses = {pull: loss(held_out, new, meaning(learnt, new)) for pull, new in by_pull.items()}
    best = min(losses, key=losses.__getitem__)

    print(
        f"{given.games} games, {given.nodes} nodes a move, up to {given.opening} random moves first, seed {given.seed}."
    )
    print(f"Made with {made_with()}.")
    print(f"Quiet positions: {len(learnt.won)} to learn from, {len(held_out.won)} held out.")
    print(f"{game.sides[0]} scored {np.mean(learnt.won):.0%}; one log-odds is {present.scale} hundredths.\n")
    print(f"Log-loss on games held out: {loss(held_out, old, present):.4f} bits with the old weights; with new ones,")
    print(f"by pull: {', '.join(f'{each:.4f} ({pull:g})' for pull, each in losses.items())}.\n")
    print(f"| feature | old | new (pull {best:g}) |\n| --- | --: | --: |")
    for feature, before, after in zip(evaluation.FEATURES, evaluation.WEIGHTS, by_pull[best], strict=True):
        print(f"| {feature} | {before} | {after} |")
    print(f"\nWEIGHTS = ({', '.join(map(str, by_pull[best]))})\n\n{HOW_TO_VERIFY.format(name=game.name)}")


def positions(evaluation: Any, played: Played) -> Positions:
    """The quiet positions of a game, but for those of its opening and those in which something was captured."""
    record, rows = played.record, []
    for position, after, score in zip(record.positions, record.positions[1:], played.scores, strict=False):
        state: Any = words(position.state)
        if score is not None and position.captured == after.captured and quiet(state):
            rows.append(evaluation.features(state, I64(0)))
    features = np.array(rows, float).reshape(len(rows), len(evaluation.FEATURES))
    return Positions(features, np.full(len(rows), played.result(record.game.sides[0])))


def joined(games: list[Positions]) -> Positions:
    """The positions of all games."""
    return Positions(np.concatenate([each.features for each in games]), np.concatenate([each.won for each in games]))


def meaning(seen: Positions, weights: Array) -> Curve:
    """The win probability that scores with these weights mean."""
    return curve([np.stack([seen.features @ weights, np.ones(len(seen.won)), seen.won], axis=1)])


def loss(seen: Positions, weights: Array, curve: Curve) -> float:
    """How bad the forecasts with these weights are."""
    return log_loss(seen.features @ weights / curve.scale + curve.offset, seen.won)


def tuned(seen: Positions, old: Array, present: Curve, pull: float) -> Array:
    """The new weights, of the size of the old ones.

    The pull is the same for all, whatever the size of their features. A feature that is always the same is free: it
    says where a position is even.
    """
    x = seen.features / present.scale
    return np.rint(fit(x, seen.won, old, pull * len(x) * x.var(axis=0))).astype(int)


def _arguments(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--nodes", type=int, default=4000, help="how long each move is thought about")
    parser.add_argument("--opening", type=int, default=16, metavar="PLIES", help="the most random moves at the start")
    parser.add_argument("--seed", type=int, default=0)
    add_places(parser)
    return parser.parse_args(arguments)


if __name__ == "__main__":
    main()
