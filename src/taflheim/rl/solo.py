"""A Gymnasium environment of any game for one."""

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from taflheim.games.batch import Batch
from taflheim.games.errors import TaflheimError
from taflheim.games.position import Position
from taflheim.rl import rows

Told = tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]


class SoloEnv(gymnasium.Env[NDArray[np.float32], Any]):
    """One game at a time; `taflheim.rl.gym_env` makes it."""

    metadata = {  # noqa: RUF012  # Gymnasium says that it belongs to the class
        "render_modes": ["human", "ansi"],
        "render_fps": 4,
    }

    def __init__(self, name: str, options: Mapping[str, int | str], render_mode: str | None, max_steps: int) -> None:
        self.game = rows.chosen_game(name, options, alone=True)
        self.render_mode = render_mode
        self.max_steps = rows.limit(max_steps)
        self._batch = rows.new_batch(self.game, 1, 0)
        self._steps = 0
        self.observation_space: spaces.Space[NDArray[np.float32]] = rows.box(self._batch)
        self.action_space = spaces.Discrete(self.game.action_size)

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._batch.position(0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Begin a game; its board and its chance follow from the seed, those of later games as well."""
        super().reset(seed=seed)
        self._batch = rows.new_batch(self.game, 1, int(self.np_random.integers(2**62)))
        self._steps = 0
        return rows.look(self._batch)[0], self._info()

    def step(self, action: Any) -> Told:
        """One move; an illegal one raises `IllegalMove` and changes nothing."""
        if self._batch.results[0] != Batch.GOING_ON:
            raise TaflheimError("the game is over: expected reset()")
        self._batch.step(rows.on_board(self._batch, [action]))
        self._steps += 1
        result = int(self._batch.results[0])
        over = result != Batch.GOING_ON
        reward = 0.0 if not over or result == Batch.DRAW else 1.0 if result == 0 else -1.0
        if self.render_mode == "human":
            self.render()
        return rows.look(self._batch)[0], reward, over, not over and self._steps == self.max_steps, self._info()

    def render(self) -> str | None:
        """The board as text: printed for `human`, returned for `ansi`."""
        return rows.rendered(self.position, self.render_mode)

    def _info(self) -> dict[str, Any]:
        return {"action_mask": rows.choices(self._batch)[0]}
