"""Everything that a game's rules answer about some positions, as JSON: to compare one way of running them with another.

Run as `python answers.py GAME`, it also names the functions that had to be compiled for it.
"""

import gc
import json
import random
import sys
from typing import Any

import taflheim
from play import begin, go_on, lots
from taflheim import Position, TaflheimError
from taflheim.engine.search.perft import count_at_once
from taflheim.engine.search.playouts import playouts

POSITIONS = 8
MOVES = 12


def answers(name: str) -> list[Any]:
    """What the rules say about some positions of a game, in each of its variants in turn."""
    rng = random.Random(name)
    options = [{option.name: value} for option in taflheim.rulebooks()[name].options for value in option.values]
    games = [taflheim.game(name, **chosen) for chosen in options or [{}]]
    found = []
    for number in range(POSITIONS):
        position = begin(games[number % len(games)], rng)
        for _ in range(rng.randrange(12)):
            if not position.result:
                position = go_on(position, rng)
        found.append(_about(position, rng))
    return found


def _about(position: Position, rng: random.Random) -> dict[str, Any]:
    game = position.game
    moves = lots(position, rng)
    some = rng.sample(moves, min(MOVES, len(moves)))
    reasons = [position.explain(game.move_text([number])) for number in range(0, game.move_count, 7)]
    return {
        "position": repr(position),
        "moves": moves,
        "result": str(position.result),
        "after": [str(position.play(move)) for move in some],
        "effects": [repr(position.effects(move)) for move in some],
        "continuations": repr(position.continuations()),
        "explain": [reason and str(reason) for reason in reasons],
        "typed": repr(position.typed),
        "left": [_left(position, side) for side in game.seats],
        "perft": [count_at_once(position, depth, bulk=bulk) for depth in (0, 1) for bulk in (True, False)],
        "replies": [taflheim.perft(position.play(move), 1) for move in some],
        "playouts": repr(playouts(position, 3)),
    }


def _left(position: Position, side: str) -> str:
    try:
        return str(position.leave(side))
    except TaflheimError as error:
        return str(error)


def newly_compiled() -> list[str]:
    """The functions that were not found in the cache."""
    from numba.core.registry import CPUDispatcher

    return sorted(
        f"{function.py_func.__module__}.{function.py_func.__qualname__}{signature}"
        for function in gc.get_objects()
        if isinstance(function, CPUDispatcher) and function.py_func.__module__.startswith(("taflheim", "toy"))
        for signature in function.stats.cache_misses
    )


if __name__ == "__main__":
    json.dump({"answers": answers(sys.argv[1]), "compiled": newly_compiled()}, sys.stdout)
