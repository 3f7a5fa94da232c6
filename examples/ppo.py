"""Masked PPO in NumPy: a learner against movers that draw their moves by lot, thousands of games at once.

    python examples/ppo.py hivolts --centre player
    python examples/ppo.py halatafl --option sheep=17 --side sheep

It prints how often it wins beside how often a random mover wins in its place.
"""

import argparse
import time

import numpy as np
from arena import Eyes, by_lot, new_batch, on_board, policy_of, promise, win_rate
from net import Floats, Net, Slopes, drawn
from numpy.typing import NDArray

import taflheim
from taflheim import Batch, Game

DISCOUNT, LAMBDA = 0.99, 0.95
CLIP, ENTROPY, VALUE = 0.2, 0.01, 0.5
PASSES, PORTIONS = 3, 8


class PPOSlopes(Slopes):
    """The clipped objective, the value's error and a bonus for entropy, for some of the moves that were made."""

    def __init__(self, actions: NDArray[np.int32], chances: Floats, advantages: Floats, returns: Floats):
        self.actions, self.chances, self.advantages, self.returns = actions, chances, advantages, returns

    def __call__(self, policy: Floats, values: Floats) -> tuple[Floats, Floats]:
        """See `Slopes`."""
        rows = np.arange(len(policy))
        ratio = policy[rows, self.actions] / self.chances
        # Outside the clip, nothing is gained by going further.
        free = np.where(self.advantages > 0, ratio < 1 + CLIP, ratio > 1 - CLIP)
        weight = (free * ratio * self.advantages)[:, None]
        to_logits = weight * policy
        to_logits[rows, self.actions] -= weight[:, 0]
        logs = np.log(np.maximum(policy, 1e-9))
        to_logits += ENTROPY * policy * (logs - (policy * logs).sum(axis=1, keepdims=True))
        return to_logits / len(policy), VALUE * (values - self.returns) / len(policy)


class Learner:
    """Plays one side in all rows of a batch, and learns from it."""

    def __init__(self, game: Game, side: int, *, rows: int, centre: str | None, seed: int, hidden: int = 128):
        self.side, self.rng = side, np.random.default_rng(seed)
        self.batch = new_batch(game, rows, seed)
        self.eyes = Eyes(self.batch, centre)
        self.net = Net(self.eyes.size, game.action_size, hidden=hidden, seed=seed)

    def play(self, ticks: int) -> list[NDArray]:  # type: ignore[type-arg]
        """Play on for so many steps; what was seen, done and gained at the learner's own turns."""
        seen, masks, own, actions, chances, values, rewards, ends = [], [], [], [], [], [], [], []
        for _ in range(ticks):
            look, mask = self.eyes.look(self.batch)
            policy, value = self.net(look, mask)
            mine = self.batch.turns == self.side
            action = drawn(np.where(mine[:, None], policy, by_lot(look, mask)), self.rng)
            before = promise(self.batch, self.side)
            self.batch.step(on_board(self.batch, action), check=False)
            # What a step gains by the static evaluation is a part of its reward: wins alone are too rare to begin with.
            hope = promise(self.batch, self.side) - before
            results = self.batch.results
            over = results != Batch.GOING_ON
            won = np.where(results == self.side, 1.0, np.where(results == Batch.DRAW, 0.0, -1.0))
            for kept, now in zip(
                (seen, masks, own, actions, chances, values, rewards, ends),
                (look, mask, mine, action, policy[np.arange(len(action)), action], value, won * over + hope, over),
                strict=True,
            ):
                kept.append(now)
            self.batch.reset(over)
        look, mask = self.eyes.look(self.batch)
        advantages = self._advantages(own, values, rewards, ends, self.net(look, mask)[1])
        mine = np.array(own)
        returns = advantages + np.array(values)
        return [np.array(each)[mine] for each in (seen, masks, actions, chances, advantages, returns)]

    def _advantages(self, own: list, values: list, rewards: list, ends: list, last: Floats) -> Floats:  # type: ignore[type-arg]
        """Generalised advantage estimates; between two turns of the learner others may have moved, or won."""
        following, advantage, gained = last.copy(), np.zeros_like(last), np.zeros_like(last)
        found = np.zeros((len(values), len(last)), np.float32)
        for tick in reversed(range(len(values))):
            following[ends[tick]] = advantage[ends[tick]] = gained[ends[tick]] = 0
            gained += rewards[tick]
            surprise = gained + DISCOUNT * following - values[tick]
            mine = own[tick]
            advantage = np.where(mine, surprise + DISCOUNT * LAMBDA * advantage, advantage)
            found[tick] = advantage
            following = np.where(mine, values[tick], following)
            gained = np.where(mine, 0, gained)
        return found

    def learn(self, ticks: int) -> None:
        """One round: play, then some passes over what happened."""
        seen, masks, actions, chances, advantages, returns = self.play(ticks)
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        for _ in range(PASSES):
            for part in np.array_split(self.rng.permutation(len(actions)), PORTIONS):
                slopes = PPOSlopes(actions[part], chances[part], advantages[part], returns[part])
                self.net.learn(seen[part], masks[part], slopes)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--side", help="the side that learns (by default the first)")
    parser.add_argument(
        "--centre", metavar="CHANNEL", help="see the board as if the one piece of this channel stood in the middle"
    )
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--rows", type=int, default=512)
    parser.add_argument("--ticks", type=int, default=32)
    parser.add_argument("--games", type=int, default=2000, help="so many are played to compare")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    game = taflheim.game(given.game, **dict(option.split("=", 1) for option in given.option))
    side = game.sides.index(given.side) if given.side else 0
    learner = Learner(game, side, rows=given.rows, centre=given.centre, seed=given.seed)
    lot = win_rate(game, side, by_lot, given.games, centre=given.centre, seed=given.seed)
    print(f"a random mover wins {lot:.2%} as {game.sides[side]}", flush=True)
    began = told = time.monotonic()
    rounds = 0
    while time.monotonic() - began < 60 * given.minutes or not rounds:
        learner.learn(given.ticks)
        rounds += 1
        if time.monotonic() - told > 60:
            told = time.monotonic()
            rate = win_rate(game, side, policy_of(learner.net), 500, centre=given.centre, seed=given.seed)
            print(f"{(told - began) / 60:.0f} min, {rounds} rounds: wins {rate:.1%}", flush=True)
    rate = win_rate(game, side, policy_of(learner.net), given.games, centre=given.centre, seed=given.seed + 1)
    print(f"after {rounds} rounds the learner wins {rate:.2%}, a random mover {lot:.2%}")


if __name__ == "__main__":
    main()
