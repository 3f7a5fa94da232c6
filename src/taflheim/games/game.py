"""A game with its options chosen: where positions and records come from."""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, lru_cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple, SupportsIndex, TypeGuard

from taflheim.games.checks import as_int, checked_position
from taflheim.games.errors import InvalidMove, InvalidOption, InvalidPosition
from taflheim.games.message import phrases, quoted
from taflheim.games.modules import Options, Seed
from taflheim.games.position import Position
from taflheim.games.rulebook import Rulebook, Value, either
from taflheim.games.view import Held, Layout, Piece

if TYPE_CHECKING:
    from taflheim.games.record import Record
    from taflheim.games.symmetry import Symmetry

say = phrases(
    {
        "not_text": "a move is a text, not {what}",
        "not_numbers": "a move is a list of numbers, as [{example}], not {what}",
        "no_such_number": "expected move numbers from 0 to {last}",
        "no_such_chain": "these numbers make no move together",
    }
)


_MOST_LAYOUTS = 64


class Puzzle(NamedTuple):
    """A board that is proven winnable without luck, and how many moves the shortest win takes."""

    position: Position
    par: int


class Game:
    """A game with its options chosen.

    >>> import taflheim
    >>> game = taflheim.game("halatafl", sheep=18)
    >>> game.sides, dict(game.options)
    (('sheep', 'foxes'), {'sheep': 18})
    >>> str(game.start())
    'F1F/3/7/SSSSSSS/SSSSSSS/SSS/2S s'
    """

    def __init__(self, rulebook: Rulebook, options: Mapping[str, object]):
        self.rulebook = rulebook
        self.options: Mapping[str, Value] = rulebook.choose(options)

    @property
    def name(self) -> str:
        """The name by which `taflheim.game` knows it."""
        return self.rulebook.name

    @property
    def title(self) -> str:
        """The name by which people know it."""
        return self.rulebook.title

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """The sides that people play, in the order of their turns."""
        return self.rulebook.sides[: int(self.options.get("players", self.rulebook.players[0]))]

    @cached_property
    def sides(self) -> tuple[str, ...]:
        """The sides that can win: those that people play, and in a game for one what it is played against."""
        return self.seats if len(self.seats) > 1 else self.rulebook.sides

    @cached_property
    def layout(self) -> Layout:
        """What the board looks like before any piece is on it."""
        return _layout(self.rulebook.view.layout, tuple(self.options.items()))

    @cached_property
    def symmetries(self) -> "tuple[Symmetry, ...]":
        """The ways to turn and mirror the board after which the same game is played; the first leaves it as it is.

        >>> import taflheim
        >>> [symmetry.name for symmetry in taflheim.game("quoridor").symmetries]
        ['identity', 'mirror', 'flip', 'rotate 180']
        """
        from taflheim.games.symmetry import unturned

        name = f"{self.rulebook.package}.symmetry"
        if find_spec(name) is None:
            return (unturned(self.move_count, len(self.sides)),)
        found: tuple[Symmetry, ...] = import_module(name).symmetries(self.options)
        return found

    def start(self, seed: Seed | None = None) -> Position:
        """The position in which a game begins. Where boards are random, the same seed always gives the same board."""
        if seed is not None and not self.rulebook.seeded:
            raise InvalidPosition(f"{self.title} always begins with the same board: it takes no seed")
        return self._position(self.rulebook.text.start(self.options, _checked(seed)))

    def puzzle(self, seed: Seed | None = None) -> Puzzle:
        """A start that is proven winnable without luck. The same seed always gives the same one.

        >>> import taflheim
        >>> position, par = taflheim.game("hivolts").puzzle(seed=1)
        >>> par, taflheim.game("hivolts").par(position)
        (7, 7)
        >>> taflheim.game("quoridor").puzzle()
        Traceback (most recent call last):
        taflheim.InvalidOption: Quoridor has no boards that one player alone can be sure to win: it offers no puzzles
        """
        if not self.rulebook.puzzles:
            raise InvalidOption(
                f"{self.title} has no boards that one player alone can be sure to win: it offers no puzzles"
            )
        position = self._position(self.rulebook.solve.winnable_start(self.options, _checked(seed)))
        par = self.par(position)
        assert par is not None
        return Puzzle(position, par)

    def par(self, position: Position) -> int | None:
        """How many moves the shortest win without luck takes; None where there is none, or the game has no puzzles."""
        return self.rulebook.solve.par(position.state) if self.rulebook.puzzles else None

    def position(self, text: str) -> Position:
        """The position with this text; `str` of a position gives it back."""
        if not isinstance(text, str):
            raise InvalidPosition(f"a position is a text, not {quoted(text)}")
        return self._position(self.rulebook.text.parse(text, self.options))

    @cached_property
    def held(self) -> tuple[Held, ...]:
        """Numbers of a position that no piece shows."""
        held = getattr(self.rulebook.view, "held", None)
        return held(self.options) if held else ()

    def arrange(self, pieces: Iterable[Piece], turn: str, held: Mapping[str, int] | None = None) -> Position:
        """A position set up by hand: with these pieces, this side to move, these numbers.

        >>> import taflheim
        >>> quoridor = taflheim.game("quoridor")
        >>> start = quoridor.start()
        >>> quoridor.arrange(start.pieces, "b", {"walls_left.a": 3, "walls_left.b": 0})
        taflheim.game('quoridor', players=2, rules='default').position('e9,e1 3,0 - - b')
        >>> quoridor.arrange(start.pieces[:1], "a")
        Traceback (most recent call last):
        taflheim.InvalidPosition: pawns 'e9,-': in a game of two nobody leaves the board
        """
        standing, given = tuple(pieces), held or {}
        if turn not in self.sides:
            raise InvalidPosition(f"turn {quoted(turn)}: expected {either(self.sides)}")
        spots: dict[str, Piece] = {}
        fitting = {(one.kind, one.side): one.spots for one in self.rulebook.view.placeable(self.options)}
        for piece in standing:
            if piece.spot not in fitting.get((piece.kind, piece.side), ()):
                raise InvalidPosition(f"no {quoted(piece.kind)} can stand on {quoted(piece.spot)}")
            if spots.setdefault(piece.spot, piece) is not piece:
                raise InvalidPosition(f"two pieces stand on {piece.spot}")
        for number in self.held:
            if not 0 <= given.get(f"{number.code}.{number.side}", 0) <= number.most:
                raise InvalidPosition(f"{number.label}: expected a number from 0 to {number.most}")
        return self.position(self.rulebook.text.arrange(standing, self.sides.index(turn), given, self.options))

    def _position(self, state: Any) -> Position:
        return getattr(self.rulebook.view, "Position", Position)(self, state)

    def record(self, start: Position | None = None, headers: Mapping[str, str] | None = None) -> "Record":
        """A record with no moves yet, from `start` or the beginning."""
        from taflheim.games.record import Record

        if start is None:
            return Record(self.start(), headers or {})
        if checked_position(start).game != self:
            raise InvalidPosition(f"expected a position of {self!r}, not of {start.game!r}")
        return Record(start, headers or {})

    @property
    def move_count(self) -> int:
        """How many numbers the moves of this game have, from 0 on."""
        return self.rulebook.text.MOVE_COUNT

    @property
    def action_size(self) -> int:
        """How many of them can be chosen: the first so many. What comes behind is drawn by lot, and only in records.

        >>> import taflheim
        >>> [(taflheim.game(name).action_size, taflheim.game(name).move_count) for name in ("halatafl", "hivolts")]
        [(248, 248), (10, 110)]
        """
        text = self.rulebook.text
        return getattr(text, "ACTION_COUNT", text.MOVE_COUNT)

    def move_numbers(self, move: str) -> tuple[int, ...]:
        """The numbers of a move text: one, or one for each jump of a chain. They never change.

        >>> import taflheim
        >>> game = taflheim.game("quoridor")
        >>> game.move_count, game.move_numbers("e8"), game.move_text([67])
        (210, (67,), 'e8')
        """
        if not isinstance(move, str):
            raise InvalidMove(say("not_text", what=quoted(move)))
        return self.rulebook.text.read_move(move)

    def move_text(self, numbers: Iterable[SupportsIndex]) -> str:
        """The move text with these numbers."""
        if isinstance(numbers, str) or not isinstance(numbers, Iterable):
            example = as_int(numbers) or 0
            raise InvalidMove(say("not_numbers", example=example, what=quoted(numbers)))
        chain = tuple(map(as_int, numbers))
        if not _are_moves(chain, self.move_count):
            raise InvalidMove(say("no_such_number", last=self.move_count - 1))
        text = self.rulebook.text.move_text(chain) if chain else ""
        # Numbers that do not go together would give the text of another move, or of none.
        if not chain or self.move_numbers(text) != chain:
            raise InvalidMove(say("no_such_chain"))
        return text

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @cached_property
    def _key(self) -> tuple[object, ...]:
        return self.name, *self.options.items()

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value!r}" for name, value in self.options.items())
        return f"taflheim.game({self.name!r}{chosen})"

    def __reduce__(self) -> tuple[Any, ...]:
        from taflheim.games.registry import restore

        return restore, (self.name, dict(self.options))


@lru_cache(_MOST_LAYOUTS)
def _layout(make: Callable[[Options], Layout], options: tuple[tuple[str, Value], ...]) -> Layout:
    # A hall has a game for each table, and a layout takes tens of kilobytes: games with the same options share one.
    return make(dict(options))


def _are_moves(numbers: tuple[int | None, ...], count: int) -> TypeGuard[tuple[int, ...]]:
    return all(number is not None and 0 <= number < count for number in numbers)


def _checked(seed: Seed | None) -> Seed | None:
    if seed is None or isinstance(seed, str):
        return seed
    number = as_int(seed)
    if number is None:
        raise InvalidPosition(f"a seed is a whole number or a text, not {quoted(seed)}")
    return number
