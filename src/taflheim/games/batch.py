"""Many games at once, in arrays: what learners step, mask and observe (docs/learning.md)."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from itertools import pairwise
from typing import Any, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from taflheim.games.checks import as_int, checked_position
from taflheim.games.errors import IllegalMove, TaflheimError
from taflheim.games.game import Game
from taflheim.games.message import phrases, quoted
from taflheim.games.position import Position

say = phrases({"row": "row {row}, action {action}: {reason}", "no_such_action": "expected a number from 0 to {last}"})


class Batch:
    """`n` games of one kind, one in each row of `states`; all begin at the start.

    An action is the number of a move, or of one step of a chain (`game.move_numbers`). `results` tells of each row
    the number of the side that has won, or `Batch.GOING_ON`, or `Batch.DRAW`. A row that is over stays as it is until
    `reset`, whatever action it gets.

    Draws depend on what was before: they are found if you give a `history`, an array of shape (n, depth) and dtype
    uint64 in which the batch notes the positions since the last move that cannot be taken back, `depth` at most.
    Without one a row goes on until the board shows a winner.

    What chance decides, a start or the landing of a jump, is drawn in each row from a generator of its own: the same
    `seed` gives the same games, however many `threads` share the rows.

    >>> import numpy as np
    >>> import taflheim
    >>> game = taflheim.game("quoridor")
    >>> batch = taflheim.Batch(game, 4)
    >>> mask = np.empty((4, game.action_size), np.bool_)
    >>> batch.mask(mask)
    >>> mask.sum(axis=1)
    array([132, 132, 132, 132])
    >>> batch.step([67, 67, 81, 209])          # e8, e8, a1h, pass
    >>> str(batch.position(2)), batch.results.tolist()
    ('e9,e1 9,10 a1 - b', [-1, -1, -1, -1])
    >>> batch.step([13, 13, 81, 13])
    Traceback (most recent call last):
    taflheim.IllegalMove: row 2, action 81: a wall here would overlap the wall a1h
    """

    GOING_ON, DRAW = -1, -2

    def __init__(
        self,
        game: Game,
        n: int,
        *,
        history: NDArray[np.uint64] | None = None,
        seed: int = 0,
        threads: int = 1,
    ):
        rows, workers, first = as_int(n), as_int(threads), as_int(seed)
        if not isinstance(game, Game):
            raise TaflheimError(f"expected a game, as taflheim.game('quoridor'), not {quoted(game)}")
        if rows is None or rows < 1:
            raise TaflheimError(f"n: expected a whole number from 1 on, not {quoted(n)}")
        if workers is None or not 1 <= workers <= 1024:
            raise TaflheimError(f"threads: expected a whole number from 1 to 1024, not {quoted(threads)}")
        if first is None or first < 0:
            raise TaflheimError(f"seed: expected a whole number from 0 on, not {quoted(seed)}")
        game.rulebook.load_search()
        from taflheim.games import compiled_batch
        from taflheim.games.kernel import I64, let_words_wrap, words

        self.game = game
        self._compiled = compiled_batch
        self._int = I64
        # Of a game with random boards any start tells the type and the options.
        start: Any = words((game.start(0) if game.rulebook.seeded else game.start()).state)
        self._start = start
        self._row = np.array(self._start, np.uint64)
        self.states: NDArray[np.uint64] = np.empty((rows, self._row.size), np.uint64)
        """The words of each row's state; the fields of the game's `State` are its columns."""
        turn: int = start._fields.index("turn")
        self.turns: NDArray[np.uint64] = self.states[:, turn]
        """The number of the side to move in each row, a view of `states`."""
        self.results: NDArray[np.int8] = np.empty(rows, np.int8)
        self.quiet: NDArray[np.int32] = np.empty(rows, np.int32)
        """How many moves ago the last one was that cannot be taken back, where there is a history."""
        if history is None:
            self.history = np.empty((rows, 0), np.uint64)
        else:
            self.history = _buffer(history, "history", (rows, None), (np.uint64,))
        self.words = np.random.SeedSequence(first).generate_state(rows, np.uint64)
        """The state of each row's source of random numbers."""
        self._lots = np.array(game.rulebook.lots, np.int32)
        self._every = np.ones(rows, np.uint8)
        self._pool = ThreadPoolExecutor(workers, "batch", let_words_wrap) if workers > 1 else None
        cuts = np.linspace(0, rows, min(workers, rows) + 1).astype(int).tolist()
        self._shares = [(I64(begin), I64(end)) for begin, end in pairwise(cuts)]
        # Notes of each thread; no game has more legal moves than numbers.
        self._notes = [np.empty(game.move_count, np.int32) for _ in self._shares]
        self.reset()

    def __len__(self) -> int:
        return len(self.states)

    def step(self, actions: ArrayLike, *, check: bool = True) -> None:
        """Do one action in every row that is not over.

        If one of them is not legal, `IllegalMove` names the row and the reason, and no row has changed. Who has them
        from `mask` may say `check=False`: an action that is not legal then leaves a row that is no position.
        An array of dtype int32 is taken as it is, anything else is copied into one first.
        """
        chosen = np.ascontiguousarray(actions, np.int32) if _are_whole(actions) else None
        if chosen is None or chosen.shape != (len(self),):
            raise TaflheimError(f"actions: expected {len(self)} whole numbers")
        if check:
            self._check(chosen)
        rulebook = self.game.rulebook
        self._share(
            self._compiled.step,
            self.results,
            chosen,
            self.words,
            self._lots,
            self.quiet,
            self.history,
            self._int(rulebook.repetition),
            self._int(rulebook.quiet_limit),
        )

    def mask(self, out: NDArray[Any]) -> None:
        """Write to `out`, (n, game.action_size) of bool, int8 or uint8, which actions are legal.

        A row that is over has none.
        """
        shape = len(self), self.game.action_size
        out = _buffer(out, "out", shape, (np.bool_, np.int8, np.uint8)).view(np.uint8)
        self._share(self._compiled.mask, self.results, out, self._lots, notes=True)

    def evaluate(self, out: NDArray[np.int32]) -> None:
        """Write to `out`, (n,) of int32, how good each row is for its side to move (`games/rules.py`).

        A row that is over gets 100,000 if that side has won, -100,000 if it has lost, and 0 for a draw.
        """
        self._share(self._compiled.evaluations, self.results, _buffer(out, "out", (len(self),), (np.int32,)))

    @cached_property
    def channels(self) -> tuple[str, ...]:
        """The names of the planes that `observe` writes.

        >>> import taflheim
        >>> batch = taflheim.Batch(taflheim.game("hivolts"), 1)
        >>> batch.channels, batch.observation_shape
        (('fences', 'Mhos', 'Mhos by their order, the last 1', 'player'), (4, 12, 12))
        """
        return self.game.rulebook.planes.channels(self.game.options)

    @cached_property
    def observation_shape(self) -> tuple[int, int, int]:
        """Channels, rows from the first rank on, and columns."""
        return len(self.channels), *self.game.rulebook.planes.SHAPE

    @cached_property
    def seen(self) -> NDArray[np.int32]:
        """Actions as a side sees them, (sides, game.action_size): seen[side, number] is the number on the board.

        Where observations are turned for the mover, a learner that looks at them should choose among numbers that are
        turned, too: `mask[rows, batch.seen[side]]` is the mask as a side sees it.
        """
        seen = getattr(self.game.rulebook.planes, "seen", lambda side: range(self.game.move_count))
        return np.array([seen(side)[: self.game.action_size] for side in range(len(self.game.sides))], np.int32)

    def observe(self, out: NDArray[np.float32]) -> None:
        """Write to `out`, (n, *observation_shape) of float32, what the side to move sees: numbers from 0 to 1."""
        shape = len(self), *self.observation_shape
        planes = _buffer(out, "out", shape, (np.float32,)).reshape(len(self), -1)
        self._share(self._compiled.observations, planes)

    def reset(self, where: ArrayLike | None = None) -> None:
        """Begin anew in all rows, or in those where an array of n truth values says so."""
        chosen = self._chosen(where)
        if self.game.rulebook.seeded:
            self._share(self._compiled.scatter, self.words, chosen, notes=True)
        else:
            np.copyto(self.states, self._row, where=chosen.view(np.bool_)[:, None])
        self._judge(chosen)

    def set_position(self, row: int, position: Position) -> None:
        """Put a position into a row, with no history.

        >>> import taflheim
        >>> batch = taflheim.Batch(taflheim.game("halatafl"), 2)
        >>> batch.set_position(1, taflheim.game("halatafl").position("F1F/1S1/7/7/S1SSSSS/SSS/3 f"))
        >>> str(batch.position(1)), batch.results.tolist()
        ('F1F/1S1/7/7/S1SSSSS/SSS/3 f', [-1, -1])
        """
        if checked_position(position).game != self.game:
            raise TaflheimError(f"expected a position of {self.game!r}, not of {position.game!r}")
        self.states[self._row_number(row)] = cast("Any", position.state)
        self.judge(np.arange(len(self)) == row)

    def judge(self, where: ArrayLike | None = None) -> None:
        """For rows whose `states` you have written yourself: find their results, and begin their history anew."""
        self._judge(self._chosen(where))

    def position(self, row: int) -> Position:
        """A row as a position."""
        words = self.states[self._row_number(row)].tolist()
        return self.game._position(type(self._start)(*words))

    # ---- inside ---------------------------------------------------------------------------------------------------

    def _share(self, work: Callable[..., Any], *arguments: Any, notes: bool = False) -> list[Any]:
        """Have the threads do some work, each with its own rows and, if it needs them, notes."""

        def do(number: int) -> Any:
            own = (self._notes[number],) if notes else ()
            return work(self._start, self.states, *arguments, *own, *self._shares[number])

        return list(self._pool.map(do, range(len(self._shares)))) if self._pool else [do(0)]

    def _check(self, actions: NDArray[np.int32]) -> None:
        count = self._int(self.game.action_size)
        found = self._share(self._compiled.first_illegal, self.results, actions, count, self._lots, notes=True)
        for (_, end), row in zip(self._shares, found, strict=True):
            if row < end:
                action = int(actions[row])
                raise IllegalMove(say("row", row=int(row), action=action, reason=self._reason(int(row), action)))

    def _reason(self, row: int, action: int) -> str:
        if not 0 <= action < self.game.action_size:
            return str(say("no_such_action", last=self.game.action_size - 1))
        return str(self.game.rulebook.view.explain(self.position(row).state, action))

    def _judge(self, chosen: NDArray[np.uint8]) -> None:
        self._share(self._compiled.judge, self.results, self.quiet, self.history, chosen)

    def _chosen(self, where: ArrayLike | None) -> NDArray[np.uint8]:
        if where is None:
            return self._every
        chosen = np.asarray(where)
        if chosen.dtype != np.bool_ or chosen.shape != (len(self),):
            raise TaflheimError(f"where: expected {len(self)} truth values")
        return np.ascontiguousarray(chosen).view(np.uint8)

    def _row_number(self, row: int) -> int:
        number = as_int(row)
        if number is None or not 0 <= number < len(self):
            raise TaflheimError(f"row: expected a number from 0 to {len(self) - 1}, not {quoted(row)}")
        return number


def _are_whole(values: ArrayLike) -> bool:
    return np.asarray(values).dtype.kind in "iu"


def _buffer(
    given: object, name: str, shape: tuple[int | None, ...], dtypes: Sequence[type[np.generic]]
) -> NDArray[Any]:
    """An array that compiled code may write to: it checks no bounds itself."""
    fits = (
        isinstance(given, np.ndarray)
        and given.dtype in dtypes
        and given.ndim == len(shape)
        and all(wanted in (None, there) for wanted, there in zip(shape, given.shape, strict=True))
        and given.flags.c_contiguous
        and given.flags.writeable
    )
    if not fits:
        kinds = " or ".join(np.dtype(kind).name for kind in dtypes)
        wanted = " × ".join("any number" if number is None else str(number) for number in shape)
        raise TaflheimError(f"{name}: expected a contiguous array that can be written, {wanted} of {kinds}")
    assert isinstance(given, np.ndarray)
    return given
