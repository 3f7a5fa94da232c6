"""What can be played here, as menus offer it: every game with its options, sides, bots and boards."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from taflheim.games import lessons, rules_page
from taflheim.games.registry import game, rulebooks
from taflheim.games.rulebook import Rulebook
from taflheim.hall.daily_board import daily_games
from taflheim.server.opponents import RatedBot, by_strength
from taflheim.server.table_request import NEW, WILD

CLOCKS = (
    ("none", "No clock", "nobody is timed"),
    ("3+2", "3 + 2", "quick"),
    ("5+3", "5 + 3", "five minutes, three seconds more after each move"),
    ("10+5", "10 + 5", "ten minutes, five seconds more after each move"),
    ("30+20", "30 + 20", "an evening"),
    ("move 30", "30 s a move", "thirty seconds for each move"),
    ("days 1", "1 day a move", "correspondence"),
    ("days 3", "3 days a move", "correspondence"),
)
"""The clocks that are offered: text, name, and what it is for."""


class Board(NamedTuple):
    """A kind of board that a game for one begins with."""

    value: str
    title: str
    about: str


class Offered(NamedTuple):
    """A game that can be played."""

    rulebook: Rulebook
    sides: list[tuple[str, str]]
    """Those that people play: name and title."""
    bots: tuple[RatedBot, ...]
    """The weakest first; none in a game for one."""
    boards: list[Board]
    """Of a game for one."""
    has_lessons: bool
    has_rules: bool
    """Whether there are such pages."""
    has_daily: bool

    @property
    def name(self) -> str:
        """Of the game."""
        return self.rulebook.name

    @property
    def alone(self) -> bool:
        """Whether it is a game for one."""
        return self.rulebook.players == (1,)


def offered_games() -> list[Offered]:
    """All games in the order in which menus show them."""
    return [offered(rulebook) for rulebook in sorted(rulebooks().values(), key=lambda one: one.order)]


def offered(rulebook: Rulebook) -> Offered:
    """A game as it is offered."""
    return Offered(
        rulebook,
        [(side, rulebook.side_title(side)) for side in rulebook.sides[: max(rulebook.players)]],
        by_strength(game(rulebook.name)),
        _boards(rulebook),
        rulebook.file(lessons.FILE) is not None,
        rulebook.file(rules_page.FILE) is not None,
        rulebook.name in daily_games(),
    )


def _boards(rulebook: Rulebook) -> list[Board]:
    if rulebook.players != (1,):
        return []
    if not rulebook.puzzles:
        return [Board(NEW, "New board", "")]
    return [Board(NEW, "New board", rulebook.puzzle_about), Board(WILD, "Wild board", "anything may come")]


def first_chosen(played: Iterable[str], games: Sequence[Offered]) -> str:
    """The game that is chosen when a menu opens: the last one played, or the first of all; never a game for one."""
    names = [one.name for one in games]
    together = [one.name for one in games if not one.alone] or names
    return next((name for name in played if name in together), together[0])
