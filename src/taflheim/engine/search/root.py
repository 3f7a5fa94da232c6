"""The root of a search: the position, its first steps, and the texts of what is found."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from taflheim.engine.search.found import OnInfo, Stop
from taflheim.engine.search.limits import Limits
from taflheim.engine.search.memory import OVERLOOK, Memory, remove_overlooked
from taflheim.games.errors import TaflheimError
from taflheim.games.kernel import I64
from taflheim.games.position import Position
from taflheim.games.record import Record


@dataclass(frozen=True, slots=True)
class Root:
    """What to search, and how long."""

    position: Position
    steps: list[int]
    """The first steps. The search sorts them, the best one first."""
    memory: Memory
    limits: Limits
    number: int
    """How many of the best moves are wanted."""
    on_info: OnInfo | None
    stop: Stop


def with_history(on: Record | Position) -> tuple[Position, list[Any]]:
    """The position, and the states that would draw the game by repetition if they came up once more."""
    position = on if isinstance(on, Position) else on.position
    if on.result:
        raise TaflheimError("the game is over: there is nothing to think about")
    often = position.game.rulebook.repetition
    if isinstance(on, Position) or not often:
        return position, []
    seen = Counter(each.state for each in on.positions)
    return position, [state for state, times in seen.items() if times >= often - 1]


def first_steps(position: Position, only: str | None) -> tuple[Position, list[int]]:
    """The position to begin with and its steps. If `only` one move is wanted, the position before its last step."""
    compiled = position.game.rulebook.compiled
    if only is None:
        return position, compiled.steps(position.state)
    position.play(only)  # says why if it is not legal
    *begun, last = position.game.move_numbers(only)
    state = position.state
    for step in begun:
        state, _ = compiled.step(state, step)
    return type(position)(position.game, state), [last]


def without_overlooked(state: Any, steps: list[int], memory: Memory) -> list[int]:
    """The steps that the bot sees; at least one."""
    if not memory.counts[OVERLOOK]:
        return steps
    memory.moves[: len(steps)] = steps
    return [int(step) for step in memory.moves[: remove_overlooked(state, memory, I64(0), I64(len(steps)))]]


def states(position: Position, line: Sequence[int]) -> Iterator[Any]:
    """The states that a line of steps leads to."""
    state = position.state
    for step in line:
        state, _ = position.game.rulebook.compiled.step(state, step)
        yield state


def is_pass(position: Position, step: int) -> bool:
    """Whether a step changes nothing but the turn."""
    (after,) = states(position, [step])
    return bool(after._replace(turn=position.state.turn) == position.state)


def texts(position: Position, line: Sequence[int]) -> tuple[str, ...]:
    """A line of steps as whole moves; a chain that the line does not finish is left out."""
    compiled, text = position.game.rulebook.compiled, position.game.rulebook.text
    state, chain, moves = position.state, list[int](), list[str]()
    for step in line:
        chain.append(step)
        state, more = compiled.step(state, step)
        if not more:
            moves.append(text.move_text(chain))
            chain = []
    return tuple(moves)
