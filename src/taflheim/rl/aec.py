"""A PettingZoo AEC environment of any game for two or more."""

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv

from taflheim.games.batch import Batch
from taflheim.games.position import Position
from taflheim.rl import rows
from taflheim.rl.seeds import first_seed


class GameEnv(AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """One game at a time; `taflheim.rl.aec_env` makes it."""

    def __init__(
        self, name: str, options: Mapping[str, int | str], render_mode: str | None, max_steps: int | None
    ) -> None:
        super().__init__()
        self.game = rows.chosen_game(name, options, alone=False)
        self.metadata = {
            "name": self.game.rulebook.planes.NAME,
            "render_modes": ["human", "ansi"],
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.max_steps = rows.limit(max_steps)
        self.possible_agents = [f"player_{number}" for number in range(len(self.game.seats))]
        self.agents: list[str] = []
        self._batch = rows.new_batch(self.game, 1, 0)
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": rows.box(self._batch),
                    "action_mask": spaces.Box(0, 1, (self.game.action_size,), np.int8),
                }
            )
            for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(self.game.action_size) for agent in self.possible_agents}

    @property
    def position(self) -> Position:
        """The position on the board."""
        return self._batch.position(0)

    def observation_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """What an agent is told."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> gymnasium.spaces.Space[Any]:
        """What an agent can do."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game. Chance is drawn from the seed; without one, every game is another."""
        self._batch = rows.new_batch(self.game, 1, first_seed(seed))
        self._steps = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._choose_agent()

    def observe(self, agent: str) -> dict[str, Any]:
        """What the side to move sees; only who is to move has a choice."""
        mask = rows.choices(self._batch)[0]
        to_move = self.possible_agents[int(self._batch.turns[0])]
        return {
            "observation": rows.look(self._batch)[0],
            "action_mask": mask if agent == to_move else np.zeros_like(mask),
        }

    def step(self, action: Any) -> None:
        """One step of the agent to move; an illegal one raises `IllegalMove` and changes nothing."""
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        self._batch.step(rows.on_board(self._batch, [action]))
        self._steps += 1
        self._cumulative_rewards[self.agent_selection] = 0.0
        self._clear_rewards()
        result = int(self._batch.results[0])
        if result != Batch.GOING_ON:
            for number, agent in enumerate(self.possible_agents):
                self.terminations[agent] = True
                self.rewards[agent] = 0.0 if result == Batch.DRAW else 1.0 if number == result else -1.0
        elif self._steps == self.max_steps:
            self.truncations = dict.fromkeys(self.agents, True)
        self._choose_agent()
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> str | None:
        """The board as text: printed for `human`, returned for `ansi`."""
        return rows.rendered(self.position, self.render_mode)

    def close(self) -> None:
        """There is nothing to close."""

    def _choose_agent(self) -> None:
        self.agent_selection = self.possible_agents[int(self._batch.turns[0])]
