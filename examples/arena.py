"""Games in a batch between a learner and a mover that draws its moves by lot."""

from collections.abc import Callable

import numpy as np
from net import Floats, Net, drawn
from numpy.typing import NDArray

from taflheim import Batch, Game

HISTORY = 256
RADIUS = 5

Policy = Callable[[Floats, NDArray[np.bool_]], Floats]


class Eyes:
    """What the sides to move see, flat; with a channel to centre on, only what is near the one piece there."""

    def __init__(self, batch: Batch, centre: str | None = None):
        self.centre = None if centre is None else batch.channels.index(centre)
        self._planes = np.empty((len(batch), *batch.observation_shape), np.float32)
        self._mask = np.empty((len(batch), batch.game.action_size), np.bool_)
        width = 2 * RADIUS + 1
        self.size = int(np.prod(batch.observation_shape)) if centre is None else len(batch.channels) * width * width

    def look(self, batch: Batch) -> tuple[Floats, NDArray[np.bool_]]:
        """The observations and the masks, both as the sides to move see them."""
        batch.observe(self._planes)
        batch.mask(self._mask)
        mask = np.take_along_axis(self._mask, batch.seen[batch.turns.astype(np.intp)], axis=1)
        planes = self._planes if self.centre is None else self._near(self.centre)
        return planes.reshape(len(batch), -1).copy(), mask

    def _near(self, centre: int) -> Floats:
        """The squares around the piece of a channel; beyond the edge there is nothing."""
        count, channels, _, columns = self._planes.shape
        padded = np.pad(self._planes, ((0, 0), (0, 0), (RADIUS, RADIUS), (RADIUS, RADIUS)))
        row, column = divmod(self._planes[:, centre].reshape(count, -1).argmax(axis=1)[:, None], columns)
        across = np.arange(2 * RADIUS + 1)
        games, planes = np.arange(count)[:, None, None, None], np.arange(channels)[None, :, None, None]
        near: Floats = padded[games, planes, (row + across)[:, None, :, None], (column + across)[:, None, None, :]]
        return near


def on_board(batch: Batch, actions: NDArray[np.int32]) -> NDArray[np.int32]:
    """The numbers on the board of actions as the sides to move see them."""
    return np.ascontiguousarray(batch.seen[batch.turns.astype(np.intp), actions])


def by_lot(seen: Floats, mask: NDArray[np.bool_]) -> Floats:
    """Every legal action is equally likely."""
    return mask / np.maximum(mask.sum(axis=1, keepdims=True), 1, dtype=np.float32)


def new_batch(game: Game, rows: int, seed: int, threads: int = 2) -> Batch:
    """Games that are drawn by repetition, too."""
    return Batch(game, rows, history=np.zeros((rows, HISTORY), np.uint64), seed=seed, threads=threads)


def win_rate(
    game: Game, side: int, player: Policy, games: int, *, centre: str | None, seed: int, steps: int = 2000
) -> float:
    """How many of so many games a side wins that plays by a policy; the others move by lot."""
    batch, rng = new_batch(game, games, seed), np.random.default_rng(seed)
    eyes = Eyes(batch, centre)
    for _ in range(steps):
        seen, mask = eyes.look(batch)
        own = (batch.turns == side)[:, None]
        actions = drawn(np.where(own, player(seen, mask), by_lot(seen, mask)), rng)
        batch.step(on_board(batch, actions), check=False)
        if (batch.results != Batch.GOING_ON).all():
            break
    return float((batch.results == side).mean())


def policy_of(net: Net) -> Policy:
    """How a net plays."""
    return lambda seen, mask: net(seen, mask)[0]


def promise(batch: Batch, side: int) -> Floats:
    """How well a side stands by the static evaluation, from -1 to 1; a game that is over promises nothing more."""
    scores = np.empty(len(batch), np.int32)
    batch.evaluate(scores)
    own = np.where(batch.turns == side, scores, -scores)
    return np.where(batch.results == Batch.GOING_ON, np.tanh(own / 1000), 0).astype(np.float32)
