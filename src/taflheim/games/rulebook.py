"""What a game is made of: its facts, and the modules of its folder with the operations it offers.

A game is a folder with an `__init__.py` that names its `RULEBOOK`, and five modules:

- `state`: the position as machine words;
- `rules`: the compiled operations of `taflheim.games.rules`;
- `evaluate`: the static evaluation, for the engine;
- `text`: positions and moves as texts (`TextModule`);
- `view`: how the game shows itself (`ViewModule`).

A game that offers puzzles has two more, `solve` (`SolveModule`) and `outlook` (`OutlookModule`). One that can give
reasons for a move has a `hint` (`HintModule`), one with a tablebase an `endgame` (`EndgameModule`), one that is played
by Monte Carlo tree search a `win_shares`. `levels.toml` configures its bots, if the common settings do not suit it; a
bot may move by a module of its own (`ChooserModule`).

The modules are loaded when they are first needed, so that listing the games costs nothing.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.util import find_spec
from typing import Any, NamedTuple, Protocol, cast

from taflheim.games.errors import InvalidOption
from taflheim.games.message import Message, quoted
from taflheim.games.view import Effect, Fact, Layout, Piece, Typed

Value = int | str
Options = Mapping[str, Any]
Seed = int | str


class State(Protocol):
    """A game's state: a NamedTuple of words."""

    @property
    def turn(self) -> int:
        """The number of the side to move."""

    def __hash__(self) -> int: ...


class Option(NamedTuple):
    """Something that can be chosen before a game; the first value is the default."""

    name: str
    values: tuple[Value, ...]
    about: str

    def check(self, value: object) -> Value:
        """The value that is meant, also when it comes as a text."""
        for known in self.values:
            if type(value) is type(known) and value == known:
                return known
            if isinstance(value, str) and value == str(known):
                return known
        shown = str(value) if isinstance(value, int) and abs(value) < 10**9 else quoted(value)
        raise InvalidOption(f"{self.name} {shown}: expected {either(self.values)}")


class TextModule(Protocol):
    """A game's `text.py`."""

    MOVE_COUNT: int
    """How many numbers the game's moves have."""
    REASONS: tuple[str, ...]
    """Codes of the reasons why a game ends; `say(code, winner=…)` makes the sentence."""

    def say(self, code: str, /, **params: object) -> Message:
        """A sentence of this game."""

    def start(self, options: Options, seed: Seed | None) -> State:
        """The state in which a game begins."""

    def parse(self, text: str, options: Options) -> State:
        """The state with this text; raises InvalidPosition."""

    def format(self, state: State) -> str:
        """The canonical text of a state."""

    def read_move(self, text: str) -> tuple[int, ...]:
        """The numbers of a move's steps; raises InvalidMove if the text is no move at all."""

    def move_text(self, steps: Sequence[int]) -> str:
        """The text of a move with these steps."""

    def outcomes(self, state: State, move: str) -> list[str]:
        """What a move of chance can become, all equally likely. Only games with such moves have this."""


class ViewModule(Protocol):
    """A game's `view.py`. Steps are numbers of the game's numbering."""

    def layout(self, options: Options) -> Layout:
        """What does not change during a game."""

    def pieces(self, state: State) -> tuple[Piece, ...]:
        """Everything that stands on the board."""

    def facts(self, state: State) -> tuple[Fact, ...]:
        """What is shown beside the board, beyond the turn and what was captured."""

    def clicks(self, state: State, step: int) -> tuple[str, ...]:
        """The spots one clicks to make a step."""

    def effects(self, before: State, steps: Sequence[int], after: State) -> tuple[Effect, ...]:
        """What a move changes, in order; the messages together tell the whole move in words."""

    def explain(self, state: State, step: int) -> Message:
        """Why a step is not legal. Asked only when it is not."""

    def explain_clicks(self, state: State, clicked: tuple[str, ...]) -> Message | None:
        """Why no legal step begins with these clicks: a piece that cannot move, a spot out of reach …

        Asked with one or more spots of the layout, when no step does. None where nobody meant a move, as with a piece
        that is clicked again to let go of it.
        """

    def ending(self, before: State, steps: Sequence[int], after: State) -> Message | None:
        """How this move has ended the game, in place of `say(code, winner=…)`; None if that is good enough.

        Only games have this whose last position does not show what the move did.
        """

    def written(self, before: State, steps: Sequence[int], after: State) -> str:
        """The move as it is written for people."""

    def typed(self, state: State) -> tuple[Typed, ...]:
        """What people may type instead of moves."""


class SolveModule(Protocol):
    """The `solve.py` of a game that offers puzzles: boards on which one player, without luck, can certainly win."""

    def par(self, state: State) -> int | None:
        """How many moves the shortest certain win takes, if there is one."""

    def winnable_start(self, options: Options, seed: Seed | None) -> State:
        """A state in which a game may begin and that has a par; the same seed gives the same one."""


class ChooserModule(Protocol):
    """A module that chooses moves without a search; a bot in the game's `levels.toml` names it."""

    def choose(self, state: State, rng: random.Random) -> str:
        """The move, as a text."""


class Outlook(NamedTuple):
    """What a move leads to, where a game itself can tell."""

    win_probability: float
    line: tuple[str, ...]
    """The move, and how to go on."""
    message: Message


class OutlookModule(Protocol):
    """The `outlook.py` of a game that offers puzzles: what its solver knows about moves, in place of a search."""

    def outlooks(self, state: State) -> dict[str, Outlook]:
        """All moves with what they lead to, the best first."""


class HintModule(Protocol):
    """A game's `hint.py`."""

    def reasons(self, before: State, steps: Sequence[int], after: State) -> list[Message]:
        """Reasons for a move, each a fact that can be checked on the board, the most important first.

        Not asked of a move that ends the game, or that is drawn by lot.
        """


class EndgameModule(Protocol):
    """The `endgame.py` of a game with a tablebase: the exact result of some positions."""

    def outcomes(self, state: State) -> dict[int, tuple[int, tuple[int, ...]]] | None:
        """For every first step: in how many moves of all sides the side to move wins, and the line; None if not known.

        Negative: it loses in so many. 0: neither side can force a win.
        """

    def solve(self, state: State) -> object:
        """Compute the tablebase, also for a state that it does not hold: this compiles it."""


@dataclass(frozen=True)
class Rulebook:
    """A game's facts. The names of the sides are in the order of their turns."""

    name: str
    title: str
    about: str
    board: str
    players: tuple[int, ...]
    sides: tuple[str, ...]
    package: str
    options: tuple[Option, ...] = ()
    seeded: bool = False
    """Whether games begin on random boards."""
    puzzles: bool = False
    """Whether there are boards that are proven winnable; the game has a `solve.py` and an `outlook.py` then."""
    chance: tuple[str, ...] = ()
    """Moves whose outcome is drawn by lot."""
    mcts: bool = False
    """Whether Monte Carlo tree search plays it better than alpha-beta; the game has a `win_shares.py` then."""
    repetition: int = 3
    """How often a position may come up before the game is drawn; 0 for any number."""
    quiet_limit: int = 0
    """After how many moves without a capture the game is drawn; 0 for never."""
    alike: bool = False
    """Whether all sides have the same pieces and aims, so that one rating says how well somebody plays."""
    order: int = 100
    """Where the game stands in a menu: those with lower numbers first."""
    example: str = ""
    """A position, with the default options, that shows what the game is like; without one its start does."""
    targets: Mapping[str, float] = field(default_factory=dict)
    """Speeds the rules should reach on two ordinary cores, by the names in `taflheim bench`."""

    def choose(self, options: Mapping[str, object]) -> dict[str, Value]:
        """All options with their values, checked; those not given have their defaults."""
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                offered = f"its options are {', '.join(known)}" if known else "it has none"
                raise InvalidOption(f"{self.title} has no option {quoted(name)}: {offered}")
        return {name: option.check(options.get(name, option.values[0])) for name, option in known.items()}

    def _module(self, name: str) -> Any:
        return import_module(f"{self.package}.{name}")

    @cached_property
    def text(self) -> TextModule:
        """The game's texts."""
        return cast("TextModule", self._module("text"))

    @cached_property
    def view(self) -> ViewModule:
        """The game's look."""
        return cast("ViewModule", self._module("view"))

    @cached_property
    def rules(self) -> Any:
        """The compiled rules; loading them loads the compiler."""
        return self._module("rules")

    def load_rules(self) -> None:
        """Load the compiled rules: their module registers them with `taflheim.games.rules`."""
        self._module("rules")

    def load_search(self) -> None:
        """Load everything that a search asks a game for: the rules, the evaluation, and what tree search needs."""
        self.load_rules()
        self._module("evaluate")
        if self.mcts:
            self._module("win_shares")

    @cached_property
    def solve(self) -> SolveModule:
        """The exact solver of a game that offers puzzles."""
        return cast("SolveModule", self._module("solve"))

    def chooser(self, name: str) -> ChooserModule:
        """The module that chooses moves for a bot of this game."""
        return cast("ChooserModule", self._module(name))

    @cached_property
    def outlook(self) -> OutlookModule:
        """What moves lead to, in a game that offers puzzles."""
        return cast("OutlookModule", self._module("outlook"))

    @cached_property
    def hint(self) -> HintModule | None:
        """Reasons for moves, if the game can give any."""
        known = find_spec(f"{self.package}.hint")
        return cast("HintModule", self._module("hint")) if known else None

    @cached_property
    def endgame(self) -> EndgameModule | None:
        """The game's tablebase, if it has one."""
        known = find_spec(f"{self.package}.endgame")
        return cast("EndgameModule", self._module("endgame")) if known else None

    @cached_property
    def compiled(self) -> Any:
        """Compiled work on single states of this game (`taflheim.games.compiled`)."""
        self.load_rules()
        return import_module("taflheim.games.compiled")


def either(values: Sequence[object]) -> str:
    """The values as a choice.

    >>> either(["a", "b", "c"])
    'a, b or c'
    """
    *first, last = map(str, values)
    return f"{', '.join(first)} or {last}" if first else last
