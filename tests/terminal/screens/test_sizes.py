"""Rules, lessons and analyses on terminals of any size: nothing breaks, and who has too little room is told so."""

from pathlib import Path

import pytest

import taflheim
from at_a_terminal import Seated
from studying import study, studying
from taflheim.terminal.screens.command_screen import CommandScreen
from taflheim.terminal.screens.hall_screen import TooSmall
from taflheim.terminal.widgets.board_view import BoardView

SIZES = ((80, 24), (40, 20), (200, 60), (20, 5), (80, 24), (60, 50), (81, 25))


@pytest.mark.parametrize("place", ["rules", "lessons", "analysis"])
def test_a_resize_never_breaks_the_screen(place: str, tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        screen = await study(seated, CommandScreen)
        cover = screen.query_one(TooSmall)
        for columns, rows in SIZES:
            await seated.pilot.resize_terminal(columns, rows)
            await seated.until(lambda columns=columns, rows=rows: screen.size == (columns, rows))  # type: ignore[misc]
            assert cover.display == (columns < screen.needs[0] or rows < screen.needs[1])
            if cover.display:
                await seated.until(lambda: f"{screen.needs[0]} × {screen.needs[1]}" in str(cover.visual))
        await seated.press("escape")
        await seated.until(lambda: seated.app.screen is not screen)

    studying(tmp_path, work, place, game="quoridor")


@pytest.mark.parametrize("name", sorted(taflheim.rulebooks()))
@pytest.mark.parametrize("place", ["lessons", "analysis"])
def test_80_by_24_is_enough(place: str, name: str, tmp_path: Path) -> None:
    async def work(seated: Seated) -> None:
        screen = await study(seated, CommandScreen)
        assert not screen.query_one(TooSmall).display
        board = screen.query_one(BoardView)
        await seated.until(lambda: board.plan)
        assert all(screen.region.contains_region(part.region) for part in screen.query("#panel > *") if part.display)

    studying(tmp_path, work, place, game=name)
