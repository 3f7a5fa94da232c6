"""A game's facts. The modules of its folder are loaded when they are first needed: listing the games costs nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from importlib import import_module
from importlib.resources import files
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from taflheim.games.errors import InvalidOption
from taflheim.games.message import quoted
from taflheim.games.modules import (
    ChooserModule,
    EndgameModule,
    HintModule,
    OutlookModule,
    PlanesModule,
    SolveModule,
    TextModule,
    ViewModule,
)

if TYPE_CHECKING:
    from taflheim.games.lessons import Step
    from taflheim.games.rules_page import Section

Value = int | str


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
    side_titles: Mapping[str, str] = field(default_factory=dict)
    """What people call sides whose names are only letters."""
    options: tuple[Option, ...] = ()
    seeded: bool = False
    """Whether games begin on random boards."""
    puzzles: bool = False
    """Whether there are boards that are proven winnable; the game has a `solve.py` and an `outlook.py` then."""
    puzzle_about: str = "can be won"
    """What is certain of these boards, for the menu."""
    chance: tuple[str, ...] = ()
    """Moves whose outcome is drawn by lot."""
    mcts: bool = False
    """Whether Monte Carlo tree search plays it better than alpha-beta; the game has a `win_shares.py` then."""
    repetition: int = 3
    """How often a position may come up before the game is drawn; 0 for any number."""
    quiet_limit: int = 0
    """After how many moves without a capture the game is drawn; 0 for never."""
    alike: bool = False
    """Whether all sides have the same pieces and aims, so that one rating says how well a person plays."""
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

    def file(self, name: str) -> str | None:
        """The text of a file in the game's folder, as `lessons.toml`; None if there is no such file."""
        found = files(self.package).joinpath(name)
        return found.read_text("utf-8") if found.is_file() else None

    def spoken(self, side: str) -> str:
        """A side as a sentence names it.

        >>> import taflheim
        >>> taflheim.game("quoridor").rulebook.spoken("a"), taflheim.game("hnefatafl").rulebook.spoken("attackers")
        ('White', 'attackers')
        """
        return self.side_titles.get(side, side)

    def side_title(self, side: str) -> str:
        """A side as it stands before a list or over a card: with its letter, where that is how moves are written.

        >>> import taflheim
        >>> taflheim.game("quoridor").rulebook.side_title("a"), taflheim.game("hivolts").rulebook.side_title("player")
        ('White (a)', 'Player')
        """
        return f"{self.side_titles[side]} ({side})" if side in self.side_titles else side.capitalize()

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
        self.load_rules()
        return self._module("rules")

    def load_rules(self) -> None:
        """Load the compiled rules: their modules register them with `taflheim.games.rules`.

        What is optional is loaded, too: compiled without it, the general form would be kept for good.
        """
        self._module("rules")
        for name in ("shortcuts", "chance"):
            if find_spec(f"{self.package}.{name}"):
                self._module(name)

    def load_evaluation(self) -> None:
        """Load the rules and the static evaluation."""
        self.load_rules()
        self._module("evaluate")

    def load_search(self) -> None:
        """Load everything that a search asks a game for: rules, evaluation, tablebase, and what tree search needs."""
        self.load_evaluation()
        _ = self.endgame
        if self.mcts:
            self._module("win_shares")

    @cached_property
    def planes(self) -> PlanesModule:
        """What learners see; loading it loads the compiler."""
        self.load_rules()
        if not find_spec(f"{self.package}.planes"):
            raise InvalidOption(f"{self.title} has no planes: learners cannot observe it")
        return cast("PlanesModule", self._module("planes"))

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
    def move_names(self) -> tuple[str, ...]:
        """The texts of the moves of one step, by their numbers."""
        return tuple(self.text.move_text((number,)) for number in range(self.text.MOVE_COUNT))

    @cached_property
    def lots(self) -> tuple[int, ...]:
        """The numbers of the moves of chance."""
        return tuple(self.text.read_move(move)[0] for move in self.chance)

    @cached_property
    def rules_page(self) -> "tuple[Section, ...]":
        """The rules as people read them, section by section; none if the game's folder has no `rules.toml`."""
        from taflheim.games.rules_page import read_sections

        return read_sections(self)

    @cached_property
    def lessons(self) -> "tuple[Step, ...]":
        """The steps of its lessons, in order; none if the game's folder has no `lessons.toml`."""
        from taflheim.games.lessons import read_steps

        return read_steps(self)

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
