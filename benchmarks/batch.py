"""How many steps a second a batch does on one core, and beside it what OpenSpiel and pgx do, where they are installed.

Run it on a machine that has nothing else to do:

    python benchmarks/batch.py [--rows 4096] [--threads 1]

`pip install open_spiel pgx` brings the others. CPU seconds are counted, not those on the wall, so that other programs
disturb little. "Opening" is the start, with random actions; "random games" plays on, and begins anew where one is over.
"""

import argparse
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import taflheim
from taflheim import Batch

TARGETS = {("quoridor", "opening: mask and step"): 2.5e6, ("hnefatafl", "opening: step"): 10e6}


def speed(work: Callable[[], object], count: int, seconds: float) -> float:
    """How often a second something is done of which a call does `count`."""
    work()
    calls, began = 0, time.process_time()
    while (used := time.process_time() - began) < seconds:
        work()
        calls += 1
    return count * calls / used


def measure(name: str, rows: int, threads: int, seconds: float) -> dict[str, float]:
    """All figures of a game."""
    game = taflheim.game(name)
    batch = Batch(game, rows, history=np.zeros((rows, 256), np.uint64), threads=threads)
    plain = Batch(game, rows, threads=threads)
    mask = np.empty((rows, game.action_size), np.bool_)
    planes = np.empty((rows, *batch.observation_shape), np.float32)
    rng = np.random.default_rng(0)
    plain.mask(mask)
    actions = (mask * rng.random(mask.shape, np.float32)).argmax(axis=1).astype(np.int32)
    opening = plain.states.copy()

    def again() -> None:
        plain.states[:] = opening
        plain.results[:] = Batch.GOING_ON

    def step(check: bool = False) -> None:
        again()
        plain.step(actions, check=check)

    def mask_and_step() -> None:
        again()
        plain.mask(mask)
        plain.step(actions, check=False)

    def random_games() -> None:
        batch.mask(mask)
        batch.step((mask * rng.random(mask.shape, np.float32)).argmax(axis=1).astype(np.int32), check=False)
        batch.reset(batch.results != Batch.GOING_ON)

    works: dict[str, Callable[[], object]] = {
        "opening: step": step,
        "opening: checked step": lambda: step(True),
        "opening: mask and step": mask_and_step,
        "random games, actions drawn by NumPy": random_games,
        "amid them: mask": lambda: batch.mask(mask),
        "amid them: observe": lambda: batch.observe(planes),
    }
    return {what: speed(work, rows, seconds) for what, work in works.items()}


def open_spiel_speed(name: str, seconds: float) -> float | None:
    """Steps a second of random games with their moves listed, one state at a time in C++, asked from Python."""
    try:
        import pyspiel
    except ImportError:
        return None
    game, rng = pyspiel.load_game(name), np.random.default_rng(0)

    def work() -> None:
        state = game.new_initial_state()
        for _ in range(50):
            if state.is_terminal():
                state = game.new_initial_state()
            actions = state.legal_actions()
            state.apply_action(actions[int(rng.random() * len(actions))])

    return speed(work, 50, seconds)


def pgx_speed(name: str, rows: int, seconds: float) -> float | None:
    """Steps a second of random games in pgx, which does the same in JAX: masks, actions drawn from them, and a step.

    There it is one compiled call. Without a GPU the cores of this machine do it.
    """
    try:
        import jax
        import pgx
        from pgx.experimental import auto_reset
    except ImportError:
        return None
    env = pgx.make(name)
    step_all = jax.vmap(auto_reset(env.step, env.init))

    @jax.jit
    def step(states: Any, key: Any) -> Any:
        for_actions, for_chance = jax.random.split(key)
        drawn = jax.random.uniform(for_actions, states.legal_action_mask.shape) * states.legal_action_mask
        return step_all(states, drawn.argmax(axis=1), jax.random.split(for_chance, rows))

    states, keys = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(0), rows)), [jax.random.PRNGKey(1)]

    def work() -> None:
        nonlocal states
        keys[0], key = jax.random.split(keys[0])
        states = jax.block_until_ready(step(states, key))

    return speed(work, rows, seconds)


def main() -> None:
    """The command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=4096)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=0.5, help="for each figure")
    given = parser.parse_args()
    for name in taflheim.rulebooks():
        for what, found in measure(name, given.rows, given.threads, given.seconds).items():
            target = TARGETS.get((name, what))
            print(f"{name:12}{what:40}{found / 1e6:8.2f} M/s" + (f"   target {target / 1e6:g}" if target else ""))
    for name in ("quoridor", "tic_tac_toe"):
        found = open_spiel_speed(name, given.seconds)
        told(f"OpenSpiel's {name}", found)
    for name in ("othello", "hex", "animal_shogi", "tic_tac_toe"):
        told(f"pgx's {name}, random games", pgx_speed(name, given.rows, given.seconds))


def told(name: str, found: float | None) -> None:
    """Print a figure of another library."""
    print(f"{name:52}" + ("not installed" if found is None else f"{found / 1e6:8.3f} M/s"))


if __name__ == "__main__":
    main()
