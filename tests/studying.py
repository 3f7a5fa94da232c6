"""Somebody at a terminal who looks at rules, lessons, a review or an analysis."""

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any, TypeVar

from at_a_terminal import Seated, at_a_terminal
from evenings import me, play
from taflheim.table.event import Resign
from taflheim.terminal.screens.command_screen import CommandScreen

Studied = TypeVar("Studied", bound=CommandScreen)


def studying(
    folder: Path,
    work: Callable[[Seated], Awaitable[None]],
    place: str,
    *,
    size: tuple[int, int] = (80, 24),
    **wishes: Any,
) -> None:
    """Open a hall and the program, go to a place, and do something there."""

    async def evening(seated: Seated) -> None:
        seated.app.go(place, **wishes)
        await seated.pilot.pause()
        await work(seated)

    at_a_terminal(folder, evening, size=size)


async def study(seated: Seated, kind: type[Studied]) -> Studied:
    """Wait until a screen of this kind is there, and shows what was asked for."""

    def shown() -> Studied | None:
        screen = seated.app.screen
        return screen if isinstance(screen, kind) and screen.is_open else None

    return await seated.until(shown)


async def finished(seated: Seated, game: str, moves: str, **asked: object) -> str:
    """The table of a game that is over: if not by these moves, by resignation."""
    hall = seated.served.hall
    table = await hall.tables.get(await seated.served.new_table(game, **asked))
    table = await play(hall, table, *moves.split())
    if not table.result:
        await hall.tables.act(table.id, me(hall), Resign(table.record.turn))
    return table.id
