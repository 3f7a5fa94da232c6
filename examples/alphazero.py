"""A loop like AlphaZero's, for any game of two without chance: search by a net, play against oneself, learn from it.

    python examples/alphazero.py halatafl --option sheep=17 --minutes 10

All games of a round are searched at the same time: each simulation is one step of a batch and one call of the net.
"""

import argparse
import time
from typing import NamedTuple

import numpy as np
from arena import Eyes, new_batch, on_board, policy_of, win_rate
from net import Floats, Net, Slopes, drawn
from numpy.typing import NDArray

import taflheim
from taflheim import Batch, Game

EXPLORATION = 1.5
NOISE, NOISE_SHARE = 0.3, 0.25
MOST_MOVES = 200
"""A game that is longer counts as drawn."""


class Search:
    """Monte Carlo tree search by PUCT, in as many trees as there are games. Node 0 of each tree is its root."""

    def __init__(self, game: Game, net: Net, rows: int, simulations: int, rng: np.random.Generator):
        self.net, self.rng, self.simulations = net, rng, simulations
        self.batch = Batch(game, rows, threads=2)
        self.eyes = Eyes(self.batch)
        nodes, actions = simulations + 1, game.action_size
        self.states = np.zeros((rows, nodes, self.batch.states.shape[1]), np.uint64)
        self.results = np.zeros((rows, nodes), np.int8)
        self.turns = np.zeros((rows, nodes), np.intp)
        self.priors = np.zeros((rows, nodes, actions), np.float32)
        self.children = np.zeros((rows, nodes, actions), np.int32)
        self.visits = np.zeros((rows, nodes, actions), np.float32)
        self.totals = np.zeros((rows, nodes, actions), np.float32)
        """The sum of what was found behind an action, for side 0."""
        self.every = np.arange(rows)

    def __call__(self, games: Batch) -> Floats:
        """How often each action was visited, as a share, by its number on the board."""
        self.children[:], self.visits[:], self.totals[:], self.priors[:] = -1, 0, 0, 0
        self.batch.states[:], self.batch.results[:] = games.states, games.results
        self._keep(0)
        legal = self.priors[:, 0] > 0
        noise = self.rng.gamma(NOISE, size=legal.shape) * legal
        noise /= np.maximum(noise.sum(axis=1, keepdims=True), 1e-9)
        self.priors[:, 0] = (1 - NOISE_SHARE) * self.priors[:, 0] + NOISE_SHARE * noise
        for number in range(1, self.simulations + 1):
            self._simulate(number)
        counts = self.visits[:, 0] * legal
        shares: Floats = counts / np.maximum(counts.sum(axis=1, keepdims=True), 1)
        return shares

    def _simulate(self, number: int) -> None:
        """Go down all trees to a leaf each, expand it as node `number`, and take its value back up."""
        rows = self.every
        node = np.zeros(len(rows), np.intp)
        action = np.zeros(len(rows), np.intp)
        path = []
        active = self.results[:, 0] == Batch.GOING_ON
        while active.any():
            action = np.where(active, self._best(node), action)
            path.append((active, node, action))
            child = self.children[rows, node, action]
            going_down = active & (child >= 0)
            going_down_to = np.where(going_down, child, node)
            active = going_down & (self.results[rows, going_down_to] == Batch.GOING_ON)
            node = going_down_to
        expanded = self.results[rows, node] == Batch.GOING_ON
        self.batch.states[:] = self.states[rows, node]
        self.batch.results[:] = self.results[rows, node]
        self.batch.step(action.astype(np.int32), check=False)
        values = self._keep(number)
        self.children[rows[expanded], node[expanded], action[expanded]] = number
        for there, nodes, actions in path:
            self.visits[rows[there], nodes[there], actions[there]] += 1
            self.totals[rows[there], nodes[there], actions[there]] += values[there]

    def _best(self, node: NDArray[np.intp]) -> NDArray[np.intp]:
        """PUCT: what was good so far, and what was looked at too little for its prior."""
        rows = self.every
        visits, priors = self.visits[rows, node], self.priors[rows, node]
        sign = np.where(self.turns[rows, node] == 0, 1, -1)[:, None]
        found = sign * self.totals[rows, node] / np.maximum(visits, 1)
        bonus = EXPLORATION * priors * np.sqrt(visits.sum(axis=1, keepdims=True) + 1) / (1 + visits)
        return np.where(priors > 0, found + bonus, -np.inf).argmax(axis=1)

    def _keep(self, number: int) -> Floats:
        """Note what the batch shows as node `number` of each tree, and return its value for side 0."""
        batch, rows = self.batch, self.every
        turns = batch.turns.astype(np.intp)
        seen, mask = self.eyes.look(batch)
        policy, values = self.net(seen, mask)
        self.states[:, number], self.results[:, number], self.turns[:, number] = batch.states, batch.results, turns
        # By numbers on the board; what is legal has at least a little.
        self.priors[rows[:, None], number, batch.seen[turns]] = np.where(mask, np.maximum(policy, 1e-6), 0)
        won = np.where(batch.results == 0, 1.0, np.where(batch.results == 1, -1.0, 0.0))
        judged = np.where(turns == 0, values, -values)
        return np.where(batch.results == Batch.GOING_ON, judged, won).astype(np.float32)


class Lesson(NamedTuple):
    """Positions as their movers saw them, where the search went, and how the games ended for the movers."""

    seen: Floats
    masks: NDArray[np.bool_]
    shares: Floats
    outcomes: Floats


def self_play(game: Game, net: Net, rows: int, simulations: int, rng: np.random.Generator) -> Lesson:
    """Games of the net against itself, to their ends."""
    batch = new_batch(game, rows, int(rng.integers(2**31)))
    eyes, search = Eyes(batch), Search(game, net, rows, simulations, rng)
    moves = []
    for _ in range(MOST_MOVES):
        going_on = batch.results == Batch.GOING_ON
        if not going_on.any():
            break
        seen, mask = eyes.look(batch)
        turns = batch.turns.astype(np.intp)
        shares = np.take_along_axis(search(batch), batch.seen[turns], axis=1)
        moves.append((going_on, seen, mask, shares, turns))
        batch.step(on_board(batch, drawn(shares, rng)), check=False)
    won = np.where(batch.results == 0, 1.0, np.where(batch.results == 1, -1.0, 0.0)).astype(np.float32)
    return Lesson(
        *(np.concatenate([move[part][move[0]] for move in moves]) for part in (1, 2, 3)),
        np.concatenate([np.where(turns == 0, won, -won)[there] for there, *_, turns in moves]),
    )


class ZeroSlopes(Slopes):
    """The net shall go where the search went, and know how it ends."""

    def __init__(self, shares: Floats, outcomes: Floats):
        self.shares, self.outcomes = shares, outcomes

    def __call__(self, policy: Floats, values: Floats) -> tuple[Floats, Floats]:
        """See `Slopes`."""
        return (policy - self.shares) / len(policy), (values - self.outcomes) / len(policy)


def learn(net: Net, lesson: Lesson, rng: np.random.Generator, passes: int = 4, size: int = 256) -> None:
    """Some passes over all positions of a round."""
    for _ in range(passes):
        order = rng.permutation(len(lesson.outcomes))
        for part in np.array_split(order, max(1, len(order) // size)):
            slopes = ZeroSlopes(lesson.shares[part], lesson.outcomes[part])
            net.learn(lesson.seen[part], lesson.masks[part], slopes)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--rows", type=int, default=64, help="games at a time")
    parser.add_argument("--simulations", type=int, default=32, help="for each move")
    parser.add_argument("--games", type=int, default=200, help="so many against a random mover tell how it plays")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = taflheim.game(given.game, **dict(option.split("=", 1) for option in given.option))
    if len(game.seats) != 2 or game.rulebook.chance:
        parser.error(f"{game.title} is no game of two without chance")
    rng = np.random.default_rng(given.seed)
    net = Net(int(np.prod(Batch(game, 1).observation_shape)), game.action_size, seed=given.seed)
    began, rounds = time.monotonic(), 0
    while time.monotonic() - began < 60 * given.minutes or not rounds:
        lesson = self_play(game, net, given.rows, given.simulations, rng)
        learn(net, lesson, rng)
        rounds += 1
        rates = [
            f"{win_rate(game, side, policy_of(net), given.games, centre=None, seed=rounds):.0%} as {name}"
            for side, name in enumerate(game.sides)
        ]
        print(
            f"round {rounds}, {len(lesson.outcomes)} positions: wins against a random mover {', '.join(rates)}",
            flush=True,
        )


if __name__ == "__main__":
    main()
