"""A game that was played, shown again: as an animation on a terminal, or as one board after the other."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from rich.console import Console, RenderableType
from rich.live import Live
from rich.segment import Segment, Segments
from rich.text import Text

from taflheim.games.diagram import Style, draw
from taflheim.games.game import Game
from taflheim.games.record import Record, is_end
from taflheim.games.view import Effect, Piece, last_spots
from taflheim.terminal.abilities import has_colours
from taflheim.terminal.board.look import Look
from taflheim.terminal.board.marks import Marks
from taflheim.terminal.board.motion import FRAME_MS, frames
from taflheim.terminal.board.picture import picture
from taflheim.terminal.board.plan import Plan, best_scale
from taflheim.terminal.restoring import restored

_SECONDS_A_MOVE = 1.0
_LINES_BELOW = 3
"""What was played, in words, and an empty line before it."""


class Scene(NamedTuple):
    """A position of a game, and what has led to it."""

    pieces: tuple[Piece, ...]
    effects: tuple[Effect, ...] = ()
    last: tuple[str, ...] = ()
    move: str = ""
    """With its number, as it is written for people; nothing at the start, and for an end that is no move."""
    words: str = ""


def scenes(record: Record) -> Iterator[Scene]:
    """All positions of a game, the start first.

    >>> import taflheim
    >>> [scene.move for scene in scenes(taflheim.game("quoridor").record().play("e8").play("e2").resign())]
    ['', '1. e8', '1... e2', '']
    """
    yield Scene(record.start.pieces)
    number = 0
    for made, entry in enumerate(record.entries, 1):
        so_far = record.undo(len(record.entries) - made)
        begins = record.rounds[made - 1]
        number = begins or number
        written = "" if is_end(entry) else record.positions[made - 1].written(entry)
        effects = so_far.last_effects
        yield Scene(
            so_far.position.pieces,
            effects,
            tuple(last_spots(effects)),
            f"{number}{'.' if begins else '...'} {written}" if written else "",
            so_far.last_words,
        )


def heading(record: Record) -> str:
    """Which game it is, and who has played it.

    >>> import taflheim
    >>> heading(taflheim.game("halatafl").record(headers={"sheep": "Anna", "foxes": "Bo"}))
    'Halatafl. Sheep: Anna. Foxes: Bo.'
    """
    names = [(side, record.headers.get(side)) for side in record.game.seats]
    told = [f"{record.game.rulebook.side_title(side)}: {name}." for side, name in names if name]
    return " ".join([f"{record.game.title}.", *told])


def tell(record: Record, style: Style, say: Callable[[str], None]) -> None:
    """Show a game as one board after the other."""
    say(heading(record))
    for scene in scenes(record):
        if scene.words:
            say(f"{scene.move}  {scene.words}".strip())
        say(f"\n{draw(record.game.layout, scene.pieces, style, {})}\n")
    if record.result:
        say(str(record.result))


def animate(record: Record, console: Console, speed: float, *, ascii_only: bool) -> None:
    """Show a game as an animation; `speed` 2 is twice as fast as usual. The last board stays on the terminal."""
    stage = _Stage(record.game, console, ascii_only=ascii_only)
    with _own_screen(console) as live:
        words = heading(record)
        last = Scene(record.start.pieces)
        for scene in scenes(record):
            # What is on its way is shown before what is said of it.
            for frame in frames(record.game.layout, last.pieces, scene.effects):
                marks = Marks(moving=frame.moving, flashes=frame.flashes)
                live.update(stage.shown(frame.pieces, marks, words), refresh=True)
                time.sleep(FRAME_MS / 1000 / speed)
            words = f"{scene.move}  {scene.words}".strip() or words
            live.update(stage.shown(scene.pieces, Marks(last=scene.last), words), refresh=True)
            time.sleep(_SECONDS_A_MOVE / speed)
            last = scene
    console.print(heading(record))
    console.print(stage.shown(last.pieces, Marks(last=last.last), str(record.result or words)))


@contextmanager
def _own_screen(console: Console) -> Iterator[Live]:
    """A screen that is gone in the end, and the one from before is there again, whatever happens."""
    try:
        with restored(), Live(console=console, screen=True, auto_refresh=False) as live:
            yield live
    except BaseException:
        # An interrupt may come while it is being opened, when nobody closes it.
        console.set_alt_screen(False)
        console.show_cursor(True)
        raise


class _Stage:
    """Where a board is shown."""

    def __init__(self, game: Game, console: Console, *, ascii_only: bool):
        self._layout = game.layout
        self._console = console
        system = console.color_system if has_colours() and not console.no_color else None
        self._look = Look.of(system, ascii_only=ascii_only)
        self._style: Style = "ascii" if ascii_only else "unicode"
        self._plan: Plan | None = None

    def shown(self, pieces: tuple[Piece, ...], marks: Marks, words: str) -> RenderableType:
        """The board, as large as the terminal is now, with some words below it."""
        width, height = self._console.size
        scale = best_scale(self._layout, width, height - _LINES_BELOW, self._look.form)
        if scale is None:
            return Text(f"{draw(self._layout, pieces, self._style, {})}\n\n{words}")
        # A plan is made once for each size: much of a picture is kept with it.
        if self._plan is None or self._plan.scale != scale:
            self._plan = Plan(self._layout, self._look.form, scale)
        rows = picture(self._plan, pieces, marks, colours=self._look.colours)
        line = [Segment.line()]
        return Segments([*(segment for row in rows for segment in [*row, *line]), *line, Segment(f"{words}\n")])
