"""A vector environment of Gymnasium for any game for one: all games are rows of one batch."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from taflheim.games.batch import Batch
from taflheim.rl import rows
from taflheim.rl.seeds import first_seed

Planes = NDArray[np.float32]


class SoloVectorEnv(VectorEnv[Planes, Any, NDArray[Any]]):
    """Many games at once; `taflheim.rl.vector_env` makes it.

    A game that is over begins anew with the next step, whatever its action then is.
    """

    metadata = {  # noqa: RUF012  # Gymnasium says that it belongs to the class
        "autoreset_mode": AutoresetMode.NEXT_STEP
    }

    def __init__(
        self, name: str, options: Mapping[str, int | str], num_envs: int, threads: int, max_steps: int
    ) -> None:
        self.game = rows.chosen_game(name, options, alone=True)
        self.max_steps = rows.limit(max_steps)
        self._threads = threads
        self._batch = rows.new_batch(self.game, num_envs, 0, threads)
        self.num_envs = len(self._batch)
        self.single_observation_space = rows.box(self._batch)
        self.single_action_space = spaces.Discrete(self.game.action_size)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self._steps = np.zeros(self.num_envs, np.int64)

    @property
    def batch(self) -> Batch:
        """The games themselves."""
        return self._batch

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Planes, dict[str, Any]]:
        """Begin all games; all that chance decides follows from the seed."""
        self._batch = rows.new_batch(self.game, self.num_envs, first_seed(seed), self._threads)
        self._steps[:] = 0
        return rows.look(self._batch), self._info()

    def step(self, actions: Any) -> tuple[Planes, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """One move in every game; if one is illegal, `IllegalMove` says which, and no game has changed."""
        anew = (self._batch.results != Batch.GOING_ON) | (self._steps == self.max_steps)
        chosen = rows.on_board(self._batch, actions)
        # A game that was cut off is not over for the batch: let its last move be any legal one.
        chosen[anew] = np.argmax(rows.choices(self._batch)[anew], axis=1)
        self._batch.step(chosen)
        self._batch.reset(anew)
        self._steps = np.where(anew, 0, self._steps + 1)
        results = self._batch.results
        over = results != Batch.GOING_ON
        rewards = np.where(~over | (results == Batch.DRAW), 0.0, np.where(results == 0, 1.0, -1.0))
        cut = ~over & (self._steps == self.max_steps)
        return rows.look(self._batch), rewards, over, cut, self._info()

    def _info(self) -> dict[str, Any]:
        return {"action_mask": rows.choices(self._batch)}
