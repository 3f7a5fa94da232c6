"""What all environments ask of a batch: observations and masks as the side to move sees them."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from taflheim.games.batch import Batch
from taflheim.games.checks import as_int
from taflheim.games.errors import TaflheimError
from taflheim.games.game import Game
from taflheim.games.message import quoted
from taflheim.games.position import Position
from taflheim.games.registry import game

_HISTORY = 512
"""So many positions are looked at for repetitions."""


def chosen_game(name: str, options: Mapping[str, int | str], *, alone: bool) -> Game:
    """The game, if it is one for one player or, if not `alone`, one for more."""
    chosen = game(name, **options)
    if (len(chosen.seats) == 1) != alone:
        wanted = "aec_env" if alone else "gym_env or vector_env"
        raise TaflheimError(f"{chosen.title} is for {len(chosen.seats)} players: use {wanted}")
    return chosen


def limit(max_steps: int | None) -> int | None:
    """The greatest number of steps of a game, checked."""
    number = as_int(max_steps)
    if max_steps is not None and (number is None or number < 1):
        raise TaflheimError(f"max_steps: expected a whole number from 1 on, not {quoted(max_steps)}")
    return number


def new_batch(game: Game, rows: int, seed: int, threads: int = 1) -> Batch:
    """Games that know their history."""
    return Batch(game, rows, history=np.zeros((rows, _HISTORY), np.uint64), seed=seed, threads=threads)


def box(batch: Batch) -> Any:
    """The space of what a side sees."""
    return spaces.Box(0.0, 1.0, batch.observation_shape, np.float32)


def look(batch: Batch) -> NDArray[np.float32]:
    """What the sides to move see."""
    out = np.empty((len(batch), *batch.observation_shape), np.float32)
    batch.observe(out)
    return out


def choices(batch: Batch) -> NDArray[np.int8]:
    """The masks, as the sides to move see them."""
    out = np.empty((len(batch), batch.game.action_size), np.int8)
    batch.mask(out)
    return np.take_along_axis(out, batch.seen[batch.turns.astype(np.intp)], axis=1)


def on_board(batch: Batch, actions: Any) -> NDArray[np.int32]:
    """The numbers on the board of actions that are chosen as the sides to move see them; others stay as they are."""
    seen = np.asarray(actions)
    if seen.dtype.kind not in "iu" or seen.shape != (len(batch),):
        raise TaflheimError(f"expected an action from 0 to {batch.game.action_size - 1}, not {quoted(actions)}")
    known = (seen >= 0) & (seen < batch.game.action_size)
    turned = batch.seen[batch.turns.astype(np.intp), np.where(known, seen, 0)]
    return np.where(known, turned, -1).astype(np.int32)


def rendered(position: Position, render_mode: str | None) -> str | None:
    """The board as text: printed for `human`, returned for `ansi`."""
    text = f"{position.diagram()}\n{position.turn} to move\n"
    if render_mode == "human":
        print(text)
    return text if render_mode == "ansi" else None
