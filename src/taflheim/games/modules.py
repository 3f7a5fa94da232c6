"""What the modules of a game's folder offer.

A game is a folder with an `__init__.py` that names its `RULEBOOK`, and five modules:

- `state`: the position as machine words;
- `rules`: the compiled operations of `taflheim.games.rules`;
- `evaluate`: the static evaluation, for the engine;
- `text`: positions and moves as texts (`TextModule`);
- `view`: how the game shows itself (`ViewModule`).

A game that offers puzzles has two more, `solve` (`SolveModule`) and `outlook` (`OutlookModule`). One that can give
reasons for a move has a `hint` (`HintModule`), one with a tablebase an `endgame` (`EndgameModule`), one that is played
by Monte Carlo tree search a `win_shares`. Learners see a game by its `planes` (`PlanesModule`). `levels.toml`
configures its bots, if the common settings do not suit it; a bot may move by a module of its own (`ChooserModule`).
`rules.toml` explains the game to people (`taflheim.games.rules_page`), `lessons.toml` teaches it
(`taflheim.games.lessons`).
"""

import random
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from taflheim.games.message import Message
from taflheim.games.view import Effect, Fact, Held, Layout, Piece, Placeable, Typed

if TYPE_CHECKING:
    from taflheim.games.rules import Words

Options = Mapping[str, Any]
Seed = int | str


class State(Protocol):
    """A game's state: a NamedTuple of words."""

    @property
    def turn(self) -> int:
        """The number of the side to move."""

    def __hash__(self) -> int: ...


class TextModule(Protocol):
    """A game's `text.py`."""

    MOVE_COUNT: int
    """How many numbers the game's moves have."""
    ACTION_COUNT: int
    """How many of them can be chosen, in games where outcomes of chance have numbers behind those. Others lack this."""
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

    def arrange(self, pieces: Sequence[Piece], turn: int, held: Mapping[str, int], options: Options) -> str:
        """The text of a position that was set up by hand, with these pieces and numbers; `parse` says if it can be.

        The numbers are those of `view.held`, by code and side with a dot between. Raises InvalidPosition for what no
        text could say.
        """

    def read_move(self, text: str) -> tuple[int, ...]:
        """The numbers of a move's steps; raises InvalidMove if the text is no move at all."""

    def move_text(self, steps: Sequence[int]) -> str:
        """The text of a move with these steps."""

    def outcomes(self, state: State, move: str) -> list[str]:
        """What a move of chance can become, all equally likely. Only games with such moves have this."""


class ViewModule(Protocol):
    """A game's `view.py`. Steps are numbers of the game's numbering.

    A game with bots of its own also has `EMBLEMS` here: their faces by name (`taflheim.draw.emblem`).
    """

    def layout(self, options: Options) -> Layout:
        """What does not change during a game."""

    def pieces(self, state: State) -> tuple[Piece, ...]:
        """Everything that stands on the board."""

    def placeable(self, options: Options) -> tuple[Placeable, ...]:
        """What can be put on the board by hand."""

    def held(self, options: Options) -> tuple[Held, ...]:
        """What else is set up by hand: numbers that are facts of a position. Only games that have such have this."""

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

        Asked with one or more spots of the layout, when no step does. None where the clicks are no attempt at a
        move, as with a piece that is clicked again to let go of it.
        """

    def ending(self, before: State, steps: Sequence[int], after: State) -> Message | None:
        """How this move has ended the game, in place of `say(code, winner=…)`; None if that is good enough.

        Only games have this whose last position does not show what the move did.
        """

    def dangers(self, state: State) -> tuple[str, ...]:
        """Spots that can be clicked and lose the game at once. Only games where one can walk into that have this."""

    def written(self, before: State, steps: Sequence[int], after: State) -> str:
        """The move as it is written for people."""

    def typed(self, state: State) -> tuple[Typed, ...]:
        """What people may type instead of moves."""


class PlanesModule(Protocol):
    """A game's `planes.py`: what a learner sees of a position, as planes of numbers from 0 to 1.

    It implements `observe` of `taflheim.games.rules`, and it is seen from the side to move: what is the same for the
    mover looks the same. It may also have `seen(side)`: for each number of a move as that side sees it, the number on
    the board, where boards are turned for it.
    """

    NAME: str
    """What the planes are called, with a version that changes whenever they do: `quoridor_v0`."""
    SHAPE: tuple[int, int]
    """Rows, from the first rank on, and columns."""

    def channels(self, options: Options) -> tuple[str, ...]:
        """The names of the planes."""


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

    def verdict(self, state: State, played: str, best: str) -> Message | None:
        """What a review says of a move, beyond its win probability; `best` is as good as any."""


class HintModule(Protocol):
    """A game's `hint.py`.

    It may also have these: `end(before, steps, after)`, what happens in a move that ends the game ("the king reaches
    a11"); `merits(before, after)`, what has become better for the side that was to move, where no sharper reason is
    found; and for analyses `notes(state)`, what the game knows about a position, and `paths(state)`, ways of spots.
    """

    def reasons(self, before: State, steps: Sequence[int], after: State) -> list[Message]:
        """Reasons for a move, each a fact that can be checked on the board, the most important first.

        Not asked of a move that ends the game, or that is drawn by lot.
        """


class EndgameModule(Protocol):
    """The `endgame.py` of a game with a tablebase: the exact result of some positions."""

    def outcomes(self, state: State) -> dict[int, int] | None:
        """For every first step: in how many moves of all sides the side to move wins; None if that is not known.

        Negative: it loses in that many. 0: neither side can force a win.
        """

    def line(self, state: State, step: int) -> tuple[int, ...]:
        """A first step and the best ones after it, to the end; or only the step, if neither side can force a win."""

    def table(self, state: State) -> "Words | None":
        """What `tabled` of `games/rules.py` looks things up in when a search begins here; None if it is not worth it.

        Only games have this that implement `tabled`.
        """

    def solve(self, state: State) -> object:
        """Compute the tablebase, also for a state that it does not hold: this compiles it."""
