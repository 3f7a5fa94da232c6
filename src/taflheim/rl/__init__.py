"""The games as environments for learners: PettingZoo for two to four players, Gymnasium for one, and OpenSpiel.

`pip install 'taflheim[rl]'` brings PettingZoo and Gymnasium; `taflheim.rl.open_spiel` needs OpenSpiel itself.

>>> import taflheim.rl
>>> env = taflheim.rl.aec_env("quoridor", players=4)
>>> env.reset(seed=1)
>>> observation, reward, over, cut, info = env.last()
>>> env.agent_selection, observation["observation"].shape, int(observation["action_mask"].sum())
('player_0', (10, 9, 9), 132)
"""

from contextlib import suppress
from typing import TYPE_CHECKING

from taflheim.games.errors import TaflheimError

if TYPE_CHECKING:
    from taflheim.rl.aec import GameEnv
    from taflheim.rl.solo import SoloEnv
    from taflheim.rl.vector import SoloVectorEnv

__all__ = ["aec_env", "gym_env", "vector_env"]

with suppress(
    ModuleNotFoundError
):  # without Gymnasium there is nobody to tell; the functions below say what to install
    from taflheim.rl.gym_names import register_games

    register_games()


def aec_env(
    name: str, *, render_mode: str | None = None, max_steps: int | None = None, **options: int | str
) -> "GameEnv":
    """A PettingZoo AEC environment of a game for two or more, with its options.

    Agents are `player_0`, `player_1` … in the order of turns; one may act several times in a row (a chain of jumps).
    Observation, action and `action_mask` are as the agent sees them: where the board is turned for it, the numbers of
    moves are, too (`taflheim.Batch.seen`). Who wins gets 1, the others -1, all get 0 for a draw. After `max_steps`
    actions the game is cut off.
    """
    try:
        from taflheim.rl.aec import GameEnv
    except ImportError as error:
        raise _missing(error) from error
    return GameEnv(name, options, render_mode, max_steps)


def gym_env(name: str, *, render_mode: str | None = None, max_steps: int = 1000, **options: int | str) -> "SoloEnv":
    """A Gymnasium environment of a game for one: 1 for a win and -1 for a loss; `info` has the `action_mask`.

    >>> import taflheim.rl
    >>> env = taflheim.rl.gym_env("hivolts", mhos="gentle")
    >>> observation, info = env.reset(seed=1)
    >>> observation.shape, info["action_mask"].tolist()
    ((4, 12, 12), [1, 1, 1, 1, 1, 1, 1, 1, 1, 1])
    """
    try:
        from taflheim.rl.solo import SoloEnv
    except ImportError as error:
        raise _missing(error) from error
    return SoloEnv(name, options, render_mode, max_steps)


def vector_env(
    name: str, num_envs: int, *, threads: int = 1, max_steps: int = 1000, **options: int | str
) -> "SoloVectorEnv":
    """Many games for one at once, as a vector environment of Gymnasium: one `taflheim.Batch`.

    >>> import numpy as np
    >>> import taflheim.rl
    >>> env = taflheim.rl.vector_env("hivolts", 1000)
    >>> observations, infos = env.reset(seed=1)
    >>> observations, rewards, over, cut, infos = env.step(np.full(1000, 4))     # everybody sits
    >>> observations.shape, set(rewards.tolist()) <= {-1.0, 0.0, 1.0}
    ((1000, 4, 12, 12), True)
    """
    try:
        from taflheim.rl.vector import SoloVectorEnv
    except ImportError as error:
        raise _missing(error) from error
    return SoloVectorEnv(name, options, num_envs, threads, max_steps)


def _missing(error: ImportError) -> Exception:
    """What to do about a library that is not there; any other error is told as it is."""
    if error.name and error.name.partition(".")[0] in ("gymnasium", "pettingzoo"):
        return TaflheimError(f"{error.name} is not installed: pip install 'taflheim[rl]'")
    return error
