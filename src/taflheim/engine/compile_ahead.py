"""Compiling a game ahead of time, so that no move waits for it later."""

import os
import queue
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor

from taflheim.games.game import Game
from taflheim.games.position import Position
from taflheim.games.registry import game, rulebooks


def is_compiled_ahead(name: str, *, rules_only: bool = False) -> bool:
    """Whether everything of a game is compiled already, or at least its rules: what people need to play."""
    from taflheim.games.kernel import is_compiled

    return is_compiled(name) or (rules_only and is_compiled(_rules_of(name)))


def compile_ahead(names: list[str]) -> Iterator[tuple[int, int, str]]:
    """Compile these games, telling before each part how many are done, how many there are, and what comes.

    >>> for done, total, what in compile_ahead(["quoridor"]):
    ...     pass
    >>> is_compiled_ahead("quoridor")
    True
    """
    total = len(names) * len(PARTS)
    parts = _side_by_side(names) if len(names) > 1 else compile_game(names[0])
    for done, what in enumerate(parts):
        yield min(done, total), total, what
    yield total, total, "ready"


def compile_game(name: str, *, rules_only: bool = False) -> Iterator[str]:
    """Compile a game in this process, telling before each part what comes: the rules, then all else."""
    yield from _compile(name, _rules_of(name), RULES)
    if not rules_only:
        yield from _compile(name, name, [part for part in PARTS if part not in RULES])


def command(name: str, *, rules_only: bool = False) -> list[str]:
    """The command line that does the same in a process of its own and prints a line before each part."""
    return [sys.executable, "-m", __name__, name, *([_RULES_ONLY] if rules_only else [])]


def _compile(name: str, marker: str, parts: Iterable[str]) -> Iterator[str]:
    from taflheim.games.kernel import compiling

    with compiling(marker) as missing:
        position = _opening(game(name))
        for part in parts:
            yield f"{rulebooks()[name].title}: {part}"
            if missing:
                PARTS[part](position)


def _rules_of(name: str) -> str:
    """The name under which it is noted that the rules of a game are compiled."""
    return f"{name}-rules"


def _side_by_side(names: list[str]) -> Iterator[str]:
    """Compile games in processes of their own, as many at a time as there are cores."""
    told = queue.SimpleQueue[str | None]()

    def tell(name: str) -> None:
        try:
            with subprocess.Popen(
                command(name), stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
            ) as process:
                assert process.stdout
                for line in process.stdout:
                    told.put(line.strip())
        finally:
            told.put(None)

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        for name in names:
            pool.submit(tell, name)
        for _ in names:
            yield from iter(told.get, None)
    for name in names:
        if not is_compiled_ahead(name):
            # It was no use to ask another process; here an error is seen.
            yield from compile_game(name)


def _opening(chosen: Game) -> Position:
    return chosen.start(seed=1) if chosen.rulebook.seeded else chosen.start()


def _numbers(position: Position) -> None:
    position.step_legal(position.legal_numbers()[0])
    position.mask()
    position.evaluate()
    _ = position.ongoing


def _perft(position: Position) -> None:
    from taflheim.engine.search.perft import count_at_once

    count_at_once(position, 2)


def _perft_single(position: Position) -> None:
    from taflheim.engine.search.perft import count_at_once

    count_at_once(position, 2, bulk=False)


def _playouts(position: Position) -> None:
    from taflheim.engine.search.playouts import playouts

    playouts(position, 1)


def _search(position: Position) -> None:
    from taflheim.engine.search.limits import Limits
    from taflheim.engine.search.search import search

    search(position, Limits(depth=1))
    most = max(position.game.rulebook.players)
    if most > 2:
        # There is another search for more than two sides.
        search(_opening(game(position.game.name, players=most)), Limits(depth=1))


def _endgames(position: Position) -> None:
    if position.game.rulebook.endgame:
        position.game.rulebook.endgame.solve(position.state)


def _hint(position: Position) -> None:
    from taflheim.engine.insight.hint import hint
    from taflheim.engine.search.limits import Limits

    hint(position, Limits(depth=1))


def _look(position: Position) -> None:
    """What interfaces ask for."""
    move = position.moves()[0]
    _ = position.typed
    position.effects(move)
    position.continuations()
    for number in range(0, position.game.move_count, 7):
        position.explain(position.game.move_text([number]))


def _puzzles(position: Position) -> None:
    if position.game.rulebook.puzzles:
        position.game.puzzle(seed=1)


def _bots(position: Position) -> None:
    """Those that have a way of their own instead of the search."""
    from taflheim.engine.bots.bot import think
    from taflheim.engine.bots.levels import bots

    for bot in bots(position.game):
        if bot.chooser:
            while not bot.plays(position.turn):
                position = position.play(position.moves()[0])
            think(position, bot)


PARTS: dict[str, Callable[[Position], object]] = {
    "who has won": lambda position: position.result,
    "moves": lambda position: position.moves(),
    "playing": lambda position: position.play(position.moves()[0]),
    "numbers": _numbers,
    "counting": _perft,
    "counting one by one": _perft_single,
    "random games": _playouts,
    "thinking": _search,
    "endgames": _endgames,
    "bots": _bots,
    "giving reasons": _hint,
    "showing": _look,
    "puzzles": _puzzles,
}


RULES = ("who has won", "moves", "playing", "showing", "puzzles")
"""The parts that a table needs; the others are for those who think."""

_RULES_ONLY = "rules"

if __name__ == "__main__":
    for what in compile_game(sys.argv[1], rules_only=_RULES_ONLY in sys.argv[2:]):
        print(what, flush=True)
